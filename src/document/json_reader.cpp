#include <fmt/format.h>
#include <simdjson.h>

#include <utility>

#include "document/duplicate_keys.h"
#include "document/json_validator.h"
#include "document/problem_text.h"
#include "document/python_number.h"
#include "document/readers.h"
#include "text/utf8.h"

namespace grpolint {
namespace {

namespace ondemand = simdjson::ondemand;

/// Builds the tree of a text that the validator has passed. simdjson walks it and decodes the
/// strings; a cursor over the bytes runs along and gives every key and value its span, which
/// On-Demand tells for scalars only.
class JsonTreeBuilder {
 public:
  JsonTreeBuilder(std::string_view text, std::uint32_t begin, Document& document)
      : text_(text), at_(begin), document_(document), duplicates_(document) {}

  /// The root scalar has its own interface in simdjson; all others are values.
  template <typename Value>
  simdjson::error_code build(Value& value, NodeId& id) {
    skip_space();
    id = static_cast<NodeId>(document_.nodes.size());
    document_.nodes.emplace_back();
    Node node;
    node.span.begin = at_;
    simdjson::error_code failure = simdjson::SUCCESS;
    switch (text_[at_]) {
      case '{':
        failure = build_object(value, node);
        break;
      case '[':
        failure = build_array(value, node);
        break;
      case '"':
        failure = build_string(value, node);
        break;
      default:
        build_word(node);
    }
    if (failure != simdjson::SUCCESS) return failure;
    node.span.end = at_;
    const bool mapping = node.kind == NodeKind::Mapping;
    document_.nodes[id] = std::move(node);
    if (mapping) duplicates_.check(id);
    return simdjson::SUCCESS;
  }

 private:
  template <typename Value>
  simdjson::error_code build_object(Value& value, Node& node) {
    node.kind = NodeKind::Mapping;
    ondemand::object object;
    if (const auto failure = value.get_object().get(object)) return failure;
    ++at_;
    for (auto entry : object) {
      ondemand::field field;
      if (const auto failure = std::move(entry).get(field)) return failure;
      skip_space();
      Member member;
      member.key_span = string_span();
      std::string_view key;
      if (const auto failure = field.unescaped_key().get(key)) return failure;
      member.key = key;
      at_ = member.key_span.end;
      skip_space();
      ++at_;  // ':'
      if (const auto failure = build_use(field.value(), member.value)) return failure;
      node.members.push_back(std::move(member));
      skip_comma();
    }
    close();
    return simdjson::SUCCESS;
  }

  template <typename Value>
  simdjson::error_code build_array(Value& value, Node& node) {
    node.kind = NodeKind::Sequence;
    ondemand::array array;
    if (const auto failure = value.get_array().get(array)) return failure;
    ++at_;
    for (auto entry : array) {
      if (const auto failure = entry.error()) return failure;
      ondemand::value item = entry.value_unsafe();
      Use use;
      if (const auto failure = build_use(item, use)) return failure;
      node.items.push_back(use);
      skip_comma();
    }
    close();
    return simdjson::SUCCESS;
  }

  simdjson::error_code build_use(ondemand::value& value, Use& use) {
    if (const auto failure = build(value, use.node)) return failure;
    use.span = document_.node(use.node).span;
    return simdjson::SUCCESS;
  }

  template <typename Value>
  simdjson::error_code build_string(Value& value, Node& node) {
    node.kind = NodeKind::String;
    node.plain = false;
    std::string_view text;
    if (const auto failure = value.get_string().get(text)) return failure;
    node.text = text;
    at_ = string_span().end;
    return simdjson::SUCCESS;
  }

  /// Numbers are read here: simdjson takes no integer beyond 64 bits.
  void build_word(Node& node) {
    const std::size_t end = std::min(text_.find_first_of(" \t\r\n,]}", at_), text_.size());
    node.text = text_.substr(at_, end - at_);
    at_ = static_cast<std::uint32_t>(end);
    bool fraction = false;
    if (is_json_number(node.text, fraction)) {
      node.kind = fraction ? NodeKind::Float : NodeKind::Integer;
      node.number = parse_decimal(node.text).value_or(0);
      if (!fraction && node.number == 0) node.number = 0;  // an integer has no negative zero
    } else if (node.text != "null") {
      node.kind = NodeKind::Boolean;
      node.boolean = node.text == "true";
    }
  }

  void skip_space() {
    at_ =
        static_cast<std::uint32_t>(std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()));
  }

  void skip_comma() {
    skip_space();
    if (at_ < text_.size() && text_[at_] == ',') ++at_;
  }

  void close() {
    skip_space();
    ++at_;
  }

  /// Of the string that starts here, quotes included.
  Span string_span() const {
    std::uint32_t end = at_ + 1;
    while (end < text_.size() && text_[end] != '"') end += text_[end] == '\\' ? 2 : 1;
    return {at_, end + 1};
  }

  std::string_view text_;
  std::uint32_t at_;
  Document& document_;
  DuplicateKeys duplicates_;
};

}  // namespace

Document read_json(const Source& source, const ReadLimits& limits) {
  Document document;
  document.format = Format::Json;
  std::uint32_t begin = 0;
  if (source.has_byte_order_mark()) {
    begin = kUtf8ByteOrderMark.size();
    add_problem(document, Problem::Kind::Syntax, {0, begin},
                "the file starts with a byte order mark, which Python's json module refuses; save "
                "it as UTF-8 without one");
  }
  const std::string_view text = source.bytes().substr(begin);
  if (std::optional<Problem> problem = find_json_problem(text, limits)) {
    problem->span.begin += begin;
    problem->span.end += begin;
    document.problems.push_back(std::move(*problem));
    return document;
  }

  const simdjson::padded_string padded(text);
  ondemand::parser parser;
  ondemand::document root;
  NodeId root_id = 0;
  JsonTreeBuilder builder(source.bytes(), begin, document);
  simdjson::error_code failure = parser.iterate(padded).get(root);
  if (failure == simdjson::SUCCESS) failure = builder.build(root, root_id);
  if (failure != simdjson::SUCCESS) {
    document.nodes.clear();
    add_problem(document, Problem::Kind::Syntax, {begin, begin},
                fmt::format("not readable as JSON: {}", simdjson::error_message(failure)));
    return document;
  }
  document.root_id = root_id;
  return document;
}

}  // namespace grpolint
