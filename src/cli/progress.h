#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <mutex>

namespace grpolint::cli {

/// A line on the terminal that says how far the work is, once it has taken more than a second.
/// Nothing when it is not shown. Steps may come from several threads.
class Progress {
 public:
  Progress(std::size_t total, bool shown) : total_(total), shown_(shown) {}
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void step();

 private:
  using Clock = std::chrono::steady_clock;

  std::size_t total_;
  bool shown_;
  bool drawn_ = false;
  std::atomic<std::size_t> done_{0};
  std::mutex drawing_;
  Clock::time_point next_ = Clock::now() + std::chrono::seconds(1);
};

}  // namespace grpolint::cli
