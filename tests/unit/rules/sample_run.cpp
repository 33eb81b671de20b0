#include "sample_run.h"

#include <catch2/catch.hpp>

namespace grpolint::rules {
namespace {

Value value_of(const Node& node) {
  switch (node.kind) {
    case NodeKind::Boolean:
      return Value::boolean(node.boolean);
    case NodeKind::Integer:
    case NodeKind::Float:
      return Value::number(node.number);
    case NodeKind::Null:
      return Value::absent();
    default:
      return Value::string(node.text);
  }
}

}  // namespace

SampleRun::SampleRun(std::string text, Format format)
    : source_("sample", std::move(text)), document_(read_document(source_, format)) {
  run_.dialect = "trl";
  run_.releases.trl = {0, 24, 0};
  run_.releases.transformers = {4, 57, 0};
  set_release(facts_, run_.releases.trl, false);
  REQUIRE(document_.root() != nullptr);
  add_members(*document_.root(), "");
}

void SampleRun::add_members(const Node& mapping, const std::string& section) {
  for (const Member& member : mapping.members) {
    const Node& node = document_.node(member.value.node);
    if (node.kind == NodeKind::Mapping) {
      add_members(node, member.key);
      continue;
    }
    dialect::Entry entry;
    entry.key = member.key;
    entry.section = section;
    entry.site = {member.key_span, member.value.span,
                  section.empty() ? member.key : section + "." + member.key};
    entry.node = member.value.node;
    entry.argument = member.key;
    entry.schema = schema::find("trl", member.key, run_.releases);
    Fact fact;
    fact.value = value_of(node);
    fact.origin = Origin::Written;
    fact.site = entry.site;
    facts_.set("run." + member.key, std::move(fact));
    run_.entries.push_back(std::move(entry));
  }
}

std::string SampleRun::edited(const Fix& fix) const {
  std::string result(source_.bytes());
  for (auto edit = fix.edits.rbegin(); edit != fix.edits.rend(); ++edit) {
    result.replace(edit->span.begin, edit->span.end - edit->span.begin, edit->text);
  }
  return result;
}

void set_release(FactTable& facts, Version release, bool assumed) {
  Fact fact;
  fact.value = Value::version(release);
  fact.origin = assumed ? Origin::Assumed : Origin::Stated;
  fact.because = assumed ? "assumed newest" : "--trl-version";
  facts.set("version.trl", fact);
  facts.derive("version.trl_assumed", Value::boolean(assumed), {});
}

}  // namespace grpolint::rules
