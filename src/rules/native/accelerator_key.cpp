#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "rules/native/checks.h"

namespace grpolint::rules::native {
namespace {

/// AcceleratorConfig: transformers/trainer_pt_utils.py, 4.51.0-5.24.0.
constexpr std::array<std::string_view, 7> kFields = {
    "dispatch_batches", "even_batches",         "gradient_accumulation_kwargs", "non_blocking",
    "split_batches",    "use_configured_state", "use_seedable_sampler"};

}  // namespace

std::vector<Match> accelerator_key(const RuleContext& context) {
  std::vector<Match> matches;
  for (const dialect::Entry& entry : context.run->entries) {
    if (entry.argument != "accelerator_config") continue;
    if (context.document.node(entry.node).kind != NodeKind::Mapping) continue;
    for (const Member* member : context.document.effective_members(entry.node)) {
      if (std::find(kFields.begin(), kFields.end(), member->key) != kFields.end()) continue;
      Match match;
      match.span = member->key_span;
      match.key_path = entry.site.path + "." + member->key;
      match.reads = {"run.route"};
      match.locals = {{"key", Value::string(member->key)},
                      {"known", Value::string(fmt::format("{}", fmt::join(kFields, ", ")))}};
      matches.push_back(std::move(match));
    }
  }
  return matches;
}

}  // namespace grpolint::rules::native
