#include <algorithm>
#include <catch2/catch.hpp>

#include "rules/native/checks.h"
#include "sample_run.h"

namespace grpolint::rules {
namespace {

Value local(const Match& match, std::string_view name) {
  const auto found = std::find_if(match.locals.begin(), match.locals.end(),
                                  [&](const auto& one) { return one.first == name; });
  REQUIRE(found != match.locals.end());
  return found->second;
}

/// What the check on unknown keys advises for a key alone in its file.
std::string advice_on(const std::string& key) {
  SampleRun run(key + ": 8\n");
  run.run().entries.front().argument.clear();
  const auto matches = native::unknown_key(run.context());
  REQUIRE(matches.size() == 1);
  return local(matches.front(), "suggestion").as_string();
}

bool mentions(const std::string& text, std::string_view word) {
  return text.find(word) != std::string::npos;
}

}  // namespace

TEST_CASE("the table of what people write comes before spelling") {
  CHECK(mentions(advice_on("use_lora"), "use_peft"));
  CHECK_FALSE(mentions(advice_on("use_lora"), "use_rslora"));
  CHECK_FALSE(mentions(advice_on("use_lora"), "use_dora"));
  CHECK(mentions(advice_on("max_new_tokens"), "max_completion_length"));
}

TEST_CASE("spelling suggests only what can hardly mean anything else") {
  CHECK(mentions(advice_on("num_generation"), "num_generations?"));
  CHECK(mentions(advice_on("max_completion_lenght"), "max_completion_length?"));
  CHECK(mentions(advice_on("use-vllm"), "use_vllm?"));
  for (const char* key : {"fp32", "lora_k", "use_loha", "beta1", "fp8"}) {
    CAPTURE(key);
    CHECK_FALSE(mentions(advice_on(key), "did you mean"));
  }
}

TEST_CASE("the opposite of an argument is not taken for it") {
  CHECK(mentions(advice_on("no_gradient_checkpointing"), "gradient_checkpointing: false"));
  CHECK(mentions(advice_on("no-gradient-checkpointing"), "gradient_checkpointing: false"));
  CHECK_FALSE(mentions(advice_on("no_learning_rate"), "learning_rate"));
}

TEST_CASE("names of one letter are told, except to a loader of one's own") {
  CHECK(mentions(advice_on("k"), "num_generations?"));
  CHECK(mentions(advice_on("rank"), "lora_r?"));
  SampleRun home_made("rank: 16\nbatch_size: 8\n");
  home_made.run().route = dialect::Route::Unknown;
  const auto matches = native::unknown_key(home_made.context());
  REQUIRE(matches.size() == 1);
  CHECK(matches.front().key_path == "batch_size");
}

TEST_CASE("a key that is written twice has its path") {
  for (const char* text : {"a: 1\nb:\n  - c: 2\n    c: 3\na: 4\n",
                           "{\"a\": 1, \"b\": [{\"c\": 2, \"c\": 3}], \"a\": 4}"}) {
    CAPTURE(text);
    SampleRun run(text);
    const auto matches = native::duplicate_key(run.context());
    REQUIRE(matches.size() == 2);
    CHECK(matches[0].key_path == "b.0.c");
    CHECK(matches[1].key_path == "a");
  }
}

TEST_CASE("an item of a mixture needs a path and has no keys of its own invention") {
  SampleRun wrong("datasets:\n  - path: a\n    weight: 1\n  - name: b\n  - c\n");
  const auto matches = native::mixture_item(wrong.context());
  REQUIRE(matches.size() == 3);
  CHECK(matches[0].key_path == "datasets.0.weight");
  CHECK(local(matches[0], "refused").as_boolean());
  CHECK(matches[1].key_path == "datasets.1");
  CHECK(local(matches[1], "refused").as_boolean());
  CHECK_FALSE(local(matches[2], "refused").as_boolean());

  // Shares came with 1.8.0.
  SampleRun shares("datasets:\n  - path: a\n    fraction: 0.5\n  - path: b\n");
  shares.run().releases.trl = Version{1, 9, 0};
  const auto some = native::mixture_item(shares.context());
  REQUIRE(some.size() == 1);
  CHECK(some[0].key_path == "datasets.0.fraction");
  CHECK_FALSE(local(some[0], "refused").as_boolean());

  SampleRun right("datasets:\n  - path: a\n    split: train\n  - path: b\n");
  CHECK(native::mixture_item(right.context()).empty());
}

TEST_CASE("what the launcher takes is judged from the release on that hands it over") {
  SampleRun run("use_deepspeed: true\nmixed_precision: bf8\n");
  for (dialect::Entry& entry : run.run().entries) {
    entry.extension = true;
    entry.profile = "accelerate launch";
  }
  CHECK(native::launch_flag(run.context()).empty());
  run.run().releases.trl = {1, 9, 0};
  const auto flags = native::launch_flag(run.context());
  REQUIRE(flags.size() == 1);
  CHECK(local(flags.front(), "word").as_string() == "True");
  const auto values = native::launch_value(run.context());
  REQUIRE(values.size() == 1);
  CHECK(values.front().key_path == "mixed_precision");
}

TEST_CASE("numbers in other bases are told where they hit an argument") {
  SampleRun octal("max_steps: 0100\n");
  const auto matches = native::surprising_scalar(octal.context());
  REQUIRE(matches.size() == 1);
  CHECK(local(matches.front(), "seen").as_string() == "64, an octal number");
  CHECK(local(matches.front(), "correct").as_string() == "100");

  SampleRun plain("max_steps: 100\nlearning_rate: 0.001\nseed: 0\nrun_name: \"2026-01-01\"\n");
  CHECK(native::surprising_scalar(plain.context()).empty());
}

TEST_CASE("a deprecated key is told from its first warning on") {
  SampleRun run("use_liger_loss: true\n");
  CHECK(native::deprecated_key(run.context()).empty());
  run.run().releases.trl = {0, 25, 0};
  const auto matches = native::deprecated_key(run.context());
  REQUIRE(matches.size() == 1);
  CHECK_FALSE(local(matches.front(), "ignored").as_boolean());
}

}  // namespace grpolint::rules
