#include "lint/settings/settings_reader.h"

#include <fmt/format.h>

#include <map>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "lint/settings/place.h"
#include "lint/settings/requirement.h"
#include "lint/settings/settings_keys.h"
#include "lint/target_fields.h"
#include "lint/tool_version.h"

namespace grpolint::lint {
namespace {

namespace fs = std::filesystem;

/// Reads the tables of one file into Settings. Mistakes are collected, so that one run shows all.
class SettingsReader {
 public:
  SettingsReader(Knowledge& knowledge, Settings& settings, const SettingsOrigin& origin,
                 std::vector<std::string>& mistakes_elsewhere)
      : knowledge_(knowledge),
        settings_(settings),
        origin_(origin),
        folder_(origin.folder),
        mistakes_elsewhere_(mistakes_elsewhere) {}

  void read(DataTable& root) {
    for (const SettingsKey& key : settings_keys()) read_key(root, key);
    root.finish();
  }

 private:
  void read_key(DataTable& root, const SettingsKey& key) {
    switch (key.kind) {
      case SettingsKind::Text:  // extend was followed before
        if (key.key == "extend") {
          root.any(key.key);
        } else {
          check_required_version(root);
        }
        return;
      case SettingsKind::Selectors:
        return read_selectors(root, key.key);
      case SettingsKind::Strings:
        note(root, key.key, key.key, root.strings(key.key));
        return append(globs(root, key.key), settings_.exclude);
      case SettingsKind::FailOn:
        return read_word(root, key.key, "error, warning, info, never", fail_on_from,
                         settings_.fail_on);
      case SettingsKind::Severity:
        return read_word(root, key.key, "error, warning, info", severity_from,
                         settings_.min_severity);
      case SettingsKind::Confidence:
        return read_word(root, key.key, "high, medium, low", confidence_from,
                         settings_.min_confidence);
      case SettingsKind::PerFileIgnores:
        return read_per_file_ignores(root);
      case SettingsKind::Severities:
        return read_severity(root);
      case SettingsKind::Target:
        return read_own_target(root);
      case SettingsKind::TargetsFor:
        return read_targets_for(root);
      case SettingsKind::Profiles:
        return read_profiles(root);
      case SettingsKind::Rules:
        return read_rules(root);
      case SettingsKind::Facts:
        return read_facts(root);
    }
  }

  template <typename T>
  static void append(std::vector<T> more, std::vector<T>& list) {
    list.insert(list.end(), std::make_move_iterator(more.begin()),
                std::make_move_iterator(more.end()));
  }

  /// Notes who gives the elements of the list that stands at `key`.
  void note(DataTable& table, std::string_view key, std::string_view list_name,
            const std::vector<std::string>& elements) {
    for (std::size_t i = 0; i < elements.size(); ++i) {
      settings_.origins.set(list_name, elements[i], place_of(table, key, i, elements.size()));
    }
  }

  /// Place of an element of the list at `key`; of the whole where that is one string or has faults.
  std::string place_of(DataTable& table, std::string_view key, std::size_t i, std::size_t size) {
    return origin_.place(span_of_element(table, key, i, size));
  }

  static Span span_of_element(DataTable& table, std::string_view key, std::size_t i,
                              std::size_t size) {
    const Node* list = table.any(key);
    const bool whole = list == nullptr || list->items.size() != size;
    return whole ? table.span_of(key) : list->items[i].span;
  }

  void note(DataTable& table, std::string_view key) {
    settings_.origins.set(key, {}, origin_.place(table.span_of(key)));
  }

  void read_selectors(DataTable& root, std::string_view key) {
    std::vector<std::string> list = selectors(root, key);
    note(root, key, key == "ignore" ? "ignore" : "select", list);
    if (key == "select") {
      if (root.any(key) != nullptr) settings_.select = std::move(list);
    } else {
      append(std::move(list), key == "ignore" ? settings_.ignore : settings_.extend_select);
    }
  }

  std::vector<std::string> selectors(DataTable& table, std::string_view key) {
    std::vector<std::string> list = table.strings(key);
    for (const std::string& selector : list) {
      if (selector != "ALL" && !names_a_rule(selector, knowledge_.rules())) {
        table.error(table.span_of(key), unknown_rule(selector));
      }
    }
    return list;
  }

  std::string unknown_rule(std::string_view selector) const {
    return fmt::format("no rule is called '{}'; {}", selector,
                       selector_suggestion(selector, knowledge_.rules()));
  }

  static void check_glob(DataTable& table, std::string_view key, std::string_view glob) {
    if (const auto problem = pattern_problem(glob)) {
      table.error(table.span_of(key), fmt::format("'{}': {}", glob, *problem));
    }
  }

  std::vector<PlacedGlob> globs(DataTable& table, std::string_view key) const {
    std::vector<PlacedGlob> placed;
    for (std::string& text : table.strings(key)) {
      check_glob(table, key, text);
      placed.push_back({std::move(text), folder_});
    }
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

  /// The one word of a key that is one of `words`.
  template <typename T>
  void read_word(DataTable& root, std::string_view key, std::string_view words,
                 std::optional<T> (*from)(std::string_view), std::optional<T>& value) {
    const auto word = root.optional_string(key);
    if (!word) return;
    note(root, key);
    value = from(*word);
    if (!value) root.error(root.span_of(key), fmt::format("{} is one of {}", key, words));
  }

  /// Calls `add(path)` for the paths in a list and keeps what it complains of.
  template <typename Add>
  void add_each(DataTable& table, std::string_view key, std::vector<fs::path>& paths, Add add) {
    const std::vector<std::string> list = table.strings(key);
    for (std::size_t i = 0; i < list.size(); ++i) {
      const fs::path path = shown((folder_ / list[i]).lexically_normal());
      std::error_code error;
      if (!fs::exists(path, error)) {
        table.error(
            span_of_element(table, key, i, list.size()),
            fmt::format("'{}' cannot be read: {}; it is looked for from this file's folder",
                        list[i], error ? error.message() : "there is no such file or folder"));
        continue;
      }
      append(add(path), mistakes_elsewhere_);
      paths.push_back(path);
      settings_.origins.set(key, path.generic_string(), place_of(table, key, i, list.size()));
    }
  }

  void read_rules(DataTable& root) {
    auto table = root.table("rules");
    if (!table) return;
    add_each(*table, "folders", settings_.rule_folders,
             [&](const fs::path& path) { return knowledge_.add_rules(path); });
    for (const std::string& key : table->keys()) {
      if (key != "folders") read_options(*table, key);
    }
  }

  /// [rules.CODE]
  void read_options(DataTable& rules, const std::string& key) {
    const rules::Rule* rule = knowledge_.rules().find(key);
    if (rule == nullptr) {
      rules.error(rules.span_of(key), unknown_rule(key));
      return;
    }
    auto table = rules.table(key);
    if (!table) return;
    if (rule->options.empty()) {
      table->error(table->span(), fmt::format("{} has no options", rule->code));
      return;
    }
    for (const rules::RuleOption& option : rule->options) {
      const auto value = table->optional_number(option.key());
      if (!value) continue;
      if (*value < option.least || *value > option.most) {
        table->error(table->span_of(option.key()),
                     fmt::format("{} of {} lies between {} and {}", option.key(), rule->code,
                                 option.least, option.most));
      }
      settings_.options[std::string(rule->code)][std::string(option.key())] = *value;
      settings_.origins.set(rule->code, option.key(), origin_.place(table->span_of(option.key())));
    }
    table->finish();
  }

  void read_facts(DataTable& root) {
    auto table = root.table("facts");
    if (!table) return;
    add_each(*table, "hardware", settings_.gpu_files,
             [&](const fs::path& path) { return knowledge_.add_gpus(path); });
    add_each(*table, "models", settings_.model_files,
             [&](const fs::path& path) { return knowledge_.add_models(path); });
    table->finish();
  }

  void read_profiles(DataTable& root) {
    auto table = root.table("profile");
    if (!table) return;
    for (const std::string& name : table->keys()) {
      auto profile = table->table(name);
      if (!profile) continue;
      Target& known = settings_.profiles[name];
      known = overlay(read_target(*profile, fmt::format("[profile.{}]", name)), known);
      profile->finish();
    }
  }

  void read_own_target(DataTable& root) {
    auto table = root.table("target");
    if (!table) return;
    settings_.target = overlay(read_target(*table, "[target]"), settings_.target);
    read_profile_name(*table, settings_.profile);
    table->finish();
  }

  void read_targets_for(DataTable& root) {
    for (DataTable& table : root.tables("target-for")) {
      TargetFor entry;
      entry.globs = globs(table, "paths");
      if (entry.globs.empty()) table.error(table.span(), "[[target-for]] needs paths = [\"...\"]");
      entry.target = read_target(table, "[[target-for]]");
      read_profile_name(table, entry.profile);
      table.finish();
      settings_.target_for.push_back(std::move(entry));
    }
  }

  void read_profile_name(DataTable& table, std::string& profile) {
    const auto name = table.optional_string("profile");
    if (!name) return;
    if (const auto known = settings_.profile_named(*name); !known) {
      table.error(table.span_of("profile"), known.error().message);
    } else {
      profile = *name;
    }
  }

  void read_per_file_ignores(DataTable& root) {
    auto table = root.table("per-file-ignores");
    if (!table) return;
    for (const std::string& glob : table->keys()) {
      check_glob(*table, glob, glob);
      std::vector<std::string> list = selectors(*table, glob);
      note(*table, glob, "per-file-ignores", list);
      settings_.per_file_ignores.push_back({{glob, folder_}, std::move(list)});
    }
  }

  void read_severity(DataTable& root) {
    auto table = root.table("severity");
    if (!table) return;
    std::map<std::string_view, std::string> key_of;  // by code
    for (const std::string& key : table->keys()) {
      const std::string word = table->string(key);
      const rules::Rule* rule = knowledge_.rules().find(key);
      if (rule == nullptr) {
        table->error(table->span_of(key), unknown_rule(key));
      } else if (const auto [known, added] = key_of.emplace(rule->code, key); !added) {
        table->error(table->span_of(key),
                     fmt::format("{} and {} are the same rule", known->second, key));
      } else if (const auto severity = severity_from(word)) {
        settings_.severity[std::string(rule->code)] = *severity;
        settings_.origins.set("severity", rule->code, origin_.place(table->span_of(key)));
      } else {
        table->error(table->span_of(key),
                     "a severity is error, warning or info; to silence a rule list it in ignore");
      }
    }
  }

  Target read_target(DataTable& table, std::string_view table_name) {
    Target target;
    for (const TargetField& field : target_fields()) {
      const Node* node = table.any(field.key);
      if (node == nullptr) continue;
      if (node->kind != NodeKind::String && node->kind != NodeKind::Integer &&
          node->kind != NodeKind::Float) {
        table.error(node->span, fmt::format("{} needs a text or a number", field.key));
        continue;
      }
      const std::string by = fmt::format("{} in {}", table_name, origin_.short_place(node->span));
      std::string text = node->text;
      if (field.path) text = (folder_ / text).lexically_normal().generic_string();
      if (auto problem = state(field, text, by, target)) {
        table.error(node->span, fmt::format("{} {}", field.key, *problem));
      }
    }
    return target;
  }

  Knowledge& knowledge_;
  Settings& settings_;
  const SettingsOrigin& origin_;
  const fs::path& folder_;
  std::vector<std::string>& mistakes_elsewhere_;  // in the files that this one names
};

}  // namespace

std::string SettingsOrigin::place(Span span) const {
  return lines == nullptr ? name
                          : fmt::format("{}:{}", lines->name(), lines->position(span.begin).line);
}

std::string SettingsOrigin::short_place(Span span) const {
  return lines == nullptr ? name : fmt::format("{}:{}", name, lines->position(span.begin).line);
}

void read_tables(DataTable& root, const SettingsOrigin& origin, Knowledge& knowledge,
                 Settings& settings, std::vector<std::string>& mistakes_elsewhere) {
  SettingsReader(knowledge, settings, origin, mistakes_elsewhere).read(root);
}

}  // namespace grpolint::lint
