#include <algorithm>
#include <catch2/catch.hpp>

#include "rules/native/value_faults.h"
#include "sample_run.h"

namespace grpolint::rules {
namespace {

using native::Fault;
using native::Outcome;

/// The only fault of a file with one key; fails when there is none or more.
native::ValueFault only_fault(const SampleRun& run) {
  const auto faults = native::value_faults(run.context());
  REQUIRE(faults.size() == 1);
  return faults.front();
}

bool is_clean(std::string text, dialect::Route route, Version trl) {
  SampleRun run(std::move(text));
  run.run().route = route;
  run.run().releases.trl = trl;
  return native::value_faults(run.context()).empty();
}

constexpr Version kMiddle{0, 24, 0};
constexpr Version kLate{1, 9, 0};

}  // namespace

TEST_CASE("argparse converts strings, and refuses what it cannot convert") {
  struct Row {
    const char* text;
    Fault fault;
  };
  for (const Row& row :
       {Row{"max_steps: 1e3\n", Fault::NumberIsString},
        Row{"max_steps: \"8.0\"\n", Fault::NumberIsString},
        Row{"max_steps: eight\n", Fault::WrongType}, Row{"learning_rate: 30%\n", Fault::WrongType},
        Row{"learning_rate: \"\"\n", Fault::WrongType},
        Row{"learning_rate: none\n", Fault::NoneWord}, Row{"epsilon_high: None\n", Fault::NoneWord},
        Row{"use_vllm: \"on\"\n", Fault::WordIsNoBoolean},
        Row{"use_vllm: \"8\"\n", Fault::WordIsNoBoolean},
        Row{"reward_weights: eight\n", Fault::WrongType},
        Row{"generation_kwargs: '{\"a\": 1}'\n", Fault::JsonInString},
        Row{"generation_kwargs: eight\n", Fault::WrongType},
        Row{"model_init_kwargs: '{\"a\": 1'\n", Fault::JsonInString}}) {
    CAPTURE(row.text);
    SampleRun run(row.text);
    const auto found = only_fault(run);
    CHECK(found.fault == row.fault);
    CHECK(found.outcome == Outcome::Refused);
  }
  for (const char* text : {"max_steps: \"8\"\n", "max_steps: \" 8 \"\n", "learning_rate: 1e-6\n",
                           "use_vllm: \"true\"\n", "use_vllm: y\n", "generation_kwargs: \"\"\n",
                           "model_init_kwargs: '{\"a\": 1}'\n", "run_name: none\n"}) {
    CAPTURE(text);
    CHECK(is_clean(text, dialect::Route::Trl, kMiddle));
  }
}

TEST_CASE("an integer is proposed only where it is the number that is written") {
  CHECK(only_fault(SampleRun("max_steps: 1e3\n")).correct == "1000");
  CHECK(only_fault(SampleRun("max_steps: 1e18\n")).correct.empty());
  CHECK(only_fault(SampleRun("max_steps: 1e-3\n")).correct.empty());
  SampleRun from_python("learning_rate: 1e-6\n");
  from_python.run().route = dialect::Route::Python;
  CHECK(only_fault(from_python).correct == "1.0e-6");
}

TEST_CASE("none means null from TRL 1.6 where the argument may be null") {
  CHECK_FALSE(is_clean("epsilon_high: none\n", dialect::Route::Trl, kMiddle));
  CHECK(is_clean("epsilon_high: none\n", dialect::Route::Trl, kLate));
  CHECK_FALSE(is_clean("learning_rate: none\n", dialect::Route::Trl, kLate));
}

TEST_CASE("GRPOConfig(**yaml) converts nothing, and raises where it calculates") {
  struct Row {
    const char* text;
    Fault fault;
    Outcome outcome;
  };
  for (const Row& row : {Row{"learning_rate: 1e-6\n", Fault::NumberIsString, Outcome::Fails},
                         Row{"num_generations: \"8\"\n", Fault::NumberIsString, Outcome::Refused},
                         Row{"use_vllm: \"false\"\n", Fault::WordIsNoBoolean, Outcome::Fails},
                         Row{"use_vllm: \"true\"\n", Fault::WordIsNoBoolean, Outcome::Doubtful}}) {
    CAPTURE(row.text);
    SampleRun run(row.text);
    run.run().route = dialect::Route::Python;
    const auto found = only_fault(run);
    CHECK(found.fault == row.fault);
    CHECK(found.outcome == row.outcome);
  }
}

TEST_CASE("what is no string is passed on, and the constructors decide") {
  struct Row {
    const char* text;
    Outcome outcome;
  };
  for (const Row& row :
       {Row{"num_generations: null\n", Outcome::Refused},
        Row{"num_generations: [8]\n", Outcome::Refused},
        Row{"num_generations: yes\n", Outcome::Refused},
        Row{"output_dir: 2026-01-01\n", Outcome::Refused},
        Row{"metric_for_best_model: 3\n", Outcome::Refused},
        Row{"scale_rewards: [group]\n", Outcome::Refused},
        Row{"max_completion_length: [8]\n", Outcome::Fails},
        Row{"max_steps: 8.5\n", Outcome::Doubtful}, Row{"use_vllm: 8\n", Outcome::Doubtful},
        Row{"run_name: 123\n", Outcome::Harmless}}) {
    CAPTURE(row.text);
    SampleRun run(row.text);
    const auto found = only_fault(run);
    CHECK(found.fault == Fault::WrongType);
    CHECK(found.outcome == row.outcome);
  }
  for (const char* text : {"num_generations: 8\n", "use_vllm: 1\n", "top_k: null\n",
                           "scale_rewards: false\n", "learning_rate: 1\n"}) {
    CAPTURE(text);
    CHECK(is_clean(text, dialect::Route::Trl, kMiddle));
  }
}

TEST_CASE("a loader of one's own may do anything, so nothing is certain") {
  SampleRun run("max_steps: eight\n");
  run.run().route = dialect::Route::Unknown;
  CHECK(only_fault(run).outcome == Outcome::Doubtful);
}

TEST_CASE("a false strategy is told from a misspelt one") {
  SampleRun no("eval_strategy: no\n");
  CHECK(only_fault(no).fault == Fault::FalseIsNoChoice);
  const auto matches = native::matches_of(no.context(), Fault::FalseIsNoChoice);
  REQUIRE(matches.size() == 1);
  REQUIRE(matches.front().fix);
  CHECK(no.edited(*matches.front().fix) == "eval_strategy: \"no\"\n");

  SampleRun misspelt("eval_strategy: step\n");
  const auto found = only_fault(misspelt);
  CHECK(found.fault == Fault::InvalidChoice);
  CHECK(found.correct == "steps");
}

TEST_CASE("one string for a list is a fault unless the framework takes a lone word") {
  SampleRun run("reward_funcs: accuracy, format\n");
  CHECK(only_fault(run).correct == "[accuracy, format]");
  CHECK(is_clean("lora_target_modules: all-linear\n", dialect::Route::Trl, kMiddle));
  CHECK(is_clean("report_to: wandb\n", dialect::Route::Trl, kMiddle));
}

}  // namespace grpolint::rules
