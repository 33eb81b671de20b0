#include "lint/suppression/add_ignores.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "document/document.h"
#include "lint/fix/edited_text.h"
#include "lint/fix/same_data.h"
#include "lint/suppression/directives.h"

namespace grpolint::lint {
namespace {

using Codes = std::set<std::string>;

constexpr int kMostTries = 64;
constexpr std::string_view kNoPlace = "no comment can stand on its line";

std::string comment_text(const Codes& codes, std::string_view reason) {
  return fmt::format("# grpolint: ignore[{}]{}{}", fmt::join(codes, ", "),
                     reason.empty() ? "" : " -- ", reason);
}

/// The findings of one line and the edit that ignores them.
struct LineIgnores {
  std::vector<const Finding*> findings;
  Codes codes;
  Edit edit;
};

using Lines = std::vector<LineIgnores>;

/// What stands on the lines of a file: where a comment may go, and which are there.
class LineContents {
 public:
  LineContents(const Source& source, const Document& document, const Directives& directives)
      : source_(source) {
    for (const Comment& comment : document.comments) comments_.insert(comment.span.begin);
    for (const Suppression& suppression : directives.suppressions) {
      if (!suppression.own_line) suppressions_.emplace(suppression.comment.begin, &suppression);
    }
    for (const Node& node : document.nodes) {
      if (node.kind == NodeKind::String) add_text(node.span);
    }
  }

  bool has_comment(Span line) const {
    const auto first = comments_.lower_bound(line.begin);
    return first != comments_.end() && *first < line.end;
  }

  /// The ignore comment behind what the line says, if it speaks of no more than the line.
  const Suppression* suppression(Span line) const {
    for (auto at = suppressions_.lower_bound(line.begin);
         at != suppressions_.end() && at->first < line.end; ++at) {
      if (at->second->scope.end <= line.end + 1) return at->second;
    }
    return nullptr;
  }

  /// Whether the line ends inside a text of several lines. Where that text begins with the mark of
  /// a block scalar, a comment may follow, as far as can be told here.
  bool ends_in_text(Span line) const {
    const auto behind = texts_.lower_bound(line.end);
    if (behind == texts_.begin()) return false;
    const auto& [begin, end] = *std::prev(behind);
    if (end <= line.end) return false;
    const std::string_view text = source_.text(line);
    const std::size_t last_word = text.find_last_of(" \t") + 1;
    return begin < line.begin || text.find_first_of("|>", last_word) != last_word;
  }

 private:
  void add_text(Span span) {
    const std::string_view text = source_.text(span);
    if (text.find_first_of("\r\n") != std::string_view::npos) texts_.emplace(span.begin, span.end);
  }

  const Source& source_;
  std::set<std::uint32_t> comments_;                               // begins
  std::multimap<std::uint32_t, const Suppression*> suppressions_;  // by the begin of the comment
  std::map<std::uint32_t, std::uint32_t> texts_;  // of several lines: begins and ends
};

class IgnoreWriter {
 public:
  IgnoreWriter(const FileReport& report, Format format, const rules::RuleSet& rules,
               LintOptions options, std::string_view reason)
      : report_(report),
        format_(format),
        rules_(rules),
        options_(std::move(options)),
        reason_(reason),
        document_(read_document(report.source, format)),
        directives_(read_directives(report.source, document_)),
        contents_(report.source, document_, directives_) {
    options_.honour_ignores = true;  // whether they work is the question
  }

  Result<IgnoredFile> write() {
    Lines lines;
    if (Lines all = lines_with_findings(); !document_.is_unreadable()) {
      keep_harmless(std::move(all), lines);
    } else {
      for (const LineIgnores& line : all) leave_over(line, "the file cannot be read");
    }
    // Taking one comment out leaves the others as they are: a second round settles it.
    for (bool settled = false; !settled;) {
      auto dropped = drop_useless(lines);
      if (!dropped) return dropped.error();
      settled = *dropped == 0;
    }
    for (const LineIgnores& line : lines) result_.ignored += line.findings.size();
    result_.text = edited(lines).text();
    return std::move(result_);
  }

 private:
  std::string left_over(const Finding& finding, std::string_view why) const {
    const Position at = report_.source.position(finding.span.begin);
    return fmt::format("{}:{}:{}: {} is not ignored: {}", report_.file, at.line, at.column,
                       finding.code, why);
  }

  void leave_over(const LineIgnores& line, std::string_view why) {
    for (const Finding* finding : line.findings) {
      result_.left_over.push_back(left_over(*finding, why));
    }
  }

  Lines lines_with_findings() {
    std::map<std::uint32_t, LineIgnores> by_line;
    for (const Finding& finding : report_.findings) {
      if (finding.suppressed) continue;
      if (finding.code.starts_with("SUP")) {
        result_.left_over.push_back(left_over(finding, "it is about an ignore comment"));
        continue;
      }
      LineIgnores& line = by_line[report_.source.position(finding.span.begin).line];
      line.findings.push_back(&finding);
      line.codes.insert(finding.code);
    }
    Lines lines;
    for (auto& [number, line] : by_line) {
      const Span span = report_.source.line_span(number);
      if (contents_.ends_in_text(span)) {
        leave_over(line, kNoPlace);
        continue;
      }
      line.edit = edit_for(span, line.codes);
      lines.push_back(std::move(line));
    }
    return lines;
  }

  EditedText edited(const Lines& lines) const {
    std::vector<Edit> edits;
    for (const LineIgnores& line : lines) edits.push_back(line.edit);
    return {report_.source.bytes(), std::move(edits)};
  }

  /// Appends the lines whose comments leave the data alone. Halves what fails, since most files
  /// have no such line; each try reads the whole file, and after kMostTries the rest is left over.
  void keep_harmless(Lines lines, Lines& kept) {
    if (lines.empty()) return;
    if (tries_ == kMostTries) {
      for (const LineIgnores& line : lines) leave_over(line, "too many lines have no room for one");
      return;
    }
    ++tries_;
    if (keeps_data(lines)) {
      kept.insert(kept.end(), std::make_move_iterator(lines.begin()),
                  std::make_move_iterator(lines.end()));
      return;
    }
    if (lines.size() == 1) {
      leave_over(lines.front(), kNoPlace);
      return;
    }
    const auto middle = lines.begin() + static_cast<std::ptrdiff_t>(lines.size() / 2);
    Lines second(std::make_move_iterator(middle), std::make_move_iterator(lines.end()));
    lines.erase(middle, lines.end());
    keep_harmless(std::move(lines), kept);
    keep_harmless(std::move(second), kept);
  }

  bool keeps_data(const Lines& lines) const {
    const EditedText text = edited(lines);
    const Document read = read_document(Source(report_.source.name(), text.text()), format_);
    return !changed_data(document_, read, text);
  }

  /// Drops the lines of which a finding is there still, and counts them.
  Result<std::size_t> drop_useless(Lines& lines) {
    const EditedText text = edited(lines);
    auto linted = lint_file(Source(report_.source.name(), text.text()), format_, rules_, options_);
    if (!linted) return linted.error();
    // Told by fingerprint: a finding about the file stays at its begin, whatever comes before.
    std::set<std::string_view> open;
    for (const Finding& finding : linted->findings) {
      if (!finding.suppressed) open.insert(finding.fingerprint);
    }
    return std::erase_if(lines, [&](const LineIgnores& line) {
      const bool works =
          std::none_of(line.findings.begin(), line.findings.end(),
                       [&](const Finding* finding) { return open.contains(finding->fingerprint); });
      if (!works)
        leave_over(line, "a comment on its line does not cover it, but file-ignore would");
      return !works;
    });
  }

  Edit edit_for(Span line, const Codes& codes) const {
    // A reason holds for the whole list: ours joins it only where it is the same.
    const Suppression* suppression = contents_.suppression(line);
    if (suppression != nullptr && suppression->reason == reason_) {
      const std::uint32_t at = suppression->rules.back().span.end;
      return {{at, at}, fmt::format(", {}", fmt::join(codes, ", "))};
    }
    // Another comment on the line stays what it is: ours stands on the line above, where it speaks
    // of the next key.
    if (contents_.has_comment(line)) {
      const std::string_view text = report_.source.text(line);
      const std::size_t indent = std::min(text.find_first_not_of(" \t"), text.size());
      return {{line.begin, line.begin},
              std::string(text.substr(0, indent)) + comment_text(codes, reason_) +
                  line_ending(line.end)};
    }
    return {{line.end, line.end}, "  " + comment_text(codes, reason_)};
  }

  std::string line_ending(std::uint32_t at) const {
    const std::string_view rest = report_.source.bytes().substr(at);
    if (rest.starts_with("\r\n")) return "\r\n";
    return rest.starts_with('\r') ? "\r" : "\n";
  }

  const FileReport& report_;
  Format format_;
  const rules::RuleSet& rules_;
  LintOptions options_;
  std::string_view reason_;
  Document document_;
  Directives directives_;
  LineContents contents_;
  IgnoredFile result_;
  int tries_ = 0;
};

}  // namespace

Result<IgnoredFile> add_ignores(const FileReport& report, Format format,
                                const rules::RuleSet& rules, const LintOptions& options,
                                std::string_view reason) {
  if (format == Format::Json) {
    return Error{
        fmt::format("{}: JSON has no comments to write; list the rules in grpolint.toml under "
                    "[per-file-ignores], or keep the findings in a baseline (--write-baseline)",
                    report.file)};
  }
  return IgnoreWriter(report, format, rules, options, reason).write();
}

}  // namespace grpolint::lint
