#include "cli/progress.h"

#include <fmt/format.h>

#include <cstdio>

namespace grpolint::cli {

void Progress::step() {
  const std::size_t done = ++done_;
  if (!shown_) return;
  // Whoever finds another thread drawing leaves it to that one: the line is only a hint.
  const std::unique_lock lock(drawing_, std::try_to_lock);
  if (!lock.owns_lock() || Clock::now() < next_) return;
  next_ = Clock::now() + std::chrono::milliseconds(100);
  drawn_ = true;
  fmt::print(stderr, "\rchecking {} of {} files", done, total_);
  std::fflush(stderr);
}

Progress::~Progress() {
  if (drawn_) fmt::print(stderr, "\r\x1b[K");
}

}  // namespace grpolint::cli
