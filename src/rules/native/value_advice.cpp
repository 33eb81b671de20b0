#include "rules/native/value_advice.h"

#include <fmt/format.h>

#include <optional>

#include "dialect/coerce.h"
#include "dialect/python_values.h"

namespace grpolint::rules::native {
namespace {

using schema::ArgumentKind;

/// "30%" -> "0.3". Empty for what is no percentage.
std::string share_of_percentage(const std::string& text) {
  if (!text.ends_with('%')) return {};
  const auto percent = dialect::python_float(text.substr(0, text.size() - 1));
  return percent ? fmt::format("{:.6g}", *percent / 100) : std::string();
}

/// A whole number behind a decimal point, or the one item of a list: the number itself.
std::string number_meant(const Document& document, const Node& node, bool integer) {
  const Node* inner = &node;
  if (node.kind == NodeKind::Sequence && node.items.size() == 1) {
    inner = &document.node(node.items.front().node);
  }
  if (inner->kind == NodeKind::Integer && inner != &node) return inner->text;
  constexpr double kExact = 9007199254740992;  // 2^53
  const bool number = inner->kind == NodeKind::Float || inner->kind == NodeKind::String;
  if (!number) return {};
  const auto value = inner->kind == NodeKind::Float ? std::optional(inner->number)
                                                    : dialect::python_float(inner->text);
  if (!value || !(*value > -kExact && *value < kExact)) return {};
  const auto whole = static_cast<long long>(*value);
  if (static_cast<double>(whole) == *value) return fmt::format("{}", whole);
  return integer ? std::string() : fmt::format("{}", *value);
}

/// "; the default is 8", where there is one that says something.
std::string default_of(const schema::DefaultPeriod* period) {
  if (period == nullptr || period->json.empty() || period->json == "null") return {};
  return fmt::format("; the default is {}", period->json);
}

}  // namespace

std::string value_advice(const RuleContext& context, const ValueFault& fault) {
  const dialect::Entry& entry = *fault.entry;
  const Node& node = context.document.node(entry.node);
  const Version release = context.run->releases.for_library(entry.schema->library);
  const schema::ValueType& type = entry.schema->type_in(release);
  const bool integer = type.accepts(ArgumentKind::Integer);
  if (integer || type.accepts(ArgumentKind::Float)) {
    std::string meant = share_of_percentage(node.text);
    if (!type.accepts(ArgumentKind::Float)) meant.clear();
    if (meant.empty()) meant = number_meant(context.document, node, integer);
    if (!meant.empty()) return fmt::format("write {}", meant);
  }
  if (node.kind == NodeKind::Sequence && type.accepts(ArgumentKind::List)) {
    return "write each item as a number, without quotes";
  }
  const std::string_view verb =
      node.kind == NodeKind::Null ? "leave the key out for its default, or write" : "write";
  return fmt::format("{} {}{}", verb, fault.wanted, default_of(entry.schema->period_in(release)));
}

}  // namespace grpolint::rules::native
