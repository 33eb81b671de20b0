#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include "fix_variants.h"
#include "lint/fix/fix_text.h"
#include "linting.h"
#include "text/file.h"

namespace fs = std::filesystem;
namespace lint = grpolint::lint;
using grpolint::Document;
using grpolint::Finding;
using grpolint::Format;
using grpolint::Source;

namespace {

bool mentions(const lint::FixedFile& fixed, const std::vector<Finding>& before,
              const std::string& key) {
  const bool in_title = std::any_of(
      fixed.applied.begin(), fixed.applied.end(),
      [&](const lint::AppliedFix& fix) { return fix.title.find(key) != std::string::npos; });
  return in_title || std::any_of(before.begin(), before.end(), [&](const Finding& finding) {
           return finding.fix && finding.key_path.ends_with(key);
         });
}

/// The last key of a path, without list indices.
std::string last_key(std::string path) {
  path = path.substr(0, path.find('['));
  return path.substr(path.rfind('.') + 1);
}

/// What holds for every fixed file, whatever was fixed.
void check_fixed(const std::string& before, const std::vector<Finding>& found, Format format,
                 const lint::FixedFile& fixed) {
  const std::string after(fixed.report.source.bytes());
  INFO("after:\n" << after);
  const Source old_source("a", before);
  const Document old_document = read_document(old_source, format);
  const Document document = read_document(fixed.report.source, format);
  CHECK_FALSE(document.has_syntax_error());
  CHECK(fixed.report.source.has_byte_order_mark() == old_source.has_byte_order_mark());
  // Line ends are those of the file.
  const auto count = [](const std::string& text, std::string_view what) {
    std::size_t n = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
      ++n;
    }
    return n;
  };
  if (count(before, "\r\n") == count(before, "\n")) {
    CHECK(count(after, "\r\n") == count(after, "\n"));
  } else if (count(before, "\r") == 0) {
    CHECK(count(after, "\r") == 0);
  }
  // Values that differ are those that the fixes speak of.
  const auto old_list = flat_data(old_document);
  const auto new_list = flat_data(document);
  const std::map<std::string, std::string> old_data(old_list.begin(), old_list.end());
  const std::map<std::string, std::string> new_data(new_list.begin(), new_list.end());
  std::set<std::string> changed;
  for (const auto& [path, value] : old_data) {
    const auto now = new_data.find(path);
    if (now == new_data.end() || now->second != value) changed.insert(path);
  }
  for (const auto& [path, value] : new_data) {
    if (!old_data.contains(path)) changed.insert(path);
  }
  for (const std::string& path : changed) {
    INFO("changed: " << path);
    CHECK(mentions(fixed, found, last_key(path)));
  }
}

/// Fixes the text with the rules; the number of fixes made.
std::size_t fix_and_check(const Variant& variant, const lint::LintOptions& options) {
  INFO(variant.name << "\nbefore:\n" << variant.text);
  auto report = report_on(variant.text, variant.format, options);
  const std::vector<Finding> found = report.findings;
  const bool broken = read_document(report.source, variant.format).has_syntax_error();
  auto fixed = lint::fix_file(std::move(report), variant.format, embedded_rules(), options,
                              lint::FixLevel::Any);
  REQUIRE(fixed);
  if (broken || fixed->applied.empty()) {
    CHECK(fixed->report.source.bytes() == variant.text);
    return 0;
  }
  check_fixed(variant.text, found, variant.format, *fixed);
  const std::string text(fixed->report.source.bytes());
  const std::size_t made = fixed->applied.size();
  const auto again = lint::fix_file(std::move(fixed->report), variant.format, embedded_rules(),
                                    options, lint::FixLevel::Any);
  REQUIRE(again);
  CHECK(again->report.source.bytes() == text);
  return made;
}

}  // namespace

TEST_CASE("every fix of every example, written in many ways, changes what it says and no more") {
  std::size_t made = 0;
  for (const BadExample& example : bad_examples()) {
    const auto plain = report_on(example.text, example.format, example.options);
    const bool fixable = std::any_of(
        plain.findings.begin(), plain.findings.end(),
        [](const Finding& finding) { return lint::is_fixable(finding, lint::FixLevel::Any); });
    if (!fixable) continue;
    INFO(example.name);
    for (const Variant& variant : variants_of(example.text, example.format)) {
      made += fix_and_check(variant, example.options);
    }
  }
  CHECK(made > 100);
}

TEST_CASE("fixes of real configs change what they say and no more") {
  const fs::path corpus = fs::path(GRPOLINT_SHARED) / "corpus" / "realworld";
  if (!fs::exists(corpus)) return;
  lint::LintOptions options;
  options.circumstances.companions.search_requirements = false;
  std::size_t made = 0;
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(corpus)) {
    const auto format = grpolint::format_of(entry.path().filename().string());
    if (!format || !entry.is_regular_file() || entry.file_size() > 100'000) continue;
    auto text = grpolint::read_file(entry.path());
    if (!text) continue;
    ++files;
    INFO(entry.path());
    made += fix_and_check({"as written", std::move(*text), *format}, options);
  }
  CHECK(files > 0);
  CHECK(made > 0);
}
