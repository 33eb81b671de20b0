// Checks rules/dialects.toml and rules/dialects/*.toml and writes them as C++ tables.
//   embed_dialect OUTPUT.cpp DIALECTS.toml SECTIONS.toml

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "document/data_file.h"
#include "embed/cpp_writer.h"
#include "predicate.h"

namespace {

using namespace grpolint;
using dialect::ParsedPredicate;

bool report(const DataFile& file) {
  for (const std::string& mistake : file.mistakes()) fmt::print(stderr, "{}\n", mistake);
  return file.errors.empty();
}

/// Nothing, and the reasons printed, when the file cannot be read or parsed.
std::optional<DataFile> load(const char* path) {
  Result<DataFile> file = read_data_file(path, Format::Toml);
  if (!file) {
    fmt::print(stderr, "{}\n", file.error().message);
    return std::nullopt;
  }
  if (!report(*file)) return std::nullopt;
  return std::move(*file);
}

std::string_view test_name(dialect::Test test) {
  switch (test) {
    case dialect::Test::Exists:
      return "Exists";
    case dialect::Test::Equals:
      return "Equals";
    case dialect::Test::IsKind:
      return "IsKind";
    case dialect::Test::Matches:
      return "Matches";
  }
  return "Exists";
}

std::string write_predicates(const std::string& name, const std::vector<ParsedPredicate>& all) {
  std::string out = fmt::format("constexpr Predicate {}[] = {{\n", name);
  for (const ParsedPredicate& predicate : all) {
    out += fmt::format("    {{{}, {}, Test::{}, {}}},\n", embed::literal(predicate.text),
                       embed::literal(predicate.path), test_name(predicate.test),
                       embed::literal(predicate.argument));
  }
  return out + "};\n";
}

class SignWriter {
 public:
  explicit SignWriter(DataFile& file) : file_(file) {}

  std::string write() {
    DataTable root(file_.document, *file_.document.root_id, file_.errors);
    root.any("verified");
    std::size_t index = 0;
    for (DataTable& sign : root.tables("sign")) write_sign(sign, index++);
    root.finish();
    return definitions_ + "constexpr Sign kSigns[] = {\n" + table_ + "};\n";
  }

 private:
  std::vector<ParsedPredicate> predicates(const Node& list) {
    std::vector<ParsedPredicate> all;
    for (const Use& item : list.items) {
      const Node& node = file_.document.node(item.node);
      Result<ParsedPredicate> parsed = dialect::parse_predicate(node.text);
      if (!parsed) {
        file_.errors.push_back({item.span, parsed.error().message});
      } else {
        all.push_back(std::move(*parsed));
      }
    }
    return all;
  }

  void write_sign(DataTable& sign, std::size_t index) {
    const std::string dialect_name = sign.string("dialect");
    const std::string layout = sign.optional_string("layout").value_or("flat");
    const bool linted = sign.optional_boolean("linted").value_or(false);
    std::string formats;
    for (const std::string& format : sign.strings("formats")) formats += format + ",";
    if (layout != "flat" && layout != "sectioned") {
      sign.error(sign.span_of("layout"), "layout is 'flat' or 'sectioned'");
    }

    std::string groups;
    const Node* when = sign.any("when");
    if (when == nullptr || when->items.empty()) {
      sign.error(sign.span(), "a sign needs `when`");
      return;
    }
    for (std::size_t i = 0; i < when->items.size(); ++i) {
      const std::string name = fmt::format("kSign{}Group{}", index, i);
      const Node& group = file_.document.node(when->items[i].node);
      if (group.items.empty()) sign.error(when->items[i].span, "a group lists predicates");
      definitions_ += write_predicates(name, predicates(group));
      groups += name + ", ";
    }
    definitions_ +=
        fmt::format("constexpr PredicateGroup kSign{}When[] = {{{}}};\n", index, groups);
    std::string unless = "{}";
    if (const Node* list = sign.any("unless")) {
      unless = fmt::format("kSign{}Unless", index);
      definitions_ += write_predicates(unless, predicates(*list));
    }
    table_ += fmt::format("    {{{}, Layout::{}, {}, {}, kSign{}When, {}}},\n",
                          embed::literal(dialect_name), layout == "flat" ? "Flat" : "Sectioned",
                          linted, embed::literal(formats), index, unless);
    sign.finish();
  }

  DataFile& file_;
  std::string definitions_;
  std::string table_;
};

constexpr std::array<std::string_view, 8> kRoles = {
    "Training", "Optimizer", "Model", "Adapter", "Engine", "Quantization", "Dataset", "Foreign"};

std::string write_sections(DataFile& file) {
  DataTable root(file.document, *file.document.root_id, file.errors);
  root.any("verified");
  std::map<std::string, std::string> names;
  std::string words;
  for (const std::string_view role : kRoles) {
    std::string key(role);
    key.front() = static_cast<char>(key.front() - 'A' + 'a');
    std::optional<DataTable> table = root.table(key);
    if (!table) {
      root.error(root.span(), fmt::format("[{}] is missing", key));
      continue;
    }
    for (const std::string& section : table->strings("sections")) {
      if (!names.emplace(section, role).second) {
        table->error(table->span_of("sections"), fmt::format("'{}' has two roles", section));
      }
    }
    if (std::optional<DataTable> mapping = table->table("words")) {
      for (const std::string& word : mapping->keys()) {
        words += fmt::format("    {{Role::{}, {}, {}}},\n", role, embed::literal(word),
                             embed::literal(mapping->string(word)));
      }
      mapping->finish();
    }
    table->finish();
  }
  root.finish();
  std::string out = "constexpr SectionName kSectionNames[] = {\n";
  for (const auto& [name, role] : names) {
    out += fmt::format("    {{{}, Role::{}}},\n", embed::literal(name), role);
  }
  return out + "};\nconstexpr SectionWord kSectionWords[] = {\n" + words + "};\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    fmt::print(stderr, "usage: embed_dialect OUTPUT DIALECTS SECTIONS\n");
    return 2;
  }
  std::optional<DataFile> dialects = load(argv[2]);
  std::optional<DataFile> sections = load(argv[3]);
  if (!dialects || !sections) return 1;
  const std::string tables = SignWriter(*dialects).write() + write_sections(*sections);
  const bool dialects_ok = report(*dialects);
  const bool sections_ok = report(*sections);
  if (!dialects_ok || !sections_ok) return 1;

  std::ofstream out(argv[1]);
  out << "// Generated from rules/dialects.toml and rules/dialects/. Do not edit.\n"
         "#include \"dialect/signs.h\"\n#include \"dialect/vocabulary.h\"\n"
         "namespace grpolint::dialect {\nnamespace {\n"
      << tables
      << "}  // namespace\n"
         "std::span<const Sign> signs() { return kSigns; }\n"
         "std::span<const SectionName> section_names() { return kSectionNames; }\n"
         "std::span<const SectionWord> section_words() { return kSectionWords; }\n"
         "}  // namespace grpolint::dialect\n";
  out.close();
  if (!out) {
    fmt::print(stderr, "cannot write {}\n", argv[1]);
    return 1;
  }
  return 0;
}
