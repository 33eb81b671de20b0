#include "embed/cpp_writer.h"

#include <fmt/format.h>

namespace grpolint::embed {

std::string literal(std::string_view bytes) {
  constexpr std::size_t kPieceLength = 2000;  // compilers need only accept 65535 characters
  std::string out = "\"";
  std::size_t in_piece = 0;
  for (const char c : bytes) {
    if (in_piece >= kPieceLength) {
      out += "\"\n\"";
      in_piece = 0;
    }
    ++in_piece;
    if (c == '\\' || c == '"' || c == '?') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c < ' ' || c > '~') {
      out += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  out += '"';
  return out;
}

std::string literal(double value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

}  // namespace grpolint::embed
