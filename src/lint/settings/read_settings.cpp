#include <fmt/format.h>

#include <utility>

#include "document/data_table.h"
#include "document/document.h"
#include "lint/settings/requirement.h"
#include "lint/settings/settings.h"
#include "lint/target_fields.h"
#include "lint/tool_version.h"
#include "text/file.h"

namespace grpolint::lint {
namespace {

namespace fs = std::filesystem;

constexpr int kLongestExtendChain = 16;

/// Reads the tables of one file into Settings. Mistakes are collected, so that one run shows all.
class SettingsReader {
 public:
  SettingsReader(const rules::RuleSet& rules, Settings& settings)
      : rules_(rules),
        settings_(settings),
        folder_(fs::absolute(settings.file).lexically_normal().parent_path()) {}

  void read(DataTable& root) {
    check_required_version(root);
    if (root.any("select") != nullptr) settings_.select = selectors(root, "select");
    append(selectors(root, "extend-select"), settings_.extend_select);
    append(selectors(root, "ignore"), settings_.ignore);
    append(globs(root, "exclude"), settings_.exclude);
    read_fail_on(root);
    read_per_file_ignores(root);
    read_severity(root);
    if (auto table = root.table("target")) {
      settings_.target = overlay(read_target(*table, "[target]"), settings_.target);
      table->finish();
    }
    for (DataTable& table : root.tables("target-for")) {
      TargetFor entry;
      entry.globs = globs(table, "paths");
      if (entry.globs.empty()) table.error(table.span(), "[[target-for]] needs paths = [\"...\"]");
      entry.target = read_target(table, "[[target-for]]");
      table.finish();
      settings_.target_for.push_back(std::move(entry));
    }
    root.finish();
  }

 private:
  template <typename T>
  static void append(std::vector<T> more, std::vector<T>& list) {
    list.insert(list.end(), std::make_move_iterator(more.begin()),
                std::make_move_iterator(more.end()));
  }

  std::vector<std::string> selectors(DataTable& table, std::string_view key) {
    std::vector<std::string> list = table.strings(key);
    for (const std::string& selector : list) {
      if (selector != "ALL" && !names_a_rule(selector, rules_)) {
        table.error(table.span_of(key), unknown_rule(selector));
      }
    }
    return list;
  }

  std::string unknown_rule(std::string_view selector) const {
    return fmt::format("no rule is called '{}'; {}", selector,
                       selector_suggestion(selector, rules_));
  }

  std::vector<PlacedGlob> globs(DataTable& table, std::string_view key) const {
    std::vector<PlacedGlob> placed;
    for (std::string& text : table.strings(key)) placed.push_back({std::move(text), folder_});
    return placed;
  }

  void check_required_version(DataTable& root) {
    const auto wanted = root.optional_string("required-version");
    if (!wanted) return;
    const auto satisfied = satisfies(tool_version(), *wanted);
    if (!satisfied) {
      root.error(root.span_of("required-version"),
                 "required-version is a list such as \">=0.1.0, <1\"");
    } else if (!*satisfied) {
      root.error(root.span_of("required-version"),
                 fmt::format("this is grpolint {}, and {} is required", tool_version(), *wanted));
    }
  }

  void read_fail_on(DataTable& root) {
    const auto word = root.optional_string("fail-on");
    if (!word) return;
    settings_.fail_on = fail_on_from(*word);
    if (!settings_.fail_on) {
      root.error(root.span_of("fail-on"), "fail-on is one of error, warning, info, never");
    }
  }

  void read_per_file_ignores(DataTable& root) {
    auto table = root.table("per-file-ignores");
    if (!table) return;
    for (const std::string& glob : table->keys()) {
      settings_.per_file_ignores.push_back({{glob, folder_}, selectors(*table, glob)});
    }
  }

  void read_severity(DataTable& root) {
    auto table = root.table("severity");
    if (!table) return;
    for (const std::string& key : table->keys()) {
      const std::string word = table->string(key);
      if (rules_.find(key) == nullptr) table->error(table->span_of(key), unknown_rule(key));
      if (word == "error" || word == "warning" || word == "info") {
        settings_.severity[key] = word == "error"     ? Severity::Error
                                  : word == "warning" ? Severity::Warning
                                                      : Severity::Info;
      } else {
        table->error(table->span_of(key),
                     "a severity is error, warning or info; to silence a rule list it in ignore");
      }
    }
  }

  Target read_target(DataTable& table, std::string_view table_name) {
    Target target;
    const std::string by =
        fmt::format("{} in {}", table_name, settings_.file.filename().generic_string());
    for (const TargetField& field : target_fields()) {
      const Node* node = table.any(field.key);
      if (node == nullptr) continue;
      if (node->kind != NodeKind::String && node->kind != NodeKind::Integer &&
          node->kind != NodeKind::Float) {
        table.error(node->span, fmt::format("{} needs a text or a number", field.key));
        continue;
      }
      std::string text = node->text;
      if (field.path) text = (folder_ / text).lexically_normal().generic_string();
      if (auto problem = state(field, text, by, target)) {
        table.error(node->span, fmt::format("{} {}", field.key, *problem));
      }
    }
    return target;
  }

  const rules::RuleSet& rules_;
  Settings& settings_;
  fs::path folder_;
};

std::string listed(const Source& source, const std::vector<DataError>& errors) {
  std::string text;
  for (const DataError& error : errors) {
    const Position at = source.position(error.span.begin);
    text += fmt::format("{}{}:{}:{}: {}", text.empty() ? "" : "\n", source.name(), at.line,
                        at.column, error.message);
  }
  return text;
}

Result<Settings> read_chain(const fs::path& file, const rules::RuleSet& rules, int depth);

/// The settings that `extend` names, as the ground the file's own keys are laid on.
Result<Settings> read_base(const fs::path& file, const std::optional<std::string>& extend,
                           const rules::RuleSet& rules, int depth) {
  if (!extend) return Settings{};
  if (depth == kLongestExtendChain) {
    return Error{fmt::format("{}: extend leads through more than {} files; is it a circle?",
                             file.generic_string(), kLongestExtendChain)};
  }
  return read_chain(file.parent_path() / *extend, rules, depth + 1);
}

Result<Settings> read_chain(const fs::path& file, const rules::RuleSet& rules, int depth) {
  auto text = read_file(file);
  if (!text) return text.error();
  const Source source(file.generic_string(), std::move(*text));
  const Document document = read_document(source, Format::Toml);
  std::vector<DataError> errors;
  for (const Problem& problem : document.problems)
    errors.push_back({problem.span, problem.message});
  if (!errors.empty() || document.root() == nullptr) return Error{listed(source, errors)};

  std::optional<DataTable> table = DataTable(document, *document.root_id, errors);
  if (file.filename() == "pyproject.toml") {
    table = table->table("tool");
    if (table) table = table->table("grpolint");
  }
  if (!table) return Error{fmt::format("{}: no [tool.grpolint] table", file.generic_string())};
  auto settings = read_base(file, table->optional_string("extend"), rules, depth);
  if (!settings) return settings;
  settings->file = file;
  SettingsReader(rules, *settings).read(*table);
  if (!errors.empty()) return Error{listed(source, errors)};
  return settings;
}

}  // namespace

Result<Settings> read_settings(const fs::path& file, const rules::RuleSet& rules) {
  return read_chain(file, rules, 0);
}

}  // namespace grpolint::lint
