// The parts of a rule file that conditions do not reach: fix, documentation, examples.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "rules/example.h"
#include "rules/rule_reader.h"

namespace grpolint::rules {
namespace {

bool is_iso_date(std::string_view text) {
  constexpr std::string_view kShape = "0000-00-00";
  return text.size() == kShape.size() &&
         std::equal(text.begin(), text.end(), kShape.begin(), [](char c, char shape) {
           return shape == '0' ? c >= '0' && c <= '9' : c == shape;
         });
}

std::string without_outer_newlines(std::string_view text) {
  const std::size_t begin = text.find_first_not_of('\n');
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of('\n') + 1 - begin));
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Takes the digits off the front of the text; whether there were any.
bool take_digits(std::string_view& text) {
  const auto* const end = std::find_if_not(text.begin(), text.end(), is_digit);
  const auto length = static_cast<std::size_t>(end - text.begin());
  text.remove_prefix(length);
  return length > 0;
}

/// A number that YAML 1.1 as PyYAML reads it, TOML and JSON take for the same one: 1e-6 is a text
/// in YAML, 0x10, 1_000, +1, inf and nan are nothing in JSON.
bool is_number_everywhere(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  if (!take_digits(text)) return false;
  if (text.empty()) return true;
  if (!text.starts_with('.')) return false;
  text.remove_prefix(1);
  if (!take_digits(text)) return false;
  if (text.empty()) return true;
  if (text.size() < 2 || (text[0] != 'e' && text[0] != 'E') || (text[1] != '-' && text[1] != '+')) {
    return false;
  }
  text.remove_prefix(2);
  return take_digits(text) && text.empty();
}

/// Whether the text has a character that some format reads otherwise between quotes: controls, and
/// what YAML takes for a line end (NEL, LS, PS).
bool has_control(std::string_view text) {
  constexpr unsigned char kFirstPrintable = 0x20;
  constexpr unsigned char kDelete = 0x7F;
  const bool control = std::any_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < kFirstPrintable ||
           static_cast<unsigned char>(c) == kDelete;
  });
  return control || text.find("\xC2\x85") != std::string_view::npos ||
         text.find("\xE2\x80\xA8") != std::string_view::npos ||
         text.find("\xE2\x80\xA9") != std::string_view::npos;
}

/// Why a fix cannot write the value into every format; nothing when it can.
std::optional<std::string> unwritable(const Node& value) {
  const bool number = value.kind == NodeKind::Integer || value.kind == NodeKind::Float;
  if (number && !is_number_everywhere(value.text)) {
    return fmt::format(
        "a fix writes {} into YAML, TOML and JSON, which do not read it as one number; write it "
        "like "
        "16, 0.5 or 1.0e-6",
        value.text);
  }
  if (value.kind == NodeKind::String && has_control(value.text)) {
    return "a fix sets texts of one line, without control characters";
  }
  return std::nullopt;
}

}  // namespace

void RuleReader::options(DataTable& table) {
  auto entries = table.table("options");
  if (!entries) return;
  std::vector<RuleOption> options;
  for (const std::string& key : entries->keys()) {
    auto entry = entries->table(key);
    if (!entry) continue;
    RuleOption option;
    option.name = storage_.keep("option." + key);
    option.standard = entry->number("default");
    option.least = entry->number("least");
    option.most = entry->number("most");
    option.doc = keep_string(*entry, "doc");
    entry->finish();
    if (option.standard < option.least || option.standard > option.most) {
      error(entry->span(), "the default is not within least and most");
    }
    names_.add(std::string(option.name), {TypeKind::Number, Unit::None});
    options.push_back(option);
  }
  rule_.options = storage_.keep(std::move(options));
}

void RuleReader::fix(DataTable& table) {
  auto entry = table.table("fix");
  if (!entry) return;
  const auto safe = entry->optional_boolean("safe");
  if (!safe) error(entry->span(), "a fix says whether it is safe: safe = true or false");
  std::vector<FixSpec> fixes;
  fix_values(*entry, safe.value_or(false), fixes);
  if (auto renames = entry->table("rename")) {
    for (const std::string& name : renames->keys()) {
      const std::string to = renames->string(name);
      if (!is_argument(to)) {
        error(renames->span_of(name), fmt::format("'{}' is not an argument", to));
      }
      fixes.push_back({FixSpec::Kind::Rename, safe.value_or(false), storage_.keep(name),
                       storage_.keep(to), false});
    }
  }
  for (const std::string& name : entry->strings("remove")) {
    fixes.push_back({FixSpec::Kind::Remove, safe.value_or(false), storage_.keep(name), {}, false});
  }
  for (const FixSpec& spec : fixes) {
    if (!is_argument(spec.argument)) {
      error(entry->span(), fmt::format("'{}' is not an argument", spec.argument));
    }
  }
  if (fixes.empty()) error(entry->span(), "a fix needs 'set', 'rename' or 'remove'");
  entry->finish();
  rule_.fixes = storage_.keep(std::move(fixes));
}

void RuleReader::fix_values(DataTable& table, bool safe, std::vector<FixSpec>& fixes) {
  auto values = table.table("set");
  if (!values) return;
  for (const std::string& name : values->keys()) {
    const Node* value = values->any(name);
    const bool scalar = value->kind == NodeKind::String || value->kind == NodeKind::Boolean ||
                        value->kind == NodeKind::Integer || value->kind == NodeKind::Float;
    if (!scalar) {
      error(values->span_of(name), "a fix sets strings, numbers, true or false");
      continue;
    }
    if (const auto problem = unwritable(*value)) {
      error(values->span_of(name), *problem);
      continue;
    }
    fixes.push_back({FixSpec::Kind::Set, safe, storage_.keep(name), storage_.keep(value->text),
                     value->kind == NodeKind::String});
  }
}

void RuleReader::documentation(DataTable& table) {
  auto doc = table.table("doc");
  if (!doc) {
    error(table.span(), "a rule needs [doc] with what, why and references");
    return;
  }
  rule_.what = storage_.keep(without_outer_newlines(doc->string("what")));
  rule_.why = storage_.keep(without_outer_newlines(doc->string("why")));
  std::vector<Reference> references;
  for (DataTable& entry : doc->tables("references")) {
    Reference reference;
    reference.url = keep_string(entry, "url");
    reference.date = keep_string(entry, "date");
    reference.text = keep_string(entry, "text");
    if (!reference.url.starts_with("https://") && !reference.url.starts_with("http://")) {
      error(entry.span_of("url"), "a reference is a URL");
    }
    if (!is_iso_date(reference.date)) {
      error(entry.span_of("date"), "the date of the last look at the source: \"2026-07-25\"");
    }
    entry.finish();
    references.push_back(reference);
  }
  if (references.empty()) error(doc->span(), "a rule needs at least one reference");
  doc->finish();
  rule_.references = storage_.keep(std::move(references));
}

void RuleReader::examples(DataTable& table) {
  std::vector<Example> examples;
  for (DataTable& entry : table.tables("bad")) example(entry, true, examples);
  if (examples.empty()) error(table.span(), "a rule needs at least one [[bad]] example");
  const std::size_t bad = examples.size();
  for (DataTable& entry : table.tables("good")) example(entry, false, examples);
  if (examples.size() == bad) error(table.span(), "a rule needs at least one [[good]] example");
  rule_.examples = storage_.keep(std::move(examples));
}

void RuleReader::example(DataTable& table, bool bad, std::vector<Example>& examples) {
  constexpr std::array<std::string_view, 3> kFormats = {"yaml", "toml", "json"};
  Example example;
  example.bad = bad;
  example.title = keep_string(table, "title");
  example.format = storage_.keep(table.optional_string("format").value_or("yaml"));
  if (std::find(kFormats.begin(), kFormats.end(), example.format) == kFormats.end()) {
    error(table.span_of("format"), "formats are yaml, toml, json");
  }
  example.options = storage_.keep(table.optional_string("options").value_or(""));
  example.text = keep_string(table, "text");
  check_marks(table, example);
  table.finish();
  examples.push_back(example);
}

void RuleReader::check_marks(DataTable& table, const Example& example) {
  const auto read = without_marks(example.text);
  if (const auto* problem = std::get_if<std::string>(&read)) {
    error(table.span_of("text"), *problem);
    return;
  }
  const auto& expected = std::get<PlainExample>(read).expected;
  const bool marked = std::any_of(expected.begin(), expected.end(),
                                  [&](const auto& finding) { return finding.code == rule_.code; });
  if (example.bad && !marked) {
    error(table.span_of("text"),
          fmt::format("mark the line of the expected finding with '#~ {}'", rule_.code));
  }
  if (!example.bad && marked) {
    error(table.span_of("text"), "a good example has no finding of its rule");
  }
}

}  // namespace grpolint::rules
