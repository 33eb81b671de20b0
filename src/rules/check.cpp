#include "rules/check.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <map>
#include <optional>

#include "condition/condition.h"
#include "rules/evidence.h"
#include "rules/fixes.h"
#include "rules/markdown.h"
#include "rules/places.h"
#include "rules/template.h"
#include "text/shorten.h"

namespace grpolint::rules {
namespace {

constexpr Version kOldestJudged{0, 20, 0};  // what "every release" means when none is stated

bool contains(const VersionRange& range, Version version) {
  return range.from <= version && (!range.before || version < *range.before);
}

const NativeCheck* native_check(std::string_view name) {
  const auto checks = native_checks();
  const auto found = std::find_if(checks.begin(), checks.end(),
                                  [&](const NativeCheck& check) { return check.name == name; });
  return found != checks.end() ? &*found : nullptr;
}

/// Native checks that need no run are about text and speak of any file; other rules without
/// dialects are about training configs, so a companion has to be named.
bool applies_to_dialect(const Rule& rule, const RuleContext& context) {
  if (rule.dialects.empty()) {
    if (context.run == nullptr || !dialect::is_companion(context.run->dialect)) return true;
    const NativeCheck* native = native_check(rule.native);
    return native != nullptr && !native->needs_run;
  }
  if (context.run == nullptr) return false;
  const auto found = std::find(rule.dialects.begin(), rule.dialects.end(), context.run->dialect);
  return found != rule.dialects.end();
}

bool applies(const Rule& rule, const RuleContext& context) {
  if (!applies_to_dialect(rule, context)) return false;
  return std::all_of(rule.versions.begin(), rule.versions.end(), [&](const VersionRange& range) {
    const Value& release = context.facts.value("version." + std::string(range.library));
    return release.kind() == ValueKind::Version && contains(range, release.as_version());
  });
}

/// A release range that does not reach from the oldest judged release to the newest says something
/// only about some releases; when the release is a guess, so is the finding.
bool rests_on_assumed_release(const Rule& rule, const FactTable& facts) {
  return release_is_assumed(facts) &&
         std::any_of(rule.versions.begin(), rule.versions.end(), [](const VersionRange& range) {
           return range.from > kOldestJudged || range.before.has_value();
         });
}

double option_value(const Rule& rule, const RuleOption& option, const OptionValues* replaced) {
  if (replaced == nullptr) return option.standard;
  const auto of_rule = replaced->find(rule.code);
  if (of_rule == replaced->end()) return option.standard;
  const auto value = of_rule->second.find(option.key());
  return value == of_rule->second.end() ? option.standard : value->second;
}

/// What comes straight from the file is shown in part when it is long; the other locals of a match
/// are words of its check.
Value shown_local(std::string_view name, const Value& value) {
  constexpr std::array<std::string_view, 7> kFromTheFile = {"key",  "written", "seen",    "correct",
                                                            "name", "path",    "selector"};
  const bool from_the_file =
      std::find(kFromTheFile.begin(), kFromTheFile.end(), name) != kFromTheFile.end();
  return from_the_file && value.kind() == ValueKind::String
             ? Value::string(shortened(value.as_string()))
             : value;
}

/// The notes of the findings of one rule, by the facts read: thousands of matches read the same
/// ones, and a list among them may be long.
using NotesByReads = std::map<condition::Trace, std::vector<FactNote>>;

/// One evaluation of a rule: for the file as a whole, or for one match of its native check.
class Evaluation {
 public:
  Evaluation(const Rule& rule, const RuleContext& context, const Match* match, NotesByReads& notes)
      : rule_(rule), context_(context), match_(match), notes_(notes) {}

  std::optional<Finding> run() {
    if (match_ != nullptr) {
      for (const auto& [name, value] : match_->locals) {
        locals_.emplace_back("match." + name, shown_local(name, value));
      }
      reads_ = match_->reads;
    }
    bind_options();
    bind_lets();
    if (!holds(rule_.when)) return std::nullopt;
    const auto level = std::find_if(rule_.levels.begin(), rule_.levels.end(),
                                    [&](const Level& candidate) { return holds(candidate.when); });
    if (level == rule_.levels.end()) return std::nullopt;
    return finding(*level);
  }

 private:
  struct BoundLet {
    std::string_view name;
    condition::Trace reads;
  };

  condition::Environment environment() const { return {&context_.facts, locals_}; }

  void bind_options() {
    for (const RuleOption& option : rule_.options) {
      locals_.emplace_back(std::string(option.name),
                           Value::number(option_value(rule_, option, context_.options)));
    }
  }

  void bind_lets() {
    for (const LetBinding& let : rule_.lets) {
      condition::Trace trace;
      Value value = condition::evaluate(let.condition.program, environment(), &trace);
      lets_.push_back({let.name, expanded(trace)});
      locals_.emplace_back(std::string(let.name), std::move(value));
    }
  }

  /// Locals replaced by the facts they were computed from.
  condition::Trace expanded(const condition::Trace& trace) const {
    condition::Trace result;
    for (const std::string& name : trace) {
      if (name.starts_with("match.") || name.starts_with("option.")) continue;
      const auto let = std::find_if(lets_.begin(), lets_.end(),
                                    [&](const BoundLet& bound) { return bound.name == name; });
      if (let == lets_.end()) {
        result.push_back(name);
      } else {
        result.insert(result.end(), let->reads.begin(), let->reads.end());
      }
    }
    return result;
  }

  bool holds(const Condition& condition) {
    if (condition.empty()) return true;
    condition::Trace trace;
    if (!condition::is_true(condition::evaluate(condition.program, environment(), &trace))) {
      return false;
    }
    for (std::string& name : expanded(trace)) {
      if (std::find(reads_.begin(), reads_.end(), name) == reads_.end()) {
        reads_.push_back(std::move(name));
      }
    }
    return true;
  }

  Finding finding(const Level& level) const {
    Finding result;
    result.code = rule_.code;
    result.name = rule_.name;
    result.severity = level.severity;
    if (rests_on_assumed_release(rule_, context_.facts)) {
      result.severity = std::min(result.severity, Severity::Warning);
    }
    result.confidence = confidence_in(reads_, context_.facts);
    result.stage = level.stage.value_or(rule_.stage);
    result.message = render(level.message ? *level.message : rule_.message, environment());
    const auto& help = level.help ? level.help : rule_.help;
    if (help) result.help = render(*help, environment());
    result.url = rule_url(rule_.code);
    const auto [notes, fresh] = notes_.try_emplace(reads_);
    if (fresh) notes->second = notes_on(reads_, context_.facts);
    result.facts = notes->second;
    place(result);
    return result;
  }

  void place(Finding& result) const {
    Place place;
    if (match_ != nullptr) {
      place = {match_->span, match_->key_path, nullptr};
      result.labels = match_->labels;
      result.fix = match_->fix;
    } else {
      place = primary_place(context_, rule_.at);
    }
    result.span = place.span;
    result.key_path = place.key_path;
    add_labels(result);
    // A fix sets arguments, which a companion does not have.
    const bool config = context_.run != nullptr && !dialect::is_companion(context_.run->dialect);
    if (!result.fix && config) result.fix = build_fix(rule_, context_, place);
  }

  void add_labels(Finding& result) const {
    for (const LabelSpec& label : rule_.labels) {
      const Fact* written = context_.facts.written_source(label.at);
      if (written == nullptr || !written->site) continue;
      const Span span = span_of(*written->site, context_.source);
      if (span == result.span) continue;
      result.labels.push_back({span, render(label.text, environment())});
    }
  }

  const Rule& rule_;
  const RuleContext& context_;
  const Match* match_;
  NotesByReads& notes_;
  std::vector<std::pair<std::string, Value>> locals_;
  std::vector<BoundLet> lets_;
  condition::Trace reads_;
};

/// An empty file or a list states no run: the defaults are nobody's choice there.
bool describes_a_run(const RuleContext& context) {
  const Node* root = context.document.root();
  return root != nullptr && root->kind == NodeKind::Mapping;
}

}  // namespace

std::vector<Finding> check_matches(const Rule& rule, const RuleContext& context,
                                   std::span<const Match> matches) {
  std::vector<Finding> findings;
  if (!applies(rule, context)) return findings;
  NotesByReads notes;
  for (const Match& match : matches) {
    if (auto finding = Evaluation(rule, context, &match, notes).run()) {
      findings.push_back(std::move(*finding));
    }
  }
  return findings;
}

std::vector<Finding> check(const Rule& rule, const RuleContext& context) {
  if (!rule.native.empty()) {
    const NativeCheck* native = native_check(rule.native);
    assert(native != nullptr && "the loader checks names of native checks");
    const bool runs = native->run != nullptr && (context.run != nullptr || !native->needs_run);
    if (!runs || !applies(rule, context)) return {};
    return check_matches(rule, context, native->run(context));
  }
  if (context.run == nullptr || !describes_a_run(context) || !applies(rule, context)) return {};
  std::vector<Finding> findings;
  NotesByReads notes;
  if (auto finding = Evaluation(rule, context, nullptr, notes).run()) {
    findings.push_back(std::move(*finding));
  }
  return findings;
}

}  // namespace grpolint::rules
