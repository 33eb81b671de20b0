#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "document/document.h"
#include "grpolint/finding.h"
#include "rules/member_layout.h"

namespace grpolint::rules {

/// A key to add and its value, a scalar in the syntax of the file.
struct NewMember {
  std::string name;
  std::string value;
};

/// Edits of the keys of one document that leave everything else as it is: comments, quotes, order,
/// indentation and line endings. Keys are named by the span of a key that is there. Each function
/// is empty when the place does not allow the edit simply; a key inside a value that aliases or
/// merges share is never edited, since that would change the other places too.
class KeyEdits {
 public:
  KeyEdits(const Source& source, const Document& document)
      : source_(source), document_(document), layout_(source, document) {}

  /// The keys on lines of their own behind the neighbour and its comment; in braces on one line
  /// behind its value.
  std::optional<std::vector<Edit>> add_after(Span neighbour,
                                             std::span<const NewMember> added) const;
  /// Replaces the value; a null that is not written gets its place behind the colon.
  std::optional<Edit> set(Span key, std::string value) const;
  std::optional<Edit> rename(Span key, const std::string& name) const;
  /// The lines of the key and its value with the comment behind it; in braces the comma as well.
  /// The only key of a block stays: without it the block would be null.
  std::optional<std::vector<Edit>> remove(Span key) const;

 private:
  std::string member_text(const MemberPlace& neighbour, const NewMember& added) const;
  std::optional<std::vector<Edit>> add_lines(const MemberPlace& neighbour,
                                             std::span<const NewMember> added) const;
  std::vector<Edit> add_in_braces(const MemberPlace& neighbour,
                                  std::span<const NewMember> added) const;
  std::optional<std::vector<Edit>> remove_lines(const MemberPlace& place) const;
  std::optional<std::vector<Edit>> remove_from_braces(const MemberPlace& place) const;
  bool has_comment(Span span) const;

  const Source& source_;
  const Document& document_;
  MemberLayout layout_;
};

}  // namespace grpolint::rules
