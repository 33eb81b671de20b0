#pragma once

#include <string>

#include "dialect/run.h"
#include "rules/native.h"

namespace grpolint::rules {

/// A file with the facts its keys state, and nothing else: no defaults, no derived facts. Top-level
/// keys and those of one level of sections are arguments of TRL 0.24.0.
class SampleRun {
 public:
  explicit SampleRun(std::string text, Format format = Format::Yaml);

  FactTable& facts() { return facts_; }
  dialect::Run& run() { return run_; }
  RuleContext context() const { return {source_, document_, &run_, facts_}; }
  RuleContext context_without_run() const { return {source_, document_, nullptr, facts_}; }
  std::string text(Span span) const { return std::string(source_.text(span)); }
  /// The file after the edits.
  std::string edited(const Fix& fix) const;

 private:
  void add_members(const Node& mapping, const std::string& section);

  Source source_;
  Document document_;
  dialect::Run run_;
  FactTable facts_;
};

/// The framework release, stated or taken as the newest known.
void set_release(FactTable& facts, Version release, bool assumed);

}  // namespace grpolint::rules
