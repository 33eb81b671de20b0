#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "grpolint/result.h"
#include "lint/linter.h"

namespace grpolint::lint {

/// Findings of one kind at one key that are known and put up with.
struct KnownFinding {
  std::string file;         ///< as seen from the folder of the baseline, with '/'
  std::string code;         ///< for readers and for telling what is stale; the fingerprint decides
  std::string fingerprint;  ///< project_fingerprint() with that path
  int count = 1;

  // NOLINTNEXTLINE(modernize-use-nullptr): a false alarm of clang-tidy 14 on defaulted <=>
  friend auto operator<=>(const KnownFinding&, const KnownFinding&) = default;
};

/// The findings that were there when the baseline was written. It lets a project adopt the linter
/// without mending everything first: only what is new is reported.
class Baseline {
 public:
  /// Names of files are stored as seen from the folder of `path`.
  explicit Baseline(const std::filesystem::path& path);
  /// The Error says what is wrong with the file as "file:line:col: message", one mistake a line.
  static Result<Baseline> read(const std::filesystem::path& path);

  /// Adds the findings of a file that no comment suppresses.
  void add(const FileReport& report);
  const std::vector<KnownFinding>& known() const { return known_; }
  /// JSON, one entry a line, sorted: a small change of the findings is a small change of the file.
  /// Error: it would be too large to read again.
  Result<std::string> text() const;

  /// Takes the known findings out of the report, at most as many as were counted, and remembers
  /// which entries were met. The number taken out.
  std::size_t take_out(FileReport& report, const RuleSelection& selection,
                       const rules::RuleSet& rules);
  /// Entries that match less than they count although their file was checked with their rule, or
  /// whose file is gone.
  std::vector<KnownFinding> stale() const;

 private:
  using PlacesByFingerprint = std::map<std::string, std::vector<std::size_t>, std::less<>>;

  void add(KnownFinding entry);
  std::string name_of(const std::filesystem::path& file) const;

  std::filesystem::path folder_;
  std::vector<KnownFinding> known_;
  std::map<std::string, PlacesByFingerprint, std::less<>> places_;  // by file: where in known_
  std::vector<int> met_;                                            // by entry: findings taken out
  std::vector<char> checked_;  // by entry: its file was checked with its rule
};

}  // namespace grpolint::lint
