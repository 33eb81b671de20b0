#include <algorithm>

#include "condition/condition.h"
#include "text/nearest.h"

namespace grpolint::condition {

void Vocabulary::add(std::string name, Type type, std::string doc) {
  const auto at = std::lower_bound(entries_.begin(), entries_.end(), name,
                                   [](const Entry& e, const std::string& n) { return e.name < n; });
  if (at != entries_.end() && at->name == name) {
    if (at->type != type) at->type = {TypeKind::Any, Unit::None};
    if (at->doc.empty()) at->doc = std::move(doc);
    return;
  }
  entries_.insert(at, {std::move(name), type, std::move(doc)});
}

void Vocabulary::add_open(std::string prefix) {
  prefix += '.';
  const auto at = std::lower_bound(open_names_.begin(), open_names_.end(), prefix);
  if (at == open_names_.end() || *at != prefix) open_names_.insert(at, std::move(prefix));
}

const Vocabulary::Entry* Vocabulary::entry(std::string_view name) const {
  const auto at = std::lower_bound(entries_.begin(), entries_.end(), name,
                                   [](const Entry& e, std::string_view n) { return e.name < n; });
  return at != entries_.end() && at->name == name ? &*at : nullptr;
}

const Type* Vocabulary::find(std::string_view name) const {
  static constexpr Type kAny{TypeKind::Any, Unit::None};
  if (const Entry* found = entry(name)) return &found->type;
  for (const std::string& prefix : open_names_) {
    if (name.size() > prefix.size() && name.starts_with(prefix)) return &kAny;
  }
  return base_ != nullptr ? base_->find(name) : nullptr;
}

std::string_view Vocabulary::doc(std::string_view name) const {
  if (const Entry* found = entry(name)) return found->doc;
  return base_ != nullptr ? base_->doc(name) : std::string_view();
}

std::string Vocabulary::nearest(std::string_view name) const {
  std::vector<std::string_view> all;
  for (const Vocabulary* scope = this; scope != nullptr; scope = scope->base_) {
    const auto own = scope->names();
    all.insert(all.end(), own.begin(), own.end());
  }
  return std::string(grpolint::nearest(name, all).value_or(std::string_view()));
}

std::vector<std::string_view> Vocabulary::names() const {
  std::vector<std::string_view> result;
  result.reserve(entries_.size());
  for (const Entry& e : entries_) result.push_back(e.name);
  return result;
}

}  // namespace grpolint::condition
