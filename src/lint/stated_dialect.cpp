#include "lint/stated_dialect.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "dialect/entries.h"
#include "schema/schema.h"

namespace grpolint::lint {
namespace {

bool half_are_arguments(const Document& document) {
  const Node* root = document.root();
  if (root == nullptr || root->kind != NodeKind::Mapping) return false;
  schema::Releases newest;
  newest.trl = schema::newest("trl");
  newest.transformers = schema::transformers_for(newest.trl);
  const std::vector<const Member*> members = document.effective_members(*document.root_id);
  const auto known = std::count_if(members.begin(), members.end(), [&](const Member* member) {
    // As options of the command line are written.
    std::string key = member->key;
    std::replace(key.begin(), key.end(), '-', '_');
    return schema::find("trl", key, newest) != nullptr;
  });
  return known > 0 && 2 * static_cast<std::size_t>(known) >= members.size();
}

}  // namespace

bool may_be_meant_for_trl(const Document& document) {
  const Node* root = document.root();
  if (root == nullptr || root->kind != NodeKind::Mapping) return false;
  return half_are_arguments(document) || dialect::has_telling_key(document, *document.root_id);
}

std::optional<dialect::Recognition> recognised_by_statement(const Document& document,
                                                            const Target& said) {
  dialect::Recognition recognition;
  recognition.dialect = "trl";
  recognition.linted = true;
  if (said.route && (said.route->value == "trl" || said.route->value == "python")) {
    recognition.why = fmt::format("{} says route {}", said.route->by, said.route->value);
    return recognition;
  }
  if (said.trl_version && half_are_arguments(document)) {
    recognition.why = fmt::format("{} says TRL {}, and most keys are arguments of it",
                                  said.trl_version->by, said.trl_version->value);
    return recognition;
  }
  return std::nullopt;
}

}  // namespace grpolint::lint
