#include <fmt/format.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "dialect/recognition.h"
#include "dialect/signs.h"

namespace grpolint::dialect {
namespace {

/// How far `**` looks. Real files are at most about ten levels deep.
constexpr int kAnyDepth = 6;
/// Nodes one predicate may visit, so that a file of shared nodes cannot make `**` expensive.
constexpr int kVisitBudget = 20'000;

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return out;
}

bool equals_one_of(std::string_view text, std::string_view alternatives) {
  const std::string wanted = lower(text);
  while (true) {
    const std::size_t bar = alternatives.find('|');
    if (lower(alternatives.substr(0, bar)) == wanted) return true;
    if (bar == std::string_view::npos) return false;
    alternatives.remove_prefix(bar + 1);
  }
}

bool is_scalar(const Node& node) {
  return node.kind != NodeKind::Sequence && node.kind != NodeKind::Mapping;
}

bool has_kind(const Node& node, std::string_view kind) {
  switch (node.kind) {
    case NodeKind::Sequence:
      return kind == "list";
    case NodeKind::Mapping:
      return kind == "mapping";
    case NodeKind::String:
      return kind == "string";
    case NodeKind::Integer:
    case NodeKind::Float:
      return kind == "number";
    case NodeKind::Boolean:
      return kind == "boolean";
    case NodeKind::Null:
    case NodeKind::Date:
      return false;
  }
  return false;
}

/// What mappings hold after merge keys. Every sign asks the same few mappings, and working it out
/// costs a hash of each key, so in a file of many keys it is done once for all signs.
class MergedMappings {
 public:
  explicit MergedMappings(const Document& document) : document_(document) {}

  const Document& document() const { return document_; }

  /// From here on num-generations counts as num_generations, which the command line takes too.
  void take_hyphens() { hyphens_ = true; }
  bool takes_hyphens() const { return hyphens_; }

  const std::vector<const Member*>& members(NodeId mapping) {
    const auto known = members_.find(mapping);
    if (known != members_.end()) return known->second;
    return members_.emplace(mapping, document_.effective_members(mapping)).first->second;
  }

 private:
  const Document& document_;
  bool hyphens_ = false;
  std::unordered_map<NodeId, std::vector<const Member*>> members_;
};

class PredicateMatcher {
 public:
  PredicateMatcher(MergedMappings& mappings, const Predicate& predicate)
      : document_(mappings.document()), mappings_(mappings), predicate_(predicate) {}

  bool holds() { return find(*document_.root_id, predicate_.path, kAnyDepth); }
  const std::string& found_path() const { return found_path_; }

 private:
  bool find(NodeId id, std::string_view path, int depth) {
    if (--budget_ < 0) return false;
    const Node& node = document_.node(id);
    const std::size_t dot = path.find('.');
    const std::string_view segment = path.substr(0, dot);
    const std::string_view rest =
        dot == std::string_view::npos ? std::string_view{} : path.substr(dot + 1);
    if (segment == "**") {
      if (find(id, rest, depth)) return true;
      if (depth == 0) return false;
      return any_child(node, [&](const Use& child) { return find(child.node, path, depth - 1); });
    }
    if (node.kind != NodeKind::Mapping) return false;
    for (const Member* member : mappings_.members(id)) {
      if (!matches_segment(member->key, segment)) continue;
      const bool hit = rest.empty() ? test(document_.node(member->value.node))
                                    : find(member->value.node, rest, depth);
      if (hit) {
        found_path_ = found_path_.empty() ? member->key : member->key + "." + found_path_;
        return true;
      }
    }
    return false;
  }

  template <typename Visit>
  static bool any_child(const Node& node, Visit visit) {
    return std::any_of(node.items.begin(), node.items.end(), visit) ||
           std::any_of(node.members.begin(), node.members.end(),
                       [&](const Member& member) { return visit(member.value); });
  }

  bool matches_segment(std::string_view key, std::string_view segment) const {
    const bool open = segment.back() == '*';
    if (open) segment.remove_suffix(1);
    if (key.size() < segment.size() || (!open && key.size() > segment.size())) return false;
    return std::equal(segment.begin(), segment.end(), key.begin(), [&](char wanted, char found) {
      return wanted == found || (wanted == '_' && found == '-' && mappings_.takes_hyphens());
    });
  }

  bool test(const Node& node) const {
    switch (predicate_.test) {
      case Test::Exists:
        return true;
      case Test::Equals:
        return is_scalar(node) && equals_one_of(node.text, predicate_.argument);
      case Test::IsKind:
        return has_kind(node, predicate_.argument);
      case Test::Matches:
        return matches_expression(node);
    }
    return false;
  }

  bool matches_expression(const Node& node) const {
    const re2::RE2 expression(predicate_.argument, re2::RE2::Quiet);
    if (is_scalar(node)) return re2::RE2::PartialMatch(node.text, expression);
    return std::any_of(node.items.begin(), node.items.end(), [&](const Use& item) {
      const Node& child = document_.node(item.node);
      return is_scalar(child) && re2::RE2::PartialMatch(child.text, expression);
    });
  }

  const Document& document_;
  MergedMappings& mappings_;
  const Predicate& predicate_;
  int budget_ = kVisitBudget;
  std::string found_path_;
};

std::string_view format_name(Format format) {
  switch (format) {
    case Format::Yaml:
      return "yaml";
    case Format::Toml:
      return "toml";
    case Format::Json:
      return "json";
  }
  return {};
}

bool allows_format(const Sign& sign, Format format) {
  return sign.formats.empty() || sign.formats.find(format_name(format)) != std::string_view::npos;
}

/// The keys that satisfied each group, each once, or empty when one was not satisfied.
std::string evidence(MergedMappings& mappings, const Sign& sign) {
  std::vector<std::string> keys;
  for (const PredicateGroup& group : sign.when) {
    bool satisfied = false;
    for (const Predicate& predicate : group) {
      PredicateMatcher matcher(mappings, predicate);
      if (!matcher.holds()) continue;
      if (std::find(keys.begin(), keys.end(), matcher.found_path()) == keys.end()) {
        keys.push_back(matcher.found_path());
      }
      satisfied = true;
      break;
    }
    if (!satisfied) return {};
  }
  return keys.empty() ? std::string() : fmt::format("key {}", fmt::join(keys, ", "));
}

bool excluded(MergedMappings& mappings, const Sign& sign) {
  return std::any_of(sign.unless.begin(), sign.unless.end(), [&](const Predicate& predicate) {
    return PredicateMatcher(mappings, predicate).holds();
  });
}

/// Whether the file shows the sign; what it says then is in `recognition`.
bool shows(MergedMappings& mappings, const Sign& sign, Recognition& recognition) {
  if (!allows_format(sign, mappings.document().format)) return false;
  std::string why = evidence(mappings, sign);
  if (why.empty() || excluded(mappings, sign)) return false;
  recognition.dialect = sign.dialect;
  recognition.layout = sign.layout;
  recognition.linted = sign.linted;
  recognition.why = std::move(why);
  return true;
}

}  // namespace

Recognition recognise(const Document& document) {
  Recognition recognition;
  recognition.dialect = "none";
  const Node* root = document.root();
  if (root == nullptr) {
    recognition.why = "the file cannot be read";
    if (!document.problems.empty()) recognition.why += ": " + document.problems.front().message;
    return recognition;
  }
  if (root->kind != NodeKind::Mapping) {
    recognition.why = "the file is not a mapping of keys to values";
    return recognition;
  }
  MergedMappings mappings(document);
  for (const Sign& sign : signs()) {
    if (shows(mappings, sign, recognition)) return recognition;
  }
  mappings.take_hyphens();
  for (const Sign& sign : signs()) {
    const bool hyphens_are_slips = sign.linted && sign.layout == Layout::Flat;
    if (hyphens_are_slips && shows(mappings, sign, recognition)) return recognition;
  }
  recognition.why = "no key of a known framework";
  return recognition;
}

}  // namespace grpolint::dialect
