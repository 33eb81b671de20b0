#include "lint/fix/edited_text.h"

#include <algorithm>
#include <cassert>
#include <tuple>
#include <utility>

namespace grpolint::lint {

bool in_conflict(const Edit& a, const Edit& b) {
  if (a.span.empty() || b.span.empty()) {
    return a.span.begin <= b.span.end && b.span.begin <= a.span.end;
  }
  return a.span.begin < b.span.end && b.span.begin < a.span.end;
}

EditedText::EditedText(std::string_view before, std::vector<Edit> edits)
    : edits_(std::move(edits)) {
  std::sort(edits_.begin(), edits_.end(), [](const Edit& a, const Edit& b) {
    return std::tie(a.span.begin, a.span.end) < std::tie(b.span.begin, b.span.end);
  });
  std::uint32_t at = 0;
  for (const Edit& edit : edits_) {
    assert(at <= edit.span.begin && edit.span.begin <= edit.span.end &&
           edit.span.end <= before.size());
    text_ += before.substr(at, edit.span.begin - at);
    const auto begin = static_cast<std::uint32_t>(text_.size());
    text_ += edit.text;
    written_.push_back({begin, static_cast<std::uint32_t>(text_.size())});
    at = edit.span.end;
  }
  text_ += before.substr(at);
}

bool EditedText::touched(Span old_span) const {
  return std::any_of(edits_.begin(), edits_.end(), [&](const Edit& edit) {
    return edit.span.begin < old_span.end && old_span.begin < edit.span.end;
  });
}

bool EditedText::replaced(Span old_span) const {
  return !old_span.empty() && std::any_of(edits_.begin(), edits_.end(), [&](const Edit& edit) {
    return edit.span.begin <= old_span.begin && old_span.end <= edit.span.end;
  });
}

std::uint32_t EditedText::moved(std::uint32_t old_offset) const {
  std::uint32_t offset = old_offset;
  for (const Edit& edit : edits_) {
    if (edit.span.end > old_offset) break;
    offset += static_cast<std::uint32_t>(edit.text.size());
    offset -= edit.span.end - edit.span.begin;
  }
  return offset;
}

bool EditedText::is_new(Span new_span) const {
  return std::any_of(written_.begin(), written_.end(), [&](Span written) {
    return !written.empty() && written.begin < new_span.end && new_span.begin < written.end;
  });
}

}  // namespace grpolint::lint
