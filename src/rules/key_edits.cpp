#include "rules/key_edits.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace grpolint::rules {
namespace {

bool is_quoted(std::string_view key) {
  return key.size() >= 2 && (key.front() == '"' || key.front() == '\'') &&
         key.back() == key.front();
}

std::string in_quotes_of(std::string_view neighbour, const std::string& name) {
  return is_quoted(neighbour) ? neighbour.front() + name + neighbour.front() : name;
}

}  // namespace

std::optional<std::vector<Edit>> KeyEdits::add_after(Span neighbour,
                                                     std::span<const NewMember> added) const {
  const auto place = layout_.find(neighbour);
  if (!place || layout_.is_shared(neighbour)) return std::nullopt;
  if (!place->braces) return add_lines(*place, added);
  return add_in_braces(*place, added);
}

/// "key: value" with the quotes and the spacing of the neighbour.
std::string KeyEdits::member_text(const MemberPlace& neighbour, const NewMember& added) const {
  const Member& member = layout_.member(neighbour);
  const std::string_view key = source_.text(member.key_span);
  std::string between = document_.format == Format::Toml ? " = " : ": ";
  if (document_.format != Format::Yaml && member.value.span.begin > member.key_span.end) {
    const std::string_view gap = source_.text({member.key_span.end, member.value.span.begin});
    // More than one blank is an alignment that does not fit the new key.
    if (gap.find_first_of("\r\n\t") == std::string_view::npos &&
        gap.find("  ") == std::string_view::npos) {
      between = gap;
    }
  }
  const std::string_view prefix = source_.text({neighbour.begin, member.key_span.begin});
  return std::string(prefix) + in_quotes_of(key, added.name) + between + added.value;
}

std::optional<std::vector<Edit>> KeyEdits::add_lines(const MemberPlace& neighbour,
                                                     std::span<const NewMember> added) const {
  if (!layout_.ends_line(neighbour.end)) return std::nullopt;
  const Span first = layout_.line_of(neighbour.begin);
  std::string indent(source_.text({first.begin, neighbour.begin}));
  // The first key of a list item stands behind the dash; its neighbours stand below it.
  if (indent.find_first_not_of(" \t-") != std::string::npos) return std::nullopt;
  std::replace(indent.begin(), indent.end(), '-', ' ');
  std::string text;
  for (const NewMember& member : added) {
    text += layout_.line_ending(neighbour.end) + indent + member_text(neighbour, member);
  }
  const std::uint32_t at = layout_.line_of(neighbour.end).end;
  return std::vector<Edit>{{{at, at}, std::move(text)}};
}

std::vector<Edit> KeyEdits::add_in_braces(const MemberPlace& neighbour,
                                          std::span<const NewMember> added) const {
  const std::string_view bytes = source_.bytes();
  const std::uint32_t token = layout_.next_token(neighbour.end);
  const bool comma = token < bytes.size() && bytes[token] == ',';
  const std::uint32_t behind = comma ? token + 1 : neighbour.end;
  std::string text;
  const bool lines = layout_.begins_line(neighbour.begin) && layout_.ends_line(behind);
  if (!lines) {
    const bool tight = neighbour.begin > 0 && bytes[neighbour.begin - 1] == ',';
    for (const NewMember& member : added) {
      text += (tight ? "," : ", ") + member_text(neighbour, member);
    }
    return {{{neighbour.end, neighbour.end}, std::move(text)}};
  }
  const std::string indent(source_.text({layout_.line_of(neighbour.begin).begin, neighbour.begin}));
  for (const NewMember& member : added) {
    text += (text.empty() ? "" : ",") + layout_.line_ending(behind) + indent +
            member_text(neighbour, member);
  }
  const std::uint32_t at = layout_.line_of(behind).end;
  if (comma) return {{{at, at}, text + ","}};
  if (at == neighbour.end) return {{{at, at}, "," + text}};
  return {{{neighbour.end, neighbour.end}, ","}, {{at, at}, std::move(text)}};
}

std::optional<Edit> KeyEdits::set(Span key, std::string value) const {
  const auto place = layout_.find(key);
  if (!place || layout_.is_shared(key)) return std::nullopt;
  const Use& old = layout_.member(*place).value;
  if (old.span.empty()) {
    // A value stands off the colon; what follows it there already does.
    return Edit{{place->end, place->end}, " " + value};
  }
  const std::string_view text = source_.text(old.span);
  if (old.alias || text.starts_with('&') || layout_.is_referred_to(old.span)) return std::nullopt;
  return Edit{old.span, std::move(value)};
}

std::optional<Edit> KeyEdits::rename(Span key, const std::string& name) const {
  const auto place = layout_.find(key);
  if (!place || layout_.is_shared(key)) return std::nullopt;
  const std::string_view old = source_.text(key);
  if (old.starts_with('&') || old.starts_with('!') || old.starts_with('*')) return std::nullopt;
  return Edit{key, in_quotes_of(old, name)};
}

std::optional<std::vector<Edit>> KeyEdits::remove(Span key) const {
  const auto place = layout_.find(key);
  if (!place) return std::nullopt;
  const Span whole{place->begin, place->end};
  if (layout_.is_shared(key) || layout_.is_referred_to(whole)) return std::nullopt;
  return place->braces ? remove_from_braces(*place) : remove_lines(*place);
}

std::optional<std::vector<Edit>> KeyEdits::remove_lines(const MemberPlace& place) const {
  const Node& mapping = document_.node(place.mapping);
  const bool only = mapping.members.size() + mapping.merges.size() == 1;
  if ((only && document_.format == Format::Yaml) || !layout_.ends_line(place.end)) {
    return std::nullopt;
  }
  if (layout_.begins_line(place.begin)) {
    const Span lines{layout_.line_of(place.begin).begin, layout_.next_line(place.end)};
    return std::vector<Edit>{{lines, {}}};
  }
  // Behind the dash of a list item: the next key takes its place.
  if (place.index + 1 == mapping.members.size()) return std::nullopt;
  const Span cut{place.begin, mapping.members[place.index + 1].key_span.begin};
  if (has_comment({layout_.line_of(place.end).end, cut.end})) return std::nullopt;
  return std::vector<Edit>{{cut, {}}};
}

std::optional<std::vector<Edit>> KeyEdits::remove_from_braces(const MemberPlace& place) const {
  const auto& members = document_.node(place.mapping).members;
  const std::string_view bytes = source_.bytes();
  const std::uint32_t token = layout_.next_token(place.end);
  const bool comma = token < bytes.size() && bytes[token] == ',';
  const std::uint32_t behind = comma ? token + 1 : place.end;
  const bool lines = layout_.begins_line(place.begin) && layout_.ends_line(behind) &&
                     !has_comment({place.end, behind});
  std::vector<Edit> edits;
  if (!comma && place.index > 0) {
    // The comma that parted it from the key before goes with it.
    const auto before = layout_.find(members[place.index - 1].key_span);
    if (!before) return std::nullopt;
    const std::uint32_t parting = layout_.next_token(before->end);
    if (parting >= bytes.size() || bytes[parting] != ',') return std::nullopt;
    if (!lines) {
      const Span cut{parting, place.end};
      if (has_comment(cut)) return std::nullopt;
      return std::vector<Edit>{{cut, {}}};
    }
    edits.push_back({{parting, parting + 1}, {}});
  }
  if (lines) {
    edits.push_back({{layout_.line_of(place.begin).begin, layout_.next_line(behind)}, {}});
    return edits;
  }
  Span cut{place.begin, behind};
  if (comma && place.index + 1 < members.size()) cut.end = layout_.next_token(behind);
  if (has_comment(cut)) return std::nullopt;
  edits.push_back({cut, {}});
  return edits;
}

bool KeyEdits::has_comment(Span span) const {
  return std::any_of(document_.comments.begin(), document_.comments.end(),
                     [&](const Comment& comment) { return span.contains(comment.span.begin); });
}

}  // namespace grpolint::rules
