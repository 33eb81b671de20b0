#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grpolint/source.h"

namespace grpolint {

using NodeId = std::uint32_t;

enum class Format { Yaml, Toml, Json };

/// Types as the file format's reference loader gives them (for YAML: PyYAML's SafeLoader).
enum class NodeKind : std::uint8_t {
  Null,
  Boolean,
  Integer,  ///< `number` holds it; exact below 2^53
  Float,
  String,
  Date,  ///< YAML or TOML date, time or timestamp; `text` as written
  Sequence,
  Mapping,
};

/// Where a value is used. For a YAML alias `span` is the alias itself and `node` the shared node.
struct Use {
  NodeId node = 0;
  Span span;
  bool alias = false;
};

/// One key of a mapping, in source order. Duplicate keys are all kept.
struct Member {
  std::string key;  ///< a string key decoded; any other key as Python's str() would print it
  Span key_span;    ///< quotes included
  bool string_key = true;
  Use value;
};

/// One value. Aliased nodes are shared, never copied, so a tree is a directed acyclic graph:
/// walk it with a visited set, or bounded, never by naive recursion.
struct Node {
  NodeKind kind = NodeKind::Null;
  /// Quotes, brackets, anchor and tag included; trailing comments are not. Lies within the span of
  /// the parent, except in TOML: a table there is spread over the file, and its span is its first
  /// `[header]`, or the first key part that implies it.
  Span span;
  std::string text;  ///< scalars: the decoded string, or the literal as written when not a string
  bool boolean = false;
  double number = 0;
  bool plain = true;            ///< scalars: written without quotes
  std::string tag;              ///< explicit YAML tag, else empty
  std::vector<Use> items;       ///< Sequence
  std::vector<Member> members;  ///< Mapping, merge keys excluded
  std::vector<Use> merges;      ///< Mapping: `<<` sources, earlier wins; a view, never expanded
};

struct Comment {
  Span span;  ///< from `#` (or `//`) to the end of the line, terminator excluded
  bool own_line = false;
};

/// Something the reader could not accept or that its reference loader treats in a surprising way.
struct Problem {
  enum class Kind { Syntax, DuplicateKey, Limit } kind = Kind::Syntax;
  Span span;
  std::string message;
  std::optional<Span> related;  ///< DuplicateKey: the earlier key
  bool values_equal = false;    ///< DuplicateKey: both values are the same data
};

/// One parsed file. `root()` is absent when nothing could be read, but an empty YAML file is null
/// and an empty TOML file a table, as for their loaders. A template placeholder `{{ x }}` in YAML
/// is a plain string, with a problem that says so. What was read before a syntax error is kept only
/// if it forms a whole tree.
class Document {
 public:
  Format format = Format::Yaml;
  std::vector<Node> nodes;  ///< arena; NodeId indexes it
  std::optional<NodeId> root_id;
  std::vector<Comment> comments;
  std::vector<Problem> problems;
  std::vector<Span> further_documents;  ///< YAML: `---` documents after the first

  const Node& node(NodeId id) const { return nodes[id]; }
  const Node* root() const { return root_id ? &nodes[*root_id] : nullptr; }
  bool has_syntax_error() const;
  /// There is nothing to check: the file is broken, or beyond a limit of the reader.
  bool is_unreadable() const { return !root_id || has_syntax_error(); }

  /// The member that decides the value of `key` as the reference loader would take it: the last
  /// duplicate, own members before merged ones. Null when absent.
  const Member* find(NodeId mapping, std::string_view key) const;
  /// All members in effect, own first then merged, later duplicates winning, shadowed ones left
  /// out.
  std::vector<const Member*> effective_members(NodeId mapping) const;
};

/// Hard limits of every reader; exceeding one is a Problem of kind Limit.
struct ReadLimits {
  std::size_t bytes = 4u << 20;
  std::uint32_t depth = 256;
  std::uint32_t nodes = 1'000'000;
  std::uint32_t merge_depth = 16;
  std::uint32_t merge_sources = 64;
};

/// Reads bytes as the given format. Never fails: everything wrong is in Document::problems.
Document read_document(const Source& source, Format format, const ReadLimits& limits = {});

/// By file name ending: .yaml .yml -> Yaml, .toml -> Toml, .json -> Json; else empty.
std::optional<Format> format_of(std::string_view file_name);

}  // namespace grpolint
