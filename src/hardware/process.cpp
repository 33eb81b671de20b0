#include "hardware/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <vector>

extern char** environ;

namespace grpolint::hardware {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t kMostOutput = 1u << 20;

/// A file descriptor that is closed with its owner.
class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { reset(); }
  int get() const { return value_; }
  void reset() {
    if (value_ >= 0) ::close(value_);
    value_ = -1;
  }

 private:
  int value_;
};

/// Starts the program with its standard output going to `output`.
int spawn(std::span<const std::string> arguments, int output, pid_t& child) {
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  const int failure = ::posix_spawnp(&child, argv.front(), &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return failure;
}

enum class Reading { Complete, TooLong, TooLate, Failed };

/// Reads until the other end is closed.
Reading read_all(int descriptor, Clock::time_point deadline, std::string& out) {
  std::array<char, 4096> buffer{};
  while (true) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return Reading::TooLate;
    pollfd waiting{descriptor, POLLIN, 0};
    const int ready = ::poll(&waiting, 1, static_cast<int>(left));
    if (ready == 0) return Reading::TooLate;
    if (ready < 0) {
      if (errno == EINTR) continue;
      return Reading::Failed;
    }
    const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
    if (count == 0) return Reading::Complete;
    if (count < 0) {
      if (errno == EINTR) continue;
      return Reading::Failed;
    }
    out.append(buffer.data(), static_cast<std::size_t>(count));
    if (out.size() > kMostOutput) return Reading::TooLong;
  }
}

int wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace

Result<std::string> run_program(std::span<const std::string> arguments,
                                std::chrono::milliseconds time_limit) {
  const std::string& program = arguments.front();
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return Error{fmt::format("cannot run {}: {}", program, std::strerror(errno))};
  }
  const Descriptor reading(ends[0]);
  Descriptor writing(ends[1]);
  pid_t child = 0;
  if (const int failure = spawn(arguments, writing.get(), child); failure != 0) {
    return Error{fmt::format("cannot run {}: {}", program, std::strerror(failure))};
  }
  writing.reset();

  std::string output;
  const Reading outcome = read_all(reading.get(), Clock::now() + time_limit, output);
  if (outcome != Reading::Complete) ::kill(child, SIGKILL);
  const int status = wait_for(child);
  switch (outcome) {
    case Reading::TooLate:
      return Error{fmt::format("{} did not answer within {} ms", program, time_limit.count())};
    case Reading::TooLong:
      return Error{fmt::format("{} printed more than {} bytes", program, kMostOutput)};
    case Reading::Failed:
      return Error{fmt::format("cannot read what {} prints", program)};
    case Reading::Complete:
      break;
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    return Error{fmt::format("{} failed", program)};
  }
  return output;
}

}  // namespace grpolint::hardware
