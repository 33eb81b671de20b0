#include <fmt/format.h>
#include <re2/re2.h>

#include "dialect/coerce.h"
#include "rules/native/checks.h"
#include "schema/schema.h"

namespace grpolint::rules::native {
namespace {

using schema::ArgumentKind;

struct Surprise {
  std::string seen;
  std::string correct;  ///< the spelling that is what the eye reads; may be empty
};

/// Numbers that YAML 1.1 reads in another base than ten.
std::optional<Surprise> surprising_number(const Node& node) {
  static const RE2 octal("[-+]?0[0-7_]*[0-7][0-7_]*");
  static const RE2 sexagesimal("[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\\.[0-9_]*)?");
  if (RE2::FullMatch(node.text, octal)) {
    const std::size_t digits = node.text.find_first_not_of("+-0_");
    if (digits == std::string::npos) return std::nullopt;
    std::string decimal = node.text.substr(digits);
    if (decimal.size() == 1) return std::nullopt;  // 07 is 7 in either base
    return Surprise{fmt::format("{}, an octal number", node.number), std::move(decimal)};
  }
  if (RE2::FullMatch(node.text, sexagesimal)) {
    return Surprise{fmt::format("{}, a number of base 60", node.number), {}};
  }
  return std::nullopt;
}

std::optional<Surprise> surprise(const Node& node, const schema::ValueType& type,
                                 std::string_view written) {
  if (!node.plain) return std::nullopt;
  if (node.kind == NodeKind::Integer || node.kind == NodeKind::Float) {
    auto found = surprising_number(node);
    const bool wants_text =
        !type.accepts(ArgumentKind::Integer) && !type.accepts(ArgumentKind::Float);
    if (found && wants_text) found->correct = fmt::format("\"{}\"", written);
    return found;
  }
  if (node.kind == NodeKind::Date && type.accepts(ArgumentKind::String)) {
    return Surprise{"a date", fmt::format("\"{}\"", written)};
  }
  static const RE2 word("(?i)yes|no|on|off");
  if (node.kind == NodeKind::Boolean && RE2::FullMatch(node.text, word) &&
      type.accepts(ArgumentKind::String) && !type.accepts(ArgumentKind::Boolean) &&
      !type.accepts(ArgumentKind::Enum)) {
    return Surprise{fmt::format("the boolean {}", node.boolean), fmt::format("\"{}\"", written)};
  }
  return std::nullopt;
}

}  // namespace

std::vector<Match> surprising_scalar(const RuleContext& context) {
  std::vector<Match> matches;
  if (context.document.format != Format::Yaml) return matches;
  for (const dialect::Entry& entry : context.run->entries) {
    if (entry.schema == nullptr || entry.extension) continue;
    const Version release = context.run->releases.for_library(entry.schema->library);
    if (!entry.schema->known_in(release)) continue;
    // wrong-type knows what becomes of a boolean there.
    if (entry.schema->name == "report_to") continue;
    const std::string written(context.source.text(entry.site.value));
    const Node& node = context.document.node(entry.node);
    const auto found = surprise(node, entry.schema->type_in(release), written);
    if (!found) continue;
    Match match;
    match.span = entry.site.value;
    match.key_path = entry.site.path;
    match.locals = {
        {"key", Value::string(entry.key)},
        {"written", Value::string(written)},
        {"seen", Value::string(found->seen)},
        {"correct", found->correct.empty() ? Value::absent() : Value::string(found->correct)},
    };
    matches.push_back(std::move(match));
  }
  return matches;
}

}  // namespace grpolint::rules::native
