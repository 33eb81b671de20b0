#include "dialect/vocabulary.h"

#include <algorithm>

namespace grpolint::dialect {

std::optional<Role> role_of_section(std::string_view name) {
  const auto names = section_names();
  const auto found = std::lower_bound(
      names.begin(), names.end(), name,
      [](const SectionName& section, std::string_view wanted) { return section.name < wanted; });
  if (found == names.end() || found->name != name) return std::nullopt;
  return found->role;
}

std::string_view argument_of_word(Role role, std::string_view word) {
  for (const SectionWord& entry : section_words()) {
    if (entry.role == role && entry.word == word) return entry.argument;
  }
  return {};
}

}  // namespace grpolint::dialect
