#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "dialect/coerce.h"
#include "rules/native/checks.h"
#include "text/nearest.h"

namespace grpolint::rules::native {
namespace {

struct Registered {
  std::string_view name;
  Version since;
};

/// reward_funcs_registry of https://github.com/huggingface/trl, trl/scripts/grpo.py, by tag.
constexpr std::array kRegistry = {
    Registered{"think_format_reward", {0, 18, 0}},
    Registered{"get_soft_overlong_punishment", {0, 22, 0}},
    Registered{"accuracy_reward", {0, 24, 0}},
    Registered{"reasoning_accuracy_reward", {0, 26, 0}},
};

const Registered* registered(std::string_view name) {
  const auto found = std::find_if(kRegistry.begin(), kRegistry.end(),
                                  [&](const Registered& entry) { return entry.name == name; });
  return found != kRegistry.end() ? &*found : nullptr;
}

/// The registered name that differs by a slip of the pen. A name that is only similar
/// (format_reward) may well be one of a training script's own.
const Registered* misspelt(std::string_view name) {
  constexpr std::size_t kSlip = 2;
  const auto found = std::find_if(kRegistry.begin(), kRegistry.end(), [&](const Registered& entry) {
    return edit_distance(name, entry.name) <= kSlip;
  });
  return found != kRegistry.end() ? &*found : nullptr;
}

/// A script that adds arguments of its own has a registry of its own.
bool has_own_script(const dialect::Run& run) {
  return std::any_of(run.entries.begin(), run.entries.end(),
                     [](const dialect::Entry& entry) { return entry.of_training_script(); });
}

std::optional<Match> match_of(std::string_view name, const dialect::Run& run) {
  if (name.find('.') != std::string_view::npos) return std::nullopt;
  Match match;
  const Registered* known = registered(name);
  if (known != nullptr && known->since <= run.releases.trl) return std::nullopt;
  const Registered* near = known == nullptr ? misspelt(name) : nullptr;
  match.locals.emplace_back("name", Value::string(std::string(name)));
  match.locals.emplace_back("case", Value::string(known != nullptr ? "later release"
                                                  : near           ? "misspelt"
                                                                   : "unknown"));
  match.locals.emplace_back("since",
                            known != nullptr ? Value::version(known->since) : Value::absent());
  match.locals.emplace_back(
      "suggestion", near != nullptr ? Value::string(std::string(near->name)) : Value::absent());
  match.reads = {"run.reward_funcs", "version.trl"};
  return match;
}

}  // namespace

std::vector<Match> reward_functions(const RuleContext& context) {
  std::vector<Match> matches;
  const dialect::Run& run = *context.run;
  if (run.route != dialect::Route::Trl || has_own_script(run)) return matches;
  for (const dialect::Entry& entry : run.entries) {
    if (entry.argument != "reward_funcs") continue;
    for (const Use& item : context.document.node(entry.node).items) {
      const Node& node = context.document.node(item.node);
      if (node.kind != NodeKind::String || dialect::is_placeholder(context.source, node)) continue;
      auto match = match_of(node.text, run);
      if (!match) continue;
      match->span = item.span;
      match->key_path = entry.site.path;
      matches.push_back(*std::move(match));
    }
  }
  return matches;
}

}  // namespace grpolint::rules::native
