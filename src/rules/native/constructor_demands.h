#pragma once

#include <string>

#include "rules/native.h"

namespace grpolint::rules::native {

/// What the constructors of GRPOConfig and ModelConfig make of a value whose kind is not the
/// argument's and that the parser passes on: "GRPOConfig divides by it and raises TypeError". Empty
/// when they do not touch it. Sources: trl/trainer/grpo_config.py and model_config.py at
/// v0.18.0-v1.16.0, transformers/training_args.py at v4.51.0-v5.24.0.
std::string constructor_error(const RuleContext& context, const dialect::Entry& entry);

}  // namespace grpolint::rules::native
