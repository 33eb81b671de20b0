#include <catch2/catch.hpp>

#include "condition/functions.h"
#include "conditions.h"

using grpolint::Type;
using grpolint::TypeKind;
using grpolint::Unit;
using namespace grpolint::condition;

namespace {

/// The condition is wrong at the mark: "1 + ^'a'" expects an error at the string.
std::string error_at_mark(std::string marked) {
  const std::size_t mark = marked.find('^');
  REQUIRE(mark != std::string::npos);
  marked.erase(mark, 1);
  const auto compiled = compile(marked, test_vocabulary());
  INFO(marked);
  const auto* error = std::get_if<ConditionError>(&compiled);
  if (error == nullptr) return "accepted";
  if (error->offset != mark) {
    return "at " + std::to_string(error->offset) + ": " + error->message;
  }
  return error->message;
}

}  // namespace

TEST_CASE("syntax errors stand where the mistake is") {
  using Catch::Contains;
  CHECK_THAT(error_at_mark("1 +^"), Contains("ends where a value is expected"));
  CHECK_THAT(error_at_mark("^"), Contains("ends where a value is expected"));
  CHECK_THAT(error_at_mark("(1 + 2^"), Contains("expected ')'"));
  CHECK_THAT(error_at_mark("[1, 2^"), Contains("expected ']'"));
  CHECK_THAT(error_at_mark("1 ^2"), Contains("expected an operator"));
  CHECK_THAT(error_at_mark("1 + ^* 2"), Contains("expected a value"));
  CHECK_THAT(error_at_mark("^'open"), Contains("not closed"));
  CHECK_THAT(error_at_mark("true ^& true"), Contains("write '&&'"));
  CHECK_THAT(error_at_mark("run.batch ^= 1"), Contains("write '=='"));
  CHECK_THAT(error_at_mark("true ^and true"), Contains("write && || !"));
  CHECK_THAT(error_at_mark("24^Gb"), Contains("unknown unit 'Gb'"));
  CHECK_THAT(error_at_mark("1 < 2 ^< 3"), Contains("cannot be chained"));
  CHECK_THAT(error_at_mark("run.sleep ? 1^"), Contains("expected ':'"));
  CHECK_THAT(error_at_mark("1 ^# 2"), Contains("unexpected character"));
  CHECK_THAT(error_at_mark("^1e999"), Contains("out of range"));
}

TEST_CASE("names are checked and the nearest one is offered") {
  using Catch::Contains;
  CHECK_THAT(error_at_mark("^run.num_generation > 1"),
             Contains("did you mean 'run.num_generations'?"));
  CHECK_THAT(error_at_mark("true && ^hw.nothing_like_it"), Contains("unknown name"));
  CHECK_THAT(error_at_mark("^jion(['a'], '')"), Contains("did you mean 'join'?"));
  CHECK_THAT(error_at_mark("^len == 1"), Contains("a function needs (...)"));
  CHECK_THAT(error_at_mark("^join(['a'])"), Contains("use join(list, separator)"));
  CHECK_THAT(error_at_mark("explicit(^1)"), Contains("name of a fact"));
  CHECK_THAT(error_at_mark("origin(^let.words)"), Contains("name of a fact"));
  CHECK(outcome("run.model_init_kwargs.anything == null") == "true");
}

TEST_CASE("types and units are checked") {
  using Catch::Contains;
  CHECK_THAT(error_at_mark("^hw.capacity > 24"), Contains("bytes ('hw.capacity')"));
  CHECK_THAT(error_at_mark("^hw.capacity + 3B > 0"), Contains("parameters"));
  CHECK_THAT(error_at_mark("^3B * 2GiB > 0"), Contains("does not go between"));
  CHECK_THAT(error_at_mark("1 + ^'a'"), Contains("expected a number, but ''a'' is a string"));
  CHECK_THAT(error_at_mark("^run.batch && true"), Contains("expected a condition"));
  CHECK_THAT(error_at_mark("!^run.optim"), Contains("expected a condition"));
  CHECK_THAT(error_at_mark("^run.optim == 8"), Contains("never equal"));
  CHECK_THAT(error_at_mark("run.optim in ['a', ^8]"), Contains("never equal"));
  CHECK_THAT(error_at_mark("run.optim in ^'adamw'"), Contains("expected a list"));
  CHECK_THAT(error_at_mark("^'a' < 'b'"), Contains("expected a number"));
  CHECK_THAT(error_at_mark("^run.sleep ? 1 : 'a'"), Contains("'1' is a number but"));
  CHECK_THAT(error_at_mark("^min(1, 1GiB)"), Contains("does not go between"));
  CHECK_THAT(error_at_mark("version.trl >= ^'new'"), Contains("is not a version"));
  CHECK_THAT(error_at_mark("version.trl >= ^run.optim"), Contains("string literal"));
  CHECK_THAT(error_at_mark("^version.trl == 1"), Contains("never equal"));
}

TEST_CASE("patterns are compiled when the condition is") {
  using Catch::Contains;
  CHECK_THAT(error_at_mark("run.optim matches ^'('"), Contains("bad pattern: missing )"));
  CHECK_THAT(error_at_mark("run.optim matches ^run.optim"), Contains("string literal"));
  CHECK_THAT(error_at_mark("^run.batch matches 'a'"), Contains("expected a string"));
}

TEST_CASE("the type of a condition is known") {
  const auto type_of = [](std::string_view text) {
    return std::get<Compiled>(compile(text, test_vocabulary())).type;
  };
  CHECK(type_of("hw.capacity / 2") == Type{TypeKind::Number, Unit::Bytes});
  CHECK(type_of("hw.capacity / 1s") == Type{TypeKind::Number, Unit::BytesPerSecond});
  CHECK(type_of("run.tokens * 2") == Type{TypeKind::Number, Unit::Tokens});
  CHECK(type_of("run.sleep ? 'a' : 'b'").kind == TypeKind::String);
  CHECK(type_of("run.sleep ? 'a' : null").kind == TypeKind::Any);
  CHECK(type_of("run.sleep && true").kind == TypeKind::Boolean);
}

TEST_CASE("limits hold and stop no machine") {
  using Catch::Contains;
  const std::string deep_parentheses = std::string(5000, '(') + "1" + std::string(5000, ')');
  CHECK_THAT(outcome(deep_parentheses), Contains("longer than"));
  const std::string parentheses = std::string(70, '(') + "1" + std::string(70, ')');
  CHECK_THAT(outcome(parentheses), Contains("nested too deeply"));
  CHECK_THAT(outcome(std::string(4000, '!') + "true"), Contains("nested too deeply"));
  CHECK_THAT(outcome(std::string(4000, '-') + "1"), Contains("nested too deeply"));
  std::string sum = "1";
  for (int i = 0; i < 2000; ++i) sum += "+1";
  CHECK_THAT(outcome(sum), Contains("nested too deeply"));
  std::string any = "false";
  for (int i = 0; i < 800; ++i) any += "||false";
  CHECK(outcome(any) == "false");
  std::string doubling = "run.batch";  // each level looks at its operand twice while checking
  for (int i = 0; i < 30; ++i) doubling = "(" + doubling + " < 1 ? 1 : 2)";
  CHECK(outcome(doubling) == "2");
}

TEST_CASE("a program lists the names it reads and survives being moved") {
  auto compiled = compile("run.batch > 1 && run.optim == 'a' && run.batch < 9", test_vocabulary());
  Program moved = std::move(std::get<Compiled>(compiled).program);
  const Program copy = moved;
  CHECK(names_read(copy.view()) == std::vector<std::string_view>{"run.batch", "run.optim"});
  const auto facts = test_facts();
  CHECK(evaluate(copy.view(), {&facts, {}}) == evaluate(moved.view(), {&facts, {}}));
}

TEST_CASE("every function is found by its name") {
  for (const FunctionInfo& info : functions()) {
    REQUIRE(find_function(info.name) == &info);
    CHECK(std::string_view(info.usage).starts_with(info.name));
    CHECK_FALSE(info.doc.empty());
  }
  CHECK(find_function("jion") == nullptr);
}

TEST_CASE("a vocabulary sees through to its base") {
  Vocabulary names(&test_vocabulary());
  names.add("let.small", {TypeKind::Boolean, Unit::None}, "a small model");
  CHECK(names.find("let.small")->kind == TypeKind::Boolean);
  CHECK(names.find("hw.capacity")->unit == Unit::Bytes);
  CHECK(names.doc("let.small") == "a small model");
  CHECK(names.nearest("let.smal") == "let.small");
  CHECK(names.find("let.large") == nullptr);
  SECTION("conflicting types make a name open") {
    names.add("let.small", {TypeKind::Number, Unit::None});
    CHECK(names.find("let.small")->kind == TypeKind::Any);
  }
}
