#include <catch2/catch.hpp>

#include "lint/fix/fix_text.h"
#include "linting.h"

namespace lint = grpolint::lint;
using Catch::Contains;
using grpolint::Finding;
using grpolint::Format;
using grpolint::Source;

namespace {

lint::FileReport lint_text(const std::string& text, Format format, bool honour_ignores = true) {
  lint::LintOptions options;
  options.selection.select = {"SYN002", "KEY001", "SUP"};
  options.circumstances.companions.search_requirements = false;
  options.circumstances.command_line.trl_version = {"1.9.0", "--trl-version"};
  options.honour_ignores = honour_ignores;
  return report_on(text, format, options);
}

/// "SYN002 KEY001(suppressed)"
std::string codes(const std::string& text, Format format = Format::Yaml) {
  std::string out;
  for (const Finding& finding : lint_text(text, format).findings) {
    out += (out.empty() ? "" : " ") + finding.code + (finding.suppressed ? "(suppressed)" : "");
  }
  return out;
}

std::string fixed(const std::string& text, Format format = Format::Yaml,
                  lint::FixLevel level = lint::FixLevel::Safe) {
  lint::LintOptions options;
  options.selection.select = {"SUP"};
  options.circumstances.companions.search_requirements = false;
  // Other rules must be in force for a suppression of theirs to be unused.
  options.selection.select = {"SYN002", "SUP"};
  auto result =
      lint::fix_file(report_on(text, format, options), format, embedded_rules(), options, level);
  REQUIRE(result);
  return std::string(result->report.source.bytes());
}

constexpr const char* kHead = "per_device_train_batch_size: 8\nmax_completion_length: 512\n";

}  // namespace

TEST_CASE("a range suppresses from disable to enable") {
  const std::string twice = "num_generations: 8\nnum_generations: 4\n";
  CHECK(codes(kHead + ("# grpolint: disable[SYN002]\n" + twice) +
              "# grpolint: enable[SYN002]\nbeta: 1\nbeta: 2\n") == "SYN002(suppressed) SYN002");
  SECTION("to the end of the file without an enable") {
    CHECK(codes(kHead + ("# grpolint: disable[SYN002]\n" + twice) + "beta: 1\nbeta: 2\n") ==
          "SYN002(suppressed) SYN002(suppressed)");
  }
  SECTION("an enable without its disable is malformed") {
    CHECK(codes(kHead + std::string("# grpolint: enable[SYN002]\nnum_generations: 8\n")) ==
          "SUP003");
    CHECK(codes(kHead + ("# grpolint: disable[SYN002]\n" + twice) +
                "# grpolint: enable[SYN002, KEY001]\n") == "SYN002(suppressed) SUP003");
  }
  SECTION("an unused one goes with both comments") {
    CHECK(fixed(kHead + std::string("# grpolint: disable[SYN002]\nnum_generations: 8\n"
                                    "# grpolint: enable[SYN002]\n")) ==
          kHead + std::string("num_generations: 8\n"));
  }
}

TEST_CASE("JSON speaks under the key //") {
  const std::string open = "{\n  \"per_device_train_batch_size\": 8,\n";
  const std::string twice = "  \"num_generations\": 8,\n  \"num_generations\": 4\n}\n";
  CHECK(codes(open + "  \"//\": \"grpolint: ignore[SYN002, KEY001] -- last wins\",\n" + twice,
              Format::Json)
            .find("SYN002(suppressed)") != std::string::npos);
  CHECK(codes(open + "  \"//\": \"see the wiki\",\n" + twice, Format::Json).find("SYN002") !=
        std::string::npos);
  CHECK_THAT(codes(open + "  \"//\": \"grpolint: disable[SYN002]\",\n" + twice, Format::Json),
             Contains("SUP003"));
  SECTION("an unused one is removed with its comma") {
    const std::string once = "  \"num_generations\": 8\n}\n";
    CHECK(fixed(open + "  \"//\": \"grpolint: ignore[SYN002]\",\n" + once, Format::Json) ==
          open + once);
  }
}

TEST_CASE("unknown and malformed suppressions have fixes") {
  const std::string text = kHead + std::string("num_generations: 8  # grpolint: ");
  CHECK(fixed(text + "ignore[ZZZ999999]\n") == kHead + std::string("num_generations: 8\n"));
  SECTION("a guess is made on request alone") {
    CHECK(fixed(text + "ignore[SYN0002]\n") == text + "ignore[SYN0002]\n");
    CHECK(fixed(text + "ignore[SYN0002]\n", Format::Yaml, lint::FixLevel::Any) ==
          kHead + std::string("num_generations: 8\n"));
    CHECK(fixed(text + "ignore\n") == text + "ignore\n");
    CHECK(fixed(text + "ignore\n", Format::Yaml, lint::FixLevel::Any) ==
          kHead + std::string("num_generations: 8\n"));
  }
  SECTION("a misspelt instruction is written right") {
    CHECK_THAT(
        fixed(kHead +
              std::string(
                  "num_generations: 8\nnum_generations: 4  # grpolint: ignroe[SYN002] -- why\n")),
        Contains("# grpolint: ignore[SYN002] -- why\n"));
  }
  SECTION("a reason that was not marked as one is kept") {
    const std::string twice =
        kHead + std::string("num_generations: 8\nnum_generations: 4  # grpolint: ");
    CHECK(fixed(twice + "ignore[SYN002] because I say so\n") ==
          twice + "ignore[SYN002] -- because I say so\n");
  }
  SECTION("what is right beside a wrong statement stays") {
    const auto any = [](const std::string& pragma) {
      return fixed("# grpolint: " + pragma + "\n" + kHead, Format::Yaml, lint::FixLevel::Any);
    };
    const std::string right = "# grpolint: trl=0.24.0\n" + std::string(kHead);
    CHECK(any("trl=0.24.0 gpo=h100") == "# grpolint: trl=0.24.0 gpu=h100\n" + std::string(kHead));
    CHECK(any("trl=0.24.0 whatever=1") == right);
    CHECK(any("trl=0.24.0 because we have it") ==
          "# grpolint: trl=0.24.0 -- because we have it\n" + std::string(kHead));
    CHECK(any("nodes=none trl=0.24.0") == right);
    CHECK(any("trl=0.24.0 model_config=config.json") == right);
  }
}
