#include "document/yaml_errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "document/problem_text.h"
#include "text/utf8.h"

namespace grpolint {
namespace {

/// What the helpers below look at to find the cause.
struct Place {
  std::string_view bytes;
  const YamlError& error;
  std::string_view line;  ///< the line of the error
  std::uint32_t column;   ///< bytes of the line before the error

  std::string_view before() const { return line.substr(0, column); }
  std::string_view after() const { return line.substr(column); }
  std::string_view context_line() const {
    const Span span = line_around(bytes, error.context_at.value_or(error.at));
    return bytes.substr(span.begin, span.end - span.begin);
  }
  bool in_flow() const { return error.context.find("flow") != std::string::npos; }
  bool starts_line() const { return before().find_first_not_of(" \t-") == std::string_view::npos; }
};

struct Explanation {
  std::string message;
  bool at_context = false;  ///< the beginning of what was being read is the place to look at
  std::optional<Span> span = std::nullopt;  ///< a better place than one character
};

Explanation mapping_value(const Place& place) {
  const std::size_t earlier = place.before().find(": ");
  if (earlier != std::string_view::npos) {
    return {"a second ': ' in one line; quote the value if it is text that contains a colon"};
  }
  return {
      "this ':' makes a key, but the line above it already has a value; indent the line like its "
      "neighbours, or quote the text if the colon is part of it"};
}

Explanation missing_colon(const Place& place) {
  const std::string_view line = place.context_line();
  const std::string shown =
      excerpt(line.substr(std::min(line.find_first_not_of(" \t"), line.size())));
  if (line.find('=') != std::string_view::npos && line.find(':') == std::string_view::npos) {
    return {fmt::format("'{}' is not 'key: value'; YAML writes ': ', not '='", shown), true};
  }
  const std::size_t colon = line.find(':');
  if (colon != std::string_view::npos && colon + 1 < line.size() && line[colon + 1] != ' ') {
    return {fmt::format("'{}' is not 'key: value'; write a space after the ':'", shown), true};
  }
  return {fmt::format("'{}' is not 'key: value'; a ':' with a space is missing, or the line above "
                      "was meant to go on",
                      shown),
          true};
}

Explanation expected_key(const Place& place) {
  if (place.starts_line()) {
    return {
        "the indentation of this line matches no line above it; give keys of one mapping the same "
        "number of spaces"};
  }
  const std::size_t last = place.before().find_last_not_of(" \t");
  const char previous = last != std::string_view::npos ? place.before()[last] : ' ';
  if (previous == '"' || previous == '\'') {
    return {"text after the closing quote; put the whole value inside the quotes"};
  }
  return {
      "this does not belong to the value before it; quote the whole value, or start a new line"};
}

Explanation bad_first_character(const Place& place) {
  if (place.after().starts_with('\t')) {
    return {"a tab is not allowed here; indent with spaces"};
  }
  const std::string shown =
      place.after().empty()
          ? std::string("this")
          : fmt::format("'{}'", place.after().substr(0, decode_utf8(place.after(), 0).length));
  return {fmt::format("a value cannot start with {}; quote it", shown)};
}

Explanation open_bracket(const Place& place) {
  const bool braces = place.error.context.find("mapping") != std::string::npos;
  const std::uint32_t opened = place.error.context_at.value_or(place.error.at);
  const std::size_t placeholder = place.bytes.rfind("${", place.error.at);
  if (placeholder != std::string_view::npos && placeholder > opened) {
    const std::size_t closing = place.bytes.find_first_of("}\r\n", placeholder);
    const std::size_t end = std::min(closing, place.bytes.size() - 1) + 1;
    return {fmt::format("'${{...}}' inside {} must be quoted: to YAML its braces are a mapping",
                        braces ? "{ }" : "[ ]"),
            false, Span{static_cast<std::uint32_t>(placeholder), static_cast<std::uint32_t>(end)}};
  }
  if (place.starts_line() || place.after().empty()) {
    return {fmt::format("this {} is not closed; a '{}' is missing", braces ? "mapping" : "list",
                        braces ? '}' : ']'),
            true};
  }
  return {
      fmt::format("expected ',' or '{}' here; separate the entries by commas and quote text "
                  "that has brackets, commas or colons in it",
                  braces ? '}' : ']')};
}

Explanation open_quote(const Place& place) {
  if (place.error.problem.find("document indicator") != std::string::npos) {
    return {"this quote is still open where '---' or '...' ends the document; close it", true};
  }
  return {"this quote is never closed", true};
}

Explanation anchor_name(const Place& place) {
  const bool alias = place.error.context.find("alias") != std::string::npos;
  return {fmt::format("a value that starts with {} is {} to YAML; quote it if it is text",
                      alias ? '*' : '&', alias ? "an alias" : "an anchor"),
          true};
}

Explanation escape(const Place&) {
  return {
      "unknown escape in a double-quoted string; write the backslash twice, or use single quotes"};
}

Explanation list_entry(const Place&) {
  return {"a list entry '- ' cannot start here; put it on a line of its own, below its key"};
}

Explanation dash(const Place& place) {
  if (place.starts_line()) {
    return {
        "this line is indented like the entries of the list above but does not start with '- '; "
        "indent it like the key it belongs to"};
  }
  return {"expected '- ' here: the entry before has already ended"};
}

Explanation document_start(const Place&) {
  return {
      "the document has ended above, and something follows; indent it into the value above, or "
      "start a new document with '---'"};
}

Explanation content(const Place& place) {
  if (place.in_flow()) return {"a value is missing here, between the brackets"};
  return {"expected a value here; quote it if it is text with special characters"};
}

Explanation tab(const Place&) { return {"indented with a tab; YAML takes only spaces"}; }

Explanation tag_handle(const Place&) {
  return {"this tag's prefix is not defined; quote the value if it is text that starts with '!'"};
}

Explanation mapping_key(const Place&) {
  return {"'? ' starts a key, which cannot stand here; quote it if it is text"};
}

Explanation indentation_zero(const Place&) {
  return {"the number after '|' or '>' says how far the block is indented: 1 to 9"};
}

Explanation control_character(const Place& place) {
  const std::string_view rest = place.after();
  const CodePoint point = rest.empty() ? CodePoint{0, 1, true} : decode_utf8(rest, 0);
  return {
      fmt::format("control character U+{:04X} is not allowed in YAML; remove it, or write it as "
                  "an escape in double quotes",
                  static_cast<std::uint32_t>(point.value))};
}

struct Case {
  std::string_view problem;  ///< part of libyaml 0.2.5's text
  Explanation (*explain)(const Place&);
};

constexpr std::array kCases = {
    Case{"mapping values are not allowed", mapping_value},
    Case{"could not find expected ':'", missing_colon},
    Case{"did not find expected key", expected_key},
    Case{"cannot start any token", bad_first_character},
    Case{"did not find expected ',' or", open_bracket},
    Case{"found unexpected end of stream", open_quote},
    Case{"found unexpected document indicator", open_quote},
    Case{"did not find expected alphabetic", anchor_name},
    Case{"found unknown escape", escape},
    Case{"block sequence entries are not allowed", list_entry},
    Case{"did not find expected '-' indicator", dash},
    Case{"did not find expected <document start>", document_start},
    Case{"did not find expected node content", content},
    Case{"tab character", tab},
    Case{"undefined tag handle", tag_handle},
    Case{"mapping keys are not allowed", mapping_key},
    Case{"indentation indicator equal to 0", indentation_zero},
    Case{"control characters are not allowed", control_character},
};

Explanation explain(const Place& place) {
  for (const Case& known : kCases) {
    if (place.error.problem.find(known.problem) != std::string::npos) return known.explain(place);
  }
  std::string message = place.error.problem;
  if (!place.error.context.empty()) message += " " + place.error.context;
  return {message};
}

/// The first template placeholder of a line, whole; empty when there is none.
std::optional<Span> find_template(std::string_view bytes, std::string_view line) {
  for (std::size_t at = line.find('{'); at != std::string_view::npos; at = line.find('{', at + 1)) {
    const char kind = at + 1 < line.size() ? line[at + 1] : ' ';
    if (kind != '{' && kind != '%' && kind != '#') continue;
    const std::string closing = {kind == '{' ? '}' : kind, '}'};
    const std::size_t end = std::min(line.find(closing, at + 2), line.size() - 2) + 2;
    const auto begin = static_cast<std::uint32_t>(line.data() - bytes.data());
    return Span{begin + static_cast<std::uint32_t>(at), begin + static_cast<std::uint32_t>(end)};
  }
  return std::nullopt;
}

/// A cause that matters more than what the parser stumbled over.
std::optional<Explanation> deeper_cause(const Place& place) {
  for (const std::string_view line : {place.line, place.context_line()}) {
    const std::optional<Span> found = find_template(place.bytes, line);
    if (!found) continue;
    return Explanation{
        fmt::format("{} looks like a template placeholder, which is not YAML; render the template "
                    "first, or quote it",
                    excerpt(place.bytes.substr(found->begin, found->end - found->begin))),
        false, found};
  }
  const std::size_t tab_at = place.line.find('\t');
  if (tab_at != std::string_view::npos && tab_at <= place.line.find_first_not_of(" \t")) {
    Explanation explanation = tab(place);
    const auto at = static_cast<std::uint32_t>(place.line.data() - place.bytes.data() + tab_at);
    explanation.span = Span{at, at + 1};
    return explanation;
  }
  return std::nullopt;
}

Span one_character(std::string_view bytes, std::uint32_t at) {
  if (at >= bytes.size()) return {at, at};
  if (bytes[at] == '\n' || bytes[at] == '\r') return {at, at};
  return {at, at + static_cast<std::uint32_t>(decode_utf8(bytes, at).length)};
}

}  // namespace

Problem explain_yaml_error(const Source& source, const YamlError& error) {
  const std::string_view bytes = source.bytes();
  const Span conflict = find_conflict_marker(bytes);
  if (!conflict.empty()) {
    return {Problem::Kind::Syntax, conflict,
            "a merge conflict was left in the file; resolve it and remove the markers",
            std::nullopt, false};
  }
  const Span line = line_around(bytes, error.at);
  const Place place{bytes, error, bytes.substr(line.begin, line.end - line.begin),
                    std::min(error.at, line.end) - line.begin};
  const Explanation explanation = deeper_cause(place).value_or(explain(place));
  const std::uint32_t at = explanation.at_context ? error.context_at.value_or(error.at) : error.at;
  return {Problem::Kind::Syntax, explanation.span.value_or(one_character(bytes, at)),
          explanation.message, std::nullopt, false};
}

}  // namespace grpolint
