#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace grpolint {

inline constexpr std::string_view kUtf8ByteOrderMark = "\xEF\xBB\xBF";

/// One decoded character and how many bytes it took.
struct CodePoint {
  char32_t value = 0;
  std::size_t length = 1;
  bool valid = true;  ///< false: not well-formed UTF-8 here; `value` is the byte, `length` is 1
};

/// Decodes the character that starts at `at`. Overlong forms, surrogates and values above U+10FFFF
/// are not well-formed. Precondition: at < bytes.size().
CodePoint decode_utf8(std::string_view bytes, std::size_t at);

/// Appends the UTF-8 form of `value`; surrogates and values above U+10FFFF become U+FFFD.
void append_utf8(std::string& out, char32_t value);

/// Offset of the first byte that is not well-formed UTF-8; npos when all of it is.
std::size_t find_invalid_utf8(std::string_view bytes);

/// Maps code point indices to byte offsets, for parsers that count characters. Built in one pass;
/// a look-up walks at most one block.
class CodePointMap {
 public:
  /// Counts code points from byte `begin` on. `bytes` must outlive the map.
  explicit CodePointMap(std::string_view bytes, std::size_t begin = 0);

  /// Byte offset of the code point with this 0-based index; the end when there are fewer.
  std::uint32_t byte_offset(std::size_t index) const;

 private:
  static constexpr std::size_t kBlock = 64;
  std::string_view bytes_;
  std::vector<std::uint32_t> blocks_;  // byte offset of every kBlock-th code point
};

}  // namespace grpolint
