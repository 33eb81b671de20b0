#include "rules/embed_tool/table_writer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "embed/cpp_writer.h"

namespace grpolint::rules {
namespace {

std::string view(std::string_view text) {
  return text.empty() ? "{}" : embed::literal(text) + "sv";
}

std::string version(Version version) {
  return fmt::format("{{{}, {}, {}}}", version.major, version.minor, version.patch);
}

template <typename Enum>
std::string enumerator(std::string_view type, Enum value) {
  return fmt::format("{}({})", type, static_cast<int>(value));
}

std::string constant(const condition::Constant& value) {
  return fmt::format("{{{}, {}, {}, {}, {}, {}}}", enumerator("ValueKind", value.kind),
                     enumerator("Unit", value.unit), embed::literal(value.number), value.text_begin,
                     value.text_size, version(value.version));
}

}  // namespace

std::string TableWriter::table(std::string_view type, const std::vector<std::string>& rows) {
  if (rows.empty()) return "{}";
  std::string name = fmt::format("t{}", count_++);
  tables_ += fmt::format("constexpr {} {}[] = {{\n  {}}};\n", type, name, fmt::join(rows, ",\n  "));
  return name;
}

std::string TableWriter::program(const condition::ProgramView& program) {
  if (program.empty()) return "{}";
  std::vector<std::string> nodes;
  for (const condition::Node& node : program.nodes) {
    nodes.push_back(fmt::format("{{{}, {}, {}, {}}}", enumerator("condition::Op", node.op),
                                node.arity, node.size, node.operand));
  }
  std::vector<std::string> constants;
  for (const condition::Constant& value : program.constants) constants.push_back(constant(value));
  const std::string node_table = table("condition::Node", nodes);
  const std::string constant_table = table("condition::Constant", constants);
  return fmt::format("{{{}, {}, {}}}", node_table, constant_table, view(program.text));
}

std::string TableWriter::condition(const Condition& condition) {
  return fmt::format("{{{}, {}}}", view(condition.text), program(condition.program));
}

std::string TableWriter::text(const Template& text) {
  std::vector<std::string> pieces;
  for (const Template::Piece& piece : text.pieces) {
    pieces.push_back(fmt::format("{{{}, {}, {}}}", view(piece.text), program(piece.program),
                                 view(piece.format)));
  }
  return fmt::format("Template{{{}}}", table("Template::Piece", pieces));
}

std::string TableWriter::optional_text(const std::optional<Template>& optional) {
  return optional ? text(*optional) : "std::nullopt";
}

std::string TableWriter::strings(std::span<const std::string_view> items) {
  std::vector<std::string> rows;
  for (const std::string_view item : items) rows.push_back(view(item));
  return table("std::string_view", rows);
}

std::string TableWriter::lets(const Rule& rule) {
  std::vector<std::string> rows;
  for (const LetBinding& let : rule.lets) {
    rows.push_back(fmt::format("{{{}, {}}}", view(let.name), condition(let.condition)));
  }
  return table("LetBinding", rows);
}

std::string TableWriter::options(const Rule& rule) {
  std::vector<std::string> rows;
  for (const RuleOption& option : rule.options) {
    rows.push_back(fmt::format("{{{}, {}, {}, {}, {}}}", view(option.name),
                               embed::literal(option.standard), embed::literal(option.least),
                               embed::literal(option.most), view(option.doc)));
  }
  return table("RuleOption", rows);
}

std::string TableWriter::levels(const Rule& rule) {
  std::vector<std::string> rows;
  for (const Level& level : rule.levels) {
    const std::string stage =
        level.stage ? enumerator("Stage", *level.stage) : std::string("std::nullopt");
    rows.push_back(fmt::format("{{{}, {}, {}, {}, {}}}", enumerator("Severity", level.severity),
                               condition(level.when), optional_text(level.message),
                               optional_text(level.help), stage));
  }
  return table("Level", rows);
}

std::string TableWriter::labels(const Rule& rule) {
  std::vector<std::string> rows;
  for (const LabelSpec& label : rule.labels) {
    rows.push_back(fmt::format("{{{}, {}}}", view(label.at), text(label.text)));
  }
  return table("LabelSpec", rows);
}

std::string TableWriter::fixes(const Rule& rule) {
  std::vector<std::string> rows;
  for (const FixSpec& fix : rule.fixes) {
    rows.push_back(fmt::format("{{{}, {}, {}, {}, {}}}", enumerator("FixSpec::Kind", fix.kind),
                               fix.safe, view(fix.argument), view(fix.value), fix.is_string));
  }
  return table("FixSpec", rows);
}

std::string TableWriter::versions(const Rule& rule) {
  std::vector<std::string> rows;
  for (const VersionRange& range : rule.versions) {
    rows.push_back(fmt::format(
        "{{{}, {}, {}}}", view(range.library), version(range.from),
        range.before ? "Version" + version(*range.before) : std::string("std::nullopt")));
  }
  return table("VersionRange", rows);
}

std::string TableWriter::references(const Rule& rule) {
  std::vector<std::string> rows;
  for (const Reference& reference : rule.references) {
    rows.push_back(fmt::format("{{{}, {}, {}}}", view(reference.url), view(reference.date),
                               view(reference.text)));
  }
  return table("Reference", rows);
}

std::string TableWriter::examples(const Rule& rule) {
  std::vector<std::string> rows;
  for (const Example& example : rule.examples) {
    rows.push_back(fmt::format("{{{}, {}, {}, {}, {}}}", example.bad, view(example.title),
                               view(example.format), view(example.options), view(example.text)));
  }
  return table("Example", rows);
}

void TableWriter::add(const Rule& rule) {
  const std::vector<std::string> fields = {
      view(rule.code),
      view(rule.name),
      view(rule.family),
      view(rule.since),
      enumerator("Stage", rule.stage),
      view(rule.summary),
      strings(rule.dialects),
      versions(rule),
      view(rule.native),
      lets(rule),
      condition(rule.when),
      levels(rule),
      strings(rule.at),
      labels(rule),
      text(rule.message),
      optional_text(rule.help),
      fixes(rule),
      view(rule.what),
      view(rule.why),
      references(rule),
      examples(rule),
      options(rule),
  };
  rules_.push_back(fmt::format("{{{}}}", fmt::join(fields, ",\n   ")));
}

std::string TableWriter::finish() const {
  return fmt::format(
      "// Generated from rules/*/*.toml by embed_tool; do not edit.\n"
      "#include \"rules/embedded/embedded.h\"\n\n"
      "namespace grpolint::rules {{\nnamespace {{\n\nusing namespace std::string_view_literals;\n\n"
      "{}\nconstexpr Rule kRules[] = {{\n  {}}};\n\n}}  // namespace\n\n"
      "std::span<const Rule> embedded_rules() {{ return kRules; }}\n\n"
      "}}  // namespace grpolint::rules\n",
      tables_, fmt::join(rules_, ",\n  "));
}

}  // namespace grpolint::rules
