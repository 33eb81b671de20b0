#include "dialect/releases.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "dialect/requirements.h"

namespace grpolint::dialect {
namespace {

constexpr std::array<std::string_view, 4> kLibraries = {"trl", "transformers", "vllm", "unsloth"};

/// One library's release and who says so.
struct Found {
  Version version;
  Fact fact;
  bool newest_of_range = false;
};

class Resolver {
 public:
  Resolver(const std::string& dialect, const Companions& companions, FactTable& facts,
           ResolvedReleases& out)
      : unsloth_(dialect == "unsloth"), facts_(facts), out_(out) {
    if (companions.search_requirements) {
      requirements_ = find_requirements(companions.config_path, kLibraries);
    }
  }

  void unsloth(const std::optional<Stated<std::string>>& stated) {
    out_.releases.unsloth = other("unsloth", stated);
    if (!unsloth_) return;
    const Version version = out_.releases.for_library("unsloth");
    for (const schema::Requirement& requirement : schema::requirements("unsloth", version)) {
      if (requirement.library == "trl") trl_limit_.specifier = requirement.specifier;
    }
    for (const schema::Release& release : schema::releases("unsloth")) {
      if (release.version <= version) trl_limit_.date = release.date;
    }
  }

  void trl(const std::optional<Stated<std::string>>& stated) {
    std::optional<Found> found = resolve("trl", stated);
    if (found && !found->newest_of_range) {
      take_first_known("trl", *found);
      out_.releases.trl = found->version;
    } else {
      out_.trl_assumed = true;
      out_.releases.trl = newest_trl();
      const std::string version = out_.releases.trl.to_string();
      found = Found{out_.releases.trl, {}, true};
      found->fact.value = Value::version(out_.releases.trl);
      found->fact.origin = Origin::Assumed;
      found->fact.because =
          unsloth_ ? fmt::format("assumed {}, the newest TRL that Unsloth installs with", version)
                   : fmt::format("assumed {}, the newest known TRL", version);
      out_.notes.push_back(fmt::format(
          "no TRL release is stated, {} is taken: state it with --trl-version VERSION, a comment "
          "'# grpolint: trl=VERSION', [target] in grpolint.toml, or a pin in requirements.txt",
          version));
    }
    facts_.set("version.trl", std::move(found->fact));
    facts_.derive("version.trl_assumed", Value::boolean(out_.trl_assumed), {"version.trl"});
  }

  void transformers(const std::optional<Stated<std::string>>& stated) {
    std::optional<Found> found = resolve("transformers", stated);
    if (found && !found->newest_of_range) {
      take_first_known("transformers", *found);
      out_.releases.transformers = found->version;
      facts_.set("version.transformers", std::move(found->fact));
      return;
    }
    out_.releases.transformers = schema::transformers_for(out_.releases.trl);
    facts_.derive("version.transformers", Value::version(out_.releases.transformers),
                  {"version.trl"},
                  fmt::format("installed with TRL {} on the day of its release",
                              out_.releases.trl.to_string()));
  }

  /// A library whose release nothing can be assumed about.
  Version other(std::string_view library, const std::optional<Stated<std::string>>& stated) {
    std::optional<Found> found = resolve(library, stated);
    const std::string name = fmt::format("version.{}", library);
    if (!found) {
      facts_.set(name, Fact{Value::unknown(), Origin::Unknown, {}, {}, {}, false});
      return {};
    }
    facts_.set(name, std::move(found->fact));
    return found->version;
  }

 private:
  /// Before the facts begin nothing is known: neither that a key is missing nor that it is there.
  void take_first_known(std::string_view library, Found& found) {
    const Version first = schema::releases(library).front().version;
    if (found.version >= first) return;
    std::string because =
        fmt::format("{} {} is older than what grpolint knows, which begins with {}: that is taken",
                    library, found.version.to_string(), first.to_string());
    found.version = first;
    found.fact.value = Value::version(first);
    found.fact.because = because;
    out_.notes.push_back(std::move(because));
  }

  Version newest_trl() const {
    const auto chosen = choose_release("trl", "", trl_limit_);
    return chosen ? chosen->version : schema::newest("trl");
  }

  std::optional<Found> resolve(std::string_view library,
                               const std::optional<Stated<std::string>>& stated) {
    if (stated) {
      if (auto found = from_text(library, stated->value, Origin::Stated, stated->by)) return found;
      out_.notes.push_back(fmt::format("'{}' ({}) is not a release of {} and is ignored",
                                       stated->value, stated->by, library));
    }
    for (const PackageRequirement& requirement : requirements_) {
      if (requirement.library != library) continue;
      return from_text(library, requirement.specifier, Origin::Companion,
                       fmt::format("{} in {}", requirement.text, requirement.file));
    }
    return std::nullopt;
  }

  /// `text` is a release or a specifier.
  std::optional<Found> from_text(std::string_view library, std::string_view text, Origin origin,
                                 std::string by) const {
    const bool bare = !text.empty() && text.find_first_of("=<>!~") == std::string_view::npos;
    const std::string specifier = bare ? "==" + std::string(text) : std::string(text);
    const ReleaseLimit limit = library == "trl" ? trl_limit_ : ReleaseLimit{};
    const std::optional<ChosenRelease> chosen = choose_release(library, specifier, limit);
    if (!chosen) return std::nullopt;
    Found found;
    found.version = chosen->version;
    found.newest_of_range = chosen->unbounded;
    found.fact.value = Value::version(chosen->version);
    found.fact.origin = origin;
    found.fact.because = chosen->pinned ? std::move(by)
                                        : fmt::format("{}: {} is the newest known release allowed",
                                                      by, chosen->version.to_string());
    return found;
  }

  bool unsloth_;
  ReleaseLimit trl_limit_;  ///< what the Unsloth release installs with
  std::vector<PackageRequirement> requirements_;
  FactTable& facts_;
  ResolvedReleases& out_;
};

}  // namespace

ResolvedReleases resolve_releases(const std::string& dialect, const Target& target,
                                  const Companions& companions, FactTable& facts) {
  ResolvedReleases out;
  Resolver resolver(dialect, companions, facts, out);
  resolver.unsloth(target.unsloth_version);
  resolver.trl(target.trl_version);
  resolver.transformers(target.transformers_version);
  resolver.other("vllm", target.vllm_version);
  return out;
}

}  // namespace grpolint::dialect
