#include <array>
#include <utility>

#include "schema/schema.h"

namespace grpolint::schema {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

/// "1.2.*" as the half-open range [1.2.0, 1.3.0).
std::optional<std::pair<Version, Version>> wildcard(std::string_view text) {
  if (!text.ends_with(".*")) return std::nullopt;
  text.remove_suffix(2);
  const std::optional<Version> from = Version::parse(text);
  if (!from) return std::nullopt;
  const bool has_minor = text.find('.') != std::string_view::npos;
  return std::pair{
      *from, has_minor ? Version{from->major, from->minor + 1, 0} : Version{from->major + 1, 0, 0}};
}

/// "~=1.4.2": at least that, within 1.4; "~=1.4": at least that, within 1.
Version compatible_end(Version wanted, std::string_view text) {
  const bool has_patch = text.find('.') != text.rfind('.');
  return has_patch ? Version{wanted.major, wanted.minor + 1, 0} : Version{wanted.major + 1, 0, 0};
}

std::optional<bool> meets(Version version, std::string_view comparison) {
  constexpr std::array<std::string_view, 8> kOperators = {
      "===", "==", "!=", "<=", ">=", "~=", "<", ">"};
  for (const std::string_view sign : kOperators) {
    if (!comparison.starts_with(sign)) continue;
    const std::string_view text = trimmed(comparison.substr(sign.size()));
    if (const auto range = wildcard(text); range && (sign == "==" || sign == "!=")) {
      return (version >= range->first && version < range->second) == (sign == "==");
    }
    const std::optional<Version> wanted = Version::parse(text);
    if (!wanted) return std::nullopt;
    if (sign == "==" || sign == "===") return version == *wanted;
    if (sign == "!=") return version != *wanted;
    if (sign == "<=") return version <= *wanted;
    if (sign == ">=") return version >= *wanted;
    if (sign == "<") return version < *wanted;
    if (sign == ">") return version > *wanted;
    return version >= *wanted && version < compatible_end(*wanted, text);
  }
  return std::nullopt;
}

}  // namespace

std::optional<bool> satisfies(Version version, std::string_view specifier) {
  bool all = true;
  while (!trimmed(specifier).empty()) {
    const std::size_t comma = specifier.find(',');
    const std::optional<bool> holds = meets(version, trimmed(specifier.substr(0, comma)));
    if (!holds) return std::nullopt;
    all = all && *holds;
    specifier = comma == std::string_view::npos ? std::string_view() : specifier.substr(comma + 1);
  }
  return all;
}

}  // namespace grpolint::schema
