#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "condition/program.h"
#include "fact/version.h"
#include "grpolint/finding.h"

namespace grpolint::rules {

/// A compiled expression and the text it was compiled from, which the documentation prints.
struct Condition {
  std::string_view text;
  condition::ProgramView program;

  bool empty() const { return program.empty(); }
};

/// Text with {expression} holes, compiled: pieces alternate literal text and programs.
struct Template {
  struct Piece {
    std::string_view text;  ///< literal when `program` is empty, else the expression
    condition::ProgramView program;
    std::string_view format;  ///< what stood behind the colon: ".1", "%", ".2GiB"; may be empty
  };
  std::span<const Piece> pieces;
};

/// A number that settings can replace, read as option.<name>.
struct RuleOption {
  std::string_view name;  ///< "option.least"
  double standard = 0;    ///< holds where no settings replace it
  double least = 0;       ///< settings may give [least, most]
  double most = 0;
  std::string_view doc;

  /// As settings write it: "least".
  std::string_view key() const { return name.substr(name.find('.') + 1); }
};

/// A named expression, read as let.<name> by what follows it in the rule.
struct LetBinding {
  std::string_view name;  ///< "let.missing"
  Condition condition;
};

/// When the rule speaks and how loudly. The first level whose condition is known true decides.
struct Level {
  Severity severity{};
  Condition when;                   ///< empty: always
  std::optional<Template> message;  ///< replaces the rule's
  std::optional<Template> help;
  std::optional<Stage> stage = std::nullopt;  ///< replaces the rule's
};

/// A second place to show, when its fact was written in the file.
struct LabelSpec {
  std::string_view at;  ///< fact name
  Template text;
};

struct FixSpec {
  enum class Kind { Set, Rename, Remove } kind{};
  bool safe = false;
  std::string_view argument;
  std::string_view value;  ///< Set: the scalar without quotes; Rename: the new name
  bool is_string = false;  ///< Set: the value is a string, so formats that quote strings quote it
};

struct Example {
  bool bad = false;
  std::string_view title;
  std::string_view format;   ///< "yaml" | "toml" | "json"
  std::string_view options;  ///< command-line options the example is checked with: "--gpu 4090"
  std::string_view text;     ///< with `#~ CODE` marks on the expected lines
};

struct Reference {
  std::string_view url;
  std::string_view date;  ///< ISO date on which it was last verified
  std::string_view text;
};

/// A half-open range of releases: [from, before).
struct VersionRange {
  std::string_view library;
  Version from;
  std::optional<Version> before;
};

/// One rule, wholly described by its TOML file. All text lives as long as the rule set.
struct Rule {
  std::string_view code;
  std::string_view name;
  std::string_view family;  ///< letters of the code
  std::string_view since;   ///< grpolint release
  Stage stage{};
  std::string_view summary;                    ///< one line for lists
  std::span<const std::string_view> dialects;  ///< empty: every training config
  std::span<const VersionRange> versions;      ///< all must hold
  std::string_view native;  ///< name of a native check; empty for a pure condition
  std::span<const LetBinding> lets;
  Condition when;                        ///< gate; empty: always (native rules)
  std::span<const Level> levels;         ///< at least one
  std::span<const std::string_view> at;  ///< facts tried in order for the primary span
  std::span<const LabelSpec> labels;
  Template message;
  std::optional<Template> help;
  std::span<const FixSpec> fixes;
  std::string_view what;
  std::string_view why;
  std::span<const Reference> references;
  std::span<const Example> examples;
  std::span<const RuleOption> options;
};

}  // namespace grpolint::rules
