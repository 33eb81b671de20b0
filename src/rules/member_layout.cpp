#include "rules/member_layout.h"

#include <algorithm>
#include <string_view>

namespace grpolint::rules {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_space(char c) { return is_blank(c) || c == '\n' || c == '\r'; }

bool is_bare_key_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-';
}

std::string_view without_leading_blanks(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(" \t"), text.size()));
}

/// The first character of a node that is not its anchor or tag.
char opening(std::string_view text) {
  while (!text.empty() && (text.front() == '&' || text.front() == '!')) {
    text.remove_prefix(std::min(text.find_first_of(" \t\r\n"), text.size()));
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  }
  return text.empty() ? '\0' : text.front();
}

bool within(Span inner, Span outer) { return outer.begin <= inner.begin && inner.end <= outer.end; }

}  // namespace

MemberLayout::MemberLayout(const Source& source, const Document& document)
    : source_(source), document_(document) {
  const auto note = [&](const Use& use) {
    if (use.alias) shared_.push_back(document_.node(use.node).span);
  };
  for (NodeId id = 0; id < document_.nodes.size(); ++id) {
    const Node& node = document_.node(id);
    for (std::size_t i = 0; i < node.members.size(); ++i) {
      places_.try_emplace(node.members[i].key_span.begin, id, i);
      note(node.members[i].value);
    }
    for (const Use& item : node.items) note(item);
    for (const Use& merge : node.merges) note(merge);
  }
}

std::optional<MemberPlace> MemberLayout::find(Span key) const {
  const auto found = places_.find(key.begin);
  if (found == places_.end()) return std::nullopt;
  const auto [mapping, index] = found->second;
  if (document_.node(mapping).members[index].key_span != key) return std::nullopt;
  return place_of(mapping, index);
}

std::optional<MemberPlace> MemberLayout::place_of(NodeId mapping, std::size_t index) const {
  const Member& written = document_.node(mapping).members[index];
  const std::string_view bytes = source_.bytes();
  MemberPlace place{mapping, index, false, written.key_span.begin, written.value.span.end};
  std::uint32_t separator = written.key_span.end;
  while (separator < bytes.size() && is_blank(bytes[separator])) ++separator;
  if (document_.format == Format::Toml) {
    place.begin = dotted_key_begin(place.begin);
    place.braces = inside_brackets(written.key_span, mapping);
    const bool assigned = separator < bytes.size() && bytes[separator] == '=';
    return assigned ? std::optional(place) : std::nullopt;
  }
  place.braces = opens_braces(mapping);
  if (!place.braces && inside_brackets(written.key_span, mapping)) return std::nullopt;
  if (document_.format == Format::Json) return place;
  if (separator >= bytes.size() || bytes[separator] != ':') return std::nullopt;
  if (written.value.span.empty()) place.end = separator + 1;
  return place;
}

bool MemberLayout::opens_braces(NodeId mapping) const {
  return opening(source_.text(document_.node(mapping).span)) == '{';
}

/// Whether any bracket of YAML's flow style, or a brace of TOML, is open around the key.
bool MemberLayout::inside_brackets(Span key, NodeId mapping) const {
  const bool toml = document_.format == Format::Toml;
  for (NodeId id = 0; id < document_.nodes.size(); ++id) {
    const Node& node = document_.node(id);
    const bool collection = node.kind == NodeKind::Mapping || node.kind == NodeKind::Sequence;
    if (!collection || !within(key, node.span) || (id == mapping && !toml)) continue;
    const char first = opening(source_.text(node.span));
    if (first == '{' || (first == '[' && !toml)) return true;
  }
  return false;
}

/// In `a."b c".key` the begin of `a`.
std::uint32_t MemberLayout::dotted_key_begin(std::uint32_t offset) const {
  const std::string_view bytes = source_.bytes();
  const auto back_over_blanks = [&](std::uint32_t at) {
    while (at > 0 && is_blank(bytes[at - 1])) --at;
    return at;
  };
  for (std::uint32_t begin = offset;;) {
    std::uint32_t at = back_over_blanks(begin);
    if (at == 0 || bytes[at - 1] != '.') return begin;
    at = back_over_blanks(at - 1);
    if (at > 1 && (bytes[at - 1] == '"' || bytes[at - 1] == '\'')) {
      const std::size_t open = bytes.rfind(bytes[at - 1], at - 2);
      if (open == std::string_view::npos) return begin;
      at = static_cast<std::uint32_t>(open);
    } else {
      while (at > 0 && is_bare_key_character(bytes[at - 1])) --at;
    }
    begin = at;
  }
}

bool MemberLayout::is_shared(Span place) const {
  return std::any_of(shared_.begin(), shared_.end(),
                     [&](Span target) { return within(place, target); });
}

bool MemberLayout::is_referred_to(Span place) const {
  return std::any_of(shared_.begin(), shared_.end(),
                     [&](Span target) { return within(target, place); });
}

Span MemberLayout::line_of(std::uint32_t offset) const {
  return source_.line_span(source_.position(offset).line);
}

std::uint32_t MemberLayout::next_line(std::uint32_t offset) const {
  const std::uint32_t line = source_.position(offset).line;
  return line < source_.line_count() ? source_.line_span(line + 1).begin
                                     : static_cast<std::uint32_t>(source_.bytes().size());
}

bool MemberLayout::ends_line(std::uint32_t offset) const {
  const Span line = line_of(offset);
  const std::string_view rest =
      without_leading_blanks(source_.text({offset, std::max(offset, line.end)}));
  return rest.empty() || (rest.front() == '#' && document_.format != Format::Json);
}

bool MemberLayout::begins_line(std::uint32_t offset) const {
  return without_leading_blanks(source_.text({line_of(offset).begin, offset})).empty();
}

std::uint32_t MemberLayout::next_token(std::uint32_t offset) const {
  const std::string_view bytes = source_.bytes();
  while (offset < bytes.size()) {
    if (is_space(bytes[offset])) {
      ++offset;
    } else if (bytes[offset] == '#' && document_.format != Format::Json) {
      offset = std::max(offset + 1, line_of(offset).end);
    } else {
      break;
    }
  }
  return offset;
}

std::string MemberLayout::line_ending(std::uint32_t offset) const {
  const std::string_view bytes = source_.bytes();
  for (const std::size_t from : {std::size_t{offset}, std::size_t{0}}) {
    const std::size_t at = bytes.find_first_of("\r\n", from);
    if (at == std::string_view::npos) continue;
    return bytes.substr(at).starts_with("\r\n") ? "\r\n" : std::string(1, bytes[at]);
  }
  return "\n";
}

}  // namespace grpolint::rules
