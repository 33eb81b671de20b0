#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace grpolint {

/// Why an operation the caller asked for could not be done: a usage error, an unreadable file.
/// Problems inside the user's config are findings, never an Error; bugs are asserts.
struct Error {
  std::string message;  ///< One sentence naming what failed, where, why, and the way out.
};

/// A value or the Error that explains its absence. No exception crosses a module border.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  /// Precondition: ok().
  T& value() & { return *std::get_if<0>(&state_); }
  const T& value() const& { return *std::get_if<0>(&state_); }
  T&& value() && { return std::move(*std::get_if<0>(&state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  /// Precondition: !ok().
  const Error& error() const {
    assert(!ok());
    return *std::get_if<1>(&state_);
  }

 private:
  std::variant<T, Error> state_;
};

}  // namespace grpolint
