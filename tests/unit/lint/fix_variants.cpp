#include "fix_variants.h"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <functional>
#include <optional>
#include <sstream>

#include "lint/target_fields.h"

using grpolint::Document;
using grpolint::Format;
using grpolint::Member;
using grpolint::Node;
using grpolint::NodeId;
using grpolint::NodeKind;
using grpolint::Source;
using grpolint::Use;

namespace {

/// Calls `change` with each line and its number of leading blanks, and joins what it returns.
std::string by_line(const std::string& text,
                    const std::function<std::string(std::string_view, std::size_t)>& change) {
  std::string out;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    out += change(line, indent) + (end < text.size() ? "\n" : "");
    begin = end + 1;
  }
  return out;
}

std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '\n') {
      out += "\\n";
      continue;
    }
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

/// How data is written anew.
struct Style {
  Format format = Format::Json;
  std::string line;    // between members; empty: all on one line
  std::string indent;  // one level
  std::string colon;   // behind keys
  std::string comma;   // on one line
  bool bare_keys = false;
};

/// Writes a document in a style; empty when the style cannot say it.
class Writer {
 public:
  Writer(const Document& document, const Style& style) : document_(document), style_(style) {}

  std::optional<std::string> write() {
    std::string text = node(*document_.root_id, 0);
    if (failed_) return std::nullopt;
    return text + "\n";
  }
  /// Root members as lines of their own.
  std::optional<std::string> write_lines() {
    std::string text;
    for (const Member* member : document_.effective_members(*document_.root_id)) {
      text += key(member->key) + style_.colon + node(member->value.node, 1) + "\n";
    }
    if (failed_) return std::nullopt;
    return text;
  }

 private:
  std::string key(const std::string& name) { return style_.bare_keys ? name : in_quotes(name); }

  std::string node(NodeId id, int depth) {
    const Node& node = document_.node(id);
    switch (node.kind) {
      case NodeKind::Null:
        failed_ = failed_ || style_.format == Format::Toml;
        return "null";
      case NodeKind::Boolean:
        return node.boolean ? "true" : "false";
      case NodeKind::Integer:
        return fmt::format("{:.0f}", node.number);
      case NodeKind::Float: {
        failed_ = failed_ || node.number != node.number || node.number - node.number != 0;
        std::string text = fmt::format("{}", node.number);
        if (text.find_first_of(".e") == std::string::npos) text += ".0";
        return text;
      }
      case NodeKind::String:
      case NodeKind::Date:
        return in_quotes(node.text);
      case NodeKind::Sequence: {
        std::vector<std::string> items;
        for (const Use& item : node.items) items.push_back(this->node(item.node, depth + 1));
        return fmt::format("[{}]", fmt::join(items, style_.comma));
      }
      case NodeKind::Mapping:
        break;
    }
    return mapping(id, depth);
  }

  std::string mapping(NodeId id, int depth) {
    std::vector<std::string> members;
    for (const Member* member : document_.effective_members(id)) {
      members.push_back(key(member->key) + style_.colon + node(member->value.node, depth + 1));
    }
    if (style_.line.empty() || members.empty()) {
      return fmt::format("{{{}}}", fmt::join(members, style_.comma));
    }
    std::string inner;
    std::string outer = style_.line;
    for (int i = 0; i < depth; ++i) outer += style_.indent;
    inner = outer + style_.indent;
    return fmt::format("{{{}{}{}}}", inner, fmt::join(members, "," + inner), outer);
  }

  const Document& document_;
  const Style& style_;
  bool failed_ = false;
};

void add_styles(const Document& document, std::vector<Variant>& variants) {
  const std::pair<const char*, Style> styles[] = {
      {"JSON, compact", {Format::Json, "", "", ":", ",", false}},
      {"JSON, one line", {Format::Json, "", "", ": ", ", ", false}},
      {"JSON, two blanks", {Format::Json, "\n", "  ", ": ", ", ", false}},
      {"JSON, tabs and CRLF", {Format::Json, "\r\n", "\t", ": ", ", ", false}},
      {"YAML flow, one line", {Format::Yaml, "", "", ": ", ", ", true}},
      {"YAML flow, lines", {Format::Yaml, "\n", "    ", ": ", ", ", true}},
  };
  for (const auto& [name, style] : styles) {
    if (const auto text = Writer(document, style).write()) {
      variants.push_back({name, *text, style.format});
    }
  }
  const Style toml{Format::Toml, "", "", " = ", ", ", true};
  if (const auto text = Writer(document, toml).write_lines()) {
    variants.push_back({"TOML", *text, Format::Toml});
  }
}

}  // namespace

std::vector<Variant> variants_of(const std::string& text, Format format) {
  std::vector<Variant> variants = {{"as written", text, format}};
  const auto add = [&](const char* name, std::string changed) {
    variants.push_back({name, std::move(changed), format});
  };
  for (const std::size_t factor : {2U, 4U}) {
    add("deeper indentation", by_line(text, [&](std::string_view line, std::size_t indent) {
          return std::string(indent * factor, ' ') + std::string(line.substr(indent));
        }));
  }
  add("CRLF",
      by_line(text, [](std::string_view line, std::size_t) { return std::string(line) + "\r"; }));
  add("byte order mark", "\xEF\xBB\xBF" + text);
  add("without a last line end", text.substr(0, text.find_last_not_of('\n') + 1));
  if (format != Format::Json) {
    add("comments", by_line(text, [](std::string_view line, std::size_t indent) {
          const std::string above = std::string(indent, ' ') + "# about the next line\n";
          return above + std::string(line) + (line.empty() ? "" : "  # behind");
        }));
    add("tabs before comments", by_line(text, [](std::string_view line, std::size_t) {
          return std::string(line) + (line.empty() ? "" : " \t# behind");
        }));
  }
  const Source source("a", text);
  const Document document = read_document(source, format);
  const bool data = document.problems.empty() && document.root() != nullptr &&
                    document.root()->kind == NodeKind::Mapping;
  if (data) add_styles(document, variants);
  return variants;
}

std::vector<std::pair<std::string, std::string>> flat_data(const Document& document) {
  std::vector<std::pair<std::string, std::string>> flat;
  const std::function<void(NodeId, const std::string&, int)> walk =
      [&](NodeId id, const std::string& path, int depth) {
        if (depth > 20 || flat.size() > 20'000) return;
        const Node& node = document.node(id);
        if (node.kind == NodeKind::Mapping) {
          for (const Member* member : document.effective_members(id)) {
            walk(member->value.node, path + "." + member->key, depth + 1);
          }
        } else if (node.kind == NodeKind::Sequence) {
          for (std::size_t i = 0; i < node.items.size(); ++i) {
            walk(node.items[i].node, fmt::format("{}[{}]", path, i), depth + 1);
          }
        } else {
          flat.emplace_back(path, fmt::format("{} {}", static_cast<int>(node.kind), node.text));
        }
      };
  if (document.root_id) walk(*document.root_id, "", 0);
  return flat;
}

grpolint::Target target_of(std::string_view options) {
  grpolint::Target target;
  std::istringstream words{std::string(options)};
  for (std::string flag, value; words >> flag >> value;) {
    for (const grpolint::lint::TargetField& field : grpolint::lint::target_fields()) {
      if (field.flag == flag) CHECK_FALSE(grpolint::lint::state(field, value, flag, target));
    }
  }
  return target;
}
