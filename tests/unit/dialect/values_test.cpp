#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "dialect/python_values.h"
#include "support.h"

namespace grpolint::dialect {
namespace {

const std::string kHead = "num_generations: 8\nper_device_train_batch_size: 8\n";

Understood with(const std::string& lines, std::string route = "trl", std::string trl = "1.9.0") {
  Given given;
  given.target = with_trl(std::move(trl));
  given.target.route = Stated<std::string>{std::move(route), "--route"};
  return understand_text(kHead + lines, given);
}

}  // namespace

TEST_CASE("base64 is decoded as Python's urlsafe_b64decode does") {
  CHECK(python_urlsafe_b64decode("eyJhIjoxfQ==") == R"({"a":1})");
  CHECK(python_urlsafe_b64decode("-_-_") == python_urlsafe_b64decode("+/+/"));
  CHECK(python_urlsafe_b64decode("ey JhI\njoxfQ==") ==
        R"({"a":1})");  // other characters are skipped
  CHECK(python_urlsafe_b64decode("ey=JhIjoxfQ==") == R"({"a":1})");
  CHECK(python_urlsafe_b64decode("YQ==YQ==") == "a");
  CHECK(python_urlsafe_b64decode("YWJj=") == "abc");
  CHECK(python_urlsafe_b64decode("") == "");
  for (const char* text : {"eyJhIjoxfQ", "eyJhIjoxfQ=", "Y", "zero3.json"}) {
    INFO(text);
    CHECK_FALSE(python_urlsafe_b64decode(text));
  }
}

TEST_CASE("numbers and booleans are read as Python reads them") {
  CHECK(python_int(" 8 ") == 8);
  CHECK(python_int("-1_000") == -1000);
  for (const char* text : {"8.0", "1e3", "", "_1", "1__0", "0x10", "+", "1 2"}) {
    INFO(text);
    CHECK_FALSE(python_int(text));
  }
  CHECK(python_float("1e-6") == 1e-6);
  CHECK(python_float("+.5") == 0.5);
  CHECK(python_float("5.") == 5);
  CHECK(python_float("1_0.5") == 10.5);
  CHECK(std::isinf(*python_float("-Infinity")));
  CHECK(python_float("1e-400") == 0);
  CHECK(python_float("1e400") == std::numeric_limits<double>::infinity());
  CHECK(python_float("-1e400") == -std::numeric_limits<double>::infinity());
  CHECK(std::isnan(*python_float("nan")));
  for (const char* text : {"30%", "", "1e", "e5", ".", "1,5", "0x1p3", "--1"}) {
    INFO(text);
    CHECK_FALSE(python_float(text));
  }
  CHECK(argparse_boolean("Yes") == true);
  CHECK(argparse_boolean("F") == false);
  CHECK_FALSE(argparse_boolean("on"));
}

TEST_CASE("argparse converts strings and nothing else") {
  const Understood run = with("learning_rate: 1e-6\ntemperature: \"0.9\"\nbf16: \"true\"\n");
  CHECK(run.value("run.learning_rate") == Value::number(1e-6));
  REQUIRE(run.problem_of("learning_rate"));
  CHECK(run.problem_of("learning_rate")->seen == "the string '1e-6'");
  CHECK(run.problem_of("learning_rate")->wanted == "a number");
  CHECK(run.problem_of("learning_rate")->converted == "1e-06");
  CHECK_FALSE(run.problem_of("learning_rate")->rejected);
  CHECK(run.value("run.temperature") == Value::number(0.9));
  CHECK(run.value("run.bf16") == Value::boolean(true));
  CHECK(run.written_at("run.learning_rate") == "1e-6");
}

TEST_CASE("what argparse cannot convert is rejected and unknown") {
  const Understood run = with("max_steps: 1e3\nmax_grad_norm: 30%\nuse_vllm: \"on\"\n");
  for (const char* key : {"max_steps", "max_grad_norm", "use_vllm"}) {
    INFO(key);
    CHECK_FALSE(run.value(std::string("run.") + key).is_known());
    REQUIRE(run.problem_of(key));
    CHECK(run.problem_of(key)->rejected);
  }
}

TEST_CASE("values that are no strings pass the parser as they are") {
  const Understood run = with("max_completion_length: 512.0\nuse_vllm: 1\nrun_name: 123\n");
  CHECK(run.value("run.max_completion_length") == Value::number(512));
  REQUIRE(run.problem_of("max_completion_length"));
  CHECK_FALSE(run.problem_of("max_completion_length")->rejected);
  CHECK(run.value("run.use_vllm") == Value::boolean(true));
  CHECK(run.problem_of("use_vllm"));
  CHECK(run.value("run.run_name") == Value::string("123"));
  CHECK(run.problem_of("run_name"));
}

TEST_CASE("YAML's bare no is refused by an enumeration") {
  const Understood run = with("eval_strategy: no\n");
  CHECK_FALSE(run.value("run.eval_strategy").is_known());
  REQUIRE(run.problem_of("eval_strategy"));
  CHECK(run.problem_of("eval_strategy")->rejected);
  CHECK(run.problem_of("eval_strategy")->seen == "the boolean false");
  CHECK_FALSE(with("eval_strategy: \"no\"\n").problem_of("eval_strategy"));
}

TEST_CASE("the words none and null are None from TRL 1.6.0") {
  CHECK(with("epsilon_high: none\n").value("run.epsilon_high").is_absent());
  const Understood before = with("epsilon_high: none\n", "trl", "1.5.1");
  REQUIRE(before.problem_of("epsilon_high"));
  CHECK(before.problem_of("epsilon_high")->rejected);
}

TEST_CASE("the words none and null never reach a boolean or a list") {
  const Understood run = with("bf16: none\nreward_weights: \"null\"\n");
  for (const char* key : {"bf16", "reward_weights"}) {
    INFO(key);
    REQUIRE(run.problem_of(key));
    CHECK(run.problem_of(key)->rejected);
    CHECK_FALSE(run.value(std::string("run.") + key).is_known());
  }
}

TEST_CASE("integers beyond 2^53 keep the digits that were written") {
  const Understood run = with("seed: 9007199254740993\nmax_steps: 9007199254740991\n");
  CHECK(run.text("run.seed") == "9007199254740993");
  CHECK(run.text("run.max_steps") == "9007199254740991");
  CHECK(run.value("run.seed").as_number() == 9007199254740992.0);
}

TEST_CASE("a lone string is no list, but names target modules") {
  const Understood run = with("reward_funcs: accuracy_reward\nlora_target_modules: all-linear\n");
  CHECK_FALSE(run.value("run.reward_funcs").is_known());
  REQUIRE(run.problem_of("reward_funcs"));
  CHECK_FALSE(run.problem_of("reward_funcs")->rejected);
  CHECK(run.value("run.lora_target_modules") == Value::string("all-linear"));
  CHECK_FALSE(run.problem_of("lora_target_modules"));
}

TEST_CASE("on the Python route nothing is converted") {
  const Understood run = with("learning_rate: 1e-6\nbf16: \"false\"\nbeta: 0.1\n", "python");
  CHECK_FALSE(run.value("run.learning_rate").is_known());
  CHECK_FALSE(run.value("run.bf16").is_known());
  REQUIRE(run.problem_of("learning_rate"));
  CHECK_FALSE(run.problem_of("learning_rate")->rejected);
  CHECK(run.problem_of("learning_rate")->converted.empty());
  CHECK(run.value("run.beta") == Value::number(0.1));
}

TEST_CASE("on an unknown route a string that a loader would convert is taken as converted") {
  const Understood run = with("learning_rate: 1e-6\nmax_steps: many\n", "unknown");
  CHECK(run.value("run.learning_rate") == Value::number(1e-6));
  CHECK(run.problem_of("learning_rate"));
  CHECK_FALSE(run.value("run.max_steps").is_known());
}

TEST_CASE("placeholders are unknown and no problem") {
  const Understood run = with(
      "learning_rate: ${LR}\nmax_steps: ???\noutput_dir: \"{{ out }}\"\nbeta: {{ beta }}\n"
      "run_name: <name>\nhub_model_id: $MODEL\n");
  for (const char* name :
       {"learning_rate", "max_steps", "output_dir", "beta", "run_name", "hub_model_id"}) {
    INFO(name);
    CHECK_FALSE(run.value(std::string("run.") + name).is_known());
    CHECK_FALSE(run.problem_of(name));
  }
}

TEST_CASE("booleans of scale_rewards become the words TRL makes of them") {
  CHECK(with("scale_rewards: false\n").value("run.scale_rewards") == Value::string("none"));
  CHECK(with("scale_rewards: true\n").value("run.scale_rewards") == Value::string("group"));
  const Understood before = with("scale_rewards: false\n", "trl", "0.21.0");
  CHECK(before.value("run.scale_rewards") == Value::boolean(false));
  CHECK(before.run.value_problems.empty());
}

TEST_CASE("resume_from_checkpoint takes a boolean whatever its annotation says") {
  const Understood run = with("resume_from_checkpoint: false\n");
  CHECK(run.value("run.resume_from_checkpoint") == Value::boolean(false));
  CHECK(run.run.value_problems.empty());
}

TEST_CASE("null where a value is wanted is a problem, where None is allowed it is not") {
  const Understood run = with("max_steps: null\ntop_k: 0\nepsilon_high: null\n");
  CHECK(run.value("run.max_steps").is_absent());
  CHECK(run.problem_of("max_steps"));
  CHECK_FALSE(run.problem_of("epsilon_high"));
  CHECK(run.facts.find("run.epsilon_high")->origin == Origin::Written);
}

TEST_CASE("members of mappings are facts with their own places") {
  const Understood run = with("model_init_kwargs:\n  dtype: bfloat16\n  nested:\n    deep: 7\n");
  CHECK(run.value("run.model_init_kwargs").kind() == ValueKind::Map);
  CHECK(run.text("run.model_init_kwargs.dtype") == "bfloat16");
  CHECK(run.facts.find("run.model_init_kwargs.dtype")->site->path == "model_init_kwargs.dtype");
  CHECK(run.written_at("run.model_init_kwargs.nested.deep") == "7");
}

}  // namespace grpolint::dialect
