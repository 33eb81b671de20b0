#include <array>
#include <cassert>

#include "rules/native/checks.h"
#include "rules/places.h"
#include "text/nearest.h"
#include "text/shorten.h"

namespace grpolint::rules::native {
namespace {

/// https://github.com/huggingface/trl, trl/accelerate_configs/*.yaml, 1.9.0-1.16.0.
constexpr std::array<std::string_view, 7> kPackaged = {"fsdp1", "fsdp2", "multi_gpu", "single_gpu",
                                                       "zero1", "zero2", "zero3"};

/// The fact whose value names the file.
std::string_view naming_fact(std::string_view named_by) {
  if (named_by == "deepspeed") return "run.deepspeed";
  if (named_by == "accelerate_config") return "run.accelerate_config";
  assert(named_by == "deepspeed_config_file");
  return "accelerate.deepspeed_config.deepspeed_config_file";
}

std::string_view kind_of(const dialect::MissingCompanion& missing) {
  const std::string& path = missing.path;
  if (path.starts_with('/') || path.starts_with('~')) return "absolute";
  const bool name = path.find_first_of("/.") == std::string::npos;
  return name && missing.named_by == "accelerate_config" ? "name" : "relative";
}

}  // namespace

std::vector<Match> missing_companion(const RuleContext& context) {
  std::vector<Match> matches;
  for (const dialect::MissingCompanion& missing : context.run->missing_companions) {
    if (missing.option) continue;
    const std::string_view fact = naming_fact(missing.named_by);
    const Fact* written = context.facts.written_source(fact);
    if (written == nullptr || !written->site) continue;
    const auto meant = nearest(missing.path, kPackaged);
    Match match;
    match.span = span_of(*written->site, context.source);
    match.key_path = written->site->path;
    match.reads = {std::string(fact)};
    match.locals = {
        {"named_by", Value::string(missing.named_by)},
        {"path", Value::string(shortened(missing.path))},
        {"reason", Value::string(missing.reason)},
        {"kind", Value::string(std::string(kind_of(missing)))},
        {"suggestion", meant ? Value::string(std::string(*meant)) : Value::absent()},
    };
    matches.push_back(std::move(match));
  }
  return matches;
}

}  // namespace grpolint::rules::native
