#include "cli/console.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>

#include "report/text.h"
#include "text/nearest.h"

namespace grpolint::cli {
namespace {

bool set_and_not_empty(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

bool dumb_terminal() {
  const char* term = std::getenv("TERM");
  return term == nullptr || std::string_view(term) == "dumb";
}

/// https://no-color.org, https://force-color.org and https://bixense.com/clicolors.
bool wants_color(ColorChoice choice, bool terminal) {
  if (choice != ColorChoice::Auto) return choice == ColorChoice::Always;
  if (set_and_not_empty("NO_COLOR")) return false;
  for (const char* variable : {"FORCE_COLOR", "CLICOLOR_FORCE"}) {
    const char* value = std::getenv(variable);
    if (value != nullptr && *value != '\0' && std::string_view(value) != "0") return true;
  }
  const char* clicolor = std::getenv("CLICOLOR");
  if (clicolor != nullptr && std::string_view(clicolor) == "0") return false;
  return terminal && !dumb_terminal();
}

bool at_least(const char* text, int least) { return text != nullptr && std::atoi(text) >= least; }

bool one_of(const char* variable, std::initializer_list<std::string_view> names) {
  const char* value = std::getenv(variable);
  return value != nullptr && std::find(names.begin(), names.end(), value) != names.end();
}

/// Terminals that draw OSC 8 links; others may print the escape sequence. There is no way to ask,
/// so known ones are told by their variables, as in
/// https://github.com/alhadis/OSC8-Adoption and https://github.com/zkat/supports-hyperlinks
/// (2026-11-30). FORCE_HYPERLINK decides where it is set.
bool terminal_has_hyperlinks() {
  if (const char* forced = std::getenv("FORCE_HYPERLINK")) {
    return *forced != '\0' && std::string_view(forced) != "0";
  }
  if (set_and_not_empty("DOMTERM") || set_and_not_empty("WT_SESSION") ||
      set_and_not_empty("KONSOLE_VERSION")) {
    return true;
  }
  constexpr int kFirstVteWithLinks = 5000;  // 0.50
  if (at_least(std::getenv("VTE_VERSION"), kFirstVteWithLinks)) return true;
  return one_of("TERM_PROGRAM", {"iTerm.app", "WezTerm", "vscode", "Hyper", "terminology",
                                 "ghostty", "zed", "rio"}) ||
         one_of("TERM", {"xterm-kitty", "alacritty", "alacritty-direct", "foot", "foot-extra",
                         "contour", "xterm-ghostty"});
}

int terminal_width() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  if (const char* columns = std::getenv("COLUMNS")) {
    const int width = std::atoi(columns);
    if (width > 0) return width;
  }
  return 100;
}

/// Nothing can be said when this fails; the exit code and the reports stay what they are.
void print_error(const std::string& text) { std::fputs(text.c_str(), stderr); }

std::string reason() { return std::strerror(errno); }

}  // namespace

Console::Console(const CommonOptions& options)
    : options_(options),
      stdout_is_terminal_(isatty(STDOUT_FILENO) == 1),
      stderr_is_terminal_(isatty(STDERR_FILENO) == 1) {
  style_.color = wants_color(options.color, stdout_is_terminal_);
  style_.hyperlinks = style_.color && stdout_is_terminal_ && terminal_has_hyperlinks();
  style_.width = terminal_width();
  style_.terminal = stdout_is_terminal_;
}

bool Console::print(std::string_view text) {
  errno = 0;
  const bool written =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (written || errno == EPIPE) return true;
  error(fmt::format("cannot write to standard output: {}", reason()));
  return false;
}

void Console::error(std::string_view message) const {
  while (!message.empty()) {
    const std::size_t end = message.find('\n');
    print_error(fmt::format("error: {}\n", report::escape_line(message.substr(0, end))));
    message.remove_prefix(end == std::string_view::npos ? message.size() : end + 1);
  }
}

void Console::note(std::string_view message) const {
  if (!options_.quiet) print_error(fmt::format("note: {}\n", report::escape_line(message)));
}

void Console::status(std::string_view line) const {
  if (!options_.quiet) print_error(fmt::format("{}\n", report::escape_line(line)));
}

Result<std::vector<Sink>> sinks(const std::vector<std::string>& outputs,
                                const std::vector<std::string_view>& formats) {
  std::vector<Sink> result;
  for (const std::string& output : outputs) {
    const std::size_t colon = output.find(':');
    Sink sink{output.substr(0, colon),
              colon == std::string::npos ? std::string() : output.substr(colon + 1)};
    if (std::find(formats.begin(), formats.end(), sink.format) == formats.end()) {
      const auto meant = nearest(sink.format, formats);
      return Error{fmt::format("--output {}: no format is called '{}'; {}", output, sink.format,
                               meant ? fmt::format("did you mean '{}'?", *meant)
                                     : fmt::format("there are {}", fmt::join(formats, ", ")))};
    }
    if (colon != std::string::npos && sink.path.empty()) {
      return Error{fmt::format("--output {} needs a file name after ':'", output)};
    }
    if (sink.path == "-") sink.path.clear();
    for (const Sink& other : result) {
      if (other.path != sink.path) continue;
      return Error{fmt::format("--output {}: {} already receives '{}'; add :PATH to one of them",
                               output, sink.path.empty() ? "standard output" : sink.path,
                               other.format)};
    }
    result.push_back(std::move(sink));
  }
  if (result.empty()) result.push_back({std::string(formats.front()), ""});
  return result;
}

bool is_read(const std::string& path, const std::vector<std::string>& files) {
  return std::any_of(files.begin(), files.end(), [&](const std::string& file) {
    std::error_code missing;
    return std::filesystem::equivalent(path, file, missing);
  });
}

std::optional<std::string> overwritten(const std::vector<Sink>& sinks,
                                       const std::vector<std::string>& read) {
  for (const Sink& sink : sinks) {
    if (sink.path.empty() || !is_read(sink.path, read)) continue;
    return fmt::format("--output {}:{}: this file is read here and would be lost", sink.format,
                       sink.path);
  }
  return std::nullopt;
}

bool deliver(const Sink& sink, std::string_view text, Console& console) {
  if (sink.path.empty()) return console.print(text);
  std::FILE* file = std::fopen(sink.path.c_str(), "wb");
  bool written = file != nullptr && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  std::string why = written ? "" : reason();
  if (file != nullptr && std::fclose(file) != 0 && written) {
    written = false;
    why = reason();
  }
  if (!written) console.error(fmt::format("cannot write {}: {}", sink.path, why));
  return written;
}

}  // namespace grpolint::cli
