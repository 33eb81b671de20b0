#include "document/encoding.h"

#include <fmt/format.h>

#include "text/utf8.h"

namespace grpolint {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kUtf16LittleMark = "\xFF\xFE"sv;
constexpr std::string_view kUtf16BigMark = "\xFE\xFF"sv;

/// What editors put into Windows-1252 text instead of ASCII, by byte.
std::string_view windows_1252_name(unsigned char byte) {
  switch (byte) {
    case 0x80:
      return "a euro sign";
    case 0x85:
      return "an ellipsis";
    case 0x91:
    case 0x92:
      return "a curly single quote";
    case 0x93:
    case 0x94:
      return "a curly double quote";
    case 0x95:
      return "a bullet";
    case 0x96:
    case 0x97:
      return "a long dash";
    case 0xA0:
      return "a no-break space";
    default:
      return byte >= 0xA1 ? "an accented letter or sign" : "";
  }
}

Problem syntax(std::size_t at, std::size_t length, std::string message) {
  return {Problem::Kind::Syntax,
          {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + length)},
          std::move(message),
          std::nullopt,
          false};
}

/// ASCII text in UTF-16 has a zero in every second byte.
bool looks_like_utf16(std::string_view bytes) {
  if (bytes.size() < 4) return false;
  const auto zero = [bytes](std::size_t at) { return bytes[at] == '\0'; };
  return (zero(0) && zero(2) && !zero(1) && !zero(3)) ||
         (zero(1) && zero(3) && !zero(0) && !zero(2));
}

std::string describe_bad_byte(std::string_view bytes, std::size_t at) {
  const auto byte = static_cast<unsigned char>(bytes[at]);
  // A continuation byte cut off from what it continues is damage, not another encoding.
  const bool broken_sequence = at + 1 < bytes.size() && byte >= 0xC2 &&
                               (static_cast<unsigned char>(bytes[at + 1]) & 0xC0U) == 0x80U;
  const std::string_view name = broken_sequence ? "" : windows_1252_name(byte);
  if (name.empty()) {
    return fmt::format("byte 0x{:02X} is not UTF-8; save the file as UTF-8", byte);
  }
  return fmt::format(
      "byte 0x{:02X} is not UTF-8; it is {} in Windows-1252: save the file as UTF-8, or replace "
      "the character",
      byte, name);
}

}  // namespace

std::optional<Problem> encoding_problem(const Source& source) {
  const std::string_view bytes = source.bytes();
  if (bytes.starts_with(kUtf16LittleMark) || bytes.starts_with(kUtf16BigMark)) {
    return syntax(0, 2, "the file is UTF-16 (or UTF-32); save it as UTF-8");
  }
  if (looks_like_utf16(bytes)) {
    return syntax(0, 1, "the file has zero bytes like UTF-16 text; save it as UTF-8");
  }
  const std::size_t bad = find_invalid_utf8(bytes);
  if (bad == std::string_view::npos) return std::nullopt;
  return syntax(bad, 1, describe_bad_byte(bytes, bad));
}

}  // namespace grpolint
