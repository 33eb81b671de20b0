#include "rules/template.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "text/shorten.h"

namespace grpolint::rules {
namespace {

struct FormatUnit {
  std::string_view suffix;
  double divisor;
  int decimals;  // unless stated
  std::string_view separator = " ";
};

constexpr double kKibi = 1024;
constexpr std::array kFormatUnits = {
    FormatUnit{"%", 0.01, 0},
    FormatUnit{"KiB", kKibi, 1},
    FormatUnit{"MiB", kKibi* kKibi, 1},
    FormatUnit{"GiB", kKibi* kKibi* kKibi, 1},
    FormatUnit{"kB", 1e3, 1},
    FormatUnit{"MB", 1e6, 1},
    FormatUnit{"GB", 1e9, 1},
    FormatUnit{"TB", 1e12, 1},
    FormatUnit{"M", 1e6, 0, ""},
    FormatUnit{"B", 1e9, 1, ""},
    FormatUnit{"s", 1, 0},
    FormatUnit{"min", 60, 1},
    FormatUnit{"h", 3600, 1},
    FormatUnit{"MB/s", 1e6, 0},
    FormatUnit{"GB/s", 1e9, 0},
    FormatUnit{"tok/s", 1, 0},
};

struct ParsedFormat {
  std::optional<int> decimals;
  const FormatUnit* unit = nullptr;
};

std::optional<ParsedFormat> parse_format(std::string_view text) {
  ParsedFormat result;
  if (text.starts_with('.')) {
    constexpr int kMostDecimals = 9;
    int decimals = 0;
    const auto parsed = std::from_chars(text.data() + 1, text.data() + text.size(), decimals);
    if (parsed.ec != std::errc() || decimals < 0 || decimals > kMostDecimals) return std::nullopt;
    result.decimals = decimals;
    text.remove_prefix(static_cast<std::size_t>(parsed.ptr - text.data()));
  }
  if (!text.empty()) {
    const auto* unit = std::find_if(kFormatUnits.begin(), kFormatUnits.end(),
                                    [&](const FormatUnit& u) { return u.suffix == text; });
    if (unit == kFormatUnits.end()) return std::nullopt;
    result.unit = unit;
  }
  if (!result.decimals && result.unit == nullptr) return std::nullopt;
  return result;
}

/// Index of the brace that closes the hole opened before `begin`; strings may hold braces.
std::size_t end_of_hole(std::string_view text, std::size_t begin) {
  char quote = '\0';
  for (std::size_t i = begin; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != '\0') {
      if (c == '\\') {
        ++i;
      } else if (c == quote) {
        quote = '\0';
      }
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '}') {
      return i;
    }
  }
  return std::string_view::npos;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

class TemplateCompiler {
 public:
  TemplateCompiler(std::string_view text, const condition::Vocabulary& vocabulary, Storage& storage)
      : text_(text), vocabulary_(vocabulary), storage_(storage) {}

  std::variant<Template, condition::ConditionError> run() {
    std::size_t at = 0;
    while (at < text_.size()) {
      const char c = text_[at];
      const bool doubled = at + 1 < text_.size() && text_[at + 1] == c;
      if ((c == '{' || c == '}') && doubled) {
        literal_ += c;
        at += 2;
      } else if (c == '}') {
        return condition::ConditionError{at, "'}' without '{'; write '}}' for a brace"};
      } else if (c == '{') {
        const std::size_t end = end_of_hole(text_, at + 1);
        if (end == std::string_view::npos) {
          return condition::ConditionError{at, "'{' is not closed; write '{{' for a brace"};
        }
        if (auto error = hole(at + 1, end)) return *error;
        at = end + 1;
      } else {
        literal_ += c;
        ++at;
      }
    }
    flush();
    return Template{storage_.keep(std::move(pieces_))};
  }

 private:
  void flush() {
    if (!literal_.empty()) pieces_.push_back({storage_.keep(std::move(literal_)), {}, {}});
    literal_.clear();
  }

  std::optional<condition::ConditionError> hole(std::size_t begin, std::size_t end) {
    std::string_view expression = text_.substr(begin, end - begin);
    std::string_view format;
    // The colon of ?: is never followed by a bare format: names have a dot, numbers no leading one.
    const std::size_t colon = expression.rfind(':');
    if (colon != std::string_view::npos && is_format(trimmed(expression.substr(colon + 1)))) {
      format = trimmed(expression.substr(colon + 1));
      expression = expression.substr(0, colon);
    }
    auto compiled = condition::compile(expression, vocabulary_);
    if (auto* error = std::get_if<condition::ConditionError>(&compiled)) {
      error->offset += begin;
      return *error;
    }
    flush();
    pieces_.push_back({storage_.keep(std::string(expression)),
                       storage_.keep(std::move(std::get<condition::Compiled>(compiled).program)),
                       storage_.keep(std::string(format))});
    return std::nullopt;
  }

  std::string_view text_;
  const condition::Vocabulary& vocabulary_;
  Storage& storage_;
  std::string literal_;
  std::vector<Template::Piece> pieces_;
};

/// The name of the fact that is the whole expression; empty for any other expression.
std::string_view fact_name(const condition::ProgramView& program) {
  if (program.nodes[0].op != condition::Op::Name) return {};
  const auto name = program.text_of(program.constants[program.nodes[0].operand]);
  return name.starts_with("let.") || name.starts_with("match.") ? std::string_view{} : name;
}

/// A fact of the sizing is a sentence of ours, which is never cut; any other may be as long as the
/// user wrote it.
bool shows_users_text(const condition::ProgramView& program) {
  const auto name = fact_name(program);
  return !name.empty() && !name.starts_with("est.");
}

}  // namespace

bool is_format(std::string_view format) { return parse_format(format).has_value(); }

std::string format_value(const Value& value, std::string_view format) {
  const auto parsed = parse_format(format);
  if (!parsed || value.kind() != ValueKind::Number) return value.to_text();
  const double number = value.as_number();
  if (parsed->unit == nullptr) return fmt::format("{:.{}f}", number, *parsed->decimals);
  return fmt::format("{:.{}f}{}{}", number / parsed->unit->divisor,
                     parsed->decimals.value_or(parsed->unit->decimals), parsed->unit->separator,
                     parsed->unit->suffix);
}

std::variant<Template, condition::ConditionError> compile_template(
    std::string_view text, const condition::Vocabulary& vocabulary, Storage& storage) {
  return TemplateCompiler(text, vocabulary, storage).run();
}

std::string render(const Template& text, const condition::Environment& environment) {
  std::string result;
  for (const Template::Piece& piece : text.pieces) {
    if (piece.program.empty()) {
      result += piece.text;
      continue;
    }
    const Value value = condition::evaluate(piece.program, environment);
    if (value.is_absent() && fact_name(piece.program).empty()) continue;
    const std::string shown = format_value(value, piece.format);
    result += shows_users_text(piece.program) ? shortened(shown) : shown;
  }
  return result;
}

}  // namespace grpolint::rules
