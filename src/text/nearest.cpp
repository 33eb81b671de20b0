#include "text/nearest.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace grpolint {
namespace {

/// edit_distance(a, b), or some number above `limit` where it is above it.
std::size_t distance_within(std::string_view a, std::string_view b, std::size_t limit) {
  // Three rows of the usual table: two back (for swaps), the last, and the one being filled.
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  std::size_t least_of_last = 0;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    std::size_t least = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min(std::min(last[j], row[j - 1]) + 1, replaced);
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
      least = std::min(least, row[j]);
    }
    // Every way on leads through this row or, by a swap, from the one before.
    if (least > limit && least_of_last >= limit) return limit + 1;
    least_of_last = least;
    std::swap(before_last, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

/// The characters of a word, folded into 64 bits.
std::uint64_t letters(std::string_view word) {
  std::uint64_t set = 0;
  for (const char c : word) set |= std::uint64_t{1} << (static_cast<unsigned char>(c) & 63U);
  return set;
}

/// Fewer edits than this cannot make one word of the other: each adds, removes or replaces a
/// letter.
std::size_t least_distance(std::string_view a, std::uint64_t letters_of_a, std::string_view b) {
  const std::size_t lengths = std::max(a.size(), b.size()) - std::min(a.size(), b.size());
  const std::uint64_t letters_of_b = letters(b);
  const int missing = std::max(std::popcount(letters_of_a & ~letters_of_b),
                               std::popcount(letters_of_b & ~letters_of_a));
  return std::max(lengths, static_cast<std::size_t>(missing));
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  return distance_within(a, b, std::max(a.size(), b.size()));
}

std::optional<std::string_view> nearest(std::string_view word,
                                        std::span<const std::string_view> candidates,
                                        std::optional<std::size_t> most_edits) {
  const std::size_t limit = most_edits.value_or(std::max<std::size_t>(1, word.size() / 3));
  std::optional<std::string_view> best;
  std::size_t best_distance = limit + 1;
  bool tie = false;
  const std::uint64_t letters_of_word = letters(word);
  for (const std::string_view candidate : candidates) {
    const std::size_t bound = std::min(limit, best_distance);
    if (least_distance(word, letters_of_word, candidate) > bound) continue;
    const std::size_t distance = distance_within(word, candidate, bound);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
      tie = false;
    } else if (distance == best_distance && candidate != best) {
      tie = true;
    }
  }
  return tie || best_distance > limit ? std::nullopt : best;
}

}  // namespace grpolint
