// Runs the sizing engine over measured cases and prints its errors. Exit code 1 when a stated bound
// is exceeded, a case cannot be read, or --check finds a stale table.
//   grpolint_accuracy                 the tables as text
//   grpolint_accuracy --markdown      the tables as docs/sizing.md holds them
//   grpolint_accuracy --check FILE    the tables between the markers of FILE are current
//   grpolint_accuracy --update FILE   rewrites them

#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>

#include "anchors.h"
#include "case_file.h"
#include "held_out.h"
#include "reports.h"
#include "table.h"

namespace grpolint::accuracy {
namespace {

constexpr std::string_view kCasesMarker = "accuracy cases";
constexpr std::string_view kAnchorsMarker = "anchors";
constexpr std::string_view kReportsMarker = "accuracy reports";
constexpr std::string_view kHeldOutMarker = "held-out reports";

struct Block {
  std::size_t begin = std::string::npos;
  std::size_t end = std::string::npos;
  bool found() const { return begin != std::string::npos && end != std::string::npos; }
};

/// Between "<!-- NAME: generated -->" and "<!-- NAME: end -->".
Block find_block(const std::string& text, std::string_view name) {
  const std::string opening = fmt::format("<!-- {}: generated -->\n", name);
  const std::string closing = fmt::format("<!-- {}: end -->", name);
  Block block;
  const auto at = text.find(opening);
  if (at == std::string::npos) return block;
  block.begin = at + opening.size();
  block.end = text.find(closing, block.begin);
  return block;
}

std::string read_text(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << stream.rdbuf();
  return bytes.str();
}

struct Tables {
  std::string anchors;
  std::string cases;
  std::string reports;  ///< empty when the corpus of reports is not there
  std::string held_out;
};

/// True when every block of the file holds what it should.
bool check_or_update(const std::string& path, const Tables& tables, bool update) {
  std::string text = read_text(path);
  bool current = true;
  const auto settle = [&](std::string_view name, const std::string& wanted) {
    if (wanted.empty()) return;
    const Block block = find_block(text, name);
    if (!block.found()) {
      fmt::print(stderr, "{}: no block \"{}\"\n", path, name);
      current = false;
      return;
    }
    if (text.compare(block.begin, block.end - block.begin, wanted) == 0) return;
    current = false;
    text.replace(block.begin, block.end - block.begin, wanted);
  };
  settle(kAnchorsMarker, tables.anchors);
  settle(kCasesMarker, tables.cases);
  settle(kReportsMarker, tables.reports);
  settle(kHeldOutMarker, tables.held_out);
  if (update && !current) {
    std::ofstream(path, std::ios::binary) << text;
    return true;
  }
  if (!current) {
    fmt::print(stderr, "{}: stale; run grpolint_accuracy --update {}\n", path, path);
  }
  return current;
}

int run(int argc, char** argv) {
  const std::string option = argc > 1 ? argv[1] : "";
  const auto files = read_cases(GRPOLINT_ACCURACY_CASES);
  if (!files.ok()) {
    fmt::print(stderr, "{}\n", files.error().message);
    return 1;
  }
  const auto held_out_reports = read_held_out(GRPOLINT_ACCURACY_CASES);
  if (!held_out_reports.ok()) {
    fmt::print(stderr, "{}\n", held_out_reports.error().message);
    return 1;
  }
  const HeldOutSummary held_out = judge_held_out(*held_out_reports);
  const ReportSummary reports = judge_reports(GRPOLINT_SHARED "/corpus/reports/memory.jsonl");
  std::vector<std::string> violations = reports.violations;
  violations.insert(violations.end(), held_out.violations.begin(), held_out.violations.end());
  const bool markdown = option == "--markdown" || option == "--check" || option == "--update";
  Tables tables;
  tables.anchors = anchor_table(markdown ? Style::Markdown : Style::Text);
  tables.cases = case_tables(*files, markdown ? Style::Markdown : Style::Text, violations);
  if (reports.present) {
    tables.reports = report_table(reports, markdown ? Style::Markdown : Style::Text);
  }
  tables.held_out = held_out_table(held_out, markdown ? Style::Markdown : Style::Text);
  if (option == "--check" || option == "--update") {
    if (argc < 3) return 2;
    return check_or_update(argv[2], tables, option == "--update") ? 0 : 1;
  }
  fmt::print("{}\n{}\n{}\n{}", tables.anchors, tables.cases, tables.reports, tables.held_out);
  for (const std::string& violation : violations) fmt::print(stderr, "{}\n", violation);
  return violations.empty() ? 0 : 1;
}

}  // namespace
}  // namespace grpolint::accuracy

int main(int argc, char** argv) { return grpolint::accuracy::run(argc, argv); }
