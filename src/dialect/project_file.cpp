#include "dialect/project_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "document/document.h"

namespace grpolint::dialect {
namespace {

const Node* child(const Document& document, const Node* mapping, std::string_view key) {
  if (mapping == nullptr || mapping->kind != NodeKind::Mapping) return nullptr;
  for (const Member& member : mapping->members) {
    if (member.key == key) return &document.node(member.value.node);
  }
  return nullptr;
}

void add_list(const Document& document, const Node* list, std::vector<PackageRequirement>& found) {
  if (list == nullptr) return;
  for (const Use& item : list->items) {
    const Node& node = document.node(item.node);
    if (node.kind != NodeKind::String) continue;
    if (auto requirement = parse_requirement(node.text)) found.push_back(*std::move(requirement));
  }
}

void add_groups(const Document& document, const Node* groups,
                std::vector<PackageRequirement>& found) {
  if (groups == nullptr) return;
  for (const Member& group : groups->members) {
    add_list(document, &document.node(group.value.node), found);
  }
}

void add_poetry(const Document& document, const Node* table,
                std::vector<PackageRequirement>& found) {
  if (table == nullptr) return;
  for (const Member& member : table->members) {
    const Node* node = &document.node(member.value.node);
    if (node->kind == NodeKind::Mapping) node = child(document, node, "version");
    if (node == nullptr || node->kind != NodeKind::String) continue;
    if (auto requirement = parse_requirement(member.key + poetry_specifier(node->text))) {
      found.push_back(*std::move(requirement));
    }
  }
}

/// The `[[package]]` table that starts at `begin`, without its lists of files.
std::string_view package_head(std::string_view bytes, std::size_t begin) {
  constexpr std::size_t kHeadLength = 1000;
  std::string_view head = bytes.substr(begin, kHeadLength);
  const std::size_t next = head.find("\n[", 1);
  head = head.substr(0, next);
  // Only the first lines are single values; what follows are lists, which a cut would break.
  std::size_t end = 0;
  while (end < head.size()) {
    const std::size_t line_end = std::min(head.find('\n', end), head.size());
    const std::string_view line = head.substr(end, line_end - end);
    if (line.find("= [") != std::string_view::npos) break;
    end = std::min(line_end + 1, head.size());
  }
  return head.substr(0, end);
}

}  // namespace

std::vector<PackageRequirement> read_pyproject(const std::string& bytes) {
  const Source source("pyproject.toml", bytes);
  const Document document = read_document(source, Format::Toml);
  std::vector<PackageRequirement> found;
  const Node* root = document.root();
  const Node* project = child(document, root, "project");
  add_list(document, child(document, project, "dependencies"), found);
  add_groups(document, child(document, project, "optional-dependencies"), found);
  add_groups(document, child(document, root, "dependency-groups"), found);
  const Node* poetry = child(document, child(document, root, "tool"), "poetry");
  add_poetry(document, child(document, poetry, "dependencies"), found);
  if (const Node* groups = child(document, poetry, "group")) {
    for (const Member& group : groups->members) {
      add_poetry(document, child(document, &document.node(group.value.node), "dependencies"),
                 found);
    }
  }
  return found;
}

std::vector<PackageRequirement> read_uv_lock(const std::string& bytes,
                                             std::span<const std::string_view> libraries) {
  std::vector<PackageRequirement> found;
  for (const std::string_view library : libraries) {
    const std::string opening = fmt::format("[[package]]\nname = \"{}\"\n", library);
    const std::size_t begin = bytes.find(opening);
    if (begin == std::string::npos) continue;
    const Source source("uv.lock", std::string(package_head(bytes, begin)));
    const Document document = read_document(source, Format::Toml);
    const Node* packages = child(document, document.root(), "package");
    if (packages == nullptr || packages->items.empty()) continue;
    const Node* version = child(document, &document.node(packages->items[0].node), "version");
    if (version == nullptr || version->kind != NodeKind::String) continue;
    if (auto requirement = parse_requirement(std::string(library) + "==" + version->text)) {
      found.push_back(*std::move(requirement));
    }
  }
  return found;
}

std::string poetry_specifier(std::string_view constraint) {
  if (constraint.empty() || constraint == "*") return {};
  const char sign = constraint.front();
  if (sign != '^' && sign != '~') {
    return sign >= '0' && sign <= '9' ? "==" + std::string(constraint) : std::string(constraint);
  }
  if (constraint.starts_with("~=")) return std::string(constraint);
  constraint.remove_prefix(1);
  const std::optional<Version> from = Version::parse(constraint);
  if (!from) return {};
  const bool minor_step = sign == '~' || from->major == 0;
  const Version end =
      minor_step ? Version{from->major, from->minor + 1, 0} : Version{from->major + 1, 0, 0};
  return fmt::format(">={},<{}", constraint, end.to_string());
}

}  // namespace grpolint::dialect
