#pragma once

namespace grpolint::condition {

/// Compiled expression; to be completed with the compiler.
class Program {};
/// A view of one that lives elsewhere (embedded rules).
class ProgramView {};

}  // namespace grpolint::condition
