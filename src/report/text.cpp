#include "report/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "text/utf8.h"

namespace grpolint::report {
namespace {

struct Block {
  char32_t first;
  char32_t last;
};

// Blocks whose assigned characters are East Asian Wide or Fullwidth, coarsened to whole blocks:
// an unassigned neighbour counted as wide does no harm.
constexpr auto kWide = std::to_array<Block>({
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x23E9, 0x23EC},   {0x2614, 0x2615},
    {0x2648, 0x2653},   {0x26A1, 0x26A1},   {0x26D4, 0x26D4},   {0x2705, 0x2705},
    {0x270A, 0x270B},   {0x2728, 0x2728},   {0x274C, 0x274C},   {0x2753, 0x2755},
    {0x2757, 0x2757},   {0x2795, 0x2797},   {0x2B50, 0x2B50},   {0x2E80, 0x303E},
    {0x3041, 0x33FF},   {0x3400, 0x4DBF},   {0x4E00, 0x9FFF},   {0xA000, 0xA4CF},
    {0xA960, 0xA97F},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},
    {0xFF01, 0xFF60},   {0xFFE0, 0xFFE6},   {0x16FE0, 0x1B2FF}, {0x1F004, 0x1F004},
    {0x1F18E, 0x1F18E}, {0x1F191, 0x1F19A}, {0x1F200, 0x1F320}, {0x1F32D, 0x1F335},
    {0x1F337, 0x1F37C}, {0x1F37E, 0x1F393}, {0x1F3A0, 0x1F3CA}, {0x1F3CF, 0x1F3D3},
    {0x1F3E0, 0x1F3F0}, {0x1F3F4, 0x1F43E}, {0x1F440, 0x1F4FC}, {0x1F4FF, 0x1F53D},
    {0x1F54B, 0x1F567}, {0x1F595, 0x1F596}, {0x1F5FB, 0x1F64F}, {0x1F680, 0x1F6FF},
    {0x1F7E0, 0x1F7EB}, {0x1F90C, 0x1FAFF}, {0x20000, 0x3FFFD},
});

// Combining marks and format characters that terminals draw without advancing.
constexpr auto kZero = std::to_array<Block>({
    {0x0300, 0x036F}, {0x0483, 0x0489},   {0x0591, 0x05BD},   {0x0610, 0x061A}, {0x064B, 0x065F},
    {0x06D6, 0x06DC}, {0x093A, 0x093A},   {0x093C, 0x093C},   {0x0941, 0x0948}, {0x094D, 0x094D},
    {0x0E31, 0x0E31}, {0x0E34, 0x0E3A},   {0x0E47, 0x0E4E},   {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF},
    {0x200B, 0x200F}, {0x2060, 0x2064},   {0x20D0, 0x20FF},   {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F},
    {0xFEFF, 0xFEFF}, {0x1F3FB, 0x1F3FF}, {0xE0100, 0xE01EF},
});

template <std::size_t N>
bool in(const std::array<Block, N>& blocks, char32_t character) {
  const auto after =
      std::upper_bound(blocks.begin(), blocks.end(), character,
                       [](char32_t value, const Block& block) { return value < block.first; });
  return after != blocks.begin() && character <= std::prev(after)->last;
}

bool reorders(char32_t c) { return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069); }

void append_escaped(std::string& out, const CodePoint& point) {
  switch (point.value) {
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      out += point.value < 0x100 ? fmt::format("\\x{:02x}", static_cast<unsigned>(point.value))
                                 : fmt::format("\\u{:04x}", static_cast<unsigned>(point.value));
  }
}

}  // namespace

bool is_unsafe_in_line(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029 || reorders(c);
}

std::string escape_line(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_utf8(text, at);
    if (!point.valid || is_unsafe_in_line(point.value)) {
      append_escaped(out, point);
    } else {
      out.append(text, at, point.length);
    }
    at += point.length;
  }
  return out;
}

std::string escape_path(std::string_view path) {
  const std::string escaped = escape_line(path);
  return escaped.starts_with("::") ? "./" + escaped : escaped;
}

int display_width(char32_t character) {
  if (character < 0x300) return 1;
  if (in(kZero, character)) return 0;
  return in(kWide, character) ? 2 : 1;
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_utf8(text, at);
    width += static_cast<std::size_t>(display_width(point.value));
    at += point.length;
  }
  return width;
}

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace grpolint::report
