#include "rules/markdown.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <fstream>

#include "rules/example.h"

namespace grpolint::rules {
namespace {

struct Family {
  std::string_view letters;
  std::string_view title;
};
constexpr std::array kFamilies = {
    Family{"SYN", "syntax and types"},
    Family{"KEY", "unknown, renamed and removed keys"},
    Family{"BAT", "batch and group arithmetic"},
    Family{"MEM", "memory"},
    Family{"ROL", "rollout engine"},
    Family{"SPK", "DGX Spark"},
    Family{"LEN", "lengths"},
    Family{"PRC", "precision"},
    Family{"ADP", "adapters and quantisation"},
    Family{"DST", "distributed training"},
    Family{"ALG", "algorithm"},
    Family{"REW", "rewards"},
    Family{"SUP", "suppressions"},
};

/// Inside a table cell a bar would end the cell.
std::string cell(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '|') result += '\\';
    result += c;
  }
  return result;
}

/// The source of a template, as the rule file has it.
std::string source_of(const Template& text) {
  std::string result;
  for (const Template::Piece& piece : text.pieces) {
    if (piece.program.empty()) {
      result += piece.text;
    } else if (piece.format.empty()) {
      result += fmt::format("{{{}}}", piece.text);
    } else {
      result += fmt::format("{{{}:{}}}", piece.text, piece.format);
    }
  }
  return result;
}

std::string severities(const Rule& rule) {
  std::vector<std::string_view> words;
  for (const Severity severity : {Severity::Error, Severity::Warning, Severity::Info}) {
    for (const Level& level : rule.levels) {
      if (level.severity != severity) continue;
      words.push_back(to_string(severity));
      break;
    }
  }
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string head(const Rule& rule) {
  std::string page = fmt::format("# {} {}\n\n{}.\n\n", rule.code, rule.name, rule.summary);
  page += fmt::format("| | |\n|---|---|\n| Severity | {} |\n| Stage | {} |\n", severities(rule),
                      to_string(rule.stage));
  if (!rule.dialects.empty()) {
    page += fmt::format("| Frameworks | {} |\n", fmt::join(rule.dialects, ", "));
  }
  for (const VersionRange& range : rule.versions) {
    page += fmt::format("| Releases | {} |\n", cell(to_text(range)));
  }
  if (!rule.fixes.empty()) {
    page += fmt::format("| Fix | {} |\n", rule.fixes.front().safe ? "safe" : "needs a look");
  }
  return page + fmt::format("| Since | grpolint {} |\n\n", rule.since);
}

std::string condition_section(const Rule& rule) {
  std::string page = "## When it speaks\n\n";
  if (!rule.native.empty()) {
    page += fmt::format("The places are found by the built-in check `{}`.\n\n", rule.native);
  }
  if (!rule.lets.empty() || !rule.when.empty()) {
    page += "```\n";
    for (const LetBinding& let : rule.lets) {
      page += fmt::format("{} = {}\n", let.name, let.condition.text);
    }
    if (!rule.when.empty()) page += fmt::format("when {}\n", rule.when.text);
    page += "```\n\n";
  }
  if (rule.levels.size() > 1 || !rule.levels.front().when.empty()) {
    page += "The first level that holds decides:\n\n| Severity | When | Message |\n|---|---|---|\n";
    for (const Level& level : rule.levels) {
      page +=
          fmt::format("| {} | {} | {} |\n", to_string(level.severity),
                      level.when.empty() ? "otherwise" : fmt::format("`{}`", cell(level.when.text)),
                      cell(source_of(level.message ? *level.message : rule.message)));
    }
    page += '\n';
  } else {
    page += fmt::format("Message: {}\n\n", source_of(rule.message));
  }
  if (rule.help) page += fmt::format("Help: {}\n\n", source_of(*rule.help));
  return page;
}

/// The text with its marks turned into comments of the format, where it has comments.
std::string shown(const Example& example) {
  const auto read = without_marks(example.text);
  const auto* plain = std::get_if<PlainExample>(&read);
  if (plain == nullptr) return std::string(example.text);
  if (example.format == "json") return plain->text;
  std::string result;
  std::uint32_t line = 1;
  std::string_view rest = plain->text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    result += rest.substr(0, end);
    for (const ExpectedFinding& expected : plain->expected) {
      if (expected.line == line) result += fmt::format("  # <- {}", expected.code);
    }
    result += '\n';
    rest.remove_prefix(std::min(end + 1, rest.size()));
    ++line;
  }
  return result;
}

std::string examples(const Rule& rule, bool bad) {
  std::string page = bad ? "## Found\n\n" : "## Not found\n\n";
  for (const Example& example : rule.examples) {
    if (example.bad != bad) continue;
    page += fmt::format("{}", example.title);
    if (!example.options.empty()) page += fmt::format(" (`{}`)", example.options);
    page += fmt::format(":\n\n```{}\n{}```\n\n", example.format, shown(example));
  }
  return page;
}

/// "| `least` | 8 | 2 to 64 | group sizes below it are reported |"
std::string options(const Rule& rule) {
  if (rule.options.empty()) return {};
  std::string page = "## Options\n\n| Option | Default | From, to | |\n|---|---|---|---|\n";
  for (const RuleOption& option : rule.options) {
    page += fmt::format("| `{}` | {} | {}, {} | {} |\n", option.key(), option.standard,
                        option.least, option.most, cell(option.doc));
  }
  const RuleOption& first = rule.options.front();
  return page + fmt::format("\nIn the settings:\n\n```toml\n[rules.{}]\n{} = {}\n```\n\n",
                            rule.code, first.key(), first.standard);
}

std::string references(const Rule& rule) {
  std::string page = "## References\n\n";
  for (const Reference& reference : rule.references) {
    page += fmt::format("- [{}]({}), last verified {}\n", reference.text, reference.url,
                        reference.date);
  }
  return page;
}

bool write(const std::filesystem::path& path, const std::string& text) {
  std::ofstream output(path, std::ios::binary);
  output << text;
  output.close();
  return !output.fail();
}

}  // namespace

std::string_view family_title(std::string_view family) {
  for (const Family& known : kFamilies) {
    if (known.letters == family) return known.title;
  }
  return family;
}

std::string to_text(const VersionRange& range) {
  std::string text(range.library);
  if (range.from != Version{}) text += fmt::format(" >= {}", range.from.to_string());
  if (range.before) {
    text += fmt::format("{} < {}", range.from != Version{} ? "," : "", range.before->to_string());
  }
  return text;
}

std::string rule_page(const Rule& rule) {
  return head(rule) + fmt::format("## What\n\n{}\n\n## Why\n\n{}\n\n", rule.what, rule.why) +
         condition_section(rule) + options(rule) + examples(rule, true) + examples(rule, false) +
         references(rule);
}

std::string rule_url(std::string_view code) {
  return fmt::format("https://grpolint.github.io/rules/{}", code);
}

std::string index_page(std::span<const Rule* const> rules) {
  std::string page = "# Rules\n\nGenerated from the rule files; one page per rule.\n";
  std::string_view family;
  for (const Rule* rule : rules) {
    if (rule->family != family) {
      family = rule->family;
      page += fmt::format("\n## {}: {}\n\n| Code | Name | Severity | |\n|---|---|---|---|\n",
                          family, family_title(family));
    }
    page += fmt::format("| [{}]({}.md) | {} | {} | {} |\n", rule->code, rule->code, rule->name,
                        severities(*rule), cell(rule->summary));
  }
  return page;
}

Result<int> write_pages(std::span<const Rule* const> rules, const std::filesystem::path& folder) {
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (code) {
    return Error{fmt::format("cannot create {}: {}", folder.string(), code.message())};
  }
  int written = 0;
  const auto put = [&](const std::string& name, const std::string& text) {
    if (!write(folder / name, text)) return false;
    ++written;
    return true;
  };
  for (const Rule* rule : rules) {
    const std::string name = fmt::format("{}.md", rule->code);
    if (!put(name, rule_page(*rule))) {
      return Error{fmt::format("cannot write {}", (folder / name).string())};
    }
  }
  if (!put("index.md", index_page(rules))) {
    return Error{fmt::format("cannot write {}", (folder / "index.md").string())};
  }
  return written;
}

}  // namespace grpolint::rules
