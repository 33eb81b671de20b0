#include "hardware/user_catalogue.h"

#include <algorithm>
#include <deque>
#include <string_view>
#include <utility>

namespace grpolint::hardware {
namespace {

/// A record of the user's and the views into it that a Gpu is made of.
struct Owned {
  Record record;
  std::vector<std::string_view> aliases;
  Gpu gpu;
};

/// Nothing is ever taken out, so that a pointer to a GPU stays good.
struct Catalogues {
  std::deque<Owned> owned;
  std::deque<std::vector<Gpu>> merged;  // the last one is in force
};

Catalogues& catalogues() {
  static Catalogues all;
  return all;
}

void point_into(Owned& owned) {
  owned.aliases.assign(owned.record.aliases.begin(), owned.record.aliases.end());
  owned.gpu = owned.record.figures;
  owned.gpu.id = owned.record.id;
  owned.gpu.name = owned.record.name;
  owned.gpu.aliases = owned.aliases;
  owned.gpu.vendor = owned.record.vendor;
  owned.gpu.architecture = owned.record.architecture;
  owned.gpu.family = owned.record.family;
  owned.gpu.source = owned.record.source;
  owned.gpu.verified = owned.record.verified;
  owned.gpu.provenance = owned.record.provenance;
}

}  // namespace

void extend_catalogue(std::vector<Record> records) {
  if (records.empty()) return;
  Catalogues& all = catalogues();
  std::vector<Gpu> merged;  // the user's first: select() takes the first that has the name
  for (Record& record : records) {
    all.owned.push_back({std::move(record), {}, {}});
    point_into(all.owned.back());
    merged.push_back(all.owned.back().gpu);
  }
  for (const Gpu& known : catalogue()) {
    const bool replaced = std::any_of(merged.begin(), merged.end(),
                                      [&](const Gpu& gpu) { return gpu.id == known.id; });
    if (!replaced) merged.push_back(known);
  }
  all.merged.push_back(std::move(merged));
}

std::span<const Gpu> catalogue() {
  const Catalogues& all = catalogues();
  return all.merged.empty() ? embedded_catalogue() : std::span<const Gpu>(all.merged.back());
}

}  // namespace grpolint::hardware
