#include "rules/native.h"

#include <array>

#include "rules/native/checks.h"

namespace grpolint::rules {
namespace {

constexpr Type kBoolean{TypeKind::Boolean, Unit::None};
constexpr Type kNumber{TypeKind::Number, Unit::None};
constexpr Type kString{TypeKind::String, Unit::None};

constexpr std::array kSyntaxError = {
    FactDeclaration{"match.message", kString, "what is wrong and the way out"},
};
constexpr std::array kDuplicateKey = {
    FactDeclaration{"match.key", kString, "the key"},
    FactDeclaration{"match.values_equal", kBoolean, "both values are the same data"},
};
constexpr std::array kNumberIsAString = {
    FactDeclaration{"match.key", kString, "the key"},
    FactDeclaration{"match.written", kString, "the value as written"},
    FactDeclaration{"match.seen", kString, "the value as the framework will see it"},
    FactDeclaration{"match.wanted", kString, "what the argument wants: 'a number'"},
    FactDeclaration{"match.correct", kString, "the spelling that is a number everywhere"},
    FactDeclaration{"match.rejected", kBoolean, "the route's parser refuses the value"},
};
constexpr std::array kUnknownKey = {
    FactDeclaration{"match.key", kString, "the key"},
    FactDeclaration{"match.framework", kString, "'TRL 0.24.0'"},
    FactDeclaration{"match.introduced", kString, "' (it came with TRL 0.26.0)' or empty"},
    FactDeclaration{"match.policy", kString, "'aborts', 'ignored' or 'unknown'"},
    FactDeclaration{"match.effect", kString, "what happens to the key, in words"},
    FactDeclaration{"match.suggestion", kString, "what to write instead"},
    FactDeclaration{"match.newer_than_facts", kBoolean, "the release is newer than the facts"},
};
constexpr std::array kRemovedKey = {
    FactDeclaration{"match.key", kString, "the key"},
    FactDeclaration{"match.framework", kString, "'TRL' or 'transformers'"},
    FactDeclaration{"match.removed_in", kString, "the first release without it: '0.28.0'"},
    FactDeclaration{"match.policy", kString, "'aborts', 'ignored' or 'unknown'"},
    FactDeclaration{"match.effect", kString, "what happens to the key, in words"},
    FactDeclaration{"match.suggestion", kString, "what to use now"},
};
constexpr std::array kProcessCounts = {
    FactDeclaration{"match.case", kString,
                    "'refused', 'no process count works', 'some process counts work' or "
                    "'contradicted process counts only'"},
    FactDeclaration{"match.arithmetic", kString, "the product in numbers"},
    FactDeclaration{"match.num_generations", kNumber, "the group size"},
    FactDeclaration{"match.works_for", kString, "the process counts that work: '2, 4 or 8'"},
    FactDeclaration{"match.alternatives", kString, "'; 4 or 8 would be' or empty"},
    FactDeclaration{"match.contradiction", kString, "what in the file speaks against them"},
    FactDeclaration{"match.every_release", kBoolean, "refused by every release from 0.20.0 on"},
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

constexpr std::array kChecks = {
    NativeCheck{"syntax-error", native::syntax_error, kSyntaxError, false},
    NativeCheck{"duplicate-key", native::duplicate_key, kDuplicateKey, true},
    NativeCheck{"number-is-a-string", native::number_is_a_string, kNumberIsAString, true},
    NativeCheck{"unknown-key", native::unknown_key, kUnknownKey, true},
    NativeCheck{"removed-key", native::removed_key, kRemovedKey, true},
    NativeCheck{"batch-groups", native::batch_groups, kProcessCounts, true},
    NativeCheck{"generation-batch", native::generation_batch, kProcessCounts, true},
    NativeCheck{"eval-batch", native::eval_batch, kProcessCounts, true},
    // Known only after every other rule has spoken: the lint driver makes the matches.
    NativeCheck{"suppression-unused", nullptr, kSuppressionUnused, false},
    NativeCheck{"suppression-unknown-rule", nullptr, kSuppressionUnknownRule, false},
    NativeCheck{"suppression-malformed", nullptr, kSuppressionMalformed, false},
};

}  // namespace

std::span<const NativeCheck> native_checks() { return kChecks; }

}  // namespace grpolint::rules
