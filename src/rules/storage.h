#pragma once

#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "condition/program.h"

namespace grpolint::rules {

/// Owns what the views in a Rule refer to. Nothing that was kept ever moves.
class Storage {
 public:
  Storage() = default;
  ~Storage() = default;
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;

  std::string_view keep(std::string text) { return texts_.emplace_back(std::move(text)); }

  condition::ProgramView keep(condition::Program program) {
    return programs_.emplace_back(std::move(program)).view();
  }

  template <typename T>
  std::span<const T> keep(std::vector<T> items) {
    const auto kept = std::make_shared<const std::vector<T>>(std::move(items));
    lists_.push_back(kept);
    return *kept;
  }

 private:
  std::deque<std::string> texts_;
  std::deque<condition::Program> programs_;
  std::vector<std::shared_ptr<const void>> lists_;
};

}  // namespace grpolint::rules
