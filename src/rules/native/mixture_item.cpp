#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "dialect/coerce.h"
#include "rules/native/checks.h"
#include "schema/schema.h"
#include "text/nearest.h"

namespace grpolint::rules::native {
namespace {

using dialect::Entry;

/// trl/scripts/utils.py, get_dataset.
constexpr Version kTakesFractions{1, 8, 0};

class Mixture {
 public:
  Mixture(const RuleContext& context, const Entry& entry)
      : context_(context), entry_(entry), node_(context.document.node(entry.node)) {}

  std::vector<Match> matches() {
    if (node_.kind == NodeKind::Mapping) {
      add(entry_.site.key, entry_.site.path, false,
          "datasets is one mapping; it must be a list of them");
    } else if (node_.kind != NodeKind::Sequence) {
      add(entry_.site.key, entry_.site.path, true,
          fmt::format("datasets is {}; it must be a list of mappings", dialect::describe(node_)));
    } else {
      for (std::size_t i = 0; i < node_.items.size(); ++i) check_item(i, node_.items[i]);
      check_fractions();
    }
    return std::move(matches_);
  }

 private:
  void check_item(std::size_t index, const Use& item) {
    const Node& node = context_.document.node(item.node);
    if (dialect::is_placeholder(context_.source, node)) return;
    const std::string path = fmt::format("{}.{}", entry_.site.path, index);
    if (node.kind != NodeKind::Mapping) {
      add(item.span, path, false,
          fmt::format("an item of datasets is {}; it must be a mapping with a path",
                      dialect::describe(node)));
      return;
    }
    bool has_path = false;
    for (const Member* member : context_.document.effective_members(item.node)) {
      has_path = has_path || member->key == "path";
      check_key(*member, path);
    }
    if (!has_path) {
      const Span start = node.members.empty() ? item.span : node.members.front().key_span;
      add(start, path, true, "an item of datasets has no path, the name of the data set");
    }
  }

  /// The keys of an item in the release.
  std::vector<std::string_view> known_keys() const {
    std::vector<std::string_view> known;
    for (const schema::Argument& argument : schema::dataset_item_arguments()) {
      if (argument.known_in(context_.run->releases.trl)) known.push_back(argument.name);
    }
    return known;
  }

  void check_key(const Member& member, const std::string& path) {
    const std::vector<std::string_view> known = known_keys();
    if (std::find(known.begin(), known.end(), member.key) != known.end()) return;
    std::string message = fmt::format("an item of datasets has no key {}", member.key);
    for (const schema::Argument& argument : schema::dataset_item_arguments()) {
      if (argument.name == member.key) {
        message += fmt::format(" before TRL {}", argument.since.to_string());
      }
    }
    const auto near = nearest(member.key, known);
    if (near) message += fmt::format("; did you mean {}?", *near);
    add(member.key_span, path + "." + member.key, true, std::move(message));
  }

  /// From 1.8.0: shares of the mixture, for all of its data sets or for none, and not for streams.
  /// The script raises when it loads them.
  void check_fractions() {
    std::vector<std::pair<const Member*, std::size_t>> with;
    std::optional<std::size_t> without;
    for (std::size_t i = 0; i < node_.items.size(); ++i) {
      const Node& item = context_.document.node(node_.items[i].node);
      if (item.kind != NodeKind::Mapping) return;
      const Member* fraction = context_.document.find(node_.items[i].node, "fraction");
      if (fraction == nullptr ||
          context_.document.node(fraction->value.node).kind == NodeKind::Null) {
        without = i;
      } else {
        with.emplace_back(fraction, i);
      }
    }
    if (with.empty() || context_.run->releases.trl < kTakesFractions) return;
    const auto& [member, index] = with.front();
    const std::string path = fmt::format("{}.{}.fraction", entry_.site.path, index);
    const Value& streaming = context_.facts.value("run.streaming");
    if (without) {
      add(member->key_span, path, false,
          fmt::format("fraction is set for {} of {} data sets", with.size(), node_.items.size()),
          "set it for all of them, 1.0 for a whole one, or for none");
    } else if (streaming.kind() == ValueKind::Boolean && streaming.as_boolean()) {
      add(member->key_span, path, false, "fraction does not work with streaming: true",
          "leave fraction out, or streaming: true");
    }
  }

  void add(Span span, std::string path, bool refused, std::string message, std::string help = {}) {
    if (help.empty()) {
      help = fmt::format("an item is a mapping with a path; its keys are {}",
                         fmt::join(known_keys(), ", "));
    }
    const dialect::Run& run = *context_.run;
    Match match;
    match.span = span;
    match.key_path = std::move(path);
    match.reads = {"run.route", "version.trl"};
    const bool newer = run.releases.trl > schema::newest("trl");
    match.locals = {
        {"message", Value::string(std::move(message))},
        {"help", Value::string(std::move(help))},
        {"refused", Value::boolean(refused && run.route != dialect::Route::Unknown && !newer)},
        {"certain", Value::boolean(run.route == dialect::Route::Trl && !newer)},
    };
    matches_.push_back(std::move(match));
  }

  const RuleContext& context_;
  const Entry& entry_;
  const Node& node_;
  std::vector<Match> matches_;
};

}  // namespace

std::vector<Match> mixture_item(const RuleContext& context) {
  const dialect::Run& run = *context.run;
  // GRPOConfig itself has no datasets: there the key is unknown.
  if (run.route == dialect::Route::Python) return {};
  for (const Entry& entry : run.entries) {
    if (entry.argument != "datasets" || entry.schema == nullptr) continue;
    if (!entry.schema->known_in(run.releases.trl)) continue;
    if (dialect::is_placeholder(context.source, context.document.node(entry.node))) continue;
    return Mixture(context, entry).matches();
  }
  return {};
}

}  // namespace grpolint::rules::native
