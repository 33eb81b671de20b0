#include "rules/native.h"

#include <array>

#include "rules/native/checks.h"
#include "rules/native/value_faults.h"

namespace grpolint::rules {
namespace {

constexpr Type kBoolean{TypeKind::Boolean, Unit::None};
constexpr Type kNumber{TypeKind::Number, Unit::None};
constexpr Type kString{TypeKind::String, Unit::None};
constexpr Type kVersion{TypeKind::Version, Unit::None};

constexpr std::array kSyntaxError = {
    FactDeclaration{"match.message", kString, "what is wrong and the way out"},
};
constexpr std::array kNotAMapping = {
    FactDeclaration{"match.what", kString, "'is empty', 'is a list' or 'is a single value'"},
};
constexpr std::array kDuplicateKey = {
    FactDeclaration{"match.key", kString, "the key"},
    FactDeclaration{"match.values_equal", kBoolean, "both values are the same data"},
};
constexpr std::array kValueFault = {
    FactDeclaration{"match.key", kString, "the key"},
    FactDeclaration{"match.written", kString, "the value as written"},
    FactDeclaration{"match.seen", kString, "the value as the framework will see it"},
    FactDeclaration{"match.wanted", kString, "what the argument wants: 'a number'"},
    FactDeclaration{"match.effect", kString, "what happens to it: 'argparse refuses it'"},
    FactDeclaration{"match.correct", kString, "what to write; null when nothing is certain"},
    FactDeclaration{"match.advice", kString, "how to write such a value, where nothing is certain"},
    FactDeclaration{"match.choices", kString,
                    "'the values are a, b' or the nearest of many; null when any is taken"},
    FactDeclaration{"match.outcome", kString, "'refused', 'fails', 'doubtful' or 'harmless'"},
};
constexpr std::array kSurprisingScalar = {
    FactDeclaration{"match.key", kString, "the key"},
    FactDeclaration{"match.written", kString, "the value as written"},
    FactDeclaration{"match.seen", kString, "the value as YAML 1.1 reads it"},
    FactDeclaration{"match.correct", kString, "what to write; null when nothing is certain"},
};
constexpr std::array kKeyIsNotAString = {
    FactDeclaration{"match.written", kString, "the key as written"},
    FactDeclaration{"match.seen", kString, "the key as Python prints it"},
};
constexpr std::array kMessage = {
    FactDeclaration{"match.message", kString, "what is wrong"},
};
constexpr std::array kMixtureItem = {
    FactDeclaration{"match.message", kString, "what is wrong"},
    FactDeclaration{"match.help", kString, "the way out"},
    FactDeclaration{"match.refused", kBoolean, "the parser refuses it"},
    FactDeclaration{"match.certain", kBoolean, "trl's own parser and script read the file"},
};
constexpr std::array kLaunchFlag = {
    FactDeclaration{"match.key", kString, "the key"},
    FactDeclaration{"match.written", kString, "the value as written"},
    FactDeclaration{"match.word", kString, "the word that reaches the launcher: 'True'"},
};
constexpr std::array kLaunchValue = {
    FactDeclaration{"match.key", kString, "the key"},
    FactDeclaration{"match.written", kString, "the value as written"},
    FactDeclaration{"match.wanted", kString, "who takes what instead"},
};
constexpr std::array kAcceleratorKey = {
    FactDeclaration{"match.key", kString, "the key"},
    FactDeclaration{"match.known", kString, "the keys that there are"},
};
constexpr std::array kLaunchFileKey = {
    FactDeclaration{"match.key", kString, "the key"},
    FactDeclaration{"match.suggestion", kString, "the key that was meant; or null"},
};
constexpr std::array kFsdpSetting = {
    FactDeclaration{"match.setting", kString, "the key of fsdp_config"},
    FactDeclaration{"match.written", kString, "its value"},
    FactDeclaration{"match.known", kString, "the words that it takes"},
    FactDeclaration{"match.best", kString, "the one that is most often meant"},
};
constexpr std::array kDeepspeedMismatch = {
    FactDeclaration{"match.key", kString, "DeepSpeed's key: 'optimizer.params.lr'"},
    FactDeclaration{"match.written", kString, "its value"},
    FactDeclaration{"match.argument", kString, "the argument it is compared with"},
    FactDeclaration{"match.wanted", kString, "what the arguments come to"},
    FactDeclaration{"match.source", kString,
                    "'by default' or 'of grpo.yaml:3'; null when it is written in the same file"},
};
constexpr std::array kDeepspeedValue = {
    FactDeclaration{"match.key", kString, "DeepSpeed's key: 'bf16.enabled'"},
    FactDeclaration{"match.written", kString, "its value"},
    FactDeclaration{"match.kind", kString, "'section', 'count' or 'switch'"},
    FactDeclaration{"match.wanted", kString, "what it has to be: 'a mapping'"},
};
constexpr std::array kMissingCompanion = {
    FactDeclaration{"match.named_by", kString, "the key that names the file"},
    FactDeclaration{"match.path", kString, "the path as written"},
    FactDeclaration{"match.reason", kString, "why it cannot be read: 'no such file'"},
    FactDeclaration{"match.kind", kString,
                    "'relative', 'absolute', or 'name' for a word that is no path"},
    FactDeclaration{"match.suggestion", kString, "the packaged name that was meant; or null"},
};
constexpr std::array kDeprecatedKey = {
    FactDeclaration{"match.key", kString, "the key"},
    FactDeclaration{"match.framework", kString, "'TRL' or 'transformers'"},
    FactDeclaration{"match.since", kString, "the first release that warns about it"},
    FactDeclaration{"match.suggestion", kString, "what to do now: 'write optim instead'"},
    FactDeclaration{"match.note", kString, "its history in sentences; or null"},
    FactDeclaration{"match.ignored", kBoolean, "the value has no effect any more"},
};
constexpr std::array kBatchBelowOne = {
    FactDeclaration{"match.key", kString, "the key"},
    FactDeclaration{"match.value", kNumber, "its value"},
    FactDeclaration{"match.refused", kBoolean, "GRPOConfig raises"},
};
constexpr std::array kUnknownKey = {
    FactDeclaration{"match.key", kString, "the key"},
    FactDeclaration{"match.framework", kString, "'TRL 0.24.0'"},
    FactDeclaration{"match.introduced", kString, "' (it came with TRL 0.26.0)' or empty"},
    FactDeclaration{"match.meant", kString, "', num_generations is' or empty"},
    FactDeclaration{"match.policy", kString, "'aborts', 'ignored' or 'unknown'"},
    FactDeclaration{"match.effect", kString, "what happens to the key, in words"},
    FactDeclaration{"match.suggestion", kString, "what to write instead"},
    FactDeclaration{"match.newer_than_facts", kString,
                    "the release that is newer than the facts: 'TRL 2.0.0'; or null"},
    FactDeclaration{"match.facts_date", kString, "the day on which the facts were last verified"},
};
constexpr std::array kRemovedKey = {
    FactDeclaration{"match.key", kString, "the key"},
    FactDeclaration{"match.framework", kString, "'TRL' or 'transformers'"},
    FactDeclaration{"match.removed_in", kString, "the first release without it: '0.28.0'"},
    FactDeclaration{"match.now", kString, "' (dtype now)' or empty"},
    FactDeclaration{"match.policy", kString, "'aborts', 'ignored' or 'unknown'"},
    FactDeclaration{"match.effect", kString, "what happens to the key, in words"},
    FactDeclaration{"match.suggestion", kString, "what to use now"},
};
constexpr std::array kProcessCounts = {
    FactDeclaration{"match.case", kString,
                    "'refused', 'no process count works', 'some process counts work', "
                    "'contradicted process counts only', 'refused in the launcher' or "
                    "'refused in the launcher, if there is one'"},
    FactDeclaration{"match.arithmetic", kString, "the product in numbers"},
    FactDeclaration{"match.num_generations", kNumber, "the group size"},
    FactDeclaration{"match.works_for", kString, "the process counts that work: '2, 4 or 8'"},
    FactDeclaration{"match.alternatives", kString, "'; 4 or 8 would be' or empty"},
    FactDeclaration{"match.contradiction", kString, "what speaks against them"},
    FactDeclaration{"match.every_release", kBoolean, "refused by every release from 0.20.0 on"},
    FactDeclaration{"match.levers", kString, "the settings of which the product is made"},
};
constexpr std::array kEvalBatch = {
    kProcessCounts[0], kProcessCounts[1], kProcessCounts[2], kProcessCounts[3], kProcessCounts[5],
};
constexpr std::array kUnreadEngineSettings = {
    FactDeclaration{"match.key", kString, "the key"},
    FactDeclaration{"match.instead", kString, "the argument that is read instead; or null"},
};
constexpr std::array kRewardFunctions = {
    FactDeclaration{"match.name", kString, "the name"},
    FactDeclaration{"match.case", kString, "'misspelt', 'later release' or 'unknown'"},
    FactDeclaration{"match.since", kVersion, "the release that brought the name; or null"},
    FactDeclaration{"match.suggestion", kString, "the name that was meant; or null"},
};
constexpr std::array kSuppressionUnused = {
    FactDeclaration{"match.selector", kString, "the code or name in the comment"},
};
constexpr std::array kSuppressionUnknownRule = {
    FactDeclaration{"match.selector", kString, "the code or name in the comment"},
    FactDeclaration{"match.suggestion", kString, "the nearest rule, or how to list them"},
};
constexpr std::array kSuppressionMalformed = {
    FactDeclaration{"match.message", kString, "what is wrong with the comment"},
};

template <native::Fault kFault>
std::vector<Match> values_with(const RuleContext& context) {
  return native::matches_of(context, kFault);
}

constexpr std::array kChecks = {
    NativeCheck{"syntax-error", native::syntax_error, kSyntaxError, false},
    NativeCheck{"not-a-mapping", native::not_a_mapping, kNotAMapping, true},
    NativeCheck{"duplicate-key", native::duplicate_key, kDuplicateKey, true},
    NativeCheck{"number-is-a-string", values_with<native::Fault::NumberIsString>, kValueFault,
                true},
    NativeCheck{"word-is-no-boolean", values_with<native::Fault::WordIsNoBoolean>, kValueFault,
                true},
    NativeCheck{"invalid-choice", values_with<native::Fault::InvalidChoice>, kValueFault, true},
    NativeCheck{"no-or-off-is-false", values_with<native::Fault::FalseIsNoChoice>, kValueFault,
                true},
    NativeCheck{"list-is-one-string", values_with<native::Fault::ListIsString>, kValueFault, true},
    NativeCheck{"wrong-type", values_with<native::Fault::WrongType>, kValueFault, true},
    NativeCheck{"json-in-a-string", values_with<native::Fault::JsonInString>, kValueFault, true},
    NativeCheck{"none-word", values_with<native::Fault::NoneWord>, kValueFault, true},
    NativeCheck{"several-documents", native::several_documents, {}, true},
    NativeCheck{"surprising-scalar", native::surprising_scalar, kSurprisingScalar, true},
    NativeCheck{"environment-block", native::environment_block, kMessage, true},
    NativeCheck{"key-is-not-a-string", native::key_is_not_a_string, kKeyIsNotAString, true},
    NativeCheck{"deprecated-key", native::deprecated_key, kDeprecatedKey, true},
    NativeCheck{"launch-flag", native::launch_flag, kLaunchFlag, true},
    NativeCheck{"launch-value", native::launch_value, kLaunchValue, true},
    NativeCheck{"mixture-item", native::mixture_item, kMixtureItem, true},
    NativeCheck{"accelerator-key", native::accelerator_key, kAcceleratorKey, true},
    NativeCheck{"accelerate-key", native::accelerate_key, kLaunchFileKey, true},
    NativeCheck{"deepspeed-mismatch", native::deepspeed_mismatch, kDeepspeedMismatch, true},
    NativeCheck{"deepspeed-value", native::deepspeed_value, kDeepspeedValue, true},
    NativeCheck{"fsdp-setting", native::fsdp_setting, kFsdpSetting, true},
    NativeCheck{"zero-key", native::zero_key, kLaunchFileKey, true},
    NativeCheck{"missing-companion", native::missing_companion, kMissingCompanion, true},
    NativeCheck{"batch-below-one", native::batch_below_one, kBatchBelowOne, true},
    NativeCheck{"unknown-key", native::unknown_key, kUnknownKey, true},
    NativeCheck{"removed-key", native::removed_key, kRemovedKey, true},
    NativeCheck{"batch-groups", native::batch_groups, kProcessCounts, true},
    NativeCheck{"generation-batch", native::generation_batch, kProcessCounts, true},
    NativeCheck{"eval-batch", native::eval_batch, kEvalBatch, true},
    NativeCheck{"unread-engine-settings", native::unread_engine_settings, kUnreadEngineSettings,
                true},
    NativeCheck{"reward-functions", native::reward_functions, kRewardFunctions, true},
    // Known only after every other rule has spoken: the lint driver makes the matches.
    NativeCheck{"suppression-unused", nullptr, kSuppressionUnused, false},
    NativeCheck{"suppression-unknown-rule", nullptr, kSuppressionUnknownRule, false},
    NativeCheck{"suppression-malformed", nullptr, kSuppressionMalformed, false},
};

}  // namespace

std::span<const NativeCheck> native_checks() { return kChecks; }

}  // namespace grpolint::rules
