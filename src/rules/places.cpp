#include "rules/places.h"

#include <algorithm>
#include <set>
#include <vector>

namespace grpolint::rules {
namespace {

using dialect::Entry;

constexpr std::string_view kRunPrefix = "run.";

/// The arguments that `fact` is or was derived from, depth first.
void collect_arguments(const RuleContext& context, std::string_view fact,
                       std::vector<const schema::Argument*>& arguments,
                       std::set<std::string, std::less<>>& visited) {
  if (!visited.emplace(fact).second) return;
  if (fact.starts_with(kRunPrefix)) {
    const schema::Argument* argument =
        schema::find(context.run->dialect, fact.substr(kRunPrefix.size()), context.run->releases);
    if (argument != nullptr) arguments.push_back(argument);
  }
  if (const Fact* found = context.facts.find(fact)) {
    for (const std::string& source : found->sources) {
      collect_arguments(context, source, arguments, visited);
    }
  }
}

const Entry* switch_of_group(const dialect::Run& run, std::string_view group) {
  const std::string name = "use_" + std::string(group);
  const auto found = std::find_if(run.entries.begin(), run.entries.end(),
                                  [&](const Entry& entry) { return entry.argument == name; });
  return found != run.entries.end() ? &*found : nullptr;
}

/// The first key of the section that holds keys of `group`.
const Entry* section_of_group(const dialect::Run& run, std::string_view group) {
  const auto member = std::find_if(run.entries.begin(), run.entries.end(), [&](const Entry& entry) {
    return entry.schema != nullptr && entry.schema->group == group && !entry.section.empty();
  });
  if (member == run.entries.end()) return nullptr;
  const auto first = std::find_if(run.entries.begin(), run.entries.end(), [&](const Entry& entry) {
    return entry.section == member->section;
  });
  return &*first;
}

const Entry* first_entry(const dialect::Run& run) {
  const auto first = std::min_element(
      run.entries.begin(), run.entries.end(),
      [](const Entry& a, const Entry& b) { return a.site.key.begin < b.site.key.begin; });
  return first != run.entries.end() ? &*first : nullptr;
}

const Entry* nearest_entry(const RuleContext& context, std::span<const std::string_view> facts) {
  std::vector<const schema::Argument*> arguments;
  std::set<std::string, std::less<>> visited;
  for (const std::string_view fact : facts) collect_arguments(context, fact, arguments, visited);
  for (const schema::Argument* argument : arguments) {
    if (const Entry* entry = switch_of_group(*context.run, argument->group)) return entry;
  }
  for (const schema::Argument* argument : arguments) {
    if (const Entry* entry = section_of_group(*context.run, argument->group)) return entry;
  }
  return first_entry(*context.run);
}

}  // namespace

Span span_of(const Site& site, const Source& source) {
  if (site.value.begin < site.key.begin || site.value.end <= site.key.end) return site.key;
  const bool one_line =
      source.position(site.key.begin).line == source.position(site.value.end).line;
  return one_line ? Span{site.key.begin, site.value.end} : site.key;
}

Place primary_place(const RuleContext& context, std::span<const std::string_view> facts) {
  for (const std::string_view fact : facts) {
    const Fact* written = context.facts.written_source(fact);
    if (written != nullptr && written->site) {
      const Site& site = *written->site;
      return {span_of(site, context.source), site.path, &site};
    }
  }
  // The finding is about something that is not there: the key it is shown at is not its subject.
  if (const Entry* entry = nearest_entry(context, facts)) {
    return {entry->site.key, entry->site.path, &entry->site};
  }
  return {};
}

}  // namespace grpolint::rules
