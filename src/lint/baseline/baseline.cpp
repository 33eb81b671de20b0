#include "lint/baseline/baseline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "document/data_file.h"
#include "lint/fingerprint.h"
#include "text/file.h"

namespace grpolint::lint {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFormatKey = "grpolint-baseline";
constexpr int kFormatVersion = 2;  // 1: fingerprints over the words of a message

/// A project's baseline holds the findings of many files: room for some 250,000 entries.
constexpr ReadLimits kBaselineLimits = {.bytes = 32U << 20, .nodes = 3'000'000};

std::string json_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out += c;
    }
  }
  return out + '"';
}

bool is_fingerprint(std::string_view text) {
  return text.size() == 16 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

KnownFinding read_entry(DataTable& table) {
  KnownFinding entry;
  entry.file = table.string("file");
  entry.code = table.string("code");
  entry.fingerprint = table.string("fingerprint");
  if (!is_fingerprint(entry.fingerprint)) {
    table.error(table.span_of("fingerprint"), "a fingerprint has 16 hexadecimal digits");
  }
  const double count = table.optional_number("count").value_or(1);
  if (count < 1 || count > 1e6 || count != std::floor(count)) {
    table.error(table.span_of("count"), "a count is a whole number of at least 1");
  } else {
    entry.count = static_cast<int>(count);
  }
  table.finish();
  return entry;
}

std::vector<KnownFinding> read_entries(DataFile& file) {
  std::vector<KnownFinding> known;
  if (!file.errors.empty()) return known;
  if (file.document.root() == nullptr || file.document.root()->kind != NodeKind::Mapping) {
    file.errors.push_back({{}, "this is no baseline of grpolint"});
    return known;
  }
  DataTable root = *file.root();
  const auto version = root.optional_number(kFormatKey);
  if (!version) {
    root.error(root.span(), "this is no baseline of grpolint");
    return known;
  }
  if (*version != kFormatVersion) {
    root.error(root.span_of(kFormatKey),
               fmt::format("this release reads baselines of version {}; write it again with "
                           "--write-baseline",
                           kFormatVersion));
    return known;
  }
  if (root.any("findings") == nullptr) root.error(root.span(), "missing key 'findings'");
  for (DataTable& entry : root.tables("findings")) known.push_back(read_entry(entry));
  root.finish();
  return known;
}

}  // namespace

Baseline::Baseline(const fs::path& path)
    : folder_(fs::absolute(path).lexically_normal().parent_path()) {}

Result<Baseline> Baseline::read(const fs::path& path) {
  auto text = read_file(path, kBaselineLimits.bytes);
  if (!text) return text.error();
  DataFile file =
      parse_data(Source(path.generic_string(), std::move(*text)), Format::Json, kBaselineLimits);
  std::vector<KnownFinding> entries = read_entries(file);
  if (!file.errors.empty()) return Error{fmt::format("{}", fmt::join(file.mistakes(), "\n"))};
  Baseline baseline(path);
  for (KnownFinding& entry : entries) baseline.add(std::move(entry));
  return baseline;
}

std::string Baseline::name_of(const fs::path& file) const {
  const fs::path absolute = fs::absolute(file).lexically_normal();
  const fs::path relative = absolute.lexically_relative(folder_);
  return (relative.empty() ? absolute : relative).generic_string();
}

void Baseline::add(const FileReport& report) {
  const std::string name = name_of(report.file);
  std::map<std::pair<std::string, std::string>, int> counts;
  for (const Finding& finding : report.findings) {
    if (!finding.suppressed) ++counts[{finding.code, project_fingerprint(name, finding)}];
  }
  for (const auto& [what, count] : counts) {
    add({name, what.first, what.second, count});
  }
}

void Baseline::add(KnownFinding entry) {
  places_[entry.file][entry.fingerprint].push_back(known_.size());
  known_.push_back(std::move(entry));
  met_.push_back(0);
  checked_.push_back(0);
}

Result<std::string> Baseline::text() const {
  std::vector<KnownFinding> sorted = known_;
  std::sort(sorted.begin(), sorted.end());
  std::string out = fmt::format("{{\n  \"{}\": {},\n  \"findings\": [", kFormatKey, kFormatVersion);
  std::string_view separator = "\n";
  for (const KnownFinding& entry : sorted) {
    out += fmt::format(R"({}    {{"file": {}, "code": {}, "fingerprint": "{}", "count": {}}})",
                       separator, json_string(entry.file), json_string(entry.code),
                       entry.fingerprint, entry.count);
    separator = ",\n";
  }
  out += sorted.empty() ? "]\n}\n" : "\n  ]\n}\n";
  if (out.size() > kBaselineLimits.bytes) {
    return Error{
        fmt::format("{} findings are more than a baseline of {} MiB holds; write one for "
                    "each part of the project",
                    sorted.size(), kBaselineLimits.bytes >> 20)};
  }
  return out;
}

std::size_t Baseline::take_out(FileReport& report, const RuleSelection& selection,
                               const rules::RuleSet& rules) {
  const std::string name = name_of(report.file);
  const auto of_file = places_.find(name);
  if (of_file == places_.end()) return 0;
  const PlacesByFingerprint& places = of_file->second;
  for (const auto& [fingerprint, entries] : places) {
    for (const std::size_t i : entries) {
      const rules::Rule* rule = rules.find(known_[i].code);
      checked_[i] = rule == nullptr || selection.enabled(*rule) ? 1 : 0;
    }
  }
  return std::erase_if(report.findings, [&](const Finding& finding) {
    const auto entries = places.find(project_fingerprint(name, finding));
    if (finding.suppressed || entries == places.end()) return false;
    for (const std::size_t i : entries->second) {
      if (met_[i] >= known_[i].count) continue;
      ++met_[i];
      return true;
    }
    return false;
  });
}

std::vector<KnownFinding> Baseline::stale() const {
  std::set<std::string_view> gone;
  for (const auto& [file, places] : places_) {
    std::error_code error;
    if (!fs::exists(folder_ / file, error) && !error) gone.insert(file);
  }
  std::vector<KnownFinding> result;
  for (std::size_t i = 0; i < known_.size(); ++i) {
    const bool unmet = checked_[i] != 0 && met_[i] < known_[i].count;
    if (unmet || gone.contains(known_[i].file)) result.push_back(known_[i]);
  }
  return result;
}

}  // namespace grpolint::lint
