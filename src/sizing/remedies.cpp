#include "sizing/remedies.h"

#include <optional>

#include "sizing/levers.h"
#include "sizing/verdict.h"

namespace grpolint::sizing {
namespace {

/// A remedy and the run with it.
struct Found {
  Remedy remedy;
  Setup setup;
};

void price(const DeviceEstimate& device, Remedy& remedy) {
  remedy.peak = device.peak().bytes;
  remedy.verdict = device.verdict;
}

/// What a search has found so far: remedies that fit, and the best of those that are tight.
class Findings {
 public:
  bool full() const { return fitting_.size() == kMost; }
  bool fits() const { return !fitting_.empty(); }
  /// True when the change makes the run fit. `first` is the change made before, if any.
  bool consider(const Change* first, const Change& change) {
    Remedy remedy;
    price(trainer_estimate(change.setup, count(change.setup), Detail::Bare), remedy);
    if (remedy.verdict == Verdict::DoesNotFit) return false;
    const bool better = remedy.verdict == Verdict::Fits || !nearest_ ||
                        remedy.peak.likely < nearest_->remedy.peak.likely;
    if (!better) return false;
    remedy.change = first != nullptr ? in_words(*first, change) : in_words(change);
    remedy.settings = first != nullptr ? joined(*first, change) : change.settings;
    const bool fits = remedy.verdict == Verdict::Fits;
    Found found{std::move(remedy), change.setup};
    if (fits) {
      fitting_.push_back(std::move(found));
    } else {
      nearest_ = std::move(found);
    }
    return fits;
  }
  std::vector<Found> take_fitting() && { return std::move(fitting_); }
  const std::optional<Found>& nearest() const { return nearest_; }

 private:
  static constexpr std::size_t kMost = 3;
  std::vector<Found> fitting_;
  std::optional<Found> nearest_;
};

/// The mildest pair of variants of two levers that fits, if any.
void consider_pair(const std::vector<Change>& firsts, Lever second, Findings& found) {
  for (const Change& first : firsts) {
    for (const Change& both : changes_of(first.setup, second)) {
      if (found.consider(&first, both)) return;
    }
  }
}

std::vector<Found> search(const Setup& setup, Verdict verdict) {
  Findings singles;
  std::vector<std::vector<Change>> changes;
  for (const Lever lever : levers()) {
    changes.push_back(changes_of(setup, lever));
    for (const Change& change : changes.back()) {
      if (singles.full() || singles.consider(nullptr, change)) break;
    }
  }
  if (singles.fits()) return std::move(singles).take_fitting();
  Findings pairs;
  for (std::size_t first = 0; first < changes.size(); ++first) {
    for (std::size_t second = first + 1; second < changes.size() && !pairs.full(); ++second) {
      consider_pair(changes[first], levers()[second], pairs);
    }
  }
  if (pairs.fits()) return std::move(pairs).take_fitting();
  // Nothing gets below the line: the best change may still turn a failure into a tight fit, and a
  // run that is tight already gains by what brings the likely peak below the capacity.
  const auto& nearest = singles.nearest() ? singles.nearest() : pairs.nearest();
  if (!nearest) return {};
  const bool helps =
      verdict == Verdict::DoesNotFit || nearest->remedy.peak.likely <= setup.gpu.capacity_bytes;
  return helps ? std::vector<Found>{*nearest} : std::vector<Found>{};
}

}  // namespace

std::vector<Remedy> find_remedies(const Setup& setup, Verdict verdict, const Pricing& pricing) {
  std::vector<Remedy> remedies;
  for (Found& found : search(setup, verdict)) {
    if (pricing) price(pricing(found.setup), found.remedy);
    remedies.push_back(std::move(found.remedy));
  }
  return remedies;
}

}  // namespace grpolint::sizing
