#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "hardware/gpu.h"
#include "hardware/name_key.h"
#include "text/nearest.h"

namespace grpolint::hardware {
namespace {

constexpr std::size_t kLongestName = 100;
constexpr int kMostGpus = 4096;

/// The text as an error message may show it.
std::string shown(std::string_view text) {
  std::string out(text.substr(0, kLongestName));
  for (char& c : out) {
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = '?';
  }
  return out;
}

/// Calls `visit(key)` for every way of naming the GPU.
template <typename Visit>
void for_each_key(const Gpu& gpu, Visit visit) {
  visit(name_key(gpu.id));
  visit(name_key(gpu.name));
  for (const std::string_view alias : gpu.aliases) visit(name_key(alias));
}

const Gpu* find_exact(const std::string& key) {
  for (const Gpu& gpu : catalogue()) {
    bool same = false;
    for_each_key(gpu, [&](const std::string& own) { same = same || own == key; });
    if (same) return &gpu;
  }
  return nullptr;
}

/// Names of the GPUs one of whose names goes on where `key` stops.
std::vector<std::string_view> completions(const std::string& key) {
  std::vector<std::string_view> names;
  for (const Gpu& gpu : catalogue()) {
    bool longer = false;
    for_each_key(gpu, [&](const std::string& own) { longer = longer || own.starts_with(key); });
    if (longer) names.push_back(gpu.name);
  }
  return names;
}

Error unknown_name(std::string_view name, const std::string& key) {
  const std::vector<std::string_view> longer =
      key.empty() ? std::vector<std::string_view>{} : completions(key);
  if (longer.size() > 1 && longer.size() <= 8) {
    return {fmt::format("GPU \"{}\" could be any of {}; name one of them", shown(name),
                        fmt::join(longer, ", "))};
  }
  std::set<std::string> keys;
  for (const Gpu& gpu : catalogue()) {
    for_each_key(gpu, [&](const std::string& own) { keys.insert(own); });
  }
  const std::vector<std::string_view> candidates(keys.begin(), keys.end());
  const auto near = longer.size() == 1           ? std::optional(longer.front())
                    : key.size() <= kLongestName ? nearest(key, candidates)
                                                 : std::nullopt;
  const Gpu* guess = near ? find_exact(name_key(*near)) : nullptr;
  return {fmt::format("unknown GPU \"{}\"{}; `grpolint hardware` lists the known ones", shown(name),
                      guess ? fmt::format(", did you mean \"{}\"?", guess->name) : "")};
}

}  // namespace

Result<Selection> select(std::string_view text) {
  Selection selection;
  std::string_view name = text;
  if (const std::size_t colon = text.rfind(':'); colon != std::string_view::npos) {
    const std::string_view count = text.substr(colon + 1);
    const auto [end, failure] =
        std::from_chars(count.data(), count.data() + count.size(), selection.count);
    if (failure != std::errc() || end != count.data() + count.size() || selection.count < 1 ||
        selection.count > kMostGpus) {
      return Error{
          fmt::format("the count in \"{}\" must be a whole number from 1 to {}: NAME:COUNT",
                      shown(text), kMostGpus)};
    }
    selection.count_stated = true;
    name = text.substr(0, colon);
  }
  const std::string key = name.size() <= kLongestName ? name_key(name) : std::string();
  selection.gpu = find_exact(key);
  if (selection.gpu == nullptr) return unknown_name(name, key);
  return selection;
}

}  // namespace grpolint::hardware
