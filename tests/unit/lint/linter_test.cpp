#include "lint/linter.h"

#include <catch2/catch.hpp>
#include <string>

#include "linting.h"

namespace lint = grpolint::lint;
using Catch::Contains;
using grpolint::Finding;
using grpolint::Format;
using grpolint::Source;

namespace {

constexpr const char* kTwice = "num_generations: 8\nnum_generations: 4";

lint::LintOptions only(std::vector<std::string> selectors) {
  lint::LintOptions options;
  options.selection.select = std::move(selectors);
  options.circumstances.companions.search_requirements = false;
  return options;
}

lint::FileReport lint_text(std::string text, const lint::LintOptions& options,
                           Format format = Format::Yaml) {
  return report_on(std::move(text), format, options);
}

/// "SYN002 SYN002(suppressed) SUP001"
std::string codes(const lint::FileReport& report) {
  std::string text;
  for (const Finding& finding : report.findings) {
    text += (text.empty() ? "" : " ") + finding.code + (finding.suppressed ? "(suppressed)" : "");
  }
  return text;
}

/// The text with what makes it a config that is checked.
lint::FileReport lint_config(const std::string& text, const lint::LintOptions& options) {
  return lint_text(text + "per_device_train_batch_size: 8\n", options);
}

std::string codes(const std::string& text, const lint::LintOptions& options) {
  return codes(lint_config(text, options));
}

}  // namespace

TEST_CASE("a suppression in use hides its finding and keeps the reason") {
  const auto report = lint_config(
      std::string(kTwice) + "  # grpolint: ignore[SYN002] -- on purpose\n", only({"SYN", "SUP"}));
  REQUIRE(codes(report) == "SYN002(suppressed)");
  CHECK(report.findings[0].suppression_reason == "on purpose");
}

TEST_CASE("a suppression on another line hides nothing and is reported unused with a fix") {
  const std::string text = "num_generations: 8  # grpolint: ignore[SYN002]\nnum_generations: 4\n";
  const auto report = lint_config(text, only({"SYN002", "SUP"}));
  REQUIRE(codes(report) == "SUP001 SYN002");
  REQUIRE(report.findings[0].fix);
  const auto& edit = report.findings[0].fix->edits.at(0);
  std::string fixed = text;
  fixed.replace(edit.span.begin, edit.span.end - edit.span.begin, edit.text);
  CHECK(fixed == "num_generations: 8\nnum_generations: 4\n");
}

TEST_CASE("of several selectors only the unused one is cut out") {
  for (const auto& [list, left] :
       {std::pair{"MEM001, SYN002", "SYN002"}, std::pair{"SYN002, MEM001", "SYN002"}}) {
    const std::string text = std::string(kTwice) + "  # grpolint: ignore[" + list + "] -- why\n";
    const auto report = lint_config(text, only({"SYN", "MEM", "SUP"}));
    REQUIRE(codes(report) == "SYN002(suppressed) SUP001");
    const auto& edit = report.findings[1].fix->edits.at(0);
    std::string fixed = text;
    fixed.replace(edit.span.begin, edit.span.end - edit.span.begin, edit.text);
    CHECK(fixed == std::string(kTwice) + "  # grpolint: ignore[" + left + "] -- why\n");
  }
}

TEST_CASE("a rule that is not asked for now does not make its suppressions unused") {
  CHECK(codes("beta: 0.1  # grpolint: ignore[MEM001]\nnum_generations: 8\n", only({"SYN", "SUP"}))
            .empty());
}

TEST_CASE("unknown and malformed suppressions are findings") {
  CHECK(codes("num_generations: 8  # grpolint: ignore[MEM999]\n", only({"SUP"})) == "SUP002");
  CHECK(codes("num_generations: 8  # grpolint: ignore[ALL]\n", only({"SUP"})) == "SUP002");
  CHECK(codes("num_generations: 8  # grpolint: ignore\n", only({"SUP"})) == "SUP003");
  CHECK(codes("num_generations: 8  # grpolint: ignore\n# grpolint: file-ignore[SUP003]\n",
              only({"SUP"})) == "SUP003(suppressed)");
}

TEST_CASE("suppressions can be set aside for an audit") {
  lint::LintOptions options = only({"SYN", "SUP"});
  options.honour_ignores = false;
  CHECK(codes(std::string(kTwice) + "  # grpolint: ignore[SYN002]\n", options) == "SYN002");
}

TEST_CASE("severities follow the settings, fingerprints are there, order is by place") {
  lint::LintOptions options = only({"SYN002", "KEY001"});
  options.selection.severity["SYN002"] = grpolint::Severity::Info;
  const auto report = lint_config("num_generatoins: 1\n" + std::string(kTwice) + "\n", options);
  REQUIRE(codes(report) == "KEY001 SYN002");
  CHECK(report.findings[1].severity == grpolint::Severity::Info);
  CHECK(report.findings[0].fingerprint.size() == 16);
  CHECK(report.findings[0].span.begin < report.findings[1].span.begin);
}

TEST_CASE("a file that does not parse is a finding where it is meant") {
  lint::LintOptions options = only({"SYN"});
  CHECK(codes("a: [1\n", options) == "SYN001");
  options.named = false;  // met in a folder
  CHECK(codes("a: [1\n", options).empty());
  CHECK(codes("num_generations: [1\n", options) == "SYN001");
}

TEST_CASE("a file that is no GRPO config has no findings") {
  const auto report = lint_text("services: {web: {image: nginx}}\n", only({"ALL"}));
  CHECK(report.findings.empty());
  CHECK_FALSE(report.linted);
  CHECK(report.notes.empty());
}

TEST_CASE("without a GPU a note says how to state it, and a pragma is enough") {
  const std::string config =
      "model_name_or_path: Qwen/Qwen2.5-3B-Instruct\nnum_generations: 8\nreward_funcs: [a]\n";
  const auto silent = lint_text(config, only({"MEM"}));
  REQUIRE_FALSE(silent.notes.empty());
  CHECK_THAT(silent.notes.back(), Contains("--gpu"));
  lint::LintOptions options = only({"MEM"});
  auto analysis = lint::analyse(Source("a", "# grpolint: gpu=4090\n" + config), Format::Yaml,
                                options.circumstances);
  REQUIRE(analysis);
  REQUIRE(analysis->hardware);
  CHECK(analysis->target.gpu->by == "pragma on line 1");
  options.circumstances.command_line.gpu = {"h100", "--gpu"};
  analysis = lint::analyse(Source("a", "# grpolint: gpu=4090\n" + config), Format::Yaml,
                           options.circumstances);
  REQUIRE(analysis);
  CHECK(analysis->target.gpu->value == "h100");
  CHECK(analysis->estimate.has_value());
}

TEST_CASE("a named file beyond a limit of the reader is a finding, stated route or not") {
  const std::string deep = std::string(257, '[') + std::string(257, ']');
  struct Row {
    Format format;
    std::string text;
  };
  for (const Row& row : {Row{Format::Yaml, "x: " + deep}, Row{Format::Toml, "x = " + deep},
                         Row{Format::Json, "{\"x\": " + deep + "}"}}) {
    for (const bool stated : {false, true}) {
      CAPTURE(row.text, stated);
      lint::LintOptions options = only({"ALL"});
      options.named = true;
      options.circumstances.named = true;
      if (stated) options.circumstances.command_line.route = {"trl", "--route"};
      const auto report = lint_text(row.text, options, row.format);
      REQUIRE(codes(report) == "SYN001");
      CHECK_THAT(report.findings[0].message, Contains("256"));
      CHECK_THAT(report.recognition, Contains("256"));
    }
  }
}

TEST_CASE("a message shows long values in part") {
  const std::string more = std::string(1000, 'x');
  lint::LintOptions options = only({"ALL"});
  options.circumstances.command_line.route = {"trl", "--route"};
  const auto report = lint_config(
      "num_generations: 8\nloss_type: " + more + "\noptim: " + more + "\nlearning_rate: " + more +
          "\n" + more + ": 1\nreward_funcs: [" + more + "]\nepsilon_high: 1" + more + "\n",
      options);
  REQUIRE(report.findings.size() > 4);
  for (const auto& finding : report.findings) {
    CAPTURE(finding.code, finding.message, finding.help);
    CHECK(finding.message.size() < 700);
    CHECK(finding.help.size() < 700);
  }
}
