#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <string>

#include "../example_options.h"
#include "document/document.h"
#include "lint/linter.h"
#include "reports.h"
#include "text/file.h"

namespace grpolint {
namespace {

/// What reports state about the run beside its config; the options of a case say it.
constexpr std::array<std::string_view, 9> kNoKeys = {"num_gpus",
                                                     "command",
                                                     "prompt_tokens",
                                                     "num_attention_heads",
                                                     "vllm",
                                                     "trl",
                                                     "vllm_cuda_visible_devices",
                                                     "train_cuda_visible_devices",
                                                     "eval_dataset"};

/// Variables of the environment are in capitals; a config holds them under env.
bool is_variable(std::string_view key) {
  return key.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == std::string_view::npos;
}

/// A report may describe a value in words, where nobody knows what was written.
bool is_prose(const Node& node) {
  return node.kind == NodeKind::String && node.text.find(' ') != std::string::npos;
}

/// A model of that many attention heads, which is all that a report says of its own.
std::string_view model_of(const Document& report, NodeId config) {
  const Member* heads = report.find(config, "num_attention_heads");
  const bool many = heads != nullptr && report.node(heads->value.node).number == 64;
  return many ? "Qwen/Qwen2.5-72B-Instruct" : "Qwen/Qwen2.5-1.5B-Instruct";
}

/// What goes without saying in a report about an engine in the training processes.
std::string engine_of(const Document& report, NodeId config) {
  const auto written = [&](std::string_view key) { return report.find(config, key) != nullptr; };
  if (!written("vllm_tensor_parallel_size") && !written("vllm_enable_sleep_mode")) return {};
  std::string text = written("use_vllm") ? "" : "use_vllm: true\n";
  if (!written("vllm_mode")) text += "vllm_mode: colocate\n";
  return text;
}

/// The minimal config as a YAML file. JSON values are YAML as they stand.
std::string config_of(const Source& source, const Document& report) {
  const Member* config = report.find(*report.root_id, "min_config");
  REQUIRE(config != nullptr);
  std::string text = fmt::format("model_name_or_path: {}\n{}", model_of(report, config->value.node),
                                 engine_of(report, config->value.node));
  const auto add_default = [&](std::string_view key) {
    if (report.find(config->value.node, key) == nullptr) text += fmt::format("{}: 8\n", key);
  };
  add_default("num_generations");
  add_default("per_device_train_batch_size");
  for (const Member* member : report.effective_members(config->value.node)) {
    if (std::find(kNoKeys.begin(), kNoKeys.end(), member->key) != kNoKeys.end()) continue;
    if (is_prose(report.node(member->value.node))) continue;
    text += fmt::format("{}{}: {}\n", is_variable(member->key) ? "env:\n  " : "", member->key,
                        source.text(member->value.span));
  }
  return text;
}

/// Minimal configs by the id of their report; empty without the reports.
std::map<std::string, std::string, std::less<>> configs() {
  const auto path = std::filesystem::path(GRPOLINT_SHARED) / "corpus" / "reports" / "invalid.jsonl";
  std::map<std::string, std::string, std::less<>> found;
  const Result<std::string> bytes = read_file(path);
  if (!bytes) return found;
  std::string_view rest = *bytes;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    const Source source("report", std::string(rest.substr(0, end)));
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    if (source.bytes().empty()) continue;
    const Document report = read_document(source, Format::Json);
    REQUIRE(report.root() != nullptr);
    const Member* id = report.find(*report.root_id, "id");
    REQUIRE(id != nullptr);
    found.emplace(report.node(id->value.node).text, config_of(source, report));
  }
  return found;
}

lint::FileReport check(std::string config, std::string_view options) {
  static const rules::RuleSet rules = rules::RuleSet::embedded();
  const auto target = read_example_options(options);
  REQUIRE(target);
  lint::LintOptions lint_options;
  lint_options.circumstances.command_line = *target;
  lint_options.circumstances.companions.search_requirements = false;
  auto report =
      lint::lint_file(Source("report.yaml", std::move(config)), Format::Yaml, rules, lint_options);
  REQUIRE(report);
  return *std::move(report);
}

}  // namespace

TEST_CASE("a config that failed gets the finding that tells why") {
  const auto known = configs();
  if (known.empty()) {
    WARN("no reports beside the checkout");
    return;
  }
  for (const ExpectedFinding& expected : expected_findings()) {
    DYNAMIC_SECTION(expected.id) {
      const auto config = known.find(expected.id);
      REQUIRE(config != known.end());
      const lint::FileReport report = check(config->second, expected.options);
      INFO(config->second);
      CHECK(std::any_of(report.findings.begin(), report.findings.end(), [&](const Finding& one) {
        return one.code == expected.code && one.key_path == expected.key;
      }));
    }
  }
}

TEST_CASE("every report is expected to be found, or said to be out of reach") {
  const auto known = configs();
  if (known.empty()) {
    WARN("no reports beside the checkout");
    return;
  }
  std::vector<std::string> listed;
  for (const ExpectedFinding& one : expected_findings()) listed.emplace_back(one.id);
  for (const OutOfReach& one : out_of_reach()) listed.emplace_back(one.id);
  std::sort(listed.begin(), listed.end());
  std::vector<std::string> all;
  for (const auto& [id, config] : known) all.push_back(id);
  CHECK(listed == all);
}

}  // namespace grpolint
