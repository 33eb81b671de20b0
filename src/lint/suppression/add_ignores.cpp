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
        directives_(read_directives(report.source, document_)) {
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
      line.edit = edit_for(number, line.codes);
      lines.push_back(std::move(line));
    }
    return lines;
  }

  EditedText edited(const Lines& lines) const {
    std::vector<Edit> edits;
    for (const LineIgnores& line : lines) edits.push_back(line.edit);
    return {report_.source.bytes(), std::move(edits)};
  }

  /// Appends the lines whose comments leave the data alone: a line end inside a text of several
  /// lines is no place for one. Halves what fails, since most files have no such line.
  void keep_harmless(Lines lines, Lines& kept) {
    if (lines.empty()) return;
    if (keeps_data(lines)) {
      kept.insert(kept.end(), std::make_move_iterator(lines.begin()),
                  std::make_move_iterator(lines.end()));
      return;
    }
    if (lines.size() == 1) {
      leave_over(lines.front(), "no comment can stand on its line");
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
    std::set<std::pair<std::string, std::uint32_t>> open;
    for (const Finding& finding : linted->findings) {
      if (!finding.suppressed) open.emplace(finding.code, finding.span.begin);
    }
    return std::erase_if(lines, [&](const LineIgnores& line) {
      const bool works =
          std::none_of(line.findings.begin(), line.findings.end(), [&](const Finding* finding) {
            return open.contains({finding->code, text.moved(finding->span.begin)});
          });
      if (!works) leave_over(line, "a comment on its line does not cover it");
      return !works;
    });
  }

  Edit edit_for(std::uint32_t line, const Codes& codes) const {
    const Span span = report_.source.line_span(line);
    for (const Suppression& suppression : directives_.suppressions) {
      const bool here = span.contains(suppression.comment.begin) && !suppression.own_line &&
                        suppression.scope.end <= span.end + 1;
      if (!here) continue;
      const std::uint32_t at = suppression.rules.back().span.end;
      return {{at, at}, fmt::format(", {}", fmt::join(codes, ", "))};
    }
    // Another comment on the line stays what it is: ours stands on the line above, where it speaks
    // of the next key.
    for (const Comment& comment : document_.comments) {
      if (comment.span.begin < span.begin || comment.span.begin >= span.end) continue;
      const std::string_view text = report_.source.text(span);
      const std::size_t indent = std::min(text.find_first_not_of(" \t"), text.size());
      return {{span.begin, span.begin},
              std::string(text.substr(0, indent)) + comment_text(codes, reason_) +
                  line_ending(span.end)};
    }
    return {{span.end, span.end}, "  " + comment_text(codes, reason_)};
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
  IgnoredFile result_;
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
