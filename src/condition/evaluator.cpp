#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>

#include "condition/builtins.h"
#include "condition/condition.h"
#include "condition/pattern.h"
#include "condition/units.h"

namespace grpolint::condition {
namespace {

enum class Truth { False, True, Unknown };

Truth truth(const Value& value) {
  if (value.is_absent()) return Truth::False;
  if (value.kind() != ValueKind::Boolean) return Truth::Unknown;
  return value.as_boolean() ? Truth::True : Truth::False;
}

Value negation(const Value& operand) {
  const Truth value = truth(operand);
  return value == Truth::Unknown ? Value::unknown() : Value::boolean(value == Truth::False);
}

Value arithmetic(Op op, const Value& a, const Value& b) {
  if (a.kind() != ValueKind::Number || b.kind() != ValueKind::Number) return Value::unknown();
  const double x = a.as_number();
  const double y = b.as_number();
  auto unit = combine(op, a.unit(), b.unit());
  const bool sum = op == Op::Add || op == Op::Subtract;
  if (!unit && sum && (x == 0 || y == 0)) unit = x == 0 ? b.unit() : a.unit();
  if (!unit) return Value::unknown();
  double result = 0;
  switch (op) {
    case Op::Add:
      result = x + y;
      break;
    case Op::Subtract:
      result = x - y;
      break;
    case Op::Multiply:
      result = x * y;
      break;
    case Op::Divide:
      if (y == 0) return Value::unknown();
      result = x / y;
      break;
    default:
      // Exact, and with the sign of the divisor, as in Python: 500 % 0.1 is 0.0999...
      if (y == 0) return Value::unknown();
      result = std::fmod(x, y);
      if (result != 0 && (result < 0) != (y < 0)) result += y;
      break;
  }
  return std::isfinite(result) ? Value::number(result, *unit) : Value::unknown();
}

template <typename T>
bool ordered(Op op, const T& a, const T& b) {
  switch (op) {
    case Op::Less:
      return a < b;
    case Op::LessEqual:
      return a <= b;
    case Op::Greater:
      return a > b;
    default:
      return a >= b;
  }
}

Value ordering(Op op, const Value& a, const Value& b) {
  if (a.kind() != b.kind()) return Value::unknown();
  if (a.kind() == ValueKind::Version) {
    return Value::boolean(ordered(op, a.as_version(), b.as_version()));
  }
  if (a.kind() != ValueKind::Number) return Value::unknown();
  const bool has_zero = a.as_number() == 0 || b.as_number() == 0;
  if (!has_zero && !combine(op, a.unit(), b.unit())) return Value::unknown();
  return Value::boolean(ordered(op, a.as_number(), b.as_number()));
}

/// Walks a program. Recursion is bounded by kMaxDepth, which the compiler enforced.
class Evaluator {
 public:
  Evaluator(const ProgramView& program, const Environment& environment)
      : program_(program), environment_(environment) {}

  Value value(std::size_t at) {
    const Node& node = program_.nodes[at];
    switch (node.op) {
      case Op::Constant:
        return constant(program_.constants[node.operand]);
      case Op::Name:
        return read(node);
      case Op::List:
        return Value::list(operands(at));
      case Op::And:
        return logic(at, Truth::False);
      case Op::Or:
        return logic(at, Truth::True);
      case Op::Not:
        return negation(value(at + 1));
      case Op::Negate:
        return negate(value(at + 1));
      case Op::Choose:
        return choose(at);
      case Op::Call:
        return call(at);
      default:
        return binary(at);
    }
  }

  const std::vector<std::string_view>& reads() const { return reads_; }

 private:
  std::size_t next(std::size_t at) const { return at + program_.nodes[at].size; }

  std::string_view name_of(const Node& node) const {
    return program_.text_of(program_.constants[node.operand]);
  }

  Value constant(const Constant& constant) const {
    switch (constant.kind) {
      case ValueKind::Boolean:
        return Value::boolean(constant.number != 0);
      case ValueKind::Number:
        return Value::number(constant.number, constant.unit);
      case ValueKind::String:
        return Value::string(std::string(program_.text_of(constant)));
      case ValueKind::Version:
        return Value::version(constant.version);
      default:
        return Value::absent();
    }
  }

  const Fact* fact(const Node& node) {
    const std::string_view name = name_of(node);
    reads_.push_back(name);
    return environment_.facts != nullptr ? environment_.facts->find(name) : nullptr;
  }

  Value read(const Node& node) {
    const std::string_view name = name_of(node);
    if (name.starts_with("let.") || name.starts_with("match.") || name.starts_with("option.")) {
      reads_.push_back(name);
      for (const auto& [local, bound] : environment_.locals) {
        if (local == name) return bound;
      }
      return Value::absent();
    }
    const Fact* found = fact(node);
    return found != nullptr ? found->value : Value::absent();
  }

  std::vector<Value> operands(std::size_t at) {
    std::vector<Value> values;
    values.reserve(program_.nodes[at].arity);
    std::size_t child = at + 1;
    for (std::size_t i = 0; i < program_.nodes[at].arity; ++i, child = next(child)) {
      values.push_back(value(child));
    }
    return values;
  }

  // `decisive` ends an && (false) or an || (true); then only what the deciding operand read
  // mattered. Otherwise an unknown result rests on the unknown operands alone.
  Value logic(std::size_t at, Truth decisive) {
    const std::size_t start = reads_.size();
    std::vector<std::string_view> unknown_reads;
    bool unknown = false;
    std::size_t child = at + 1;
    for (std::size_t i = 0; i < program_.nodes[at].arity; ++i, child = next(child)) {
      const std::size_t before = reads_.size();
      const Truth operand = truth(value(child));
      if (operand == decisive) {
        reads_.erase(reads_.begin() + static_cast<std::ptrdiff_t>(start),
                     reads_.begin() + static_cast<std::ptrdiff_t>(before));
        return Value::boolean(decisive == Truth::True);
      }
      if (operand == Truth::Unknown) {
        unknown = true;
        unknown_reads.insert(unknown_reads.end(),
                             reads_.begin() + static_cast<std::ptrdiff_t>(before), reads_.end());
      }
    }
    if (!unknown) return Value::boolean(decisive == Truth::False);
    reads_.resize(start);
    reads_.insert(reads_.end(), unknown_reads.begin(), unknown_reads.end());
    return Value::unknown();
  }

  static Value negate(const Value& operand) {
    if (operand.kind() != ValueKind::Number) return Value::unknown();
    return Value::number(-operand.as_number(), operand.unit());
  }

  Value choose(std::size_t at) {
    const std::size_t when_true = next(at + 1);
    switch (truth(value(at + 1))) {
      case Truth::True:
        return value(when_true);
      case Truth::False:
        return value(next(when_true));
      case Truth::Unknown:
        break;
    }
    return Value::unknown();
  }

  Value binary(std::size_t at) {
    const Op op = program_.nodes[at].op;
    const std::size_t right_at = next(at + 1);
    const Value left = value(at + 1);
    const Value right = value(right_at);
    switch (op) {
      case Op::Equal:
        return equal(left, right);
      case Op::NotEqual:
        return negation(equal(left, right));
      case Op::In:
        return left.is_known() ? contains(right, left) : Value::unknown();
      case Op::Matches:
        if (left.is_absent()) return Value::boolean(false);
        if (left.kind() != ValueKind::String) return Value::unknown();
        return Value::boolean(pattern_found(right.as_string(), left.as_string()));
      case Op::Less:
      case Op::LessEqual:
      case Op::Greater:
      case Op::GreaterEqual:
        return ordering(op, left, right);
      default:
        return arithmetic(op, left, right);
    }
  }

  Value call(std::size_t at) {
    const auto function = static_cast<Function>(program_.nodes[at].operand);
    switch (function) {
      case Function::Explicit: {
        const Fact* found = fact(program_.nodes[at + 1]);
        return Value::boolean(found != nullptr && found->origin == Origin::Written);
      }
      case Function::Origin: {
        const Fact* found = fact(program_.nodes[at + 1]);
        if (found == nullptr) return Value::absent();
        return Value::string(std::string(to_string(found->origin)));
      }
      case Function::Default: {
        Value first = value(at + 1);
        return first.is_absent() ? value(next(at + 1)) : first;
      }
      default:
        return call_builtin(function, operands(at));
    }
  }

  const ProgramView& program_;
  const Environment& environment_;
  std::vector<std::string_view> reads_;
};

}  // namespace

Value evaluate(const ProgramView& program, const Environment& environment, Trace* trace) {
  assert(!program.empty());
  Evaluator evaluator(program, environment);
  Value result = evaluator.value(0);
  if (trace != nullptr) {
    for (const std::string_view name : evaluator.reads()) {
      if (std::find(trace->begin(), trace->end(), name) == trace->end()) trace->emplace_back(name);
    }
  }
  return result;
}

bool is_true(const Value& value) { return truth(value) == Truth::True; }

}  // namespace grpolint::condition
