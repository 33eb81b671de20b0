#include <algorithm>

#include "document/data_file.h"
#include "held_out.h"
#include "lint/target_fields.h"

namespace grpolint::accuracy {
namespace {

Happened read_happened(DataTable& table) {
  const std::string word = table.string("happened");
  if (word == "worked") return Happened::Worked;
  if (word == "out of memory") return Happened::OutOfMemory;
  if (word == "rejected") return Happened::Rejected;
  if (word != "accepted") table.error(table.span_of("happened"), "unknown word: " + word);
  return Happened::Accepted;
}

/// Keys of [target] in grpolint.toml, as text.
void read_target(DataTable& table, Target& target) {
  for (const lint::TargetField& field : lint::target_fields()) {
    const auto text = table.optional_string(field.key);
    if (!text) continue;
    if (auto problem = lint::state(field, *text, "the report", target)) {
      table.error(table.span_of(field.key), *problem);
    }
  }
}

HeldOutReport read_report(DataTable& row, const std::string& retrieved) {
  HeldOutReport report;
  report.name = row.string("name");
  report.source = row.string("source");
  report.date = row.string("date");
  report.retrieved = retrieved;
  report.happened = read_happened(row);
  report.known = row.optional_boolean("known").value_or(false);
  report.config = row.string("config");
  report.finds = row.strings("finds");
  report.peak_gib = row.optional_number("peak_gib");
  report.step_seconds = row.optional_number("step_seconds");
  read_target(row, report.target);
  if ((report.happened == Happened::Rejected) == report.finds.empty()) {
    row.error(row.span(), "`finds` belongs to settings that were rejected, and to them alone");
  }
  row.finish();
  return report;
}

}  // namespace

Result<std::vector<HeldOutReport>> read_held_out(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.rfind("reports-", 0) == 0) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<HeldOutReport> reports;
  for (const auto& path : paths) {
    auto file = read_data_file(path.string(), Format::Toml);
    if (!file) return file.error();
    if (auto table = file->root()) {
      const std::string retrieved = table->string("retrieved");
      for (DataTable& row : table->tables("report")) {
        reports.push_back(read_report(row, retrieved));
      }
      table->finish();
    }
    if (!file->errors.empty()) return Error{file->mistakes().front()};
  }
  return reports;
}

}  // namespace grpolint::accuracy
