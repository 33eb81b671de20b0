#include "lint/settings/settings_keys.h"

#include <array>

namespace grpolint::lint {
namespace {

using Kind = SettingsKind;

constexpr auto kKeys = std::to_array<SettingsKey>({
    {"extend", Kind::Text, "another settings file, whose settings these are laid over"},
    {"required-version", Kind::Text, "releases of grpolint that may be used: \">=0.1, <1\""},
    {"facts", Kind::Facts, "files with more GPUs and models; relative to this file"},
    {"rules", Kind::Rules,
     "folders with rules of your own, relative to this file, and options of rules by code"},
    {"select", Kind::Selectors, "rules in force: codes, prefixes, names or ALL"},
    {"extend-select", Kind::Selectors, "rules in force besides those"},
    {"ignore", Kind::Selectors, "rules that are not"},
    {"per-file-ignores", Kind::PerFileIgnores, "rules not in force for the files a glob matches"},
    {"severity", Kind::Severities, "severities in place of the rules' own"},
    {"fail-on", Kind::FailOn, "severity from which on the exit code is 1"},
    {"min-severity", Kind::Severity, "severity from which on findings are reported"},
    {"min-confidence", Kind::Confidence, "confidence from which on findings are reported"},
    {"exclude", Kind::Strings, "globs of files and folders left out when folders are walked"},
    {"profile", Kind::Profiles, "named targets, for --profile and for profile in a target"},
    {"target", Kind::Target, "what the runs are like: GPU, processes, releases"},
    {"target-for", Kind::TargetsFor, "the same for the files that globs match"},
});

}  // namespace

std::span<const SettingsKey> settings_keys() { return kKeys; }

}  // namespace grpolint::lint
