#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dialect/run.h"
#include "document/document.h"
#include "fact/fact.h"
#include "grpolint/finding.h"

namespace grpolint::rules {

/// Values of options that settings replace: code -> key -> value.
using OptionValues = std::map<std::string, std::map<std::string, double, std::less<>>, std::less<>>;

/// Everything a check can look at.
struct RuleContext {
  const Source& source;
  const Document& document;
  const dialect::Run* run = nullptr;  ///< null when the file could not be understood (syntax error)
  const FactTable& facts;
  const OptionValues* options = nullptr;  ///< null: every option has its standard value
};

/// One place where a native check holds. `locals` are read as match.<name> by the rule's levels,
/// message and help.
struct Match {
  Span span;
  std::string key_path;
  std::vector<std::pair<std::string, Value>> locals;
  std::vector<std::string> reads;  ///< facts it rests on, for "because" lines and confidence
  std::vector<Label> labels;
  std::optional<Fix> fix;
};

/// A check that a readable condition cannot express. Listed in one explicit table
/// (native_checks() in native.cpp); each lives in src/rules/native/<name>.cpp.
struct NativeCheck {
  std::string_view name;
  /// Null when the matches come from elsewhere (the lint driver knows unused suppressions).
  std::vector<Match> (*run)(const RuleContext& context);
  std::span<const FactDeclaration> provides;  ///< "match.key", ... with types
  bool needs_run = true;                      ///< false: runs on files with syntax errors too
};
std::span<const NativeCheck> native_checks();

}  // namespace grpolint::rules
