#include "report/line_hash.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>

#include "text/utf8.h"

namespace grpolint::report {
namespace {

constexpr std::size_t kWindow = 100;  // units that go into the hash of a line
constexpr std::uint64_t kFactor = 37;
constexpr char16_t kEndOfFile = 0xFFFF;
constexpr char16_t kReplacement = 0xFFFD;

/// Bytes at `at` that a decoder replaces by one U+FFFD: the longest start of a well-formed sequence
/// (Unicode 15, section 3.9, "maximal subpart"), or one byte. Precondition: not well-formed there.
std::size_t bad_length(std::string_view bytes, std::size_t at) {
  const auto byte = [&](std::size_t index) { return static_cast<unsigned char>(bytes[index]); };
  const unsigned first = byte(at);
  const std::size_t length = first >= 0xF0 && first <= 0xF4   ? 4
                             : first >= 0xE0 && first <= 0xEF ? 3
                                                              : 1;
  if (length == 1 || at + 1 >= bytes.size()) return 1;
  const unsigned lowest = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  const unsigned highest = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  if (byte(at + 1) < lowest || byte(at + 1) > highest) return 1;
  std::size_t end = at + 2;
  while (end < bytes.size() && end < at + length && (byte(end) & 0xC0U) == 0x80U) ++end;
  return end - at;
}

/// The units that are hashed: UTF-16 without blanks and tabs, every line end one LF, then the mark
/// of the end and zeros to fill the last window.
struct Units {
  std::u16string text;
  std::vector<std::size_t> line_starts;
};

class UnitWriter {
 public:
  void put(char16_t unit) {
    const bool second_of_pair = after_return_ && unit == u'\n';
    after_return_ = unit == u'\r';
    if (unit == u' ' || unit == u'\t' || second_of_pair) return;
    if (unit == u'\r') unit = u'\n';
    if (at_line_start_) units_.line_starts.push_back(units_.text.size());
    at_line_start_ = unit == u'\n';
    units_.text += unit;
  }

  Units finish() && {
    put(kEndOfFile);
    units_.text.append(kWindow, u'\0');
    return std::move(units_);
  }

 private:
  Units units_;
  bool at_line_start_ = true;
  bool after_return_ = false;
};

Units units_of(std::string_view bytes) {
  UnitWriter writer;
  for (std::size_t at = 0; at < bytes.size();) {
    const CodePoint point = decode_utf8(bytes, at);
    if (!point.valid) {
      writer.put(kReplacement);
      at += bad_length(bytes, at);
      continue;
    }
    if (point.value < 0x10000) {
      writer.put(static_cast<char16_t>(point.value));
    } else {
      writer.put(static_cast<char16_t>(0xD800 + ((point.value - 0x10000) >> 10U)));
      writer.put(static_cast<char16_t>(0xDC00 + ((point.value - 0x10000) & 0x3FFU)));
    }
    at += point.length;
  }
  return std::move(writer).finish();
}

}  // namespace

std::vector<std::string> line_hashes(std::string_view bytes) {
  const Units units = units_of(bytes);
  std::uint64_t out_factor = 1;  // of the unit that leaves the window; arithmetic is modulo 2^64
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i < kWindow; ++i) {
    out_factor *= kFactor;
    hash = hash * kFactor + units.text[i];
  }
  std::vector<std::string> hashes;
  std::unordered_map<std::uint64_t, std::size_t> seen;
  std::size_t begin = 0;
  for (const std::size_t start : units.line_starts) {
    for (; begin < start; ++begin) {
      hash = hash * kFactor + units.text[begin + kWindow] - out_factor * units.text[begin];
    }
    hashes.push_back(fmt::format("{:x}:{}", hash, ++seen[hash]));
  }
  return hashes;
}

}  // namespace grpolint::report
