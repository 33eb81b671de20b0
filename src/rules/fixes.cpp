#include "rules/fixes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "rules/key_edits.h"

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

/// `old` is the value that is replaced, whose quotes are kept; empty when there is none.
std::string scalar(const FixSpec& spec, Format format, std::string_view old) {
  if (!spec.is_string) return std::string(spec.value);
  const bool simple = spec.value.find_first_of("'\\\n") == std::string_view::npos;
  if (format != Format::Json && old.starts_with('\'') && !old.starts_with("'''") && simple) {
    return fmt::format("'{}'", spec.value);
  }
  const bool was_quoted = old.starts_with('"');
  return format == Format::Yaml && !was_quoted && is_plain_word(spec.value)
             ? std::string(spec.value)
             : quoted(spec.value);
}

/// Arguments of the trainer itself; those of the model and of the script have sections of their
/// own.
bool is_of_trainer(const schema::Argument& argument) {
  return argument.owner == "GRPOConfig" || argument.owner == "TrainingArguments" ||
         argument.library == "unsloth";
}

class FixBuilder {
 public:
  explicit FixBuilder(const RuleContext& context)
      : context_(context), keys_(context.source, context.document) {}

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

  /// Empty when the keys to add find no place, or when edits would overlap.
  std::optional<std::vector<Edit>> take_edits() {
    if (!added_.empty() && !append(keys_.add_after(neighbour_, added_))) return std::nullopt;
    std::sort(edits_.begin(), edits_.end(),
              [](const Edit& a, const Edit& b) { return a.span.begin < b.span.begin; });
    for (std::size_t i = 1; i < edits_.size(); ++i) {
      if (edits_[i].span.begin < edits_[i - 1].span.end) return std::nullopt;
    }
    return std::move(edits_);
  }

 private:
  const dialect::Entry* entry_of(std::string_view argument) const {
    for (const dialect::Entry& entry : context_.run->entries) {
      if (entry.argument == argument) return &entry;
    }
    return nullptr;
  }

  const schema::Argument* known_in_release(std::string_view argument) const {
    const auto& run = *context_.run;
    const schema::Argument* found = schema::find(run.dialect, argument, run.releases);
    const bool known =
        found != nullptr && found->known_in(run.releases.for_library(found->library));
    return known ? found : nullptr;
  }

  bool append(std::optional<Edit> edit) {
    if (!edit) return false;
    edits_.push_back(*std::move(edit));
    return true;
  }

  bool append(std::optional<std::vector<Edit>> edits) {
    if (edits) edits_.insert(edits_.end(), edits->begin(), edits->end());
    return edits.has_value();
  }

  bool set(const FixSpec& spec, const Place& place) {
    const schema::Argument* argument = known_in_release(spec.argument);
    if (argument == nullptr) return false;
    const Format format = context_.document.format;
    if (const dialect::Entry* entry = entry_of(spec.argument)) {
      const std::string_view old = context_.source.text(entry->site.value);
      return append(keys_.set(entry->site.key, scalar(spec, format, old)));
    }
    const auto neighbour = neighbour_of(*argument, place);
    if (!neighbour || (!added_.empty() && *neighbour != neighbour_)) return false;
    neighbour_ = *neighbour;
    added_.push_back({std::string(spec.argument), scalar(spec, format, {})});
    return true;
  }

  /// The key that a new argument is put behind: the one the finding points at, unless that one
  /// stands in a section for arguments of another kind.
  std::optional<Span> neighbour_of(const schema::Argument& argument, const Place& place) const {
    const auto& entries = context_.run->entries;
    const auto fits = [&](const dialect::Entry& entry) {
      return entry.schema != nullptr && is_of_trainer(*entry.schema) == is_of_trainer(argument);
    };
    const auto at_place =
        std::find_if(entries.begin(), entries.end(), [&](const dialect::Entry& entry) {
          return place.site != nullptr && entry.site.key == place.site->key;
        });
    const bool flat = std::all_of(entries.begin(), entries.end(), [](const dialect::Entry& entry) {
      return entry.section.empty();
    });
    if (at_place != entries.end() && !flat && !fits(*at_place)) {
      const auto relative = std::find_if(entries.begin(), entries.end(), fits);
      if (relative != entries.end()) return relative->site.key;
    }
    return place.site != nullptr ? std::optional(place.site->key) : std::nullopt;
  }

  bool rename(const FixSpec& spec) {
    const dialect::Entry* entry = entry_of(spec.argument);
    if (entry == nullptr || entry_of(spec.value) != nullptr) return false;
    return append(keys_.rename(entry->site.key, std::string(spec.value)));
  }

  bool remove(const FixSpec& spec) {
    const dialect::Entry* entry = entry_of(spec.argument);
    return entry != nullptr && append(keys_.remove(entry->site.key));
  }

  const RuleContext& context_;
  KeyEdits keys_;
  std::vector<Edit> edits_;
  std::vector<NewMember> added_;  // behind neighbour_
  Span neighbour_;
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
  auto edits = builder.take_edits();
  if (!edits || edits->empty()) return std::nullopt;
  fix.edits = *std::move(edits);
  return fix;
}

}  // namespace grpolint::rules
