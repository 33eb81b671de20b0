#include "rules/rule_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "rules/string_offset.h"
#include "rules/template.h"
#include "text/nearest.h"

namespace grpolint::rules {
namespace {

constexpr std::array<std::string_view, 4> kDialects = {"trl", "unsloth", "accelerate", "deepspeed"};
constexpr std::array<std::string_view, 4> kLibraries = {"trl", "transformers", "vllm", "unsloth"};

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

/// Three letters and three digits.
bool is_code(std::string_view code) {
  constexpr std::size_t kLetters = 3;
  constexpr std::size_t kLength = 6;
  return code.size() == kLength && std::all_of(code.begin(), code.begin() + kLetters, is_upper) &&
         std::all_of(code.begin() + kLetters, code.end(), is_digit);
}

bool is_kebab_case(std::string_view name) {
  return !name.empty() && name.front() != '-' && name.back() != '-' &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return is_lower(c) || is_digit(c) || c == '-'; });
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> known) {
  const auto near = nearest(word, known);
  return near ? fmt::format("; did you mean '{}'?", *near) : std::string();
}

}  // namespace

std::optional<Severity> parse_severity(std::string_view text) {
  for (const Severity severity : {Severity::Info, Severity::Warning, Severity::Error}) {
    if (text == to_string(severity)) return severity;
  }
  return std::nullopt;
}

std::optional<Stage> parse_stage(std::string_view text) {
  for (const Stage stage : {Stage::Parse, Stage::Config, Stage::Trainer, Stage::FirstStep,
                            Stage::Run, Stage::Memory, Stage::Speed, Stage::Advice}) {
    if (text == to_string(stage)) return stage;
  }
  return std::nullopt;
}

std::optional<VersionRange> parse_range(std::string_view text) {
  VersionRange range;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    std::string_view part = text.substr(0, comma);
    text.remove_prefix(std::min(comma + 1, text.size()));
    while (part.starts_with(' ')) part.remove_prefix(1);
    const bool from = part.starts_with(">=");
    if (!from && (!part.starts_with('<') || part.starts_with("<="))) return std::nullopt;
    const auto version = Version::parse(part.substr(from ? 2 : 1));
    if (!version) return std::nullopt;
    if (from) {
      range.from = *version;
    } else {
      range.before = *version;
    }
  }
  return range;
}

Rule RuleReader::read() {
  DataTable table(document_, *document_.root_id, errors_);
  identity(table);
  scope(table);
  options(table);
  native(table);
  lets(table);
  gate(table);
  places(table);
  if (auto message = text(table, "message")) {
    rule_.message = *message;
  } else {
    table.string("message");  // records that it is missing
  }
  rule_.help = text(table, "help");
  levels(table);
  labels(table);
  fix(table);
  documentation(table);
  examples(table);
  table.finish();
  return rule_;
}

void RuleReader::identity(DataTable& table) {
  rule_.code = keep_string(table, "code");
  rule_.name = keep_string(table, "name");
  if (!is_code(rule_.code)) {
    error(table.span_of("code"), "a code is three capital letters and three digits: \"MEM001\"");
  } else {
    rule_.family = rule_.code.substr(0, 3);
  }
  if (!is_kebab_case(rule_.name)) {
    error(table.span_of("name"), "a name is lower-case words with hyphens: \"does-not-fit\"");
  }
  std::string_view stem = source_.name();
  stem.remove_prefix(stem.find_last_of("/\\") + 1);
  if (stem != fmt::format("{}-{}.toml", rule_.code, rule_.name)) {
    error(table.span_of("code"),
          fmt::format("the file of this rule must be named {}-{}.toml", rule_.code, rule_.name));
  }
  rule_.since = keep_string(table, "since");
  if (!Version::parse(rule_.since)) error(table.span_of("since"), "not a version");
  rule_.summary = keep_string(table, "summary");
  rule_.stage = stage(table, table.string("stage")).value_or(Stage::Advice);
}

void RuleReader::scope(DataTable& table) {
  std::vector<std::string_view> dialects;
  for (std::string& dialect : table.strings("dialects")) {
    if (std::find(kDialects.begin(), kDialects.end(), dialect) == kDialects.end()) {
      error(table.span_of("dialects"),
            fmt::format("unknown dialect '{}'{}", dialect, did_you_mean(dialect, kDialects)));
    }
    dialects.push_back(storage_.keep(std::move(dialect)));
  }
  rule_.dialects = storage_.keep(std::move(dialects));
  versions(table);
}

void RuleReader::versions(DataTable& table) {
  auto entries = table.table("versions");
  if (!entries) return;
  std::vector<VersionRange> ranges;
  for (std::string& library : entries->keys()) {
    if (std::find(kLibraries.begin(), kLibraries.end(), library) == kLibraries.end()) {
      error(entries->span_of(library),
            fmt::format("unknown library '{}'{}", library, did_you_mean(library, kLibraries)));
    }
    auto range = parse_range(entries->string(library));
    if (!range) {
      error(entries->span_of(library), "a range is written \">=0.23, <1.10\"");
      continue;
    }
    range->library = storage_.keep(std::move(library));
    ranges.push_back(*range);
  }
  rule_.versions = storage_.keep(std::move(ranges));
}

void RuleReader::native(DataTable& table) {
  const auto name = table.optional_string("native");
  if (!name) return;
  std::vector<std::string_view> known;
  for (const NativeCheck& check : native_checks()) {
    known.push_back(check.name);
    if (check.name != *name) continue;
    rule_.native = check.name;
    for (const FactDeclaration& local : check.provides) {
      names_.add(std::string(local.name), local.type, std::string(local.doc));
    }
    return;
  }
  error(table.span_of("native"),
        fmt::format("unknown native check '{}'{}", *name, did_you_mean(*name, known)));
}

void RuleReader::lets(DataTable& table) {
  auto entries = table.table("let");
  if (!entries) return;
  std::vector<LetBinding> lets;
  for (const std::string& key : entries->keys()) {
    const std::string text = entries->string(key);
    auto compiled = condition::compile(text, names_);
    const std::string name = "let." + key;
    if (const auto* wrong = std::get_if<condition::ConditionError>(&compiled)) {
      error_in_string(entries->span_of(key), wrong->offset, wrong->message);
      names_.add(name, {});  // so that its readers are not reported too
      continue;
    }
    auto& result = std::get<condition::Compiled>(compiled);
    names_.add(name, result.type);
    lets.push_back(
        {storage_.keep(name), {storage_.keep(text), storage_.keep(std::move(result.program))}});
  }
  rule_.lets = storage_.keep(std::move(lets));
}

void RuleReader::gate(DataTable& table) {
  rule_.when = condition(table, "when", true);
  if (rule_.native.empty() && rule_.when.empty() && table.any("when") == nullptr) {
    error(table.span(), "a rule needs 'when' or 'native'");
  }
}

std::optional<Severity> RuleReader::severity(DataTable& table) {
  const auto text = table.optional_string("severity");
  if (!text) return std::nullopt;
  const auto parsed = parse_severity(*text);
  if (!parsed) error(table.span_of("severity"), "severities are error, warning, info");
  return parsed;
}

std::optional<Stage> RuleReader::stage(DataTable& table, const std::string& text) {
  const auto parsed = parse_stage(text);
  if (!parsed) {
    error(table.span_of("stage"),
          "stages are parse, config, trainer, first-step, run, memory, speed, advice");
  }
  return parsed;
}

void RuleReader::levels(DataTable& table) {
  std::vector<Level> levels;
  const auto only = severity(table);
  for (DataTable& entry : table.tables("level")) {
    Level level;
    const auto stated = severity(entry);
    if (!stated && entry.any("severity") == nullptr)
      error(entry.span(), "a level needs 'severity'");
    level.severity = stated.value_or(Severity::Info);
    if (!levels.empty() && levels.back().when.empty()) {
      error(entry.span(), "this level is never reached: the one before it has no 'when'");
    }
    level.when = condition(entry, "when", true);
    level.message = text(entry, "message");
    level.help = text(entry, "help");
    if (const auto stated_stage = entry.optional_string("stage")) {
      level.stage = stage(entry, *stated_stage);
    }
    entry.finish();
    levels.push_back(level);
  }
  if (only) {
    if (!levels.empty()) error(table.span_of("severity"), "give either 'severity' or [[level]]");
    levels.push_back({*only, {}, {}, {}});
  }
  if (levels.empty() && table.any("severity") == nullptr) {
    error(table.span(), "a rule needs 'severity' or at least one [[level]]");
  }
  rule_.levels = storage_.keep(std::move(levels));
}

void RuleReader::places(DataTable& table) {
  std::vector<std::string_view> places;
  for (std::string& name : table.strings("at")) {
    if (!is_fact(name)) {
      const std::string near = names_.nearest(name);
      error(table.span_of("at"),
            fmt::format("unknown fact '{}'{}", name,
                        near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
    }
    places.push_back(storage_.keep(std::move(name)));
  }
  if (places.empty() && rule_.native.empty()) {
    error(table.span(), "'at' must name the facts that give the finding its place");
  }
  rule_.at = storage_.keep(std::move(places));
}

void RuleReader::labels(DataTable& table) {
  std::vector<LabelSpec> labels;
  for (DataTable& entry : table.tables("label")) {
    LabelSpec label;
    label.at = keep_string(entry, "at");
    if (!is_fact(label.at)) {
      error(entry.span_of("at"), fmt::format("unknown fact '{}'", label.at));
    }
    if (const auto words = text(entry, "text")) label.text = *words;
    entry.finish();
    labels.push_back(label);
  }
  rule_.labels = storage_.keep(std::move(labels));
}

std::string_view RuleReader::keep_string(DataTable& table, std::string_view key) {
  return storage_.keep(table.string(key));
}

bool RuleReader::is_fact(std::string_view name) const {
  return !name.starts_with("let.") && !name.starts_with("match.") && !name.starts_with("option.") &&
         names_.find(name) != nullptr;
}

bool RuleReader::is_argument(std::string_view name) const {
  return names_.find("run." + std::string(name)) != nullptr;
}

Condition RuleReader::condition(DataTable& table, std::string_view key, bool must_be_boolean) {
  const auto text = table.optional_string(key);
  if (!text) return {};
  auto compiled = condition::compile(*text, names_);
  if (const auto* wrong = std::get_if<condition::ConditionError>(&compiled)) {
    error_in_string(table.span_of(key), wrong->offset, wrong->message);
    return {};
  }
  auto& result = std::get<condition::Compiled>(compiled);
  const bool boolean = result.type.kind == TypeKind::Boolean || result.type.kind == TypeKind::Any;
  if (must_be_boolean && !boolean) {
    error(table.span_of(key), fmt::format("'{}' must be true or false", key));
  }
  return {storage_.keep(*text), storage_.keep(std::move(result.program))};
}

std::optional<Template> RuleReader::text(DataTable& table, std::string_view key) {
  const auto written = table.optional_string(key);
  if (!written) return std::nullopt;
  auto compiled = compile_template(*written, names_, storage_);
  if (const auto* wrong = std::get_if<condition::ConditionError>(&compiled)) {
    error_in_string(table.span_of(key), wrong->offset, wrong->message);
    return Template{};
  }
  return std::get<Template>(compiled);
}

void RuleReader::error_in_string(Span written, std::size_t offset, std::string message) {
  const auto begin =
      written.begin + static_cast<std::uint32_t>(written_offset(source_.text(written), offset));
  error({begin, std::max(begin, written.end)}, std::move(message));
}

}  // namespace grpolint::rules
