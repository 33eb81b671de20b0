#include "condition/pattern.h"

#include <re2/re2.h>

#include <map>
#include <memory>
#include <mutex>

namespace grpolint::condition {
namespace {

constexpr int kMemoryLimit = 1 << 20;          // bytes RE2 may use per pattern
constexpr std::size_t kCachedPatterns = 1024;  // far above what rule files hold

std::shared_ptr<const RE2> compile_pattern(std::string_view pattern) {
  RE2::Options options;
  options.set_max_mem(kMemoryLimit);
  options.set_log_errors(false);
  return std::make_shared<const RE2>(re2::StringPiece(pattern.data(), pattern.size()), options);
}

class PatternCache {
 public:
  std::shared_ptr<const RE2> get(std::string_view pattern) {
    const std::lock_guard lock(mutex_);
    if (const auto found = patterns_.find(pattern); found != patterns_.end()) return found->second;
    auto compiled = compile_pattern(pattern);
    if (patterns_.size() < kCachedPatterns) patterns_.emplace(pattern, compiled);
    return compiled;
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const RE2>, std::less<>> patterns_;
};

}  // namespace

std::optional<std::string> pattern_problem(std::string_view pattern) {
  const auto compiled = compile_pattern(pattern);
  if (compiled->ok()) return std::nullopt;
  return compiled->error();
}

bool pattern_found(std::string_view pattern, std::string_view text) {
  static PatternCache cache;
  const auto compiled = cache.get(pattern);
  return compiled->ok() && RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *compiled);
}

}  // namespace grpolint::condition
