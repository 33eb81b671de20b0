#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "dialect/coerce.h"
#include "dialect/python_values.h"
#include "rules/native/checks.h"
#include "schema/schema.h"

namespace grpolint::rules::native {
namespace {

using dialect::Entry;

/// From here on trl hands keys it does not know to `accelerate launch`.
constexpr Version kHandsOver{0, 29, 0};
/// From here on the command line tool looks accelerate_config up, to no other effect before the
/// hand-over. Once it counts, companion-not-found says what is wrong with it.
constexpr Version kLooksConfigUp{0, 18, 0};
/// Options that accelerate's parser types as int: accelerate/commands/launch.py, 1.4.0-1.15.0.
constexpr std::array<std::string_view, 9> kIntegers = {
    "machine_rank", "main_process_port", "max_restarts", "num_cpu_threads_per_process",
    "num_machines", "num_processes",     "zero_stage",   "fp8_margin",
    "fp8_interval"};

/// trl/accelerate_configs/*.yaml, 0.18.0-0.28.0.
constexpr std::array<std::string_view, 7> kPackaged = {"fsdp1", "fsdp2", "multi_gpu", "single_gpu",
                                                       "zero1", "zero2", "zero3"};

bool is_for_launcher(const Entry& entry) { return entry.profile == "accelerate launch"; }

Match match_of(const RuleContext& context, const Entry& entry) {
  Match match;
  match.span = entry.site.value.end > entry.site.value.begin ? entry.site.value : entry.site.key;
  match.key_path = entry.site.path;
  match.reads = {"run.route", "version.trl"};
  const std::string written(context.source.text(entry.site.value));
  match.locals = {{"key", Value::string(entry.key)},
                  {"written", Value::string(written.empty() ? "the empty value" : written)}};
  return match;
}

/// What the launcher says of the value; empty when it takes it.
std::string launcher_error(const Entry& entry, const Node& node) {
  const schema::LaunchArgument* option = schema::find_launch_argument(entry.key);
  if (option == nullptr || !option->takes_value) return {};
  std::string text = node.text;
  if (node.kind == NodeKind::Null) text = "None";
  if (node.kind == NodeKind::Boolean) text = node.boolean ? "True" : "False";
  const auto& choices = option->choices;
  if (!choices.empty() && std::find(choices.begin(), choices.end(), text) == choices.end()) {
    return fmt::format("accelerate launch takes one of {}", fmt::join(choices, ", "));
  }
  const bool integer = std::find(kIntegers.begin(), kIntegers.end(), entry.key) != kIntegers.end();
  if (!integer || node.kind == NodeKind::Integer) return {};
  if (node.kind == NodeKind::String && dialect::python_int(text)) return {};
  return "accelerate launch takes an integer";
}

/// A plain word that names no packaged configuration; anything else may be a file.
bool names_nothing(const Node& node) {
  if (node.kind != NodeKind::String || node.text.find_first_of("./\\") != std::string::npos) {
    return false;
  }
  return std::find(kPackaged.begin(), kPackaged.end(), node.text) == kPackaged.end();
}

/// Why the release refuses the value; empty when it does not.
std::string refusal(const Entry& entry, const Node& node, Version trl) {
  if (trl >= kHandsOver) return is_for_launcher(entry) ? launcher_error(entry, node) : "";
  const bool looked_up = entry.profile == "trl" && entry.key == "accelerate_config";
  if (!looked_up || trl < kLooksConfigUp || !names_nothing(node)) return {};
  return fmt::format("trl takes a file or one of {}", fmt::join(kPackaged, ", "));
}

}  // namespace

std::vector<Match> launch_flag(const RuleContext& context) {
  const dialect::Run& run = *context.run;
  std::vector<Match> matches;
  if (run.route != dialect::Route::Trl || run.releases.trl < kHandsOver) return matches;
  for (const Entry& entry : run.entries) {
    if (!is_for_launcher(entry)) continue;
    const schema::LaunchArgument* option = schema::find_launch_argument(entry.key);
    if (option == nullptr || option->takes_value) continue;
    const Node& node = context.document.node(entry.node);
    if (dialect::is_placeholder(context.source, node)) continue;
    Match match = match_of(context, entry);
    match.span = entry.site.key;
    std::string word = node.text;
    if (node.kind == NodeKind::Boolean) word = node.boolean ? "True" : "False";
    if (node.kind == NodeKind::Null) word = "None";
    match.locals.emplace_back("word", Value::string(std::move(word)));
    matches.push_back(std::move(match));
  }
  return matches;
}

std::vector<Match> launch_value(const RuleContext& context) {
  const dialect::Run& run = *context.run;
  std::vector<Match> matches;
  if (run.route != dialect::Route::Trl) return matches;
  for (const Entry& entry : run.entries) {
    const Node& node = context.document.node(entry.node);
    if (dialect::is_placeholder(context.source, node)) continue;
    std::string error = refusal(entry, node, run.releases.trl);
    if (error.empty()) continue;
    Match match = match_of(context, entry);
    match.locals.emplace_back("wanted", Value::string(std::move(error)));
    matches.push_back(std::move(match));
  }
  return matches;
}

}  // namespace grpolint::rules::native
