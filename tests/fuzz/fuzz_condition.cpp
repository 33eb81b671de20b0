// Any text either compiles or is refused with a position inside it; what compiles evaluates.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "condition/condition.h"

namespace {

using namespace grpolint;

condition::Vocabulary make_vocabulary() {
  condition::Vocabulary names;
  names.add("run.a", {TypeKind::Number, Unit::None});
  names.add("run.b", {TypeKind::Boolean, Unit::None});
  names.add("run.s", {TypeKind::String, Unit::None});
  names.add("run.l", {TypeKind::List, Unit::None});
  names.add("run.x", {TypeKind::Any, Unit::None});
  names.add("hw.c", {TypeKind::Number, Unit::Bytes});
  names.add("version.trl", {TypeKind::Version, Unit::None});
  names.add_open("run.k");
  return names;
}

FactTable make_facts() {
  FactTable facts;
  facts.assume("run.a", Value::number(8), "fuzzing");
  facts.assume("run.b", Value::unknown(), "fuzzing");
  facts.assume("run.s", Value::string("adamw_8bit"), "fuzzing");
  facts.assume("run.l", Value::list({Value::string("a"), Value::absent()}), "fuzzing");
  facts.assume("hw.c", Value::number(24e9, Unit::Bytes), "fuzzing");
  facts.assume("version.trl", Value::version({0, 24, 0}), "fuzzing");
  return facts;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const condition::Vocabulary vocabulary = make_vocabulary();
  static const FactTable facts = make_facts();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto compiled = condition::compile(text, vocabulary);
  if (const auto* error = std::get_if<condition::ConditionError>(&compiled)) {
    if (error->offset > size || error->message.empty()) std::abort();
    return 0;
  }
  condition::Trace trace;
  const auto& program = std::get<condition::Compiled>(compiled).program;
  const Value first = condition::evaluate(program.view(), {&facts, {}}, &trace);
  if (!(first == condition::evaluate(program.view(), {&facts, {}}))) std::abort();
  return 0;
}
