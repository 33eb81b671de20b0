#include <algorithm>
#include <map>

#include "condition/checker.h"
#include "condition/syntax.h"

namespace grpolint::condition {
namespace {

/// Lays a checked tree out in prefix order.
class Emitter {
 public:
  explicit Emitter(const Syntax& syntax) : syntax_(syntax) {}

  Program run() {
    emit(syntax_.root);
    return {std::move(nodes_), std::move(constants_), std::move(text_)};
  }

 private:
  void emit(SyntaxId id) {
    const SyntaxNode& source = syntax_[id];
    const std::size_t at = nodes_.size();
    nodes_.push_back({source.op, static_cast<std::uint16_t>(source.children.size()), 1, 0});
    nodes_[at].operand = operand(source);
    for (const SyntaxId child : source.children) emit(child);
    nodes_[at].size = static_cast<std::uint32_t>(nodes_.size() - at);
  }

  std::uint32_t operand(const SyntaxNode& source) {
    switch (source.op) {
      case Op::Constant:
        return add(source.constant);
      case Op::Name:
        return add(Value::string(source.name));
      case Op::Call:
        return static_cast<std::uint32_t>(source.function);
      default:
        return 0;
    }
  }

  std::uint32_t add(const Value& value) {
    Constant constant;
    constant.kind = value.kind();
    constant.unit = value.unit();
    switch (value.kind()) {
      case ValueKind::Boolean:
        constant.number = value.as_boolean() ? 1 : 0;
        break;
      case ValueKind::Number:
        constant.number = value.as_number();
        break;
      case ValueKind::Version:
        constant.version = value.as_version();
        break;
      case ValueKind::String: {
        const auto [entry, fresh] =
            strings_.emplace(value.as_string(), static_cast<std::uint32_t>(constants_.size()));
        if (!fresh) return entry->second;
        constant.text_begin = static_cast<std::uint32_t>(text_.size());
        constant.text_size = static_cast<std::uint32_t>(value.as_string().size());
        text_ += value.as_string();
        break;
      }
      default:
        break;
    }
    constants_.push_back(constant);
    return static_cast<std::uint32_t>(constants_.size() - 1);
  }

  const Syntax& syntax_;
  std::vector<Node> nodes_;
  std::vector<Constant> constants_;
  std::string text_;
  std::map<std::string, std::uint32_t> strings_;
};

}  // namespace

CompileResult compile(std::string_view text, const Vocabulary& vocabulary) {
  auto parsed = parse(text);
  if (auto* error = std::get_if<ConditionError>(&parsed)) return *error;
  auto& syntax = std::get<Syntax>(parsed);
  const auto checked = check_types(syntax, vocabulary);
  if (const auto* error = std::get_if<ConditionError>(&checked)) return *error;
  return Compiled{Emitter(syntax).run(), std::get<Type>(checked)};
}

std::vector<std::string_view> names_read(const ProgramView& program) {
  std::vector<std::string_view> result;
  for (const Node& node : program.nodes) {
    if (node.op != Op::Name) continue;
    const std::string_view name = program.text_of(program.constants[node.operand]);
    if (std::find(result.begin(), result.end(), name) == result.end()) result.push_back(name);
  }
  return result;
}

}  // namespace grpolint::condition
