#include "sizing/estimate.h"

namespace grpolint::sizing {

std::string_view to_string(Phase phase) {
  switch (phase) {
    case Phase::Load:
      return "load";
    case Phase::EngineStart:
      return "engine start";
    case Phase::Rollout:
      return "rollout";
    case Phase::LogProb:
      return "log-prob";
    case Phase::TrainingStep:
      return "training step";
    case Phase::OptimizerStep:
      return "optimizer step";
    case Phase::WeightSync:
      return "weight sync";
  }
  return {};
}

std::string_view to_string(ComponentKind kind) {
  switch (kind) {
    case ComponentKind::Weights:
      return "weights";
    case ComponentKind::Adapters:
      return "adapters";
    case ComponentKind::Gradients:
      return "gradients";
    case ComponentKind::OptimizerState:
      return "optimizer state";
    case ComponentKind::Activations:
      return "activations";
    case ComponentKind::Logits:
      return "logits";
    case ComponentKind::ReferenceModel:
      return "reference model";
    case ComponentKind::RewardModels:
      return "reward models";
    case ComponentKind::EngineWeights:
      return "engine weights";
    case ComponentKind::KvCache:
      return "KV cache";
    case ComponentKind::EngineActivations:
      return "engine activations";
    case ComponentKind::EngineGraphs:
      return "engine graphs";
    case ComponentKind::EngineResidual:
      return "sleeping engine";
    case ComponentKind::SyncBuffer:
      return "sync buffer";
    case ComponentKind::Communication:
      return "communication";
    case ComponentKind::Overhead:
      return "overhead";
  }
  return {};
}

std::string described(const Remedy& remedy) {
  return remedy.change +
         (remedy.for_smallest ? " (for the smallest model of its class alone)" : "");
}

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::Fits:
      return "fits";
    case Verdict::Tight:
      return "tight";
    case Verdict::DoesNotFit:
      return "does not fit";
  }
  return {};
}

}  // namespace grpolint::sizing
