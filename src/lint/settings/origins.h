#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace grpolint::lint {

/// Who gives each value that is in force: "grpolint.toml:2", "--ignore", "GRPOLINT_FAIL_ON". Lists
/// and tables have an origin for each element: ("ignore", "ROL001").
class Origins {
 public:
  /// The latest says it.
  void set(std::string_view key, std::string_view element, std::string by) {
    by_[{std::string(key), std::string(element)}] = std::move(by);
  }
  /// "default" where nobody says it.
  std::string of(std::string_view key, std::string_view element = {}) const {
    const auto found = by_.find({std::string(key), std::string(element)});
    return found == by_.end() ? "default" : found->second;
  }

 private:
  std::map<std::pair<std::string, std::string>, std::string> by_;
};

}  // namespace grpolint::lint
