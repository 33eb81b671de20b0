#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options.h"
#include "grpolint/result.h"
#include "report/reporter.h"

namespace grpolint::cli {

inline constexpr int kExitClean = 0;
inline constexpr int kExitFindings = 1;
inline constexpr int kExitFailure = 2;

/// The terminal, or what stands in its place.
class Console {
 public:
  explicit Console(const CommonOptions& options);

  bool quiet() const { return options_.quiet; }
  bool verbose() const { return options_.verbose; }
  bool interactive() const { return stdout_is_terminal_; }
  bool error_is_terminal() const { return stderr_is_terminal_; }
  /// Colour by --color, then NO_COLOR, then FORCE_COLOR / CLICOLOR_FORCE, then the terminal.
  const report::TextStyle& style() const { return style_; }

  /// A whole text to stdout. False when it could not be written; the reason went to stderr unless
  /// the reader just went away (a closed pipe), which is no error.
  bool print(std::string_view text);
  /// "error: ..." on stderr, one line for each line of the message.
  void error(std::string_view message) const;
  /// "note: ..." on stderr, unless quiet.
  void note(std::string_view message) const;
  /// A plain line on stderr, unless quiet.
  void status(std::string_view line) const;

 private:
  CommonOptions options_;
  bool stdout_is_terminal_ = false;
  bool stderr_is_terminal_ = false;
  report::TextStyle style_;
};

/// One --output FORMAT[:PATH].
struct Sink {
  std::string format;
  std::string path;  ///< empty: stdout
};

/// Reads --output values. `formats` are the names the command knows; the first is what a missing
/// --output means. Errors: unknown format (with the nearest), two formats for one place.
Result<std::vector<Sink>> sinks(const std::vector<std::string>& outputs,
                                const std::vector<std::string_view>& formats);

/// Whether `path` is one of the files that are read, and writing it would lose that.
bool is_read(const std::string& path, const std::vector<std::string>& files);
/// A sink that would be written over one of the files that are read, as a sentence.
std::optional<std::string> overwritten(const std::vector<Sink>& sinks,
                                       const std::vector<std::string>& read);

/// Writes a text to its sink; false (and said on stderr) when that fails.
bool deliver(const Sink& sink, std::string_view text, Console& console);

}  // namespace grpolint::cli
