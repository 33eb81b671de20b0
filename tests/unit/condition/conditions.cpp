#include "conditions.h"

#include <catch2/catch.hpp>

namespace grpolint::condition {
namespace {

Fact written(Value value) {
  Fact fact;
  fact.value = std::move(value);
  fact.origin = Origin::Written;
  fact.site = Site{};
  return fact;
}

Fact by_default(Value value) {
  Fact fact;
  fact.value = std::move(value);
  fact.origin = Origin::Default;
  fact.because = "TRL 0.24.0 default";
  return fact;
}

}  // namespace

const Vocabulary& test_vocabulary() {
  static const Vocabulary vocabulary = [] {
    Vocabulary names;
    names.add("run.num_generations", {TypeKind::Number, Unit::None});
    names.add("run.batch", {TypeKind::Number, Unit::None});
    names.add("run.placeholder", {TypeKind::Number, Unit::None});
    names.add("run.max_steps", {TypeKind::Number, Unit::None});
    names.add("run.tokens", {TypeKind::Number, Unit::Tokens});
    names.add("run.optim", {TypeKind::String, Unit::None});
    names.add("run.use_vllm", {TypeKind::Boolean, Unit::None});
    names.add("run.sleep", {TypeKind::Boolean, Unit::None});
    names.add("run.unsure", {TypeKind::Boolean, Unit::None});
    names.add("run.null", {TypeKind::Boolean, Unit::None});
    names.add("run.report_to", {TypeKind::Any, Unit::None});
    names.add("run.rewards", {TypeKind::List, Unit::None});
    names.add("hw.capacity", {TypeKind::Number, Unit::Bytes});
    names.add("hw.bandwidth", {TypeKind::Number, Unit::BytesPerSecond});
    names.add("est.seconds", {TypeKind::Number, Unit::Seconds});
    names.add("model.parameters", {TypeKind::Number, Unit::Parameters});
    names.add("version.trl", {TypeKind::Version, Unit::None});
    names.add("version.vllm", {TypeKind::Version, Unit::None});
    names.add("let.words", {TypeKind::String, Unit::None});
    names.add("match.key", {TypeKind::String, Unit::None});
    names.add_open("run.model_init_kwargs");
    return names;
  }();
  return vocabulary;
}

FactTable test_facts() {
  constexpr double kGibi = 1024.0 * 1024 * 1024;
  FactTable facts;
  facts.set("run.num_generations", written(Value::number(6)));
  facts.set("run.batch", by_default(Value::number(8)));
  facts.set("run.placeholder", written(Value::unknown()));
  facts.set("run.tokens", written(Value::number(512, Unit::Tokens)));
  facts.set("run.optim", written(Value::string("paged_adamw_8bit")));
  facts.set("run.use_vllm", written(Value::boolean(true)));
  facts.set("run.sleep", by_default(Value::boolean(false)));
  facts.set("run.unsure", written(Value::unknown()));
  facts.set("run.report_to", written(Value::string("wandb")));
  facts.set("run.rewards",
            written(Value::list({Value::string("format"), Value::string("accuracy")})));
  facts.set("run.model_init_kwargs.dtype", written(Value::string("bfloat16")));
  facts.set("hw.capacity", written(Value::number(24 * kGibi, Unit::Bytes)));
  facts.set("hw.bandwidth", written(Value::number(1008e9, Unit::BytesPerSecond)));
  facts.set("est.seconds", written(Value::number(90, Unit::Seconds)));
  facts.set("model.parameters", written(Value::number(3.09e9, Unit::Parameters)));
  facts.set("version.trl", written(Value::version({0, 24, 0})));
  facts.set("version.vllm", written(Value::unknown()));
  return facts;
}

Value value_of(std::string_view text, const FactTable& facts, Trace* trace) {
  auto compiled = compile(text, test_vocabulary());
  INFO(text);
  if (const auto* error = std::get_if<ConditionError>(&compiled)) FAIL(error->message);
  const std::pair<std::string, Value> locals[] = {{"let.words", Value::string("two words")},
                                                  {"match.key", Value::string("num_generation")}};
  return evaluate(std::get<Compiled>(compiled).program.view(), {&facts, locals}, trace);
}

std::string outcome(std::string_view text) {
  const auto compiled = compile(text, test_vocabulary());
  if (const auto* error = std::get_if<ConditionError>(&compiled)) {
    return std::to_string(error->offset) + ": " + error->message;
  }
  return value_of(text, test_facts()).to_text();
}

}  // namespace grpolint::condition
