#include "rules/fixes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace grpolint::rules {
namespace {

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

/// Letters, digits and the punctuation of names: never a number, a keyword or YAML syntax.
bool is_plain_word(std::string_view text) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const bool word = !text.empty() && is_letter(text.front()) &&
                    std::all_of(text.begin(), text.end(), [&](char c) {
                      return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
                             c == '.' || c == '/';
                    });
  if (!word) return false;
  constexpr std::array<std::string_view, 7> kKeywords = {"true", "false", "yes", "no",
                                                         "on",   "off",   "null"};
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return std::find(kKeywords.begin(), kKeywords.end(), lower) == kKeywords.end();
}

std::string scalar(const FixSpec& spec, Format format) {
  if (!spec.is_string) return std::string(spec.value);
  return format == Format::Yaml && is_plain_word(spec.value) ? std::string(spec.value)
                                                             : quoted(spec.value);
}

std::string key_and_value(const FixSpec& spec, Format format) {
  const std::string value = scalar(spec, format);
  switch (format) {
    case Format::Yaml:
      return fmt::format("{}: {}", spec.argument, value);
    case Format::Toml:
      return fmt::format("{} = {}", spec.argument, value);
    case Format::Json:
      break;
  }
  return fmt::format("\"{}\": {},", spec.argument, value);
}

class FixBuilder {
 public:
  explicit FixBuilder(const RuleContext& context) : context_(context) {}

  /// False when the edit cannot be made in this file.
  bool add(const FixSpec& spec, const Place& place) {
    switch (spec.kind) {
      case FixSpec::Kind::Set:
        return set(spec, place);
      case FixSpec::Kind::Rename:
        return rename(spec);
      case FixSpec::Kind::Remove:
        return remove(spec);
    }
    return false;
  }

  std::vector<Edit> take_edits() {
    std::sort(edits_.begin(), edits_.end(),
              [](const Edit& a, const Edit& b) { return a.span.begin < b.span.begin; });
    return std::move(edits_);
  }

 private:
  const dialect::Entry* entry_of(std::string_view argument) const {
    for (const dialect::Entry& entry : context_.run->entries) {
      if (entry.argument == argument) return &entry;
    }
    return nullptr;
  }

  bool known_in_release(std::string_view argument) const {
    const auto& run = *context_.run;
    const schema::Argument* found = schema::find(run.dialect, argument, run.releases);
    return found != nullptr && found->known_in(run.releases.for_library(found->library));
  }

  bool is_alias(const Span value) const { return context_.source.text(value).starts_with('*'); }

  bool set(const FixSpec& spec, const Place& place) {
    if (!known_in_release(spec.argument)) return false;
    const Format format = context_.document.format;
    if (const dialect::Entry* entry = entry_of(spec.argument)) {
      if (entry->site.value.empty() || is_alias(entry->site.value)) return false;
      edits_.push_back({entry->site.value, scalar(spec, format)});
      return true;
    }
    if (place.site == nullptr) return false;
    const auto indent = indentation_before(place.site->key.begin);
    if (!indent || (format != Format::Json && in_braces(place.site->key))) return false;
    const std::uint32_t at = place.site->key.begin;
    insertion(at) += key_and_value(spec, format) + "\n" + *indent;
    return true;
  }

  // Insertions at one place are one edit, so that their order is kept.
  std::string& insertion(std::uint32_t at) {
    const Span span{at, at};
    const auto found = std::find_if(edits_.begin(), edits_.end(),
                                    [&](const Edit& edit) { return edit.span == span; });
    if (found != edits_.end()) return found->text;
    edits_.push_back({span, {}});
    return edits_.back().text;
  }

  /// White space between the start of the line and `offset`; empty when something else is there.
  std::optional<std::string> indentation_before(std::uint32_t offset) const {
    const auto line = context_.source.line_span(context_.source.position(offset).line);
    const std::string_view before = context_.source.text({line.begin, offset});
    if (before.find_first_not_of(" \t") != std::string_view::npos) return std::nullopt;
    return std::string(before);
  }

  bool in_braces(Span key) const {
    for (const Node& node : context_.document.nodes) {
      if (node.kind != NodeKind::Mapping || node.members.empty()) continue;
      const bool holds = std::any_of(node.members.begin(), node.members.end(),
                                     [&](const Member& member) { return member.key_span == key; });
      if (!holds) continue;
      const std::uint32_t first = node.members.front().key_span.begin;
      const Span opening{node.span.begin, std::max(node.span.begin, first)};
      return context_.source.text(opening).find('{') != std::string_view::npos;
    }
    return false;
  }

  bool rename(const FixSpec& spec) {
    const dialect::Entry* entry = entry_of(spec.argument);
    if (entry == nullptr || entry_of(spec.value) != nullptr) return false;
    const std::string_view old = context_.source.text(entry->site.key);
    const bool has_quotes = !old.empty() && (old.front() == '"' || old.front() == '\'');
    const std::string quote = has_quotes ? std::string(1, old.front()) : std::string();
    edits_.push_back({entry->site.key, quote + std::string(spec.value) + quote});
    return true;
  }

  // Whole lines only; in braces a comma would be left behind.
  bool remove(const FixSpec& spec) {
    const dialect::Entry* entry = entry_of(spec.argument);
    if (entry == nullptr || context_.document.format == Format::Json ||
        in_braces(entry->site.key) || !indentation_before(entry->site.key.begin)) {
      return false;
    }
    const Source& source = context_.source;
    const std::uint32_t end = std::max(entry->site.key.end, entry->site.value.end);
    const std::uint32_t first = source.position(entry->site.key.begin).line;
    const std::uint32_t last = source.position(end).line;
    const std::uint32_t after = last < source.line_count()
                                    ? source.line_span(last + 1).begin
                                    : static_cast<std::uint32_t>(source.bytes().size());
    edits_.push_back({{source.line_span(first).begin, after}, {}});
    return true;
  }

  const RuleContext& context_;
  std::vector<Edit> edits_;
};

std::string title_of(const FixSpec& spec) {
  switch (spec.kind) {
    case FixSpec::Kind::Set:
      return fmt::format("set {}: {}", spec.argument, spec.value);
    case FixSpec::Kind::Rename:
      return fmt::format("rename {} to {}", spec.argument, spec.value);
    case FixSpec::Kind::Remove:
      break;
  }
  return fmt::format("remove {}", spec.argument);
}

}  // namespace

std::optional<Fix> build_fix(const Rule& rule, const RuleContext& context, const Place& place) {
  if (rule.fixes.empty()) return std::nullopt;
  FixBuilder builder(context);
  Fix fix;
  fix.safe = rule.fixes.front().safe;
  for (const FixSpec& spec : rule.fixes) {
    // What is to go may be absent; what is to be set must be set.
    if (!builder.add(spec, place)) {
      if (spec.kind == FixSpec::Kind::Set) return std::nullopt;
      continue;
    }
    fix.title += (fix.title.empty() ? "" : ", ") + title_of(spec);
  }
  fix.edits = builder.take_edits();
  if (fix.edits.empty()) return std::nullopt;
  return fix;
}

}  // namespace grpolint::rules
