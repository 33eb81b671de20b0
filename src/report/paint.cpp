#include "report/paint.h"

#include <fmt/format.h>

#include "report/text.h"

namespace grpolint::report {
namespace {

/// Select Graphic Rendition parameters; the base colours, so that the user's theme decides.
std::string_view code_of(Role role) {
  switch (role) {
    case Role::Error:
      return "1;31";
    case Role::Warning:
      return "1;33";
    case Role::Info:
      return "1;36";
    case Role::Good:
      return "1;32";
    case Role::Emphasis:
      return "1";
    case Role::Gutter:
      return "34";
  }
  return "0";
}

}  // namespace

Role role_of(Severity severity) {
  switch (severity) {
    case Severity::Error:
      return Role::Error;
    case Severity::Warning:
      return Role::Warning;
    case Severity::Info:
      return Role::Info;
  }
  return Role::Info;
}

std::string paint(std::string_view text, Role role, const TextStyle& style) {
  if (!style.color || text.empty()) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", code_of(role), text);
}

std::string link(std::string_view text, std::string_view url, const TextStyle& style) {
  if (!style.hyperlinks || url.empty()) return std::string(text);
  return fmt::format("\x1b]8;;{}\x1b\\{}\x1b]8;;\x1b\\", url, text);
}

std::string wrap(std::string_view text, std::size_t width, std::size_t indent) {
  return wrap(text, width, indent, indent);
}

std::string wrap(std::string_view text, std::size_t width, std::size_t indent, std::size_t before) {
  std::string out;
  std::size_t column = before;
  while (!text.empty()) {
    const std::size_t blank = text.find(' ');
    const std::string_view word = text.substr(0, blank);
    text.remove_prefix(blank == std::string_view::npos ? text.size() : blank + 1);
    const std::size_t needed = display_width(word);
    if (column > indent && column + 1 + needed > width) {
      out += '\n';
      out.append(indent, ' ');
      column = indent;
    } else if (!out.empty()) {
      out += ' ';
      ++column;
    }
    out += word;
    column += needed;
  }
  return out;
}

}  // namespace grpolint::report
