#include <algorithm>

#include "sizing/logits.h"
#include "sizing/remedies.h"
#include "sizing/setup.h"
#include "sizing/throughput.h"
#include "sizing/validate.h"
#include "sizing/verdict.h"

namespace grpolint::sizing {
namespace {

ChunkedLossEstimate with_chunked_loss(const Setup& setup, const Parameters& p) {
  Setup chunked = setup;
  if (chunked.chunked_loss == ChunkedLoss::None) {
    chunked.chunked_loss = setup.unsloth ? ChunkedLoss::Unsloth : ChunkedLoss::Liger;
  }
  ChunkedLossEstimate result;
  result.logits = training_logits(chunked, micro_batch(chunked), p, Detail::Bare).bytes;
  result.peak = trainer_estimate(chunked, p, Detail::Bare).peak().bytes;
  return result;
}

}  // namespace

Result<Estimate> estimate(const Setup& setup, Detail detail, const Pricing& pricing) {
  if (auto error = validate(setup)) return *std::move(error);
  const Parameters p = count(setup);
  Estimate result;
  result.trainer = trainer_estimate(setup, p, detail);
  result.assumptions = setup.assumptions;
  if (setup.engine.mode == Engine::Server && setup.engine.gpu) {
    result.engine = engine_estimate(setup, detail);
  }
  result.throughput = throughput(setup, p);
  if (detail != Detail::Bare) {
    result.chunked = with_chunked_loss(setup, p);
    if (result.trainer.verdict != Verdict::Fits) {
      result.remedies = find_remedies(setup, result.trainer.verdict, pricing);
    }
  }
  return result;
}

}  // namespace grpolint::sizing
