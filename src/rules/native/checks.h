#pragma once

#include <vector>

#include "rules/native.h"

// The checks of the table in native.cpp, one file each.
namespace grpolint::rules::native {

std::vector<Match> syntax_error(const RuleContext& context);
std::vector<Match> not_a_mapping(const RuleContext& context);
std::vector<Match> duplicate_key(const RuleContext& context);
std::vector<Match> several_documents(const RuleContext& context);
std::vector<Match> surprising_scalar(const RuleContext& context);
std::vector<Match> environment_block(const RuleContext& context);
std::vector<Match> key_is_not_a_string(const RuleContext& context);
std::vector<Match> deprecated_key(const RuleContext& context);
std::vector<Match> launch_flag(const RuleContext& context);
std::vector<Match> launch_value(const RuleContext& context);
std::vector<Match> mixture_item(const RuleContext& context);
std::vector<Match> accelerator_key(const RuleContext& context);
std::vector<Match> accelerate_key(const RuleContext& context);
std::vector<Match> deepspeed_mismatch(const RuleContext& context);
std::vector<Match> deepspeed_value(const RuleContext& context);
std::vector<Match> missing_companion(const RuleContext& context);
std::vector<Match> fsdp_setting(const RuleContext& context);
std::vector<Match> zero_key(const RuleContext& context);
std::vector<Match> batch_below_one(const RuleContext& context);
std::vector<Match> unknown_key(const RuleContext& context);
std::vector<Match> removed_key(const RuleContext& context);
std::vector<Match> batch_groups(const RuleContext& context);
std::vector<Match> generation_batch(const RuleContext& context);
std::vector<Match> eval_batch(const RuleContext& context);
std::vector<Match> unread_engine_settings(const RuleContext& context);
std::vector<Match> reward_functions(const RuleContext& context);

}  // namespace grpolint::rules::native
