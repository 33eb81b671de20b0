#include "rules/native/process_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace grpolint::rules::native {
namespace {

constexpr std::array<std::int64_t, 5> kLikelyCounts = {1, 2, 4, 8, 16};
// One or two GPUs of a node of 4, 8 or 16 serve vLLM and the others train.
constexpr std::array<std::int64_t, 5> kCountsBesideServer = {3, 6, 7, 14, 15};

/// vLLM may run on GPUs of its own: the file says so, or does not say that it does not.
bool engine_may_be_apart(const FactTable& facts) {
  const auto written = [&](std::string_view name) {
    const Fact* fact = facts.find(name);
    return fact != nullptr && fact->origin == Origin::Written;
  };
  if (written("run.vllm_server_host") || written("run.vllm_server_base_url")) return true;
  const Value& use_vllm = facts.value("run.use_vllm");
  if (use_vllm.kind() != ValueKind::Boolean || !use_vllm.as_boolean()) return false;
  const Value& engine = facts.value("run.engine");
  return !written("run.vllm_mode") ||
         (engine.kind() == ValueKind::String && engine.as_string() == "server");
}

/// A colocated engine's tensor parallel size divides the number of processes.
std::optional<std::int64_t> required_divisor(const FactTable& facts) {
  const Value& engine = facts.value("run.engine");
  if (engine.kind() != ValueKind::String || engine.as_string() != "colocate") return std::nullopt;
  const auto size = integer(facts, "run.vllm_tensor_parallel_size");
  if (!size || *size <= 1) return std::nullopt;
  return size;
}

/// The count that fails was only assumed: what else works, against the reason of the assumption.
void weigh_assumption(const std::string& because, const std::function<bool(std::int64_t)>& holds,
                      ProcessCounts& counts) {
  for (const std::int64_t count : kLikelyCounts) {
    if (holds(count)) counts.works.push_back(count);
  }
  if (counts.works.empty()) return;
  counts.outcome = ProcessCounts::Case::Contradicted;
  counts.contradiction = because;
}

std::string_view name_of(const ProcessCounts& counts) {
  switch (counts.outcome) {
    case ProcessCounts::Case::Holds:
      return "holds";
    case ProcessCounts::Case::Refused:
      return "refused";
    case ProcessCounts::Case::NoneWorks:
      return "no process count works";
    case ProcessCounts::Case::SomeWork:
      return "some process counts work";
    case ProcessCounts::Case::Contradicted:
      return "contradicted process counts only";
    case ProcessCounts::Case::InLauncher:
      return counts.launcher == Launcher::Certain ? "refused in the launcher"
                                                  : "refused in the launcher, if there is one";
  }
  return {};
}

ProcessCounts judge_run(const FactTable& facts, const std::function<bool(std::int64_t)>& holds) {
  ProcessCounts counts;
  if (const auto known = integer(facts, "run.world_size")) {
    counts.known = true;
    counts.count = *known;
    if (*known < 1 || holds(*known)) return counts;
    counts.outcome = ProcessCounts::Case::Refused;
    const Fact* fact = facts.find("run.world_size");
    if (fact->origin == Origin::Assumed) weigh_assumption(fact->because, holds, counts);
    return counts;
  }
  for (const std::int64_t count : kLikelyCounts) {
    if (holds(count)) counts.works.push_back(count);
  }
  if (counts.works.size() == kLikelyCounts.size()) return counts;
  if (engine_may_be_apart(facts)) {
    for (const std::int64_t count : kCountsBesideServer) {
      if (holds(count)) counts.works.push_back(count);
    }
    std::sort(counts.works.begin(), counts.works.end());
  }
  if (counts.works.empty()) {
    counts.outcome = ProcessCounts::Case::NoneWorks;
    return counts;
  }
  counts.outcome = ProcessCounts::Case::SomeWork;
  const auto divisor = required_divisor(facts);
  if (divisor && std::none_of(counts.works.begin(), counts.works.end(),
                              [&](std::int64_t count) { return count % *divisor == 0; })) {
    counts.outcome = ProcessCounts::Case::Contradicted;
    counts.contradiction =
        fmt::format("vllm_tensor_parallel_size {0} needs a multiple of {0}", *divisor);
  }
  return counts;
}

}  // namespace

ProcessCounts judge(const RuleContext& context, const std::function<bool(std::int64_t)>& holds) {
  ProcessCounts counts = judge_run(context.facts, holds);
  const bool runs = counts.outcome == ProcessCounts::Case::Holds ||
                    counts.outcome == ProcessCounts::Case::SomeWork;
  if (!runs || holds(1)) return counts;
  counts.launcher = launcher_of(*context.run, context.facts);
  if (counts.launcher == Launcher::None) return counts;
  counts.outcome = ProcessCounts::Case::InLauncher;
  counts.known = true;
  counts.count = 1;
  return counts;
}

void add_locals(const ProcessCounts& counts, Match& match) {
  match.locals.emplace_back("case", Value::string(std::string(name_of(counts))));
  match.locals.emplace_back("works_for", Value::string(listed(counts.works)));
  match.locals.emplace_back("contradiction", Value::string(counts.contradiction));
}

std::optional<std::int64_t> integer(const FactTable& facts, std::string_view name) {
  const Value& value = facts.value(name);
  if (value.kind() != ValueKind::Number) return std::nullopt;
  const double number = value.as_number();
  if (std::floor(number) != number || std::fabs(number) > 1e15) return std::nullopt;
  return static_cast<std::int64_t>(number);
}

void place_at(const FactTable& facts, std::span<const std::string_view> names, Match& match) {
  bool placed = false;
  for (const std::string_view name : names) {
    const Fact* fact = facts.find(name);
    if (fact == nullptr || fact->value.is_absent()) continue;
    match.reads.emplace_back(name);
    if (!fact->site) continue;
    if (placed) {
      match.labels.push_back({fact->site->key, ""});
    } else {
      match.span = fact->site->key;
      match.key_path = fact->site->path;
      placed = true;
    }
  }
}

std::string listed(const std::vector<std::int64_t>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) text += i + 1 == numbers.size() ? " or " : ", ";
    text += fmt::format("{}", numbers[i]);
  }
  return text;
}

std::string neighbouring_divisors(std::int64_t total, std::int64_t wanted) {
  constexpr std::int64_t kLargestGroup = 4096;
  std::optional<std::int64_t> below;
  std::optional<std::int64_t> above;
  for (std::int64_t divisor = 2; divisor <= std::min(total, kLargestGroup); ++divisor) {
    if (total % divisor != 0) continue;
    if (divisor < wanted) below = divisor;
    if (divisor > wanted && !above) above = divisor;
  }
  std::vector<std::int64_t> both;
  if (below) both.push_back(*below);
  if (above) both.push_back(*above);
  return both.empty() ? std::string() : fmt::format("; {} would be", listed(both));
}

}  // namespace grpolint::rules::native
