#include <array>

#include "sizing/estimate.h"

namespace grpolint::sizing {
namespace {

constexpr Type kBoolean{TypeKind::Boolean, Unit::None};
constexpr Type kString{TypeKind::String, Unit::None};
constexpr Type kNumber{TypeKind::Number, Unit::None};
constexpr Type kBytes{TypeKind::Number, Unit::Bytes};
constexpr Type kSeconds{TypeKind::Number, Unit::Seconds};
constexpr Type kTokensPerSecond{TypeKind::Number, Unit::TokensPerSecond};
constexpr Type kBandwidth{TypeKind::Number, Unit::BytesPerSecond};

constexpr std::array kDeclarations = {
    FactDeclaration{"est.verdict", kString, "'fits', 'tight' or 'does not fit'"},
    FactDeclaration{"est.peak", kBytes, "likely peak of the trainer's GPU"},
    FactDeclaration{"est.peak_low", kBytes, "the most favourable peak, of whichever phase"},
    FactDeclaration{"est.peak_high", kBytes, "the least favourable peak, of whichever phase"},
    FactDeclaration{"est.capacity", kBytes, "usable memory of the trainer's GPU"},
    FactDeclaration{"est.peak_phase", kString,
                    "phase of the peak: 'training step', 'rollout', ..."},
    FactDeclaration{"est.sharding_open", kBoolean,
                    "nothing tells how the run is sharded: peak_low is with ZeRO-3"},
    FactDeclaration{"est.first_failure", kString, "where it runs out first: 'step 2, rollout'"},
    FactDeclaration{"est.components", kString, "the three largest components of the peak in words"},
    FactDeclaration{"est.remedies", kString,
                    "the one or two smallest changes that bring it under, with the new peak"},
    FactDeclaration{"est.remedy", kString, "the smallest of them with the new peak"},
    FactDeclaration{"est.engine_start_failure", kString,
                    "why vLLM refuses to start; absent when it starts"},
    FactDeclaration{"est.weights", kBytes, "policy weights"},
    FactDeclaration{"est.logits", kBytes, "logits in the training step"},
    FactDeclaration{"est.logits_share", kNumber, "logits as a share of the training step, 0..1"},
    FactDeclaration{"est.logits_chunked", kBytes, "the same with a chunked loss"},
    FactDeclaration{"est.peak_chunked", kBytes, "likely peak with a chunked loss"},
    FactDeclaration{"est.engine_verdict", kString, "verdict of a server-mode engine's own GPU"},
    FactDeclaration{"est.engine_peak", kBytes, "likely peak of a server-mode engine's own GPU"},
    FactDeclaration{"est.decode_low", kTokensPerSecond, "decode rate of the rollout batch, low"},
    FactDeclaration{"est.decode", kTokensPerSecond, "decode rate of the rollout batch, likely"},
    FactDeclaration{"est.decode_high", kTokensPerSecond, "decode rate of the rollout batch, high"},
    FactDeclaration{"est.bandwidth_low", kBandwidth, "planned decode bandwidth, low"},
    FactDeclaration{"est.bandwidth_high", kBandwidth, "planned decode bandwidth, high"},
    FactDeclaration{"est.rollout_seconds", kSeconds, "likely rollout time per optimizer step"},
    FactDeclaration{"est.rollout_seconds_low", kSeconds, "rollout time, low"},
    FactDeclaration{"est.rollout_seconds_high", kSeconds, "rollout time, high"},
    FactDeclaration{"est.step_seconds", kSeconds, "likely time of a whole step"},
    FactDeclaration{"est.rollout_share", kNumber, "rollout as a share of the step, 0..1"},
    FactDeclaration{"est.fast_enough", kBoolean, "likely rollout time within the limit"},
    FactDeclaration{"est.smaller_class", kString, "the next smaller size class: '3B'"},
    FactDeclaration{"est.smaller_decode", kTokensPerSecond, "decode rate of that class, likely"},
    FactDeclaration{"est.smaller_rollout_seconds", kSeconds, "rollout time of that class, likely"},
};

}  // namespace

std::span<const FactDeclaration> fact_declarations() { return kDeclarations; }

}  // namespace grpolint::sizing
