#include "sizing/offers.h"

#include "sizing/trl_releases.h"

namespace grpolint::sizing {
namespace {

/// Whether the run could switch a Liger loss on: what GRPOTrainer refuses beside it, by release.
bool liger_possible(const FactReader& facts, Version trl, const Setup& s) {
  if (s.unsloth || trl < kLiger || trl >= kFusedHead) return false;
  if (facts.number("run.top_entropy_quantile").value_or(1) < 1) return false;
  if (facts.number("run.off_policy_mask_threshold")) return false;
  if (facts.number("run.delta") && trl < kLigerWithDelta) return false;
  const std::string_view level = facts.text("run.importance_sampling_level");
  if (!level.empty() && level != "token" && trl < kLigerWithSequenceLevel) return false;
  return !s.adapter.present || trl >= kLigerWithAdapters;
}

}  // namespace

bool corrects_sampling(const FactReader& facts) {
  constexpr std::string_view kCorrection = "run.vllm_importance_sampling_correction";
  return facts.value(kCorrection).is_absent() || facts.truth(kCorrection) != false;
}

void read_offers(FactReader& facts, Version trl, Setup& s) {
  s.sleep_available = s.unsloth || trl >= kSleepMode;
  s.sleep_keeps_old_weights = !s.unsloth && trl >= kSleepKeepsOldWeights && trl < kSleepMended;
  s.liger_available = liger_possible(facts, trl, s);
  s.liger_loss_key = trl < kLigerKernelIsLoss;
  s.torch_dtype_key = trl < kDtypeKey;
  if (!s.unsloth && facts.truth("run.model_config_read") == false) {
    s.model_keys =
        facts.text("run.route") == "python" ? ModelKeys::InitKwargs : ModelKeys::ReadLater;
  }
  Offers& offers = s.offers;
  offers.batch_unit = trl < kGroupsInMicroBatch ? BatchUnit::Prompts
                      : trl < kGroupsInRollout  ? BatchUnit::Groups
                                                : BatchUnit::Completions;
  offers.rollout_key = facts.number("run.generation_batch_size")  ? RolloutKey::GenerationBatchSize
                       : facts.number("run.steps_per_generation") ? RolloutKey::StepsPerGeneration
                                                                  : RolloutKey::None;
  offers.steps_per_generation = trl >= kVllmMode;
  if (!offers.steps_per_generation) offers.rollout_key = RolloutKey::None;
  const bool has_vllm = s.gpu.vendor == "nvidia" || s.gpu.vendor == "amd";
  offers.colocate = !s.unsloth && has_vllm && trl >= kVllmMode;
  offers.server = trl >= kServer;
  offers.model_length = trl >= kModelLengthOption;
  offers.batched_tokens_4096 = trl >= kBatchedTokens;
  offers.quantized_keeps_dtype = trl >= kQloraKeepsDtype;
  offers.sleep_level_2 = trl >= kSleepLevel2;
  offers.engine_adds_pass = trl >= kImportanceSampling && corrects_sampling(facts);
}

}  // namespace grpolint::sizing
