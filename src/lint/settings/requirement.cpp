#include "lint/settings/requirement.h"

#include <algorithm>

#include "fact/version.h"

namespace grpolint::lint {
namespace {

std::string_view trim(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

std::optional<bool> holds(const Version& release, std::string_view comparison) {
  const std::size_t length = std::min(comparison.find_first_not_of("<>=!"), comparison.size());
  const std::string_view sign = comparison.substr(0, length);
  const auto bound = Version::parse(trim(comparison.substr(length)));
  if (!bound) return std::nullopt;
  if (sign == "==" || sign.empty()) return release == *bound;
  if (sign == "!=") return release != *bound;
  if (sign == "<") return release < *bound;
  if (sign == "<=") return release <= *bound;
  if (sign == ">") return release > *bound;
  if (sign == ">=") return release >= *bound;
  return std::nullopt;
}

}  // namespace

std::optional<bool> satisfies(std::string_view release, std::string_view requirement) {
  const auto version = Version::parse(release);
  if (!version) return std::nullopt;
  bool all = true;
  while (true) {
    const std::size_t comma = requirement.find(',');
    const auto one = holds(*version, trim(requirement.substr(0, comma)));
    if (!one) return std::nullopt;
    all = all && *one;
    if (comma == std::string_view::npos) return all;
    requirement.remove_prefix(comma + 1);
  }
}

}  // namespace grpolint::lint
