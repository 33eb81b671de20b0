#include "rules/native/launcher.h"

#include <algorithm>

namespace grpolint::rules::native {
namespace {

constexpr Version kBuildsConfigFirst{1, 0, 0};

bool is_for_the_launcher(const dialect::Entry& entry) {
  return entry.profile == "accelerate launch" || entry.key == "accelerate_config";
}

/// A key that `trl grpo` refuses: the file is for another script.
bool is_of_another_script(const dialect::Entry& entry) {
  return entry.argument.empty() || entry.of_training_script();
}

}  // namespace

Launcher launcher_of(const dialect::Run& run, const FactTable& facts) {
  const bool may_be = run.dialect == "trl" && run.route == dialect::Route::Trl &&
                      run.releases.trl >= kBuildsConfigFirst;
  if (!may_be) return Launcher::None;
  const auto& entries = run.entries;
  const bool launches = std::any_of(entries.begin(), entries.end(), is_for_the_launcher) &&
                        std::none_of(entries.begin(), entries.end(), is_of_another_script);
  if (launches) return Launcher::Certain;
  const Fact* route = facts.find("run.route");
  const bool stated = route != nullptr && route->origin == Origin::Stated;
  return stated ? Launcher::Possible : Launcher::None;
}

}  // namespace grpolint::rules::native
