#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "document/readers.h"
#include "document/toml_errors.h"
#include "document/toml_scanner.h"
#include "text/utf8.h"

// toml++ asserts what hostile input breaks ("a = [}"), and reports an error all the same when the
// assertion is off. With NDEBUG it would turn them into promises to the optimiser.
#undef NDEBUG
#define TOML_ASSERT(condition) static_cast<void>(0)
#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#include <toml++/toml.h>

namespace grpolint {
namespace {

// toml++ finds an existing table by linear search among all of them: the product grows with the
// square of this number.
constexpr std::uint32_t kMaxTablePaths = 20'000;

/// Turns toml++'s 1-based line and column (in code points, byte order mark not counted) to bytes.
class TomlPositions {
 public:
  explicit TomlPositions(const Source& source)
      : begin_(source.has_byte_order_mark() ? kUtf8ByteOrderMark.size() : 0),
        code_points_(source.bytes(), begin_) {
    std::uint32_t index = 0;
    for (const char c : source.bytes().substr(begin_)) {
      if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) ++index;
      if (c == '\n') line_starts_.push_back(index);
    }
  }

  std::uint32_t offset(const toml::source_position& position) const {
    if (position.line == 0 || position.column == 0) return static_cast<std::uint32_t>(begin_);
    const std::size_t line = std::min<std::size_t>(position.line, line_starts_.size());
    return code_points_.byte_offset(line_starts_[line - 1] + position.column - 1);
  }

  Span span(const toml::source_region& region) const {
    const std::uint32_t begin = offset(region.begin);
    return {begin, std::max(begin, offset(region.end))};
  }

 private:
  std::size_t begin_;
  CodePointMap code_points_;
  std::vector<std::uint32_t> line_starts_ = {0};  // code point index of the start of each line
};

class TomlConverter {
 public:
  TomlConverter(const Source& source, const TomlPositions& positions, Document& document)
      : source_(source), positions_(positions), document_(document) {}

  // Recursion is bounded: the scanner has refused deeper files.
  NodeId convert(const toml::node& from) {
    const auto id = static_cast<NodeId>(document_.nodes.size());
    document_.nodes.emplace_back();
    Node node;
    node.span = positions_.span(from.source());
    if (const toml::table* table = from.as_table()) {
      convert_members(*table, node);
    } else if (const toml::array* array = from.as_array()) {
      convert_items(*array, node);
    } else {
      convert_scalar(from, node);
    }
    document_.nodes[id] = std::move(node);
    return id;
  }

 private:
  void convert_members(const toml::table& table, Node& node) {
    node.kind = NodeKind::Mapping;
    using Entry = std::pair<const toml::key*, const toml::node*>;
    std::vector<Entry> entries;
    entries.reserve(table.size());
    for (const auto& [key, value] : table) entries.emplace_back(&key, &value);
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
      return a.first->source().begin < b.first->source().begin;
    });
    for (const auto& [key, value] : entries) {
      const Span key_span = positions_.span(key->source());
      const NodeId child = convert(*value);
      node.members.push_back({std::string(key->str()), key_span, true,
                              Use{child, document_.nodes[child].span, false}});
    }
  }

  void convert_items(const toml::array& array, Node& node) {
    node.kind = NodeKind::Sequence;
    // An array of [[tables]] has no brackets of its own; its first header stands for it.
    if (array.is_array_of_tables() && source_.text(node.span).starts_with("[[")) {
      node.span = positions_.span(array.front().source());
    }
    for (const toml::node& item : array) {
      const NodeId child = convert(item);
      node.items.push_back(Use{child, document_.nodes[child].span, false});
    }
  }

  void convert_scalar(const toml::node& from, Node& node) {
    node.text = source_.text(node.span);
    if (const auto* string = from.as_string()) {
      node.kind = NodeKind::String;
      node.text = string->get();
      node.plain = false;
    } else if (const auto* integer = from.as_integer()) {
      node.kind = NodeKind::Integer;
      node.number = static_cast<double>(integer->get());
    } else if (const auto* real = from.as_floating_point()) {
      node.kind = NodeKind::Float;
      node.number = real->get();
    } else if (const auto* boolean = from.as_boolean()) {
      node.kind = NodeKind::Boolean;
      node.boolean = boolean->get();
    } else {
      node.kind = NodeKind::Date;
    }
  }

  const Source& source_;
  const TomlPositions& positions_;
  Document& document_;
};

bool within_limits(const TomlScan& scan, const ReadLimits& limits, Document& document) {
  const auto refuse = [&document](std::uint32_t at, std::string message) {
    document.problems.push_back(
        {Problem::Kind::Limit, {at, at + 1}, std::move(message), std::nullopt, false});
    return false;
  };
  if (scan.depth > limits.depth) {
    return refuse(scan.deepest_at,
                  fmt::format("tables and arrays are nested more than {} deep; the file was not "
                              "checked",
                              limits.depth));
  }
  if (scan.values > limits.nodes) {
    return refuse(0, fmt::format("more than {} values; the file was not checked", limits.nodes));
  }
  if (scan.table_paths > kMaxTablePaths) {
    return refuse(scan.last_path_at,
                  fmt::format("more than {} table headers and dotted keys; the file was not "
                              "checked",
                              kMaxTablePaths));
  }
  return true;
}

}  // namespace

Document read_toml(const Source& source, const ReadLimits& limits) {
  Document document;
  document.format = Format::Toml;
  TomlScan scan = scan_toml(source.bytes());
  document.comments = std::move(scan.comments);
  if (!within_limits(scan, limits, document)) return document;

  const TomlPositions positions(source);
  const toml::parse_result result = toml::parse(source.bytes());
  if (!result) {
    const std::uint32_t at = positions.offset(result.error().source().begin);
    document.problems.push_back(
        explain_toml_error(source.bytes(), at, result.error().description()));
    return document;
  }
  TomlConverter converter(source, positions, document);
  document.root_id = converter.convert(result.table());
  document.nodes[*document.root_id].span = {0, static_cast<std::uint32_t>(source.bytes().size())};
  return document;
}

}  // namespace grpolint
