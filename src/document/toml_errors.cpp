#include "document/toml_errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "document/problem_text.h"
#include "text/utf8.h"

namespace grpolint {
namespace {

/// toml++ says "Error while parsing X: ..." first; the position says that better.
std::string_view without_preamble(std::string_view message) {
  if (!message.starts_with("Error while parsing ")) return message;
  const std::size_t colon = message.find(": ");
  return colon == std::string_view::npos ? message : message.substr(colon + 2);
}

struct Place {
  std::string_view bytes;
  std::uint32_t at;
  Span line;

  std::string_view after() const { return bytes.substr(at, line.end > at ? line.end - at : 0); }
  bool starts_with(char c) const { return after().starts_with(c); }
  /// The unquoted word that starts at the error.
  std::string_view word() const {
    return after().substr(0, std::min(after().find_first_of(" \t,]}#"), after().size()));
  }
};

Span one_character(const Place& place) {
  if (place.after().empty()) return {place.at, place.at};
  const std::size_t length = decode_utf8(place.bytes, place.at).length;
  return {place.at, place.at + static_cast<std::uint32_t>(length)};
}

std::string unquoted_value(const Place& place) {
  const std::string_view word = place.word();
  if (word == "True" || word == "False") {
    return fmt::format("TOML writes {}, not {}", word == "True" ? "true" : "false", word);
  }
  if (word == "None" || word == "null" || word == "~") {
    return "TOML has no null; leave the key out instead";
  }
  if (place.after().starts_with("${"))
    return "a placeholder needs quotes, as all text in TOML does";
  return fmt::format("{} is not a TOML value; text needs quotes", excerpt(word));
}

std::string missing_equals(const Place& place) {
  if (place.starts_with(':')) return "TOML writes '=' between key and value, not ':'";
  return "expected '=' here; a key with spaces or special characters needs quotes";
}

std::string after_value(const Place& place) {
  if (place.starts_with('/')) return "a TOML comment starts with '#'";
  return "something follows the value; write one key to a line, and quote text";
}

/// Words for what toml++ 3.3.0 says, empty where its own are as good.
std::string reword(const Place& place, std::string_view text) {
  const auto says = [text](std::string_view part) {
    return text.find(part) != std::string_view::npos;
  };
  if (says("expected '='")) return missing_equals(place);
  if (says("could not determine value type") || says("expected 'true'") ||
      says("expected 'false'") || says("expected 'nan'") || says("expected 'inf'")) {
    return unquoted_value(place);
  }
  if (says("unknown escape")) {
    return "unknown escape in a double-quoted string; write the backslash twice, or use single "
           "quotes";
  }
  if (says("control characters")) {
    if (place.after().empty()) return "this string is not closed on its line";
    return "control characters are not allowed in TOML; remove it, or write it as an escape";
  }
  if (says("encountered end-of-file")) {
    return "the file ends inside a value; a closing quote or bracket is missing";
  }
  if (says("cannot redefine")) return fmt::format("{}; TOML takes each key once", text);
  if (says("saw closing '}' (dangling comma)")) {
    return "an inline table allows no comma after its last entry";
  }
  if (says("expected key or closing '}'")) {
    return "an inline table must stand on one line; use a [table] section for a longer one";
  }
  if (says("expected a comment or whitespace")) return after_value(place);
  if (says("expected value, saw")) return "a value is missing here";
  if (says("expected decimal digit")) return "a TOML number needs a digit on both sides of its '.'";
  if (says("expected ']'")) return "the table header is not closed; a ']' is missing";
  if (says("expected keys, tables")) {
    return "a line starts with a key, a [table] or a comment; a key with special characters needs "
           "quotes";
  }
  return {};
}

/// Where the line has the key that toml++ quotes in "cannot redefine existing table 'a.b'".
Span find_redefined(const Place& place, std::string_view text) {
  const std::size_t close = text.rfind('\'');
  const std::size_t open = text.find('\'');
  if (!text.starts_with("cannot redefine") || open >= close) return {};
  const std::string_view name = text.substr(open + 1, close - open - 1);
  // At a header toml++ is before the name, at a key behind it.
  std::size_t at = place.bytes.substr(0, place.line.end).rfind(name, place.at);
  if (at == std::string_view::npos || at < place.line.begin) {
    at = place.bytes.substr(0, place.line.end).find(name, place.at);
  }
  if (at == std::string_view::npos) return {};
  return {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + name.size())};
}

/// The whole `{{ x }}` or `{% x %}` of the line; empty when there is none.
Span find_template(const Place& place) {
  const std::string_view line =
      place.bytes.substr(place.line.begin, place.line.end - place.line.begin);
  for (const std::string_view opening : {"{{", "{%"}) {
    const std::size_t begin = line.find(opening);
    if (begin == std::string_view::npos) continue;
    const std::size_t end =
        std::min(line.find(opening == "{{" ? "}}" : "%}", begin), line.size() - 2) + 2;
    return {place.line.begin + static_cast<std::uint32_t>(begin),
            place.line.begin + static_cast<std::uint32_t>(end)};
  }
  return {};
}

}  // namespace

Problem explain_toml_error(std::string_view bytes, std::uint32_t at, std::string_view description) {
  const auto syntax = [](Span span, std::string message) {
    return Problem{Problem::Kind::Syntax, span, std::move(message), std::nullopt, false};
  };
  const Span conflict = find_conflict_marker(bytes);
  if (!conflict.empty()) {
    return syntax(conflict,
                  "a merge conflict was left in the file; resolve it and remove the markers");
  }
  const Place place{bytes, at, line_around(bytes, at)};
  const Span placeholder = find_template(place);
  if (!placeholder.empty()) {
    return syntax(
        placeholder,
        fmt::format("{} looks like a template placeholder, which is not TOML; render the "
                    "template first, or quote it",
                    excerpt(bytes.substr(placeholder.begin, placeholder.end - placeholder.begin))));
  }
  const std::string_view text = without_preamble(description);
  const std::string better = reword(place, text);
  const Span redefined = find_redefined(place, text);
  return syntax(redefined.empty() ? one_character(place) : redefined,
                better.empty() ? std::string(text) : better);
}

}  // namespace grpolint
