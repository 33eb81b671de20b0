#pragma once

#include <cstdint>
#include <vector>

#include "document/document.h"

namespace grpolint {

/// What the TOML parser does not tell: the comments, and whether the file is one that it could not
/// take without exhausting the stack (nesting, by brackets or dotted keys) or the patience (it
/// looks tables up by linear search).
struct TomlScan {
  std::vector<Comment> comments;
  std::uint32_t depth = 0;         ///< upper bound of the nesting of tables and arrays
  std::uint32_t deepest_at = 0;    ///< offset where `depth` is reached
  std::uint32_t values = 0;        ///< upper bound of the number of values
  std::uint32_t table_paths = 0;   ///< headers and dotted keys
  std::uint32_t last_path_at = 0;  ///< offset of the last of them
};

/// One pass over the bytes; on malformed input the result is approximate but still an upper bound
/// for what precedes the first error.
TomlScan scan_toml(std::string_view bytes);

}  // namespace grpolint
