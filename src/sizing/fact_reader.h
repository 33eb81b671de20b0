#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fact/fact.h"

namespace grpolint::sizing {

/// A count as an integer, fractions cut. What is no number, or beyond 1e15 on either side, becomes
/// a count that validation refuses.
std::int64_t whole(double value);

/// Typed access to the facts of a run. What is unknown or absent is filled with the given value;
/// with `assumption`, an unknown is also written down as one line.
class FactReader {
 public:
  FactReader(const FactTable& facts, std::vector<std::string>& assumptions)
      : facts_(facts), assumptions_(assumptions) {}

  std::optional<double> number(std::string_view name) const;
  std::optional<bool> truth(std::string_view name) const;  ///< as Python's bool()
  std::string_view text(std::string_view name) const;      ///< empty unless a known string
  std::optional<Version> version(std::string_view name) const;
  bool unknown(std::string_view name) const { return !facts_.value(name).is_known(); }
  const Fact* fact(std::string_view name) const { return facts_.find(name); }
  const Value& value(std::string_view name) const { return facts_.value(name); }

  double number_or(std::string_view name, double otherwise);
  bool truth_or(std::string_view name, bool otherwise);
  void assume(std::string line) { assumptions_.push_back(std::move(line)); }

 private:
  void note_unknown(std::string_view name, const std::string& taken);

  const FactTable& facts_;
  std::vector<std::string>& assumptions_;
};

}  // namespace grpolint::sizing
