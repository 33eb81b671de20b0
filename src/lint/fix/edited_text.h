#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grpolint/finding.h"

namespace grpolint::lint {

/// Whether two edits must not be made in one go: they overlap, or meet where one of them inserts,
/// so that their order would matter.
bool in_conflict(const Edit& a, const Edit& b);

/// A text after edits, and where the old text went.
class EditedText {
 public:
  /// Precondition: no two edits are in conflict. Their order is free.
  EditedText(std::string_view before, std::vector<Edit> edits);

  const std::string& text() const { return text_; }
  /// Whether an edit replaces, removes or splits a part of the old span.
  bool touched(Span old_span) const;
  /// Whether one edit replaces or removes the whole old span, which is not empty.
  bool replaced(Span old_span) const;
  /// Where an old offset that no edit covers is now; behind what was inserted there.
  std::uint32_t moved(std::uint32_t old_offset) const;
  /// Whether a span of the new text holds, or lies in, text that an edit put there.
  bool is_new(Span new_span) const;

 private:
  std::vector<Edit> edits_;  // by place
  std::vector<Span> written_;
  std::string text_;
};

}  // namespace grpolint::lint
