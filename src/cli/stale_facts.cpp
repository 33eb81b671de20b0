#include "cli/stale_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>

#include "report/table.h"

namespace grpolint::cli {
namespace {

namespace chrono = std::chrono;

std::optional<int> number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// "2026-07-25"; empty for anything else.
std::optional<chrono::sys_days> parse_date(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
  const auto year = number(text.substr(0, 4));
  const auto month = number(text.substr(5, 2));
  const auto day = number(text.substr(8, 2));
  if (!year || !month || !day) return std::nullopt;
  const chrono::year_month_day date{chrono::year(*year),
                                    chrono::month(static_cast<unsigned>(*month)),
                                    chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok()) return std::nullopt;
  return chrono::sys_days(date);
}

void add_if_stale(std::string_view what, std::string_view verified, std::string_view url,
                  chrono::sys_days day, int limit, std::vector<StaleFact>& facts) {
  const auto date = parse_date(verified);
  const int age = date ? static_cast<int>((day - *date).count()) : 0;
  if (date && age <= limit) return;
  facts.push_back(
      {std::string(what), date ? std::string(verified) : "never", age, std::string(url)});
}

}  // namespace

chrono::sys_days today() {
  if (const char* epoch = std::getenv("SOURCE_DATE_EPOCH")) {
    long long seconds = 0;
    const std::string_view text(epoch);
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), seconds);
    if (parsed.ec == std::errc()) {
      return chrono::floor<chrono::days>(chrono::sys_seconds(chrono::seconds(seconds)));
    }
  }
  return chrono::floor<chrono::days>(chrono::system_clock::now());
}

std::vector<StaleFact> stale_facts(std::span<const rules::Rule* const> rules,
                                   std::span<const hardware::Gpu> gpus, chrono::sys_days day,
                                   int limit) {
  std::vector<StaleFact> facts;
  for (const rules::Rule* rule : rules) {
    for (const rules::Reference& reference : rule->references) {
      add_if_stale(rule->code, reference.date, reference.url, day, limit, facts);
    }
  }
  for (const hardware::Gpu& gpu : gpus) {
    add_if_stale(gpu.name, gpu.verified, gpu.source, day, limit, facts);
  }
  std::stable_sort(facts.begin(), facts.end(), [](const StaleFact& a, const StaleFact& b) {
    return a.verified != b.verified ? a.verified < b.verified : a.what < b.what;
  });
  return facts;
}

std::string stale_table(const std::vector<StaleFact>& facts, const report::TextStyle& style) {
  if (facts.empty()) return {};
  report::Table table;
  table.row({{"what"}, {"verified"}, {"days", true}, {"source"}});
  for (const StaleFact& fact : facts) {
    table.row({{fact.what}, {fact.verified}, {fmt::format("{}", fact.days), true}, {fact.url}});
  }
  return table.to_text(style);
}

}  // namespace grpolint::cli
