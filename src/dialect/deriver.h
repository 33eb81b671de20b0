#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dialect/launch.h"
#include "dialect/run.h"

namespace grpolint::dialect {

/// What the derived facts are computed from, and how they are stated. Names are given without the
/// "run." prefix. Yes-or-no answers are empty when the value is unknown.
struct Deriver {
  const Run& run;
  const Target& target;
  const Launch& launch;
  FactTable& facts;

  bool unsloth() const { return run.dialect == "unsloth"; }
  Version trl() const { return run.releases.trl; }

  const Value& value(std::string_view name) const;
  bool written(std::string_view name) const;
  /// As Python takes it in an `if`: absent, false, 0, "", [] and {} are no.
  std::optional<bool> truth(std::string_view name) const;
  /// Empty unless the value is a known number.
  std::optional<double> number(std::string_view name) const;
  /// Empty unless the value is a known string.
  std::string_view text(std::string_view name) const;
  bool unknown(std::string_view name) const { return !value(name).is_known(); }

  /// `sources` are names with or without a prefix of their own ("version.trl").
  void derive(std::string_view name, Value result, std::vector<std::string> sources,
              std::string because = {});
  void assume(std::string_view name, Value result, std::string because);
  /// A fact with the provenance of something said outside the config.
  void state(std::string_view name, Value result, Origin origin, std::string because);
};

/// Each adds the derived facts of one concern (fact_declarations.cpp).
void derive_engine(Deriver& deriver);        // after derive_distribution: engine, sleep mode
void derive_weights(Deriver& deriver);       // adapter, quantization, dtype, reference model
void derive_training(Deriver& deriver);      // optimizer, checkpointing, chunked loss
void derive_distribution(Deriver& deriver);  // processes, sharding, offload
void derive_batch(Deriver& deriver);         // after derive_distribution: batches, prompt length

/// Whether `accelerate_config` and the launcher's options in the file reach the launcher.
bool launch_keys_count(Route route, Version trl);

/// A boolean value; Unknown when empty.
Value boolean_value(std::optional<bool> answer);

}  // namespace grpolint::dialect
