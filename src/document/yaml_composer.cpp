#include "document/yaml_composer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "document/problem_text.h"
#include "document/yaml_scalar.h"

namespace grpolint {
namespace {

constexpr std::string_view kYamlTagPrefix = "tag:yaml.org,2002:";

/// "!!int" for the tags of YAML itself, others as they are.
std::string short_tag(const std::string& tag) {
  if (!tag.starts_with(kYamlTagPrefix)) return tag;
  return "!!" + tag.substr(kYamlTagPrefix.size());
}

std::string unknown_tag(const std::string& tag) {
  if (tag.starts_with("!!python/")) {
    return fmt::format("the tag {} runs Python code; PyYAML's safe loader refuses it",
                       excerpt(tag));
  }
  return fmt::format(
      "the tag {} means nothing to PyYAML's safe loader, which refuses the file; quote the value "
      "if it is text",
      excerpt(tag));
}

std::optional<YamlType> scalar_type_of_tag(std::string_view tag) {
  if (tag == "!!null") return YamlType::Null;
  if (tag == "!!bool") return YamlType::Boolean;
  if (tag == "!!int") return YamlType::Integer;
  if (tag == "!!float") return YamlType::Float;
  if (tag == "!!timestamp") return YamlType::Timestamp;
  if (tag == "!!str" || tag == "!!binary") return YamlType::String;
  return std::nullopt;
}

bool is_collection_tag(std::string_view tag) {
  return tag == "!!seq" || tag == "!!map" || tag == "!!omap" || tag == "!!pairs" || tag == "!!set";
}

bool is_merge_key(const Node& key) {
  return key.tag == "!!merge" ||
         (key.kind == NodeKind::String && key.plain && key.tag.empty() && key.text == "<<");
}

bool is_collection(const Node& node) {
  return node.kind == NodeKind::Sequence || node.kind == NodeKind::Mapping;
}

/// libyaml ends a block scalar at the start of a later line.
Span without_trailing_space(std::string_view bytes, Span span) {
  while (span.end > span.begin + 1 &&
         std::string_view(" \t\r\n").find(bytes[span.end - 1]) != std::string_view::npos) {
    --span.end;
  }
  return span;
}

}  // namespace

YamlComposer::YamlComposer(const Source& source, const ReadLimits& limits, Document& document)
    : source_(source), limits_(limits), document_(document), duplicates_(document) {}

void YamlComposer::add(const YamlEvent& event) {
  switch (event.type) {
    case YAML_SCALAR_EVENT:
      scalar(event);
      break;
    case YAML_ALIAS_EVENT:
      alias(event);
      break;
    case YAML_SEQUENCE_START_EVENT:
      open(event, NodeKind::Sequence);
      break;
    case YAML_MAPPING_START_EVENT:
      open(event, NodeKind::Mapping);
      break;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
      close(event);
      break;
    default:
      break;
  }
}

NodeId YamlComposer::new_node(const YamlEvent& event) {
  const auto id = static_cast<NodeId>(document_.nodes.size());
  document_.nodes.emplace_back();
  document_.nodes.back().span = event.span;
  document_.nodes.back().tag = short_tag(event.tag);
  if (!event.anchor.empty() && event.type != YAML_ALIAS_EVENT) {
    const bool first = anchors_.insert_or_assign(event.anchor, id).second;
    if (!first) {
      problem(
          Problem::Kind::Syntax, event.span,
          fmt::format("the anchor &{} is defined twice; PyYAML refuses that: rename one of them",
                      excerpt(event.anchor)));
    }
  }
  return id;
}

void YamlComposer::open(const YamlEvent& event, NodeKind kind) {
  const NodeId id = new_node(event);
  Node& node = document_.nodes[id];
  node.kind = kind;
  check_collection_tag(node);
  const bool braces = event.flow && kind == NodeKind::Mapping &&
                      source_.bytes().substr(event.span.begin).starts_with("{{");
  open_.push_back({id, event.span.end, braces, false, {}});
}

void YamlComposer::close(const YamlEvent& event) {
  assert(!open_.empty());
  const Open closed = open_.back();
  open_.pop_back();
  Node& node = document_.nodes[closed.node];
  // Only a bracket has a width; a block ends with its last child.
  node.span.end = event.span.empty() ? closed.end : event.span.end;
  if (closed.template_braces) {
    replace_template(closed.node);
  } else if (node.kind == NodeKind::Mapping) {
    duplicates_.check(closed.node);
  }
  place({closed.node, document_.nodes[closed.node].span, false});
}

/// `{{ name }}` is a mapping with a mapping as key to YAML, which no loader can build.
void YamlComposer::replace_template(NodeId mapping) {
  Node& node = document_.nodes[mapping];
  node.kind = NodeKind::String;
  node.text = source_.text(node.span);
  node.members.clear();
  node.merges.clear();
  problem(Problem::Kind::Syntax, node.span,
          fmt::format("{} looks like a template placeholder, which is not YAML; render the "
                      "template first, or quote it",
                      excerpt(node.text)));
}

void YamlComposer::scalar(const YamlEvent& event) {
  const NodeId id = new_node(event);
  Node& node = document_.nodes[id];
  node.text = event.value;
  node.plain = event.style == YAML_PLAIN_SCALAR_STYLE;
  if (event.style == YAML_LITERAL_SCALAR_STYLE || event.style == YAML_FOLDED_SCALAR_STYLE) {
    node.span = without_trailing_space(source_.bytes(), node.span);
  }
  std::string refused = construct(event, node);
  const Span span = node.span;
  if (!refused.empty()) problem(Problem::Kind::Syntax, span, std::move(refused));
  place({id, span, false});
}

std::string YamlComposer::construct(const YamlEvent& event, Node& node) const {
  if (node.tag.empty()) {
    YamlType type = event.resolve ? resolve_plain_scalar(node.text) : YamlType::String;
    if ((type == YamlType::Merge || type == YamlType::Value) && !key_expected()) {
      node.kind = NodeKind::String;
      return fmt::format("PyYAML cannot load the plain value '{}'; quote it", node.text);
    }
    std::string refused = construct_scalar(type, node);
    if (type == YamlType::Integer && !refused.empty()) refused += "; quote it if it is text";
    return refused;
  }
  if (const auto type = scalar_type_of_tag(node.tag)) return construct_scalar(*type, node);
  node.kind = NodeKind::String;
  if (key_expected() && (node.tag == "!!merge" || node.tag == "!!value")) return {};
  if (is_collection_tag(node.tag)) {
    return fmt::format("the tag {} asks for a collection, but this is a scalar", node.tag);
  }
  return unknown_tag(node.tag);
}

void YamlComposer::check_collection_tag(const Node& node) {
  const std::string& tag = node.tag;
  if (tag.empty()) return;
  const bool mapping = node.kind == NodeKind::Mapping;
  const bool fits = mapping ? tag == "!!map" || tag == "!!set"
                            : tag == "!!seq" || tag == "!!omap" || tag == "!!pairs";
  if (fits) return;
  const bool known = is_collection_tag(tag) || scalar_type_of_tag(tag).has_value();
  problem(Problem::Kind::Syntax, node.span,
          known ? fmt::format("the tag {} does not fit a {}", tag, mapping ? "mapping" : "list")
                : unknown_tag(tag));
}

void YamlComposer::alias(const YamlEvent& event) {
  const auto target = anchors_.find(event.anchor);
  if (target != anchors_.end() && !is_open(target->second)) {
    place({target->second, event.span, true});
    return;
  }
  const std::string name = excerpt(event.anchor);
  problem(Problem::Kind::Syntax, event.span,
          target == anchors_.end()
              ? fmt::format("the alias *{} has no anchor &{} before it; quote the value if it is "
                            "text that starts with *",
                            name, name)
              : fmt::format("the alias *{} stands inside the very value it refers to", name));
  place({new_node(event), event.span, true});
}

bool YamlComposer::is_open(NodeId node) const {
  return std::any_of(open_.begin(), open_.end(),
                     [node](const Open& open) { return open.node == node; });
}

bool YamlComposer::key_expected() const {
  return !open_.empty() && !open_.back().has_key &&
         document_.node(open_.back().node).kind == NodeKind::Mapping;
}

void YamlComposer::place(const Use& use) {
  if (open_.empty()) {
    document_.root_id = use.node;
    return;
  }
  Open& parent = open_.back();
  parent.end = std::max(parent.end, use.span.end);
  if (document_.node(parent.node).kind == NodeKind::Sequence) {
    document_.nodes[parent.node].items.push_back(use);
  } else if (!parent.has_key) {
    parent.has_key = true;
    parent.key = use;
  } else {
    parent.has_key = false;
    if (!parent.template_braces) add_member(parent.node, parent.key, use);
  }
}

void YamlComposer::add_member(NodeId mapping, const Use& key, const Use& value) {
  const Node& key_node = document_.node(key.node);
  if (is_merge_key(key_node)) {
    add_merges(mapping, value);
    return;
  }
  Member member{{}, key.span, key_node.kind == NodeKind::String, value};
  if (is_collection(key_node)) {
    member.key = excerpt(source_.text(key.span));
    problem(Problem::Kind::Syntax, key.span,
            fmt::format("a {} cannot be a key; PyYAML refuses it",
                        key_node.kind == NodeKind::Mapping ? "mapping" : "list"));
  } else {
    member.key = python_text(key_node);
  }
  document_.nodes[mapping].members.push_back(std::move(member));
}

/// A later `<<` wins over an earlier one in the same mapping; within a list the first wins.
void YamlComposer::add_merges(NodeId mapping, const Use& value) {
  std::vector<Use> sources;
  const Node& node = document_.node(value.node);
  if (node.kind == NodeKind::Sequence) {
    for (const Use& item : node.items) {
      if (!add_merge_source(mapping, item, sources)) break;
    }
  } else {
    add_merge_source(mapping, value, sources);
  }
  std::vector<Use>& merges = document_.nodes[mapping].merges;
  merges.insert(merges.begin(), sources.begin(), sources.end());
}

/// False when no further source can be added.
bool YamlComposer::add_merge_source(NodeId mapping, const Use& source, std::vector<Use>& sources) {
  const Node& node = document_.node(source.node);
  if (node.kind != NodeKind::Mapping) {
    problem(Problem::Kind::Syntax, source.span,
            "'<<' merges a mapping or a list of mappings, nothing else");
    return true;
  }
  if (document_.node(mapping).merges.size() + sources.size() >= limits_.merge_sources) {
    problem(Problem::Kind::Limit, source.span,
            fmt::format("more than {} mappings are merged into one; this one and the following "
                        "are left out",
                        limits_.merge_sources));
    return false;
  }
  const auto of_source = merge_depths_.find(source.node);
  const std::uint32_t depth = 1 + (of_source != merge_depths_.end() ? of_source->second : 0);
  if (depth > limits_.merge_depth) {
    problem(Problem::Kind::Limit, source.span,
            fmt::format("merges are nested more than {} deep; this one is left out",
                        limits_.merge_depth));
    return true;
  }
  std::uint32_t& of_mapping = merge_depths_[mapping];
  of_mapping = std::max(of_mapping, depth);
  sources.push_back(source);
  return true;
}

void YamlComposer::problem(Problem::Kind kind, Span span, std::string message) {
  add_problem(document_, kind, span, std::move(message));
}

}  // namespace grpolint
