#include "condition/units.h"

#include <array>

namespace grpolint::condition {
namespace {

bool is_plain(Unit unit) { return unit == Unit::None || unit == Unit::Tokens; }

struct Rate {
  Unit amount;
  Unit rate;
};
constexpr std::array kRates = {Rate{Unit::Bytes, Unit::BytesPerSecond},
                               Rate{Unit::Tokens, Unit::TokensPerSecond}};

std::optional<Unit> sum(Unit a, Unit b) {
  if (a == b) return a;
  if (is_plain(a) && is_plain(b)) return Unit::Tokens;
  return std::nullopt;
}

std::optional<Unit> product(Unit a, Unit b) {
  if (a == Unit::None) return b;
  if (b == Unit::None) return a;
  for (const Rate& rate : kRates) {
    if ((a == rate.rate && b == Unit::Seconds) || (a == Unit::Seconds && b == rate.rate)) {
      return rate.amount;
    }
  }
  if (a == Unit::Tokens) return is_plain(b) ? Unit::None : b;
  if (b == Unit::Tokens) return a;
  return std::nullopt;
}

std::optional<Unit> quotient(Unit a, Unit b) {
  if (a == b) return Unit::None;
  if (b == Unit::None) return a;
  for (const Rate& rate : kRates) {
    const bool amount = a == rate.amount || (is_plain(rate.amount) && is_plain(a));
    if (amount && b == Unit::Seconds) return rate.rate;
    if (amount && b == rate.rate) return Unit::Seconds;
  }
  if (b == Unit::Tokens) return a;
  return std::nullopt;
}

}  // namespace

std::optional<Unit> combine(Op op, Unit a, Unit b) {
  switch (op) {
    case Op::Multiply:
      return product(a, b);
    case Op::Divide:
      return quotient(a, b);
    default:
      return sum(a, b);
  }
}

std::string_view describe(Unit unit) {
  switch (unit) {
    case Unit::None:
      return "a plain number";
    case Unit::Bytes:
      return "bytes";
    case Unit::Parameters:
      return "parameters";
    case Unit::Tokens:
      return "tokens";
    case Unit::Seconds:
      return "seconds";
    case Unit::TokensPerSecond:
      return "tokens per second";
    case Unit::BytesPerSecond:
      return "bytes per second";
  }
  return "a number";
}

}  // namespace grpolint::condition
