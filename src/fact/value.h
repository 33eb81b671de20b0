#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fact/version.h"

namespace grpolint {

/// What a number measures. Arithmetic and comparison check it (condition/checker.h).
enum class Unit : std::uint8_t {
  None,
  Bytes,
  Parameters,
  Tokens,
  Seconds,
  TokensPerSecond,
  BytesPerSecond,
};

enum class ValueKind : std::uint8_t {
  Absent,   ///< known not to be there: no key and no default, or an explicit null
  Unknown,  ///< there is a value, but nothing tells which: placeholder, no hardware given, ...
  Boolean,
  Number,
  String,
  Version,
  List,
  Map,  ///< opaque: its members are facts of their own ("run.model_init_kwargs.dtype")
};

/// A value of a fact or of an expression. Immutable in spirit; cheap to copy for scalars.
class Value {
 public:
  Value() = default;  // Absent
  static Value absent() { return {}; }
  static Value unknown();
  static Value boolean(bool value);
  static Value number(double value, Unit unit = Unit::None);
  /// A number that a double does not hold exactly, with the digits that people wrote.
  static Value number(double value, std::string written);
  static Value string(std::string value);
  static Value version(Version value);
  static Value list(std::vector<Value> items);
  static Value map();

  ValueKind kind() const { return kind_; }
  bool is_known() const { return kind_ != ValueKind::Unknown; }
  bool is_absent() const { return kind_ == ValueKind::Absent; }
  /// Preconditions: the kind is the one asked for.
  bool as_boolean() const;
  double as_number() const;
  Unit unit() const { return unit_; }
  const std::string& as_string() const;
  Version as_version() const;
  const std::vector<Value>& as_list() const;

  /// As people read it: "8", "23.5 GiB", "7.62B", "true", "adamw_8bit", "[1, 2]", "null", "?".
  std::string to_text() const;
  friend bool operator==(const Value&, const Value&) = default;

 private:
  ValueKind kind_ = ValueKind::Absent;
  Unit unit_ = Unit::None;
  struct WrittenNumber {
    double value = 0;
    std::string text;
    friend bool operator==(const WrittenNumber&, const WrittenNumber&) = default;
  };
  std::variant<std::monostate, bool, double, WrittenNumber, std::string, Version,
               std::vector<Value>>
      data_;
};

/// "23.5 GiB", "512 MiB"; "7.62B", "135M"; "12 s", "3.4 min", "2.1 h"; "41 tok/s"; "186 GB/s".
std::string format_quantity(double value, Unit unit);

}  // namespace grpolint
