#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/rule.h"

namespace grpolint::rules {

/// Writes rules as C++ tables of constant-initialised data: no work is left for start-up.
class TableWriter {
 public:
  void add(const Rule& rule);
  /// The whole source file, defining embedded_rules().
  std::string finish() const;

 private:
  std::string program(const condition::ProgramView& program);
  std::string condition(const Condition& condition);
  std::string text(const Template& text);
  std::string optional_text(const std::optional<Template>& text);
  std::string lets(const Rule& rule);
  std::string options(const Rule& rule);
  std::string levels(const Rule& rule);
  std::string labels(const Rule& rule);
  std::string fixes(const Rule& rule);
  std::string versions(const Rule& rule);
  std::string references(const Rule& rule);
  std::string examples(const Rule& rule);
  std::string strings(std::span<const std::string_view> items);
  /// Emits a table of `type` and returns its name, or "{}" when there is nothing in it.
  std::string table(std::string_view type, const std::vector<std::string>& rows);

  std::string tables_;
  std::vector<std::string> rules_;
  std::size_t count_ = 0;
};

}  // namespace grpolint::rules
