#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "rules/native/value_faults.h"
#include "schema/schema.h"

namespace grpolint::rules::native {

/// One value and what is known of the argument it is for, with the words in which the judges of
/// values speak (value_judge.cpp, choice_judge.cpp, string_judge.cpp). Preconditions: entry.schema,
/// and the value is no placeholder.
class Judgement {
 public:
  Judgement(const RuleContext& context, const dialect::Entry& entry);

 protected:
  bool wants(schema::ArgumentKind kind) const { return type_.accepts(kind); }
  bool wants_number() const {
    return wants(schema::ArgumentKind::Integer) || wants(schema::ArgumentKind::Float);
  }

  /// The parser or a constructor refuses it: certain, unless a loader of its own comes first.
  ValueFault refused(Fault fault, std::string effect, std::string correct = {}) const;
  /// The parser passes it on; what the constructors say decides first.
  ValueFault passed_on(Fault fault, Outcome outcome, std::string effect,
                       std::string correct = {}) const;

  const RuleContext& context_;
  const dialect::Entry& entry_;
  const Node& node_;
  const schema::Argument& argument_;
  Version release_;
  const schema::ValueType& type_;
  dialect::Route route_;
  Version trl_;

 private:
  ValueFault make(Fault fault, Outcome outcome, std::string effect, std::string correct) const;
};

/// Arguments whose values are words of a list. Outer empty: the argument is none of them.
std::optional<std::optional<ValueFault>> judge_choice(const RuleContext& context,
                                                      const dialect::Entry& entry);

/// A string, for any other argument. Precondition: the value is one.
std::optional<ValueFault> judge_string(const RuleContext& context, const dialect::Entry& entry);

/// A decimal number as Python's float() takes it (words such as "inf" aside).
bool looks_like_number(const std::string& text);

/// Lists that the training script walks through item by item, so that one string becomes letters.
inline constexpr std::array<std::string_view, 1> kWalkedLists = {"reward_funcs"};

template <std::size_t Size>
bool is_among(const std::array<std::string_view, Size>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace grpolint::rules::native
