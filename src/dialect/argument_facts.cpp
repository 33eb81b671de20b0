#include "dialect/argument_facts.h"

#include <fmt/format.h>

#include <algorithm>

#include "dialect/coerce.h"
#include "dialect/entries.h"

namespace grpolint::dialect {
namespace {

/// Bounds on the members of mappings that become facts of their own.
constexpr int kMapDepth = 4;
constexpr int kMapFacts = 500;

/// Releases from which on a finding has to hold whatever release is assumed.
constexpr Version kOldestTrl{0, 20, 0};
constexpr Version kOldestTransformers{4, 54, 0};

class WrittenFacts {
 public:
  /// `place`, when given, is where all of the document stands in the user's file.
  WrittenFacts(const Source& source, const Document& document, FactTable& facts,
               const Site* place = nullptr)
      : source_(source), document_(document), facts_(facts), place_(place) {}

  void add(const std::string& name, Value value, Site site, const Use& use) {
    const std::string path = site.path;
    set(name, std::move(value), std::move(site));
    const Node& node = document_.node(use.node);
    if (node.kind == NodeKind::Mapping && !is_placeholder(source_, node)) {
      add_members(name, path, use.node, 1);
    }
  }

  void add_members(const std::string& name, const std::string& path, NodeId mapping, int depth) {
    for (const Member* member : document_.effective_members(mapping)) {
      if (--budget_ < 0) return;
      const std::string member_name = name + "." + member->key;
      const std::string member_path = path.empty() ? member->key : path + "." + member->key;
      Site site = place_ != nullptr ? Site{place_->key, place_->value, {}}
                                    : Site{member->key_span, member->value.span, {}};
      site.path = member_path;
      set(member_name, plain_value(source_, document_, member->value), std::move(site));
      const Node& node = document_.node(member->value.node);
      if (node.kind == NodeKind::Mapping && depth < kMapDepth && !is_placeholder(source_, node)) {
        add_members(member_name, member_path, member->value.node, depth + 1);
      }
    }
  }

 private:
  void set(const std::string& name, Value value, Site site) {
    Fact fact;
    fact.value = std::move(value);
    fact.origin = Origin::Written;
    fact.because = "written";
    fact.site = std::move(site);
    facts_.set(name, std::move(fact));
  }

  const Source& source_;
  const Document& document_;
  FactTable& facts_;
  const Site* place_;
  int budget_ = kMapFacts;
};

/// Keys of home-made files that state a derived fact outright.
bool states_sleep_level(const Entry& entry) {
  return entry.argument.empty() && (entry.key == "sleep_level" || entry.key == "vllm_sleep_level");
}

/// The default is not the same in all releases a finding has to hold for.
bool depends_on_release(const schema::Argument& argument) {
  const Version oldest = argument.library == "transformers" ? kOldestTransformers : kOldestTrl;
  if (argument.library != "trl" && argument.library != "transformers") return false;
  if (argument.until || argument.since > oldest) return true;
  const schema::DefaultPeriod* first = nullptr;
  for (const schema::DefaultPeriod& period : argument.defaults) {
    if (period.to < oldest) continue;
    if (first != nullptr && first->json != period.json) return true;
    first = &period;
  }
  return false;
}

std::string library_name(std::string_view library) {
  if (library == "trl") return "TRL";
  if (library == "unsloth") return "Unsloth";
  return std::string(library);
}

Fact default_fact(const schema::Argument& argument, const Run& run) {
  const Version version = run.releases.for_library(argument.library);
  // Unsloth's releases are dates that nobody states; its defaults have been stable.
  const std::string release =
      argument.library == "unsloth"
          ? "Unsloth"
          : fmt::format("{} {}", library_name(argument.library), version.to_string());
  Fact fact;
  fact.origin = Origin::Default;
  if (argument.known_in(version)) {
    fact.value = argument.default_in(version);
    fact.because = release + " default";
  } else {
    fact.because = fmt::format("not an argument of {}", release);
  }
  if (depends_on_release(argument)) {
    fact.sources.push_back(fmt::format("version.{}", argument.library));
  }
  return fact;
}

}  // namespace

void add_written_facts(const Source& source, const Document& document, Run& run, FactTable& facts) {
  WrittenFacts written(source, document, facts);
  const std::vector<std::size_t> deciding = deciding_entries(run.entries);
  for (std::size_t i = 0; i < run.entries.size(); ++i) {
    const Entry& entry = run.entries[i];
    const Use use{entry.node, entry.site.value, false};
    if (states_sleep_level(entry)) {
      written.add("run.sleep_level", plain_value(source, document, use), entry.site, use);
    }
    if (entry.argument.empty()) continue;
    Value value;
    if (entry.schema != nullptr) {
      Coercion coercion = coerce(source, document, use, *entry.schema, run.route, run.releases);
      if (coercion.problem) {
        coercion.problem->entry = i;
        run.value_problems.push_back(*std::move(coercion.problem));
      }
      value = std::move(coercion.value);
    } else {
      value = plain_value(source, document, use);
    }
    if (std::binary_search(deciding.begin(), deciding.end(), i)) {
      written.add("run." + entry.argument, std::move(value), entry.site, use);
    }
  }
}

void add_member_facts(const Source& source, const Document& document, NodeId mapping,
                      const std::string& name, FactTable& facts) {
  WrittenFacts(source, document, facts).add_members(name, {}, mapping, 1);
}

void add_text_facts(const Source& text, const Document& document, NodeId mapping,
                    const std::string& name, const Site& site, FactTable& facts) {
  WrittenFacts(text, document, facts, &site).add_members(name, site.path, mapping, 1);
}

void add_default_facts(const Run& run, FactTable& facts) {
  for (const schema::Argument& argument : schema::arguments(run.dialect)) {
    const std::string name = fmt::format("run.{}", argument.name);
    if (facts.find(name) != nullptr) continue;
    const schema::Argument* in_force = schema::find(run.dialect, argument.name, run.releases);
    facts.set(name, default_fact(in_force != nullptr ? *in_force : argument, run));
  }
}

}  // namespace grpolint::dialect
