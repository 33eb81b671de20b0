#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "document/document.h"
#include "document/duplicate_keys.h"
#include "document/yaml_events.h"

namespace grpolint {

/// Builds the node tree of one YAML document out of libyaml's events, as PyYAML's composer and
/// SafeConstructor would, and reports what they would refuse.
class YamlComposer {
 public:
  /// All references must outlive the composer.
  YamlComposer(const Source& source, const ReadLimits& limits, Document& document);

  /// Takes the next event of the document. The caller bounds their number and nesting.
  void add(const YamlEvent& event);

 private:
  /// A collection whose end has not come yet.
  struct Open {
    NodeId node = 0;
    std::uint32_t end = 0;         ///< end of what has been read of it
    bool template_braces = false;  ///< starts with "{{"
    bool has_key = false;
    Use key;
  };

  void open(const YamlEvent& event, NodeKind kind);
  void close(const YamlEvent& event);
  void scalar(const YamlEvent& event);
  void alias(const YamlEvent& event);

  NodeId new_node(const YamlEvent& event);
  std::string construct(const YamlEvent& event, Node& node) const;
  void check_collection_tag(const Node& node);
  bool key_expected() const;
  bool is_open(NodeId node) const;

  void place(const Use& use);
  void add_member(NodeId mapping, const Use& key, const Use& value);
  void add_merges(NodeId mapping, const Use& value);
  bool add_merge_source(NodeId mapping, const Use& source, std::vector<Use>& sources);
  void replace_template(NodeId mapping);
  void problem(Problem::Kind kind, Span span, std::string message);

  const Source& source_;
  const ReadLimits& limits_;
  Document& document_;
  DuplicateKeys duplicates_;
  std::vector<Open> open_;
  std::unordered_map<std::string, NodeId> anchors_;
  std::unordered_map<NodeId, std::uint32_t> merge_depths_;  // of mappings that merge
};

}  // namespace grpolint
