#include "sizing/phases.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

#include "sizing/logits.h"
#include "sizing/optimizer.h"
#include "sizing/overhead.h"
#include "sizing/residents.h"

namespace grpolint::sizing {
namespace {

constexpr Range kProcessHost = {1 * kGiB, 3 * kGiB, 6 * kGiB};

/// Every component of the trainer's side, priced once and shared by the phases.
struct Inventory {
  Component weights, adapters, reference, rewards, gradients, states, temporaries, communication;
  Component sync, context, host;
  Component kept, layer, forward;
  Component logits, logits_forward, logits_no_grad;
  std::optional<EngineMemory> engine;
  Component residual;
  MicroBatch batch;
};

Range host_memory(const Setup& setup, const Parameters& p, const Inventory& inventory) {
  Range bytes = kProcessHost + offloaded_bytes(setup, p) + host_checkpoints(setup, inventory.batch);
  if (setup.engine.mode == Engine::Colocate && setup.engine.sleep == Sleep::Level1) {
    bytes += inventory.engine->weights.bytes;
  }
  return bytes;
}

Inventory take_inventory(const Setup& setup, const Parameters& p, Detail detail) {
  Inventory i;
  i.batch = micro_batch(setup);
  i.weights = weights(setup, p, detail);
  i.adapters = adapters(setup, p, detail);
  i.reference = reference_model(setup, p, detail);
  i.rewards = reward_models(setup, detail);
  i.gradients = gradients(setup, p, detail);
  i.states = optimizer_states(setup, p, detail);
  i.temporaries = optimizer_temporaries(setup, p, detail);
  i.communication = communication(setup, p, detail);
  i.sync = sync_buffer(setup, p, detail);
  i.context = process_context(setup, detail);
  i.kept = kept_activations(setup, i.batch, p, detail);
  i.layer = recomputed_layer(setup, i.batch, p, detail);
  i.forward = forward_activations(setup, i.batch, p, detail);
  i.logits = training_logits(setup, i.batch, p, detail);
  i.logits_forward = forward_logits(setup, i.batch, detail);
  i.logits_no_grad = log_prob_logits(setup, i.batch, detail);
  if (setup.engine.mode == Engine::Colocate) {
    i.engine = engine_memory(setup, setup.gpu, detail);
    if (setup.engine.shares_weights) i.weights.bytes = {};  // counted with the engine
    i.residual = engine_residual(setup, *i.engine, detail);
  }
  return i;
}

class PhaseBuilder {
 public:
  PhaseBuilder(const Setup& setup, const Inventory& inventory, Detail detail)
      : setup_(setup), inventory_(inventory), detail_(detail) {}

  PhaseBuilder& keep(std::initializer_list<const Component*> components) {
    for (const Component* c : components) {
      if (c->bytes.high > 0) components_.push_back(*c);
    }
    return *this;
  }
  /// Tensors that come and go within the phase; the allocator's slack follows them.
  PhaseBuilder& transient(std::initializer_list<const Component*> components) {
    for (const Component* c : components) {
      transient_ += c->bytes;
    }
    return keep(components);
  }
  PhaseBuilder& residents(bool with_states) {
    const Inventory& i = inventory_;
    keep({&i.weights, &i.adapters, &i.reference, &i.rewards, &i.communication});
    if (with_states) keep({&i.states});
    return *this;
  }
  PhaseBuilder& engine_awake() {
    if (!inventory_.engine) return *this;
    const EngineMemory& e = *inventory_.engine;
    return keep({&e.weights, &e.cache, &e.activations, &e.graphs});
  }
  /// The engine's memory outside the rollout: little when it sleeps, all of it otherwise.
  PhaseBuilder& engine_between_rollouts() {
    if (!inventory_.engine) return *this;
    return setup_.engine.sleep == Sleep::None ? engine_awake() : keep({&inventory_.residual});
  }
  PhaseEstimate finish(Phase phase) {
    const Component slack = allocator_slack(transient_, detail_);
    keep({&inventory_.context, &inventory_.host, &slack});
    return make_phase(phase, std::move(components_));
  }

 private:
  const Setup& setup_;
  const Inventory& inventory_;
  Detail detail_;
  std::vector<Component> components_;
  Range transient_;
};

/// Gradients are held between micro-batches, so they meet the activations of the next one.
bool accumulates(const Setup& setup) { return setup.accumulation > 1; }

/// A rollout falls between two micro-batches of one optimizer step.
bool rollout_meets_gradients(const Setup& setup) {
  return setup.steps_per_generation * setup.num_iterations < setup.accumulation;
}

/// The training step is as large as its largest moment: end of the forward pass, start of the
/// backward pass, its way down the layers, its end. The likely case chooses which one is shown.
PhaseEstimate training_step(const Setup& setup, const Parameters& p, const Inventory& i,
                            Detail detail) {
  const auto moment = [&](std::initializer_list<const Component*> transient, bool gradients) {
    PhaseBuilder builder(setup, i, detail);
    builder.residents(true).engine_between_rollouts();
    if (gradients) builder.keep({&i.gradients});
    return builder.transient(transient).finish(Phase::TrainingStep);
  };
  Component copies;
  copies.kind = ComponentKind::Activations;
  copies.bytes = exactly(cast_copies(setup, p));
  if (detail == Detail::Explained) {
    copies.formula =
        "2 * (P_linear + V * H): 16-bit copies that autocast keeps in the forward pass";
    copies.numbers = fmt::format("2 * {:.0f}", copies.bytes.likely / 2);
    copies.source = "https://huggingface.co/docs/transformers/model_memory_anatomy (2026)";
  }
  const bool held = accumulates(setup);
  PhaseEstimate largest = moment({&i.kept, &i.logits}, held);
  const auto consider = [&](PhaseEstimate other) {
    if (other.bytes.likely > largest.bytes.likely) largest = std::move(other);
  };
  consider(moment({&i.kept, &i.logits_forward, &copies}, held));
  consider(moment({&i.kept, &i.layer}, held));
  if (!held) consider(moment({&i.layer}, true));
  return largest;
}

PhaseEstimate rollout(const Setup& setup, const Parameters& p, const Inventory& i, Detail detail) {
  PhaseBuilder builder(setup, i, detail);
  builder.residents(true);
  if (rollout_meets_gradients(setup)) builder.keep({&i.gradients});
  if (setup.engine.mode == Engine::None) {
    const Component cache = generate_cache(setup, i.batch, detail);
    const Component logits = generate_logits(setup, detail);
    Component gathered;
    if (setup.sharding == Sharding::Zero3 && setup.gathers_for_generation) {
      gathered.kind = ComponentKind::Communication;
      gathered.bytes = exactly(p.total * p.frozen_bytes);
      if (detail == Detail::Explained) {
        gathered.formula = "P * bytes (ds3_gather_for_generation)";
        gathered.numbers = fmt::format("{:.0f} * {:g}", p.total, p.frozen_bytes);
        gathered.source =
            "https://github.com/huggingface/trl/blob/v1.9.0/trl/models/utils.py (2026-07-25)";
      }
    }
    return builder.transient({&cache, &logits}).keep({&gathered}).finish(Phase::Rollout);
  }
  return builder.engine_awake().finish(Phase::Rollout);
}

/// DeepSpeed and FSDP place the policy on the GPU when training starts, after the engine.
bool policy_waits_on_host(const Setup& setup) {
  return setup.sharding == Sharding::Zero1 || setup.sharding == Sharding::Zero2 ||
         setup.sharding == Sharding::Fsdp;
}

Range bytes_before_engine(const Setup& setup, const Inventory& i) {
  Range bytes = i.context.bytes + i.rewards.bytes;
  if (setup.gpu.unified_memory) bytes += i.host.bytes;
  if (policy_waits_on_host(setup)) return bytes;
  return bytes + i.weights.bytes + i.adapters.bytes + i.reference.bytes;
}

}  // namespace

PhaseEstimate make_phase(Phase phase, std::vector<Component> components) {
  PhaseEstimate result;
  result.phase = phase;
  for (const Component& c : components) result.bytes += c.bytes;
  std::stable_sort(components.begin(), components.end(),
                   [](const auto& a, const auto& b) { return a.bytes.likely > b.bytes.likely; });
  result.components = std::move(components);
  return result;
}

TrainerMemory trainer_memory(const Setup& setup, const Parameters& p, Detail detail) {
  Inventory i = take_inventory(setup, p, detail);
  TrainerMemory memory;
  memory.host_bytes = host_memory(setup, p, i);
  if (setup.gpu.unified_memory) {
    i.host = host_in_pool(memory.host_bytes, i.engine.has_value(), detail);
  }
  const auto builder = [&] { return PhaseBuilder(setup, i, detail); };
  auto& phases = memory.phases;
  phases.push_back(builder().residents(false).finish(Phase::Load));
  if (i.engine) {
    memory.start_up =
        start_up(setup, *i.engine, setup.gpu.capacity_bytes, bytes_before_engine(setup, i));
    PhaseBuilder starting = builder();
    if (policy_waits_on_host(setup)) {
      starting.keep({&i.rewards});
    } else {
      starting.residents(false);
    }
    phases.push_back(starting.engine_awake().finish(Phase::EngineStart));
  }
  phases.push_back(rollout(setup, p, i, detail));
  if (setup.old_log_probs || setup.reference_pass) {
    PhaseBuilder pass = builder();
    pass.residents(true).engine_between_rollouts();
    if (rollout_meets_gradients(setup)) pass.keep({&i.gradients});
    phases.push_back(pass.transient({&i.forward, &i.logits_no_grad}).finish(Phase::LogProb));
  }
  phases.push_back(training_step(setup, p, i, detail));
  phases.push_back(builder()
                       .residents(true)
                       .engine_between_rollouts()
                       .keep({&i.gradients})
                       .transient({&i.temporaries})
                       .finish(Phase::OptimizerStep));
  if (setup.engine.mode != Engine::None) {
    PhaseBuilder sync = builder();
    sync.residents(true);
    if (i.engine) {
      // Waking in two steps, only the engine's weights are back while they are written.
      if (setup.engine.sleep == Sleep::Level2) {
        sync.keep({&i.engine->weights, &i.engine->graphs});
      } else {
        sync.engine_awake();
      }
    }
    phases.push_back(sync.keep({&i.sync}).finish(Phase::WeightSync));
  }
  return memory;
}

ServerMemory server_memory(const Setup& setup, const hardware::Gpu& gpu, Detail detail) {
  Setup own = setup;
  own.gpu = gpu;
  const EngineMemory engine = engine_memory(own, gpu, detail);
  const Component context = process_context(own, detail);
  ServerMemory memory;
  memory.start_up = start_up(own, engine, gpu.capacity_bytes, context.bytes);
  const std::vector<Component> awake = {engine.weights, engine.cache, engine.activations,
                                        engine.graphs, context};
  memory.phases.push_back(make_phase(Phase::EngineStart, awake));
  memory.phases.push_back(make_phase(Phase::Rollout, awake));
  std::vector<Component> receiving = awake;
  Component buffer;
  buffer.kind = ComponentKind::SyncBuffer;
  const double width = bytes_per_element(setup.weight_dtype);
  buffer.bytes = exactly(static_cast<double>(setup.model.largest_parameter) * width);
  if (detail == Detail::Explained) {
    buffer.formula = "P_largest * bytes";
    buffer.numbers = fmt::format("{} * {:g}", setup.model.largest_parameter, width);
    buffer.source =
        "https://github.com/huggingface/trl/blob/v1.9.0/trl/scripts/vllm_serve.py#L117 "
        "(2026-07-25)";
  }
  receiving.push_back(std::move(buffer));
  memory.phases.push_back(make_phase(Phase::WeightSync, std::move(receiving)));
  return memory;
}

}  // namespace grpolint::sizing
