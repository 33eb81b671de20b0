#include "text/utf8.h"

#include <array>

namespace grpolint {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

bool is_scalar_value(char32_t value) {
  return value <= 0x10FFFF && (value < 0xD800 || value > 0xDFFF);
}

/// Bytes that a sequence with this first byte has; 0 when no sequence starts so.
std::size_t sequence_length(unsigned char first) {
  if (first < 0x80U) return 1;
  if (first >= 0xC2U && first <= 0xDFU) return 2;
  if (first >= 0xE0U && first <= 0xEFU) return 3;
  if (first >= 0xF0U && first <= 0xF4U) return 4;
  return 0;
}

}  // namespace

CodePoint decode_utf8(std::string_view bytes, std::size_t at) {
  static constexpr std::array<char32_t, 5> kSmallestOfLength = {0, 0, 0x80, 0x800, 0x10000};
  const auto first = static_cast<unsigned char>(bytes[at]);
  const CodePoint bad{first, 1, false};
  const std::size_t length = sequence_length(first);
  if (length == 1) return {first, 1, true};
  if (length == 0 || bytes.size() - at < length) return bad;
  char32_t value = first & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if (!is_continuation(bytes[at + i])) return bad;
    value = (value << 6U) | (static_cast<unsigned char>(bytes[at + i]) & 0x3FU);
  }
  if (value < kSmallestOfLength[length] || !is_scalar_value(value)) return bad;
  return {value, length, true};
}

void append_utf8(std::string& out, char32_t value) {
  if (!is_scalar_value(value)) value = kReplacement;
  const auto put = [&out](char32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (value < 0x80) {
    put(value);
  } else if (value < 0x800) {
    put(0xC0U | (value >> 6U));
    put(0x80U | (value & 0x3FU));
  } else if (value < 0x10000) {
    put(0xE0U | (value >> 12U));
    put(0x80U | ((value >> 6U) & 0x3FU));
    put(0x80U | (value & 0x3FU));
  } else {
    put(0xF0U | (value >> 18U));
    put(0x80U | ((value >> 12U) & 0x3FU));
    put(0x80U | ((value >> 6U) & 0x3FU));
    put(0x80U | (value & 0x3FU));
  }
}

std::size_t find_invalid_utf8(std::string_view bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    if (static_cast<unsigned char>(bytes[at]) < 0x80U) {
      ++at;
      continue;
    }
    const CodePoint point = decode_utf8(bytes, at);
    if (!point.valid) return at;
    at += point.length;
  }
  return std::string_view::npos;
}

CodePointMap::CodePointMap(std::string_view bytes, std::size_t begin) : bytes_(bytes) {
  std::size_t index = 0;
  for (std::size_t at = begin; at < bytes.size(); ++at) {
    if (is_continuation(bytes[at])) continue;
    if (index % kBlock == 0) blocks_.push_back(static_cast<std::uint32_t>(at));
    ++index;
  }
}

std::uint32_t CodePointMap::byte_offset(std::size_t index) const {
  const auto end = static_cast<std::uint32_t>(bytes_.size());
  if (index / kBlock >= blocks_.size()) return end;
  std::uint32_t at = blocks_[index / kBlock];
  for (std::size_t left = index % kBlock; left > 0 && at < end; --left) {
    ++at;
    while (at < end && is_continuation(bytes_[at])) ++at;
  }
  return at;
}

}  // namespace grpolint
