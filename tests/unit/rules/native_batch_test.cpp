#include <algorithm>
#include <catch2/catch.hpp>

#include "rules/native/checks.h"
#include "sample_run.h"

namespace grpolint::rules {
namespace {

/// Whether GRPOConfig refuses the only size below one of the file.
bool is_refused(std::string text, Version trl) {
  SampleRun run(std::move(text));
  run.run().releases.trl = trl;
  const auto matches = native::batch_below_one(run.context());
  REQUIRE(matches.size() == 1);
  const auto& locals = matches.front().locals;
  const auto found = std::find_if(locals.begin(), locals.end(),
                                  [](const auto& local) { return local.first == "refused"; });
  REQUIRE(found != locals.end());
  return found->second.as_boolean();
}

}  // namespace

TEST_CASE("sizes below one pass the config unless its arithmetic trips over them") {
  CHECK_FALSE(is_refused("gradient_accumulation_steps: 0\n", {0, 24, 0}));
  CHECK(is_refused("gradient_accumulation_steps: 0\n", {0, 18, 2}));
  CHECK_FALSE(is_refused("per_device_train_batch_size: 0\n", {0, 24, 0}));
  CHECK(is_refused("per_device_train_batch_size: 0\ngeneration_batch_size: 8\n", {0, 24, 0}));
  CHECK(is_refused("per_device_train_batch_size: -3\n", {0, 24, 0}));
  CHECK_FALSE(is_refused("per_device_train_batch_size: -8\n", {0, 24, 0}));
}

TEST_CASE("sizes of one and more are no business of the check") {
  SampleRun run("gradient_accumulation_steps: 1\nper_device_train_batch_size: 8\n");
  CHECK(native::batch_below_one(run.context()).empty());
}

}  // namespace grpolint::rules
