#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "grpolint/finding.h"

namespace grpolint::lint {

/// The places of edits that can be made in one go: no two overlap, or meet where one of them
/// inserts, so that their order would matter.
class EditPlaces {
 public:
  /// Takes the edits in, all or none: false when one is in conflict with an edit taken before.
  /// Precondition: they are in no conflict with one another.
  bool take(const std::vector<Edit>& edits);

 private:
  bool has_room_for(Span span) const;

  std::map<std::uint32_t, std::uint32_t> taken_;  // begins and ends, both in rising order
};

/// A text after edits, and where the old text went. Every question is answered in logarithmic time.
class EditedText {
 public:
  /// Precondition: EditPlaces has room for all of them. Their order is free.
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
  std::vector<Span> edits_;    // by place in the old text
  std::vector<Span> written_;  // what each of them wrote, in the new text
  std::vector<Span> new_;      // those of written_ that are not empty
  std::string text_;
};

}  // namespace grpolint::lint
