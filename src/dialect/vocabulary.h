#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace grpolint::dialect {

/// What the keys of a section of a home-made file are about.
enum class Role : std::uint8_t {
  Training,
  Optimizer,
  Model,
  Adapter,
  Engine,
  Quantization,
  Dataset,
  Foreign
};

/// A section name and what it holds; rules/dialects/sections.toml.
struct SectionName {
  std::string_view name;
  Role role = Role::Training;
};

/// A word that means an argument only inside sections of one role: `rank` under [lora].
struct SectionWord {
  Role role = Role::Training;
  std::string_view word;
  std::string_view argument;
};

/// Empty for a name that says nothing.
std::optional<Role> role_of_section(std::string_view name);
/// The argument `word` means in sections of `role`; empty when it has no meaning of its own there.
std::string_view argument_of_word(Role role, std::string_view word);

/// The generated tables; names are sorted.
std::span<const SectionName> section_names();
std::span<const SectionWord> section_words();

}  // namespace grpolint::dialect
