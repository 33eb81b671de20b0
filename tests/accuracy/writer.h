#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace grpolint::accuracy {

enum class Style { Text, Markdown };

/// Titles, tables and lines for a terminal or for docs/sizing.md.
class Writer {
 public:
  explicit Writer(Style style) : style_(style) {}
  void line(const std::string& text) { out_ += text + "\n"; }
  void title(const std::string& text) {
    line(style_ == Style::Markdown ? "### " + text + "\n" : "== " + text);
  }
  void header(const std::vector<std::string>& cells) {
    row(cells);
    if (style_ != Style::Markdown) return;
    std::string rule = "|";
    for (std::size_t i = 0; i < cells.size(); ++i) rule += i == 0 ? "---|" : "---:|";
    line(rule);
  }
  void row(const std::vector<std::string>& cells) {
    std::string text = style_ == Style::Markdown ? "|" : "";
    for (std::size_t i = 0; i < cells.size(); ++i) {
      text += style_ == Style::Markdown ? fmt::format(" {} |", cells[i])
              : i == 0                  ? fmt::format("{:<58}", cells[i])
                                        : fmt::format(" {:>20}", cells[i]);
    }
    line(text);
  }
  std::string take() && { return std::move(out_); }

 private:
  Style style_;
  std::string out_;
};

}  // namespace grpolint::accuracy
