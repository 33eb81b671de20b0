#include "rules/native/unknown_policy.h"

namespace grpolint::rules::native {

UnknownPolicy unknown_policy(const dialect::Run& run) {
  using Kind = UnknownPolicy::Kind;
  switch (run.route) {
    case dialect::Route::Python:
      return {Kind::Aborts, "GRPOConfig(**config) raises TypeError for it"};
    case dialect::Route::Unknown:
      return {Kind::Unknown, "the script that loads this file decides what happens to it"};
    case dialect::Route::Trl:
      break;
  }
  const Version trl = run.releases.trl;
  if (trl >= Version{0, 29, 0}) {
    return {Kind::Aborts,
            "trl grpo hands it to accelerate launch, which aborts with 'unrecognized arguments'"};
  }
  if (trl >= Version{0, 22, 0}) {
    return {Kind::Ignored, "trl grpo ignores it, a script that uses TrlParser raises ValueError"};
  }
  if (trl >= Version{0, 19, 0}) return {Kind::Aborts, "TrlParser raises ValueError for it"};
  return {Kind::Ignored, "TrlParser ignores it"};
}

std::string to_string(UnknownPolicy::Kind kind) {
  switch (kind) {
    case UnknownPolicy::Kind::Aborts:
      return "aborts";
    case UnknownPolicy::Kind::Ignored:
      return "ignored";
    case UnknownPolicy::Kind::Unknown:
      break;
  }
  return "unknown";
}

Edit rename_edit(const Source& source, Span key, std::string_view new_name) {
  std::string text(new_name);
  const std::string_view old = source.text(key);
  if (!old.empty() && (old.front() == '"' || old.front() == '\'')) {
    text = old.front() + text + old.front();
  }
  return {key, std::move(text)};
}

}  // namespace grpolint::rules::native
