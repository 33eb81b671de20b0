#include "lint/fix/edited_text.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <iterator>
#include <tuple>

namespace grpolint::lint {

namespace {

/// The first of the spans, which are in order and do not overlap, that ends behind the offset.
std::vector<Span>::const_iterator first_behind(const std::vector<Span>& spans,
                                               std::uint32_t offset) {
  return std::partition_point(spans.begin(), spans.end(),
                              [&](Span span) { return span.end <= offset; });
}

bool any_overlaps(const std::vector<Span>& spans, Span with) {
  const auto first = first_behind(spans, with.begin);
  return first != spans.end() && first->begin < with.end;
}

bool in_conflict(Span a, Span b) {
  if (a.empty() || b.empty()) return a.begin <= b.end && b.begin <= a.end;
  return a.begin < b.end && b.begin < a.end;
}

}  // namespace

bool EditPlaces::take(const std::vector<Edit>& edits) {
  const bool room = std::all_of(edits.begin(), edits.end(),
                                [&](const Edit& edit) { return has_room_for(edit.span); });
  if (!room) return false;
  for (const Edit& edit : edits) taken_.emplace(edit.span.begin, edit.span.end);
  return true;
}

// Those farther away are in conflict only if a neighbour is.
bool EditPlaces::has_room_for(Span span) const {
  const auto next = taken_.lower_bound(span.begin);
  if (next != taken_.end() && in_conflict({next->first, next->second}, span)) return false;
  if (next == taken_.begin()) return true;
  const auto before = std::prev(next);
  return !in_conflict({before->first, before->second}, span);
}

EditedText::EditedText(std::string_view before, std::vector<Edit> edits) {
  std::sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) {
    return std::tie(a.span.begin, a.span.end) < std::tie(b.span.begin, b.span.end);
  });
  std::uint32_t at = 0;
  for (const Edit& edit : edits) {
    assert(at <= edit.span.begin && edit.span.begin <= edit.span.end &&
           edit.span.end <= before.size());
    text_ += before.substr(at, edit.span.begin - at);
    const auto begin = static_cast<std::uint32_t>(text_.size());
    text_ += edit.text;
    const Span written{begin, static_cast<std::uint32_t>(text_.size())};
    edits_.push_back(edit.span);
    written_.push_back(written);
    if (!written.empty()) new_.push_back(written);
    at = edit.span.end;
  }
  text_ += before.substr(at);
}

bool EditedText::touched(Span old_span) const { return any_overlaps(edits_, old_span); }

bool EditedText::replaced(Span old_span) const {
  if (old_span.empty()) return false;
  const auto edit = first_behind(edits_, old_span.end - 1);
  return edit != edits_.end() && edit->begin <= old_span.begin;
}

std::uint32_t EditedText::moved(std::uint32_t old_offset) const {
  const auto behind = first_behind(edits_, old_offset);
  if (behind == edits_.begin()) return old_offset;
  const auto last = std::prev(behind);
  return written_[static_cast<std::size_t>(last - edits_.begin())].end + (old_offset - last->end);
}

bool EditedText::is_new(Span new_span) const { return any_overlaps(new_, new_span); }

}  // namespace grpolint::lint
