#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace grpolint::lint {

/// What was meant as an instruction but is written in another form than grpolint reads.
struct LooseForm {
  std::string problem;       ///< a sentence with the right form
  std::string_view written;  ///< part of the text, to be replaced; empty: no fix is sure
  std::string replacement;
};

/// `gpu = 4090`, `gpu: 4090` in place of gpu=4090: `rest` follows the name of a known key. Empty
/// where it does not look like a statement.
std::optional<LooseForm> loose_statement(std::string_view key, std::string_view rest);

/// `ignore SYN002`, `ignore: SYN002`, `ignore [SYN002]` in place of ignore[SYN002]: `rest` follows
/// the verb. Also a verb with nothing behind it, which suppresses everything in other linters and
/// says too little here. Empty for prose.
std::optional<LooseForm> loose_suppression(std::string_view verb, std::string_view rest);

}  // namespace grpolint::lint
