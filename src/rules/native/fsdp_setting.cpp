#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <span>

#include "rules/native/checks.h"
#include "rules/places.h"

namespace grpolint::rules::native {
namespace {

/// FullyShardedDataParallelPlugin, accelerate/utils/dataclasses.py, 1.14.0.
constexpr std::array<std::string_view, 3> kPolicies = {"TRANSFORMER_BASED_WRAP", "SIZE_BASED_WRAP",
                                                       "NO_WRAP"};
constexpr std::array<std::string_view, 3> kStateDicts = {"FULL_STATE_DICT", "SHARDED_STATE_DICT",
                                                         "LOCAL_STATE_DICT"};
/// FSDP2 does not know LOCAL_STATE_DICT.
constexpr std::span<const std::string_view> kStateDictsOfFsdp2 = std::span(kStateDicts).first(2);

/// torch's numbers of its StateDictType, which accelerate takes as well.
constexpr std::array<std::string_view, 3> kStateDictNumbers = {"1", "2", "3"};

std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return text;
}

bool holds(std::span<const std::string_view> words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

void add_unknown(const RuleContext& context, std::string_view setting,
                 std::span<const std::string_view> known, std::string_view best,
                 std::vector<Match>& matches) {
  const std::string name = fmt::format("accelerate.fsdp_config.{}", setting);
  const Fact* fact = context.facts.find(name);
  if (fact == nullptr || !fact->site || fact->value.kind() != ValueKind::String) return;
  if (holds(known, upper(fact->value.as_string()))) return;
  Match match;
  match.span = span_of(*fact->site, context.source);
  match.key_path = fact->site->path;
  match.reads = {name};
  match.locals = {
      {"setting", Value::string(std::string(setting))},
      {"written", Value::string(fact->value.as_string())},
      {"known", Value::string(fmt::format("{}", fmt::join(known, ", ")))},
      {"best", Value::string(std::string(best))},
  };
  matches.push_back(std::move(match));
}

}  // namespace

std::vector<Match> fsdp_setting(const RuleContext& context) {
  const FactTable& facts = context.facts;
  std::vector<Match> matches;
  if (facts.value("accelerate.distributed_type") != Value::string("FSDP")) return matches;
  add_unknown(context, "fsdp_auto_wrap_policy", kPolicies, "TRANSFORMER_BASED_WRAP", matches);

  // A number is an index in both versions.
  const Value& state = facts.value("accelerate.fsdp_config.fsdp_state_dict_type");
  if (state.kind() == ValueKind::String && holds(kStateDictNumbers, state.as_string())) {
    return matches;
  }
  const Value& version = facts.value("accelerate.fsdp_config.fsdp_version");
  const bool second = version == Value::number(2) || version == Value::string("2");
  add_unknown(context, "fsdp_state_dict_type",
              second ? kStateDictsOfFsdp2 : std::span<const std::string_view>(kStateDicts),
              second ? "SHARDED_STATE_DICT" : "FULL_STATE_DICT", matches);
  return matches;
}

}  // namespace grpolint::rules::native
