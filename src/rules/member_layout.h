#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "document/document.h"

namespace grpolint::rules {

/// One key of a mapping and how it is written.
struct MemberPlace {
  NodeId mapping = 0;
  std::size_t index = 0;  ///< among the members of the mapping, in source order
  bool braces = false;    ///< between { and }, parted by commas; otherwise on lines of its own
  /// Where the key begins: in TOML a dotted key begins before its last part.
  std::uint32_t begin = 0;
  /// End of the value; of the colon when a null is not written.
  std::uint32_t end = 0;
};

/// How the keys of a document are laid out in lines.
class MemberLayout {
 public:
  MemberLayout(const Source& source, const Document& document);

  /// Empty when no mapping has that key, or when it is written in a way that is not edited: as an
  /// explicit `? key`, as a pair in a list, as the header of a TOML table.
  std::optional<MemberPlace> find(Span key) const;
  /// Whether a value that is used elsewhere too holds the place.
  bool is_shared(Span place) const;
  /// Whether aliases refer to a value inside the place.
  bool is_referred_to(Span place) const;

  const Member& member(const MemberPlace& place) const {
    return document_.node(place.mapping).members[place.index];
  }
  Span line_of(std::uint32_t offset) const;
  /// Begin of the line after the one of `offset`; the end of the file when there is none.
  std::uint32_t next_line(std::uint32_t offset) const;
  /// Only white space, or white space and a comment, follows on the line.
  bool ends_line(std::uint32_t offset) const;
  /// Only white space stands before it on the line.
  bool begins_line(std::uint32_t offset) const;
  /// The next offset that is neither white space nor comment.
  std::uint32_t next_token(std::uint32_t offset) const;
  /// How the file ends its lines: as the line of `offset` does, else as the first line does.
  std::string line_ending(std::uint32_t offset) const;

 private:
  std::optional<MemberPlace> place_of(NodeId mapping, std::size_t index) const;
  bool opens_braces(NodeId mapping) const;
  bool inside_brackets(Span key, NodeId mapping) const;
  std::uint32_t dotted_key_begin(std::uint32_t offset) const;

  const Source& source_;
  const Document& document_;
  std::unordered_map<std::uint32_t, std::pair<NodeId, std::size_t>> places_;  // by begin of the key
  std::vector<Span> shared_;  // values that aliases refer to
};

}  // namespace grpolint::rules
