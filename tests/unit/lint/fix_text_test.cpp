#include "lint/fix/fix_text.h"

#include <catch2/catch.hpp>

#include "lint/suppression/add_ignores.h"
#include "linting.h"

namespace lint = grpolint::lint;
using Catch::Contains;
using grpolint::Format;
using grpolint::Source;

namespace {

lint::LintOptions only(std::vector<std::string> selectors) {
  lint::LintOptions options;
  options.selection.select = std::move(selectors);
  options.circumstances.companions.search_requirements = false;
  options.circumstances.command_line.trl_version = {"1.9.0", "--trl-version"};
  return options;
}

lint::FixedFile fix(const std::string& text, const lint::LintOptions& options,
                    Format format = Format::Yaml, lint::FixLevel level = lint::FixLevel::Safe) {
  auto fixed =
      lint::fix_file(report_on(text, format, options), format, embedded_rules(), options, level);
  REQUIRE(fixed);
  return std::move(*fixed);
}

std::string text_of(const lint::FixedFile& fixed) {
  return std::string(fixed.report.source.bytes());
}

std::string ignored(const std::string& text, std::string_view reason,
                    Format format = Format::Yaml) {
  const auto options = only({"SYN002", "KEY001", "SUP"});
  const auto report = report_on(text, format, options);
  const auto result = lint::add_ignores(report, format, embedded_rules(), options, reason);
  return result ? result->text : result.error().message;
}

constexpr const char* kMisspelt =
    "num_generations: 8\nper_device_train_batch_size: 8\nmax-completion-length: 8  # why\n";

}  // namespace

TEST_CASE("a misspelt key is renamed and the file is clean then") {
  const auto fixed = fix(kMisspelt, only({"KEY001"}));
  CHECK(text_of(fixed) ==
        "num_generations: 8\nper_device_train_batch_size: 8\nmax_completion_length: 8  # why\n");
  REQUIRE(fixed.applied.size() == 1);
  CHECK(fixed.applied[0].code == "KEY001");
  CHECK(fixed.report.findings.empty());
  CHECK(fixed.left_out.empty());
}

TEST_CASE("unsafe fixes are made on request alone") {
  const std::string text =
      "num_generations: 8\nper_device_train_batch_size: 8\nmax_completion_length: 8\nreward_funcs: "
      "[a]\nuse_peft: false\n"
      "load_in_4bit: true\n";
  const auto options = only({"ADP003"});
  CHECK(text_of(fix(text, options)) == text);
  const auto fixed = fix(text, options, Format::Yaml, lint::FixLevel::Any);
  CHECK_THAT(text_of(fixed), Contains("use_peft: true\n"));
  CHECK(fixed.report.findings.empty());
}

TEST_CASE("suppressed findings and files with syntax errors are left alone") {
  const std::string suppressed =
      "num_generations: 8\nper_device_train_batch_size: 8\nmax-completion-length: 8  # grpolint: "
      "ignore[KEY001]\n";
  CHECK(text_of(fix(suppressed, only({"KEY001"}))) == suppressed);
  const std::string broken = std::string(kMisspelt) + "a: [\n";
  CHECK(text_of(fix(broken, only({"ALL"}))) == broken);
}

TEST_CASE("a fix inside a value that aliases share is left out and the reason said") {
  const std::string text =
      "base: &base\n  max-completion-length: 8\n  per_device_train_batch_size: 8\n  "
      "num_generations: 8\n"
      "grpo:\n  <<: *base\n  reward_funcs: [a]\nother: *base\n";
  const auto fixed = fix(text, only({"KEY001"}), Format::Yaml, lint::FixLevel::Any);
  CHECK(text_of(fixed) == text);
}

TEST_CASE("fixes of neighbours that meet take several passes") {
  const std::string text =
      "num_generations: 8\nper_device_train_batch_size: 8\nmax_completion_length: 8\n"
      "# grpolint: ignore[SYN002]\n# grpolint: ignore[SYN003]\n# grpolint: ignore[SYN001]\n"
      "reward_funcs: [a]\n";
  const auto fixed = fix(text, only({"SYN", "SUP"}));
  CHECK(text_of(fixed) ==
        "num_generations: 8\nper_device_train_batch_size: 8\nmax_completion_length: "
        "8\nreward_funcs: [a]\n");
  CHECK(fixed.applied.size() == 3);
}

TEST_CASE("ignore comments are written for what is found") {
  CHECK(ignored("num_generations: 8\nper_device_train_batch_size: 8\nmax-completion-length: 8\n",
                "later") ==
        "num_generations: 8\nper_device_train_batch_size: 8\n"
        "max-completion-length: 8  # grpolint: ignore[KEY001] -- later\n");
  CHECK(ignored("num_generations: 8\r\nper_device_train_batch_size: 8\r\nmax-completion-length: 8",
                "") ==
        "num_generations: 8\r\nper_device_train_batch_size: 8\r\nmax-completion-length: 8  # "
        "grpolint: ignore[KEY001]");
  CHECK(ignored("num_generations = 8\nper_device_train_batch_size = 8\nmax-completion-length = 8\n",
                "x", Format::Toml) ==
        "num_generations = 8\nper_device_train_batch_size = 8\nmax-completion-length = 8  # "
        "grpolint: ignore[KEY001] -- x\n");
  SECTION("above a line that has a comment of its own") {
    CHECK(ignored(kMisspelt, "") ==
          "num_generations: 8\nper_device_train_batch_size: 8\n# grpolint: ignore[KEY001]\n"
          "max-completion-length: 8  # why\n");
  }
  SECTION("into a list that is there with the same reason") {
    CHECK(ignored("num_generations: 8\nper_device_train_batch_size: 8\nmax-completion-length: 8\n"
                  "max-completion-length: 4  # grpolint: ignore[SYN002] -- why\n",
                  "why") ==
          "num_generations: 8\nper_device_train_batch_size: 8\nmax-completion-length: 8\n"
          "max-completion-length: 4  # grpolint: ignore[SYN002, KEY001] -- why\n");
  }
  SECTION("above a list with another reason") {
    CHECK(ignored("num_generations: 8\nper_device_train_batch_size: 8\nmax-completion-length: 8\n"
                  "max-completion-length: 4  # grpolint: ignore[SYN002] -- why\n",
                  "later") ==
          "num_generations: 8\nper_device_train_batch_size: 8\nmax-completion-length: 8\n"
          "# grpolint: ignore[KEY001] -- later\n"
          "max-completion-length: 4  # grpolint: ignore[SYN002] -- why\n");
  }
  SECTION("JSON has no comments") {
    CHECK_THAT(ignored("{\"num_generations\": 8, \"per_device_train_batch_size\": 8, "
                       "\"max-completion-length\": 8}",
                       "", Format::Json),
               Contains("JSON has no comments") && Contains("--write-baseline"));
  }
}

TEST_CASE("what the comments ignore is not found again") {
  const auto options = only({"SYN002", "KEY001", "SUP"});
  const std::string text = ignored(std::string(kMisspelt) + "max-completion-length: 4\n", "");
  const auto report = lint::lint_file(Source("a", text), Format::Yaml, embedded_rules(), options);
  REQUIRE(report);
  for (const auto& finding : report->findings) {
    INFO(text << finding.code << ": " << finding.message);
    CHECK(finding.suppressed);
  }
}

TEST_CASE("a comment is never written into a text of several lines") {
  // The comment that is there already must not make up for the one that is not.
  const std::string head =
      "num_generations: 4  # grpolint: ignore[SYN002]\nper_device_train_batch_size: 8\n";
  for (const char* value : {"\"a\n  b\"", "'a\n  b'", "|\n  a\n  b"}) {
    const std::string text = head + "unknown-key: " + value + "\nuse_vllm: true\n";
    CAPTURE(text);
    const auto read = [](const std::string& bytes) {
      const auto document = grpolint::read_document(Source("a", bytes), Format::Yaml);
      return document.node(document.find(*document.root_id, "unknown-key")->value.node).text;
    };
    CHECK(read(ignored(text, "")) == read(text));
  }
  const std::string toml =
      "num_generations = 4  # grpolint: ignore[SYN002]\nper_device_train_batch_size = 8\n"
      "unknown-key = \"\"\"a\nb\"\"\"\n";
  CHECK(ignored(toml, "", Format::Toml) == toml);
}

TEST_CASE("a key is not renamed to one that is written") {
  const std::string yaml =
      "num_generations: 4\nper_device_train_batch_size: 8\nnum-generations: 4\n";
  CHECK(text_of(fix(yaml, only({"KEY001"}))) == yaml);
  const std::string json =
      "{\"num_generations\": 4, \"per_device_train_batch_size\": 8, \"num-generations\": 4}";
  CHECK(text_of(fix(json, only({"KEY001"}), Format::Json)) == json);

  // Two slips for one argument: the first is mended, the second would write it twice.
  const std::string twice =
      "num_generations: 4\nper_device_train_batch_size: 8\nmax-completion-length: 8\n"
      "max_completion-length: 9\n";
  const auto fixed = fix(twice, only({"KEY001"}));
  CHECK(text_of(fixed) ==
        "num_generations: 4\nper_device_train_batch_size: 8\nmax_completion_length: 8\n"
        "max_completion-length: 9\n");
  REQUIRE(fixed.report.findings.size() == 1);
  CHECK_FALSE(fixed.report.findings[0].fix);
  CHECK_THAT(fixed.report.findings[0].help, Contains("is written already"));
}
