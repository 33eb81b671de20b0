#include <fmt/format.h>
#include <re2/re2.h>

#include <cmath>
#include <cstdlib>

#include "rules/native/checks.h"

namespace grpolint::rules::native {
namespace {

/// A decimal number as Python's float() takes it (words such as "inf" aside).
bool looks_like_number(const std::string& text) {
  static const RE2 pattern(R"(\s*[-+]?(\d[\d_]*\.?[\d_]*|\.\d[\d_]*)([eE][-+]?\d+)?\s*)");
  return text.size() < 64 && RE2::FullMatch(text, pattern);
}

/// A spelling that every loader reads as a number: "1e-6" -> "1.0e-6", for integers "1e3" ->
/// "1000".
std::string number_spelling(std::string text, bool integer) {
  std::erase(text, '_');
  const double value = std::strtod(text.c_str(), nullptr);
  if (integer && std::floor(value) == value && std::fabs(value) < 1e15) {
    return fmt::format("{:.0f}", value);
  }
  const std::size_t exponent = text.find_first_of("eE");
  if (exponent == std::string::npos) return fmt::format("{}", value);
  std::string mantissa = text.substr(0, exponent);
  std::string power = text.substr(exponent + 1);
  if (mantissa.find('.') == std::string::npos) mantissa += ".0";
  if (power.front() != '-' && power.front() != '+') power.insert(power.begin(), '+');
  return fmt::format("{}e{}", mantissa, power);
}

}  // namespace

std::vector<Match> number_is_a_string(const RuleContext& context) {
  const dialect::Run& run = *context.run;
  std::vector<Match> matches;
  for (const dialect::ValueProblem& problem : run.value_problems) {
    const dialect::Entry& entry = run.entries[problem.entry];
    const Node& node = context.document.node(entry.node);
    if (entry.schema == nullptr || node.kind != NodeKind::String) continue;
    const bool integer = entry.schema->kind == schema::ArgumentKind::Integer;
    if (!integer && entry.schema->kind != schema::ArgumentKind::Float) continue;
    if (!looks_like_number(node.text)) continue;
    if (!problem.rejected && !problem.converted.empty()) continue;

    Match match;
    match.span = entry.site.value;
    match.key_path = entry.site.path;
    match.reads = {"run.route"};
    match.locals = {
        {"key", Value::string(entry.key)},
        {"written", Value::string(std::string(context.source.text(entry.site.value)))},
        {"seen", Value::string(problem.seen)},
        {"wanted", Value::string(problem.wanted)},
        {"correct", Value::string(number_spelling(node.text, integer))},
        {"rejected", Value::boolean(problem.rejected)},
    };
    if (context.document.node(entry.node).span == entry.site.value) {
      match.fix = Fix{
          "write it as a number", true, {{entry.site.value, number_spelling(node.text, integer)}}};
    }
    matches.push_back(std::move(match));
  }
  return matches;
}

}  // namespace grpolint::rules::native
