#include "lint/fix/fix_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "lint/fix/edited_text.h"
#include "lint/fix/same_data.h"

namespace grpolint::lint {
namespace {

using Chosen = std::span<const Finding* const>;

/// How many findings of each rule there are at each key.
std::map<std::pair<std::string, std::string>, int> counts(const FileReport& report) {
  std::map<std::pair<std::string, std::string>, int> result;
  for (const Finding& finding : report.findings) {
    if (!finding.suppressed) ++result[{finding.code, finding.key_path}];
  }
  return result;
}

class Fixer {
 public:
  Fixer(FileReport report, Format format, const rules::RuleSet& rules, const LintOptions& options,
        FixLevel level)
      : format_(format), rules_(rules), options_(options), level_(level) {
    fixed_.report = std::move(report);
  }

  Result<FixedFile> run() {
    for (;;) {
      const std::vector<const Finding*> chosen = choose();
      if (chosen.empty()) break;
      if (tries_ >= kMostTries) {
        leave_out(*chosen.front(),
                  fmt::format("{} tries did not tell which fixes from here on work; mend one and "
                              "fix again",
                              tries_));
        break;
      }
      document_ = read_document(fixed_.report.source, format_);
      if (document_.is_unreadable()) break;
      auto made = make_or_reduce(chosen);
      if (!made) return made.error();
    }
    return std::move(fixed_);
  }

 private:
  /// In the order of the findings; of those in conflict the first.
  std::vector<const Finding*> choose() const {
    std::vector<const Finding*> chosen;
    EditPlaces places;
    for (const Finding& finding : fixed_.report.findings) {
      if (!is_fixable(finding, level_) || refused_.contains(finding.fingerprint)) continue;
      if (places.take(finding.fix->edits)) chosen.push_back(&finding);
    }
    return chosen;
  }

  /// Makes the fixes all at once when that works, else those of the first half that do: the report
  /// is another one then, and the next pass chooses again. Refuses one that does not work alone.
  Result<bool> make_or_reduce(Chosen chosen) {
    for (; tries_ < kMostTries; chosen = chosen.first((chosen.size() + 1) / 2)) {
      ++tries_;
      auto problem = make(chosen);
      if (!problem) return problem.error();
      if (problem->empty()) break;
      if (chosen.size() > 1) continue;
      refused_.insert(chosen.front()->fingerprint);
      leave_out(*chosen.front(), *problem);
      break;
    }
    return true;
  }

  void leave_out(const Finding& finding, std::string_view why) {
    const Position at = fixed_.report.source.position(finding.span.begin);
    fixed_.left_out.push_back(fmt::format("{}:{}:{}: the fix for {} is left out: {}",
                                          fixed_.report.file, at.line, at.column, finding.code,
                                          why));
  }

  /// What speaks against the fixes together; empty when they were made.
  Result<std::string> make(Chosen chosen) {
    std::vector<Edit> edits;
    for (const Finding* finding : chosen) {
      edits.insert(edits.end(), finding->fix->edits.begin(), finding->fix->edits.end());
    }
    const Source& source = fixed_.report.source;
    const EditedText edited(source.bytes(), std::move(edits));
    Source after(source.name(), edited.text());
    const Document read = read_document(after, format_);
    if (auto change = unexpected_change(document_, read, edited)) return *change;
    auto report = lint_file(std::move(after), format_, rules_, options_);
    if (!report) return report.error();
    if (!resolves(chosen, *report)) return std::string("the finding would stay");
    for (const Finding* finding : chosen) {
      fixed_.applied.push_back({finding->code, finding->fix->title});
    }
    fixed_.report = std::move(*report);
    return std::string();
  }

  bool resolves(Chosen chosen, const FileReport& report) const {
    auto allowed = counts(fixed_.report);
    for (const Finding* finding : chosen) --allowed[{finding->code, finding->key_path}];
    auto left = counts(report);
    return std::all_of(chosen.begin(), chosen.end(), [&](const Finding* finding) {
      const std::pair key(finding->code, finding->key_path);
      return left[key] <= allowed[key];
    });
  }

  Format format_;
  const rules::RuleSet& rules_;
  const LintOptions& options_;
  FixLevel level_;
  FixedFile fixed_;
  Document document_;              // of the text as it is now
  std::set<std::string> refused_;  // fingerprints of findings whose fix does not work
  int tries_ = 0;
};

}  // namespace

bool is_fixable(const Finding& finding, FixLevel level) {
  return finding.fix && !finding.fix->edits.empty() && !finding.suppressed &&
         (finding.fix->safe || level == FixLevel::Any);
}

Result<FixedFile> fix_file(FileReport report, Format format, const rules::RuleSet& rules,
                           const LintOptions& options, FixLevel level) {
  return Fixer(std::move(report), format, rules, options, level).run();
}

}  // namespace grpolint::lint
