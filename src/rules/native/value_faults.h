#pragma once

#include <string>
#include <vector>

#include "rules/native.h"

namespace grpolint::rules::native {

/// The ways in which a written value is not what its argument wants. Each has a rule of its own.
enum class Fault {
  NumberIsString,
  WordIsNoBoolean,
  InvalidChoice,
  FalseIsNoChoice,
  ListIsString,
  WrongType,
  JsonInString,
  NoneWord,
};

/// What comes of it.
enum class Outcome {
  Refused,   ///< the route's parser or the constructors raise
  Fails,     ///< passes them, and cannot work later
  Doubtful,  ///< may well do something else than was meant, or a loader of its own decides
  Harmless,
};

struct ValueFault {
  const dialect::Entry* entry = nullptr;
  Fault fault{};
  Outcome outcome{};
  std::string wanted;    ///< "an integer", "one of no, steps, epoch"
  std::string effect;    ///< what happens, in words: "argparse refuses it"
  std::string correct;   ///< what to write; may be empty
  std::string choices;   ///< the values, or the nearest of many, in words; may be empty
  bool version = false;  ///< rests on the release
};

/// Every fault of every value of an argument that the release knows, in the order of the keys.
/// Placeholders have none. Precondition: context.run.
std::vector<ValueFault> value_faults(const RuleContext& context);

/// The matches of one kind of fault, for a native check.
std::vector<Match> matches_of(const RuleContext& context, Fault fault);

}  // namespace grpolint::rules::native
