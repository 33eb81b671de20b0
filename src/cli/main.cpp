#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <variant>
#include <vector>

#include "cli/argument_files.h"
#include "cli/commands.h"
#include "cli/variables.h"

namespace {

int run(int argc, char** argv) {
  namespace cli = grpolint::cli;
  // A reader that goes away (`grpolint ... | head`) shows as a failed write, which print() takes as
  // the end; the default action would kill the process before reports to files are written.
  std::signal(SIGPIPE, SIG_IGN);

  const auto arguments = cli::expand_argument_files({argv + (argc > 0 ? 1 : 0), argv + argc});
  if (!arguments) {
    std::fprintf(stderr, "error: %s\n", arguments.error().message.c_str());
    return cli::kExitFailure;
  }
  auto parsed = cli::parse_options(*arguments, cli::variables_from_environment());
  if (const auto* farewell = std::get_if<cli::Farewell>(&parsed)) {
    if (farewell->exit_code == cli::kExitClean) {
      return cli::Console({}).print(farewell->text) ? cli::kExitClean : cli::kExitFailure;
    }
    std::fputs(farewell->text.c_str(), stderr);
    return farewell->exit_code;
  }
  const auto& options = std::get<cli::Options>(parsed);
  cli::Console console(options.common);
  return std::visit([&](const auto& command) { return cli::run(command, console); },
                    options.command);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {  // out of memory, or a fault of grpolint's own
    std::fprintf(stderr, "error: grpolint cannot go on: %s\n", error.what());
    return grpolint::cli::kExitFailure;
  }
}
