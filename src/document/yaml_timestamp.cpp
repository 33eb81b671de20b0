#include "document/yaml_timestamp.h"

#include <array>
#include <cstddef>
#include <optional>

namespace grpolint {
namespace {

struct Timestamp {
  int year = 0, month = 0, day = 0;
  int hour = 0, minute = 0, second = 0;
  int zone_hour = 0, zone_minute = 0;
  bool has_time = false;
  bool two_digit_date = false;  ///< month and day written with two digits
};

class TimestampParser {
 public:
  explicit TimestampParser(std::string_view text) : rest_(text) {}

  std::optional<Timestamp> parse() {
    Timestamp stamp;
    if (!number(4, 4, stamp.year) || !skip("-")) return std::nullopt;
    const std::size_t month_at = rest_.size();
    if (!number(1, 2, stamp.month)) return std::nullopt;
    const bool two_digit_month = month_at - rest_.size() == 2;
    if (!skip("-")) return std::nullopt;
    const std::size_t day_at = rest_.size();
    if (!number(1, 2, stamp.day)) return std::nullopt;
    stamp.two_digit_date = two_digit_month && day_at - rest_.size() == 2;
    if (rest_.empty()) return stamp;
    if (!time(stamp) || !zone(stamp) || !rest_.empty()) return std::nullopt;
    return stamp;
  }

 private:
  bool number(std::size_t least, std::size_t most, int& value) {
    std::size_t count = 0;
    value = 0;
    while (count < most && count < rest_.size() && rest_[count] >= '0' && rest_[count] <= '9') {
      value = value * 10 + (rest_[count] - '0');
      ++count;
    }
    rest_.remove_prefix(count);
    return count >= least;
  }
  bool skip(std::string_view one_of) {
    if (rest_.empty() || one_of.find(rest_.front()) == std::string_view::npos) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool blanks() {
    bool any = false;
    while (skip(" \t")) any = true;
    return any;
  }

  bool time(Timestamp& stamp) {
    if (!skip("Tt") && !blanks()) return false;
    stamp.has_time = true;
    if (!number(1, 2, stamp.hour) || !skip(":") || !number(2, 2, stamp.minute) || !skip(":") ||
        !number(2, 2, stamp.second)) {
      return false;
    }
    if (skip(".")) {
      while (skip("0123456789")) {
      }
    }
    return true;
  }

  bool zone(Timestamp& stamp) {
    if (rest_.empty()) return true;
    blanks();
    if (skip("Z")) return true;
    if (!skip("+-") || !number(1, 2, stamp.zone_hour)) return false;
    return !skip(":") || number(2, 2, stamp.zone_minute);
  }

  std::string_view rest_;
};

int days_in(int year, int month) {
  static constexpr std::array kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return month == 2 && leap ? 29 : kDays.at(static_cast<std::size_t>(month) - 1);
}

}  // namespace

bool is_yaml_timestamp(std::string_view text) {
  const std::optional<Timestamp> stamp = TimestampParser(text).parse();
  return stamp && (stamp->has_time || stamp->two_digit_date);
}

bool is_real_timestamp(std::string_view text) {
  const std::optional<Timestamp> stamp = TimestampParser(text).parse();
  if (!stamp || stamp->year < 1 || stamp->month < 1 || stamp->month > 12) return false;
  if (stamp->day < 1 || stamp->day > days_in(stamp->year, stamp->month)) return false;
  return stamp->hour < 24 && stamp->minute < 60 && stamp->second < 60 &&
         stamp->zone_hour * 60 + stamp->zone_minute < 24 * 60;
}

}  // namespace grpolint
