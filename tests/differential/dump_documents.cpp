// Reads documents from stdin, each as a line "<format> <number of bytes>" followed by the bytes,
// and writes one line of JSON for each: {"problem": "..."} or {"value": [kind, value]}.

#include <fmt/format.h>

#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "document/document.h"

namespace {

using grpolint::Document;
using grpolint::Format;
using grpolint::Member;
using grpolint::Node;
using grpolint::NodeId;
using grpolint::NodeKind;
using grpolint::Use;
using nlohmann::json;

std::string number_text(double number) {
  if (std::isnan(number)) return "nan";
  return fmt::format("{:.17g}", number);
}

/// Expands aliases and merges: only for files that people wrote.
json value_of(const Document& document, NodeId id) {
  const Node& node = document.node(id);
  switch (node.kind) {
    case NodeKind::Null:
      return {"null", nullptr};
    case NodeKind::Boolean:
      return {"bool", node.boolean};
    case NodeKind::Integer:
      return {"int", number_text(node.number)};
    case NodeKind::Float:
      return {"float", number_text(node.number)};
    case NodeKind::String:
      return {"str", node.text};
    case NodeKind::Date:
      return {"date", nullptr};
    case NodeKind::Sequence: {
      json items = json::array();
      for (const Use& item : node.items) items.push_back(value_of(document, item.node));
      return {"list", items};
    }
    case NodeKind::Mapping:
      break;
  }
  json members = json::array();
  for (const Member* member : document.effective_members(id)) {
    members.push_back(json::array({member->string_key ? "str" : "other", member->key,
                                   value_of(document, member->value.node)}));
  }
  return {"dict", members};
}

json dump(std::string bytes, const std::string& format) {
  const grpolint::Source source("document." + format, std::move(bytes));
  const Document document =
      read_document(source, grpolint::format_of(source.name()).value_or(Format::Yaml));
  for (const grpolint::Problem& problem : document.problems) {
    if (problem.kind != grpolint::Problem::Kind::DuplicateKey) {
      const grpolint::Position at = source.position(problem.span.begin);
      return {{"problem", fmt::format("{}:{}: {}", at.line, at.column, problem.message)}};
    }
  }
  if (document.root() == nullptr) return {{"problem", "nothing read"}};
  return {{"value", value_of(document, *document.root_id)},
          {"documents", 1 + document.further_documents.size()}};
}

}  // namespace

int main() {
  std::string format;
  std::size_t size = 0;
  while (std::cin >> format >> size) {
    std::cin.get();
    std::string bytes(size, '\0');
    std::cin.read(bytes.data(), static_cast<std::streamsize>(size));
    std::cout << dump(std::move(bytes), format).dump() << '\n';
  }
}
