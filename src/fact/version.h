#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace grpolint {

/// A release number such as 0.24.0. Missing parts are 0; development, release-candidate and local
/// suffixes ("1.10.0.dev0", "0.24.0rc1", "2.3.0+cu121") are dropped on parsing.
struct Version {
  int major = 0;
  int minor = 0;
  int patch = 0;

  static std::optional<Version> parse(std::string_view text);
  std::string to_string() const;  // "0.24.0"
  // NOLINTNEXTLINE(modernize-use-nullptr): a false alarm of clang-tidy 14 on defaulted <=>
  friend auto operator<=>(const Version&, const Version&) = default;
};

}  // namespace grpolint
