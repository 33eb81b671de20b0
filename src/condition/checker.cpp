#include "condition/checker.h"

#include <fmt/format.h>

#include <optional>

#include "condition/pattern.h"
#include "condition/units.h"

namespace grpolint::condition {
namespace {

constexpr Type kAny{TypeKind::Any, Unit::None};
constexpr Type kBoolean{TypeKind::Boolean, Unit::None};
constexpr Type kNumber{TypeKind::Number, Unit::None};
constexpr Type kString{TypeKind::String, Unit::None};
constexpr Type kList{TypeKind::List, Unit::None};

std::string_view describe_type(Type type) {
  switch (type.kind) {
    case TypeKind::Boolean:
      return "true or false";
    case TypeKind::Number:
      return type.unit == Unit::None ? "a number" : describe(type.unit);
    case TypeKind::String:
      return "a string";
    case TypeKind::Version:
      return "a version";
    case TypeKind::List:
      return "a list";
    case TypeKind::Map:
      return "a table";
    case TypeKind::Any:
      return "of any type";
  }
  return "a value";
}

std::string_view symbol(Op op) {
  switch (op) {
    case Op::Add:
      return "+";
    case Op::Subtract:
      return "-";
    case Op::Multiply:
      return "*";
    case Op::Divide:
      return "/";
    case Op::Remainder:
      return "%";
    case Op::Less:
      return "<";
    case Op::LessEqual:
      return "<=";
    case Op::Greater:
      return ">";
    case Op::GreaterEqual:
      return ">=";
    case Op::NotEqual:
      return "!=";
    default:
      return "==";
  }
}

// Empty when a mistake was found; error_ tells which.
using Checked = std::optional<Type>;

class Checker {
 public:
  Checker(Syntax& syntax, const Vocabulary& vocabulary)
      : syntax_(syntax), vocabulary_(vocabulary), types_(syntax.nodes.size()) {}

  std::variant<Type, ConditionError> run() {
    const Checked type = check(syntax_.root);
    if (!type) return *error_;
    return *type;
  }

 private:
  std::nullopt_t fail(SyntaxId id, std::string message) {
    if (!error_) error_ = ConditionError{syntax_[id].begin, std::move(message)};
    return std::nullopt;
  }

  // Remembers what it found: some operators look at an operand twice.
  Checked check(SyntaxId id) {
    if (!types_[id]) types_[id] = type_of(id);
    return types_[id];
  }

  Checked type_of(SyntaxId id) {
    switch (syntax_[id].op) {
      case Op::Constant:
        return constant(syntax_[id].constant);
      case Op::Name:
        return name(id);
      case Op::List:
        return all_checked(id) ? Checked(kList) : std::nullopt;
      case Op::And:
      case Op::Or:
      case Op::Not:
        for (const SyntaxId child : children(id)) {
          if (!boolean(child)) return std::nullopt;
        }
        return kBoolean;
      case Op::Negate:
        return number(children(id)[0]);
      case Op::Add:
      case Op::Subtract:
      case Op::Multiply:
      case Op::Divide:
      case Op::Remainder:
        return arithmetic(id);
      case Op::Equal:
      case Op::NotEqual:
        return equality(id);
      case Op::Less:
      case Op::LessEqual:
      case Op::Greater:
      case Op::GreaterEqual:
        return ordering(id);
      case Op::In:
        return membership(children(id)[0], children(id)[1]);
      case Op::Matches:
        return match(id);
      case Op::Choose:
        return choice(id);
      case Op::Call:
        return call(id);
    }
    return std::nullopt;
  }

  std::vector<SyntaxId> children(SyntaxId id) const { return syntax_[id].children; }

  bool all_checked(SyntaxId id) {
    for (const SyntaxId child : children(id)) {
      if (!check(child)) return false;
    }
    return true;
  }

  static Type constant(const Value& value) {
    switch (value.kind()) {
      case ValueKind::Boolean:
        return kBoolean;
      case ValueKind::Number:
        return {TypeKind::Number, value.unit()};
      case ValueKind::String:
        return kString;
      case ValueKind::Version:
        return {TypeKind::Version, Unit::None};
      default:
        return kAny;  // null goes with everything
    }
  }

  Checked name(SyntaxId id) {
    const std::string& text = syntax_[id].name;
    if (const Type* type = vocabulary_.find(text)) return *type;
    std::string message = fmt::format("unknown name '{}'", text);
    const std::string near = vocabulary_.nearest(text);
    if (!near.empty()) message += fmt::format("; did you mean '{}'?", near);
    if (find_function(text) != nullptr) message += "; a function needs (...)";
    return fail(id, std::move(message));
  }

  Checked of_kind(SyntaxId id, TypeKind kind, std::string_view wanted) {
    const Checked type = check(id);
    if (!type || type->kind == kind || type->kind == TypeKind::Any) return type;
    return fail(id, fmt::format("expected {}, but '{}' is {}", wanted, syntax_.text_of(id),
                                describe_type(*type)));
  }
  Checked boolean(SyntaxId id) { return of_kind(id, TypeKind::Boolean, "a condition"); }
  Checked number(SyntaxId id) { return of_kind(id, TypeKind::Number, "a number"); }
  Checked string(SyntaxId id) { return of_kind(id, TypeKind::String, "a string"); }

  // Zero is zero in every unit.
  bool is_zero(SyntaxId id) const {
    const SyntaxNode& node = syntax_[id];
    return node.op == Op::Constant && node.constant.kind() == ValueKind::Number &&
           node.constant.as_number() == 0;
  }

  Checked same_unit(SyntaxId id, Op op, SyntaxId left, Type a, SyntaxId right, Type b) {
    if (a.kind == TypeKind::Any || b.kind == TypeKind::Any) return kAny;
    if (is_zero(left) && op != Op::Divide) return b;
    if (is_zero(right)) return a;
    if (const auto unit = combine(op, a.unit, b.unit)) return Type{TypeKind::Number, *unit};
    return fail(id, fmt::format("'{}' does not go between {} ('{}') and {} ('{}')", symbol(op),
                                describe(a.unit), syntax_.text_of(left), describe(b.unit),
                                syntax_.text_of(right)));
  }

  Checked arithmetic(SyntaxId id) {
    const SyntaxId left = children(id)[0];
    const SyntaxId right = children(id)[1];
    const Checked a = number(left);
    if (!a) return a;
    const Checked b = number(right);
    if (!b) return b;
    const Op op = syntax_[id].op;
    return same_unit(id, op, left, *a, right, *b);
  }

  // A string literal beside a version is read as a version.
  bool as_version(SyntaxId literal) {
    SyntaxNode& node = syntax_[literal];
    if (node.op != Op::Constant || node.constant.kind() != ValueKind::String) {
      fail(literal, "a version is compared with a string literal such as '0.23'");
      return false;
    }
    const auto version = Version::parse(node.constant.as_string());
    if (!version) {
      fail(literal, fmt::format("'{}' is not a version", node.constant.as_string()));
      return false;
    }
    node.constant = Value::version(*version);
    types_[literal] = Type{TypeKind::Version, Unit::None};
    return true;
  }

  // Adjusts literals and checks that the two can be compared at all.
  bool comparable(SyntaxId id, Op op, SyntaxId left, Type a, SyntaxId right, Type b) {
    if (a.kind == TypeKind::Any || b.kind == TypeKind::Any) return true;
    if (a.kind == TypeKind::Version && b.kind == TypeKind::String) return as_version(right);
    if (a.kind == TypeKind::String && b.kind == TypeKind::Version) return as_version(left);
    if (a.kind != b.kind) {
      fail(id, fmt::format("'{}' is {} and '{}' is {}: they are never equal", syntax_.text_of(left),
                           describe_type(a), syntax_.text_of(right), describe_type(b)));
      return false;
    }
    if (a.kind == TypeKind::Number) return same_unit(id, op, left, a, right, b).has_value();
    return true;
  }

  Checked equality(SyntaxId id) {
    const SyntaxId left = children(id)[0];
    const SyntaxId right = children(id)[1];
    const Checked a = check(left);
    const Checked b = a ? check(right) : a;
    if (!b || !comparable(id, syntax_[id].op, left, *a, right, *b)) return std::nullopt;
    return kBoolean;
  }

  Checked ordering(SyntaxId id) {
    const SyntaxId left = children(id)[0];
    const SyntaxId right = children(id)[1];
    const Checked a = check(left);
    const Checked b = a ? check(right) : a;
    if (!b) return std::nullopt;
    const bool versions = a->kind == TypeKind::Version || b->kind == TypeKind::Version;
    if (!versions && (!number(left) || !number(right))) return std::nullopt;
    if (!comparable(id, syntax_[id].op, left, *a, right, *b)) return std::nullopt;
    return kBoolean;
  }

  Checked membership(SyntaxId item, SyntaxId list) {
    const Checked type = check(item);
    if (!type || !of_kind(list, TypeKind::List, "a list")) return std::nullopt;
    if (syntax_[list].op == Op::List) {
      for (const SyntaxId candidate : children(list)) {
        const Checked other = check(candidate);
        if (!other || !comparable(candidate, Op::Equal, item, *type, candidate, *other)) {
          return std::nullopt;
        }
      }
    }
    return kBoolean;
  }

  Checked match(SyntaxId id) {
    if (!string(children(id)[0])) return std::nullopt;
    const SyntaxId right = children(id)[1];
    const SyntaxNode& pattern = syntax_[right];
    if (pattern.op != Op::Constant || pattern.constant.kind() != ValueKind::String) {
      return fail(right, "the pattern of 'matches' must be a string literal");
    }
    if (const auto problem = pattern_problem(pattern.constant.as_string())) {
      return fail(right, fmt::format("bad pattern: {}", *problem));
    }
    return kBoolean;
  }

  Checked common(SyntaxId id, SyntaxId left, Type a, SyntaxId right, Type b) {
    if (a.kind == TypeKind::Any || b.kind == TypeKind::Any) return kAny;
    if (a.kind != b.kind) {
      return fail(id, fmt::format("'{}' is {} but '{}' is {}", syntax_.text_of(left),
                                  describe_type(a), syntax_.text_of(right), describe_type(b)));
    }
    if (a.kind == TypeKind::Number) return same_unit(id, Op::Add, left, a, right, b);
    return a;
  }

  Checked choice(SyntaxId id) {
    const auto operands = children(id);
    if (!boolean(operands[0])) return std::nullopt;
    const Checked a = check(operands[1]);
    const Checked b = a ? check(operands[2]) : a;
    if (!b) return std::nullopt;
    return common(id, operands[1], *a, operands[2], *b);
  }

  Checked extremum(SyntaxId id) {
    const auto operands = children(id);
    Checked result = number(operands[0]);
    for (std::size_t i = 1; result && i < operands.size(); ++i) {
      const Checked next = number(operands[i]);
      if (!next) return next;
      result = common(id, operands[0], *result, operands[i], *next);
    }
    return result;
  }

  bool is_fact(SyntaxId id) {
    const SyntaxNode& node = syntax_[id];
    if (node.op == Op::Name && !node.name.starts_with("let.") && !node.name.starts_with("match.")) {
      return check(id).has_value();
    }
    fail(id, "expected the name of a fact, such as run.num_generations");
    return false;
  }

  Checked call(SyntaxId id) {
    const auto operands = children(id);
    switch (syntax_[id].function) {
      case Function::Explicit:
        return is_fact(operands[0]) ? Checked(kBoolean) : std::nullopt;
      case Function::Origin:
        return is_fact(operands[0]) ? Checked(kString) : std::nullopt;
      case Function::Known:
      case Function::Present:
      case Function::IsNumber:
      case Function::IsString:
      case Function::IsBoolean:
      case Function::IsList:
        return all_checked(id) ? Checked(kBoolean) : std::nullopt;
      case Function::Default: {
        const Checked a = check(operands[0]);
        const Checked b = a ? check(operands[1]) : a;
        if (!b) return b;
        return common(id, operands[0], *a, operands[1], *b);
      }
      case Function::Len: {
        const Checked type = check(operands[0]);
        if (!type) return type;
        if (type->kind == TypeKind::String) return kNumber;
        return of_kind(operands[0], TypeKind::List, "a list or a string") ? Checked(kNumber)
                                                                          : std::nullopt;
      }
      case Function::Min:
      case Function::Max:
        return extremum(id);
      case Function::Floor:
      case Function::Ceil:
      case Function::Round:
        return number(operands[0]);
      case Function::Join:
        return of_kind(operands[0], TypeKind::List, "a list") && string(operands[1])
                   ? Checked(kString)
                   : std::nullopt;
      case Function::Lower:
        return string(operands[0]) ? Checked(kString) : std::nullopt;
      case Function::StartsWith:
        return string(operands[0]) && string(operands[1]) ? Checked(kBoolean) : std::nullopt;
      case Function::Contains:
        return membership(operands[1], operands[0]);
    }
    return std::nullopt;
  }

  Syntax& syntax_;
  const Vocabulary& vocabulary_;
  std::vector<Checked> types_;  // by SyntaxId
  std::optional<ConditionError> error_;
};

}  // namespace

std::variant<Type, ConditionError> check_types(Syntax& syntax, const Vocabulary& vocabulary) {
  return Checker(syntax, vocabulary).run();
}

}  // namespace grpolint::condition
