#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "condition/condition.h"
#include "document/data_table.h"
#include "document/document.h"
#include "rules/native.h"
#include "rules/rule.h"
#include "rules/storage.h"

namespace grpolint::rules {

/// Reads the parts of one rule file. Every mistake is recorded with its span; what could not be
/// read is left empty, so that all mistakes of a file are reported at once.
class RuleReader {
 public:
  RuleReader(const Source& source, const Document& document, const condition::Vocabulary& base,
             Storage& storage, std::vector<DataError>& errors)
      : source_(source), document_(document), names_(&base), storage_(storage), errors_(errors) {}

  Rule read();

 private:
  void identity(DataTable& table);
  void scope(DataTable& table);
  void versions(DataTable& table);
  void options(DataTable& table);
  void native(DataTable& table);
  void lets(DataTable& table);
  void gate(DataTable& table);
  void levels(DataTable& table);
  void places(DataTable& table);
  void labels(DataTable& table);
  void fix(DataTable& table);
  void fix_values(DataTable& table, bool safe, std::vector<FixSpec>& fixes);
  void documentation(DataTable& table);
  void examples(DataTable& table);
  void example(DataTable& table, bool bad, std::vector<Example>& examples);
  void check_marks(DataTable& table, const Example& example);

  std::string_view keep_string(DataTable& table, std::string_view key);
  Condition condition(DataTable& table, std::string_view key, bool must_be_boolean);
  std::optional<Template> text(DataTable& table, std::string_view key);
  std::optional<Severity> severity(DataTable& table);
  std::optional<Stage> stage(DataTable& table, const std::string& text);
  bool is_fact(std::string_view name) const;
  bool is_argument(std::string_view name) const;
  void error_in_string(Span written, std::size_t offset, std::string message);
  void error(Span span, std::string message) { errors_.push_back({span, std::move(message)}); }

  const Source& source_;
  const Document& document_;
  condition::Vocabulary names_;  // the base and what the rule itself names so far
  Storage& storage_;
  std::vector<DataError>& errors_;
  Rule rule_;
};

/// The releases of one library that ">=0.23, <1.10" means; empty when it is not written like that.
std::optional<VersionRange> parse_range(std::string_view text);

std::optional<Severity> parse_severity(std::string_view text);
std::optional<Stage> parse_stage(std::string_view text);

}  // namespace grpolint::rules
