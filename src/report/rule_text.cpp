#include <fmt/format.h>

#include <algorithm>

#include "report/rule_page.h"
#include "report/text.h"

namespace grpolint::report {
namespace {

constexpr std::size_t kIndent = 2;

std::string heading(std::string_view text, const TextStyle& style) {
  return '\n' + paint(text, Role::Emphasis, style) + '\n';
}

std::string indented(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    out += line.empty() ? "\n" : std::string(kIndent, ' ') + std::string(line) + '\n';
  }
  return out;
}

/// Paragraphs are parted by empty lines in the rule file; their own line breaks mean nothing.
std::string paragraphs(std::string_view text, const TextStyle& style) {
  const auto width = static_cast<std::size_t>(std::clamp(style.width, 40, 100));
  std::string out;
  std::string paragraph;
  const auto flush = [&] {
    if (paragraph.empty()) return;
    if (!out.empty()) out += '\n';
    out += std::string(kIndent, ' ') + wrap(paragraph, width, kIndent) + '\n';
    paragraph.clear();
  };
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.empty()) {
      flush();
      continue;
    }
    if (!paragraph.empty()) paragraph += ' ';
    paragraph += line;
  }
  flush();
  return out;
}

std::string conditions(const rules::Rule& rule) {
  std::string out;
  if (!rule.native.empty()) out += fmt::format("  built-in check: {}\n", rule.native);
  if (!rule.when.empty()) out += fmt::format("  when {}\n", rule.when.text);
  for (const rules::LetBinding& let : rule.lets) {
    out += fmt::format("  {} = {}\n", let.name, let.condition.text);
  }
  for (const rules::Level& level : rule.levels) {
    out += fmt::format("  {}: {}\n", to_string(level.severity),
                       level.when.empty() ? "otherwise" : level.when.text);
  }
  return out;
}

std::string example_text(const rules::Example& example, const ExampleOutput& output,
                         const TextStyle& style) {
  std::string out =
      heading(fmt::format("{}: {}{}", example.bad ? "Bad" : "Good", example.title,
                          example.options.empty() ? "" : fmt::format(" ({})", example.options)),
              style);
  out += indented(plain_text(example));
  const std::string reported = output(example);
  if (example.bad && !reported.empty()) out += '\n' + indented(reported);
  return out;
}

}  // namespace

std::string rule_text(const rules::Rule& rule, const ExampleOutput& output,
                      const TextStyle& style) {
  std::string out = paint(fmt::format("{} {}", rule.code, rule.name), Role::Emphasis, style) + '\n';
  out += fmt::format("{}\n{}; shows at stage {}; since {}\n", rule.summary, severities(rule),
                     to_string(rule.stage), rule.since);
  out += heading("What it checks", style) + paragraphs(rule.what, style);
  out += heading("Why", style) + paragraphs(rule.why, style);
  for (const rules::Example& example : rule.examples) out += example_text(example, output, style);
  out += heading("When it speaks", style) + conditions(rule);
  if (!rule.options.empty()) out += heading("Options", style);
  for (const rules::RuleOption& option : rule.options) {
    out += fmt::format("  {} = {} (from {} to {}): {}\n", option.key(), option.standard,
                       option.least, option.most, option.doc);
  }
  if (!rule.references.empty()) out += heading("Sources", style);
  for (const rules::Reference& reference : rule.references) {
    out += fmt::format("  {}{}{} (verified {})\n", reference.text,
                       reference.text.empty() ? "" : ": ", reference.url, reference.date);
  }
  return out;
}

}  // namespace grpolint::report
