#include "document/toml_scanner.h"

#include <algorithm>

namespace grpolint {
namespace {

class Scanner {
 public:
  explicit Scanner(std::string_view bytes) : bytes_(bytes) {}

  TomlScan run() {
    while (at_ < bytes_.size()) step();
    return std::move(scan_);
  }

 private:
  void step() {
    const char c = bytes_[at_];
    switch (c) {
      case '#':
        comment();
        return;
      case '"':
      case '\'':
        string(c);
        break;
      case '\n':
        end_line();
        break;
      case '[':
      case '{':
        open(c);
        break;
      case ']':
      case '}':
        close();
        break;
      case '.':
        ++dots_;
        note_depth(depth_ + dots_);
        break;
      case ',':
        dots_ = 0;
        ++scan_.values;
        break;
      case '=':
        if (dots_ > 0) note_path();
        ++scan_.values;
        break;
      default:
        break;
    }
    if (c != ' ' && c != '\t' && c != '\r' && c != '\n') blank_line_ = false;
    ++at_;
  }

  void comment() {
    const std::size_t end = std::min(bytes_.find_first_of("\r\n", at_), bytes_.size());
    scan_.comments.push_back(
        {{static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(end)}, blank_line_});
    at_ = end;
  }

  /// Leaves at_ on the last character of the string.
  void string(char quote) {
    const std::string_view triple = quote == '"' ? R"(""")" : "'''";
    const bool multi_line = bytes_.substr(at_).starts_with(triple);
    at_ += multi_line ? 3 : 1;
    for (; at_ < bytes_.size(); ++at_) {
      const char c = bytes_[at_];
      if (c == '\\' && quote == '"') {
        ++at_;
      } else if (c == '\n' && !multi_line) {
        --at_;  // not terminated: the line break is not part of it
        return;
      } else if (c == quote && !multi_line) {
        return;
      } else if (c == quote && bytes_.substr(at_).starts_with(triple)) {
        at_ += 2;
        // Up to two more quotes belong to the content: """a""""" ends in a"".
        while (at_ + 1 < bytes_.size() && bytes_[at_ + 1] == quote) ++at_;
        return;
      }
    }
  }

  void end_line() {
    if (open_.empty()) {
      if (header_) depth_ = header_depth_;
      header_ = false;
      dots_ = 0;
    }
    blank_line_ = true;
  }

  void open(char c) {
    if (c == '[' && blank_line_ && open_.empty()) {
      header_ = true;
      header_depth_ = 0;
      depth_ = 0;
      note_path();
    }
    open_.push_back(depth_);
    depth_ += dots_ + 1;
    dots_ = 0;
    ++scan_.values;
    note_depth(depth_);
  }

  void close() {
    if (open_.empty()) return;
    depth_ = open_.back();
    open_.pop_back();
    dots_ = 0;
  }

  void note_depth(std::uint32_t depth) {
    if (header_) header_depth_ = std::max(header_depth_, depth);
    if (depth <= scan_.depth) return;
    scan_.depth = depth;
    scan_.deepest_at = static_cast<std::uint32_t>(at_);
  }

  void note_path() {
    ++scan_.table_paths;
    scan_.last_path_at = static_cast<std::uint32_t>(at_);
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
  TomlScan scan_;
  std::vector<std::uint32_t> open_;  // depth outside of each open bracket
  std::uint32_t depth_ = 0;          // of the innermost open table or array
  std::uint32_t dots_ = 0;           // in the key being read
  std::uint32_t header_depth_ = 0;
  bool header_ = false;  // this line is a [table] header
  bool blank_line_ = true;
};

}  // namespace

TomlScan scan_toml(std::string_view bytes) { return Scanner(bytes).run(); }

}  // namespace grpolint
