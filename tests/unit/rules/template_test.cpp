#include "rules/template.h"

#include <catch2/catch.hpp>

#include "rules/example.h"

using namespace grpolint;
using namespace grpolint::rules;

namespace {

/// The text filled in, or "OFFSET: mistake".
std::string filled(std::string_view text) {
  static const condition::Vocabulary names = [] {
    condition::Vocabulary result;
    result.add("run.n", {TypeKind::Number, Unit::None});
    result.add("run.none", {TypeKind::Number, Unit::None});
    result.add("run.on", {TypeKind::Boolean, Unit::None});
    result.add("est.peak", {TypeKind::Number, Unit::Bytes});
    result.add("est.unknown", {TypeKind::Number, Unit::Bytes});
    result.add("let.word", {TypeKind::String, Unit::None});
    return result;
  }();
  FactTable facts;
  facts.derive("run.n", Value::number(0.4567), {});
  facts.derive("run.on", Value::boolean(true), {});
  facts.derive("est.peak", Value::number(1.5 * 1024 * 1024 * 1024, Unit::Bytes), {});
  facts.derive("est.unknown", Value::unknown(), {});
  const std::pair<std::string, Value> locals[] = {{"let.word", Value::absent()}};
  Storage storage;
  const auto compiled = compile_template(text, names, storage);
  if (const auto* error = std::get_if<condition::ConditionError>(&compiled)) {
    return std::to_string(error->offset) + ": " + error->message;
  }
  return render(std::get<Template>(compiled), {&facts, locals});
}

}  // namespace

TEST_CASE("holes are filled with values as people read them") {
  CHECK(filled("no hole").compare("no hole") == 0);
  CHECK(filled("").empty());
  CHECK(filled("peak {est.peak}, twice {est.peak * 2}") == "peak 1.5 GiB, twice 3 GiB");
  CHECK(filled("{run.on ? 'on' : 'off'} {est.unknown}") == "on ?");
  CHECK(filled("{{braces}} {'}'}") == "{braces} }");
}

TEST_CASE("a fact that is null says so, a computed null says nothing") {
  CHECK(filled("n: {run.none}") == "n: null");
  CHECK(filled("a{run.on ? null : 'b'}c") == "ac");
  CHECK(filled("a{let.word}c") == "ac");
}

TEST_CASE("numbers take a format") {
  CHECK(filled("{run.n:.2}") == "0.46");
  CHECK(filled("{run.n:%}") == "46 %");
  CHECK(filled("{run.n:.1%}") == "45.7 %");
  CHECK(filled("{est.peak:MiB}") == "1536.0 MiB");
  CHECK(filled("{est.peak:.2GiB}") == "1.50 GiB");
  CHECK(filled("{run.on:.2}") == "true");
  CHECK(filled("{run.on ? run.n : 2:.1}") == "0.5");
  CHECK(filled("{run.on ? 1 : 2}") == "1");
}

TEST_CASE("mistakes in templates are positioned") {
  using Catch::Contains;
  CHECK_THAT(filled("ab {run.m}"), Contains("4: unknown name"));
  CHECK_THAT(filled("ab {run.n"), Contains("3: '{' is not closed"));
  CHECK_THAT(filled("ab } c"), Contains("3: '}' without '{'"));
  CHECK_THAT(filled("ab {}"), Contains("4: the condition ends"));
  CHECK_THAT(filled("{run.n:.xx}"), Contains("expected"));
}

TEST_CASE("marks are taken out of examples") {
  const auto plain = [](std::string_view text) {
    return std::get<PlainExample>(without_marks(text));
  };
  const PlainExample example = plain("a: 1\nb: 2  #~ MEM001 error, BAT001\n\nc: 3\t#~ ROL001\n");
  CHECK(example.text == "a: 1\nb: 2\n\nc: 3\n");
  REQUIRE(example.expected.size() == 3);
  CHECK(example.expected[0].line == 2);
  CHECK(example.expected[0].code == "MEM001");
  CHECK(example.expected[0].severity == Severity::Error);
  CHECK(example.expected[1].code == "BAT001");
  CHECK_FALSE(example.expected[1].severity);
  CHECK(example.expected[2].line == 4);
  CHECK(plain("a: \"open  #~ SYN001\n").text == "a: \"open\n");
  CHECK(plain("no end of line").text == "no end of line");
  CHECK(std::holds_alternative<std::string>(without_marks("a: 1  #~\n")));
  CHECK(std::holds_alternative<std::string>(without_marks("a: 1  #~ MEM001 loud\n")));
}
