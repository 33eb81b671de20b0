#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "fix_variants.h"
#include "lint/fix/fix_text.h"
#include "lint/suppression/add_ignores.h"
#include "linting.h"

namespace lint = grpolint::lint;
using grpolint::Finding;
using grpolint::Format;
using grpolint::Source;

namespace {

std::size_t open(const lint::FileReport& report) {
  return static_cast<std::size_t>(
      std::count_if(report.findings.begin(), report.findings.end(),
                    [](const Finding& finding) { return !finding.suppressed; }));
}

std::size_t count(std::string_view text, std::string_view what) {
  std::size_t n = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

/// What holds for every text after --add-ignore. The number of comments' findings.
std::size_t ignore_and_check(const Variant& variant, const lint::LintOptions& options) {
  INFO(variant.name << "\nbefore:\n" << variant.text);
  const lint::FileReport before = report_on(variant.text, variant.format, options);
  const auto ignored =
      lint::add_ignores(before, variant.format, embedded_rules(), options, "later");
  if (variant.format == Format::Json) {
    CHECK_FALSE(ignored);
    return 0;
  }
  REQUIRE(ignored);
  INFO("after:\n" << ignored->text);
  const Source source("a", ignored->text);
  CHECK(flat_data(read_document(source, variant.format)) ==
        flat_data(read_document(before.source, variant.format)));
  CHECK(source.has_byte_order_mark() == before.source.has_byte_order_mark());
  if (count(variant.text, "\r\n") == count(variant.text, "\n")) {
    CHECK(count(ignored->text, "\r\n") == count(ignored->text, "\n"));
  }
  CHECK((ignored->text.empty() || ignored->text.back() == '\n') ==
        (variant.text.empty() || variant.text.back() == '\n'));
  // What is not left over is not found again, and a second round has nothing to do.
  const lint::FileReport after = report_on(ignored->text, variant.format, options);
  CHECK(open(after) == open(before) - ignored->ignored);
  CHECK(ignored->left_over.size() == open(before) - ignored->ignored);
  const auto again = lint::add_ignores(after, variant.format, embedded_rules(), options, "later");
  REQUIRE(again);
  CHECK(again->text == ignored->text);
  return ignored->ignored;
}

/// A fixed file has no fixable finding left, but those whose fix was left out.
void fix_twice(const Variant& variant, const lint::LintOptions& options) {
  INFO(variant.name << "\nbefore:\n" << variant.text);
  auto once = lint::fix_file(report_on(variant.text, variant.format, options), variant.format,
                             embedded_rules(), options, lint::FixLevel::Any);
  REQUIRE(once);
  const std::string text(once->report.source.bytes());
  INFO("after:\n" << text);
  const auto twice = lint::fix_file(report_on(text, variant.format, options), variant.format,
                                    embedded_rules(), options, lint::FixLevel::Any);
  REQUIRE(twice);
  CHECK(twice->report.source.bytes() == text);
}

/// Ways in which a value can take several lines or share one with others.
const std::vector<Variant>& hard_texts() {
  static const std::string head = "num_generations: 8\nper_device_train_batch_size: 8\n";
  static const std::string toml = "num_generations = 8\nper_device_train_batch_size = 8\n";
  static const std::vector<Variant> all = {
      {"flow mapping, one line",
       "{num_generations: 8, per_device_train_batch_size: 8, "
       "max-completion-length: 8, beta: 1, beta: 2}\n"},
      {"flow mapping, lines",
       "{num_generations: 8,\n per_device_train_batch_size: 8,\n "
       "max-completion-length: 8,\n beta: 1, beta: 2\n}\n"},
      {"flow inside",
       head + "grpo: {a: [1,\n 2], b: {c: 1, c: 2}\n  }\nmax-completion-length: 8\n"},
      {"literal", head + "reward-funcs: |\n  a\n  b\nbeta: |-\n  # no comment\n  c\nbeta: 1\n"},
      {"literal with indent", head + "reward-funcs: |2-  # why\n    a\n\n   b\nbeta: 0.1\nbeta: 1"},
      {"folded at the end", head + "beta: 1\nreward-funcs: >+\n  a\n  b\n\n\n"},
      {"plain of two lines", head + "reward-funcs: a\n  b\nbeta: 1\nbeta: 2\n"},
      {"double quotes", head + "reward-funcs: \"a\n  # b\"\nbeta: 1\nbeta: 2\n"},
      {"single quotes, hash", head + "reward-funcs: 'a # b'\nbeta: 1\nbeta: '#'\n"},
      {"anchors", "a: &x\n  max-completion-length: 8\n  num_generations: 8\n" + head +
                      "b: *x\nc:\n  <<: *x\nbeta: &b 1\nbeta: *b\n"},
      {"anchor before a literal", head + "reward-funcs: &r |\n  a\n  b\nbeta: *r\nbeta: *r\n"},
      {"tag", head + "reward-funcs: !!str |\n  a\nbeta: !!float 1\nbeta: !!int 2\n"},
      {"explicit key", head + "? max-completion-length\n: 8\nbeta: 1\n? beta\n: 2\n"},
      {"quoted key", head + "\"max-completion-length\": 8\n'beta': 1\n\"beta\": 2\n"},
      {"value on the next line", head + "max-completion-length:\n  8\nbeta:\n  1\nbeta:\n\n  2\n"},
      {"empty value", head + "max-completion-length:\nbeta:\nbeta:\n"},
      {"lists", head + "reward-funcs:\n- a\n-  - b\n   - beta: 1\n     beta: 2\n"},
      {"document marks", "---\n" + head + "beta: 1\nbeta: 2\n...\n"},
      {"two documents", "---\n" + head + "beta: 1\nbeta: 2\n---\nbeta: 1\nbeta: 2\n"},
      {"several ignores", head + "beta: 1  # grpolint: ignore[KEY001] -- why\n"
                                 "beta: 2  # grpolint: ignore[MEM]\n"},
      {"own-line ignore", head + "# grpolint: ignore[KEY001]\nbeta: 1\n"
                                 "# grpolint: disable[MEM]\nbeta: 2\n# grpolint: enable[MEM]\n"},
      {"lone CR", "num_generations: 8\rper_device_train_batch_size: 8\rbeta: 1\rbeta: 2\r"},
      {"other characters", head + "max-completion-length: 8 \xC2\xA0\nbeta: '\xF0\x9F\x98\x80'\n"
                                  "beta: \"\xE2\x80\xA8\"\n"},
      {"TOML, texts of lines",
       toml + "reward-funcs = \"\"\"a\n# b\"\"\"\nmax-completion-length = '''\n"
              "c\n'''\nlearnin_rate = 1\n",
       Format::Toml},
      {"TOML, lists of lines",
       toml + "reward-funcs = [\n  \"a\", # b\n  \"c\",\n]\n"
              "max-completion-length = 8\n",
       Format::Toml},
      {"TOML, inline table", toml + "max-completion-length = {a = 1, b = [1,\n2]}\n", Format::Toml},
      {"TOML, headers",
       toml + "max-completion-length = 8\n[grpo]\nlearnin_rate = 1\n"
              "[[list]]\nnum_generation = 1\n",
       Format::Toml},
      {"TOML, dotted", toml + "grpo.max-completion-length = 8\ngrpo.\"learnin_rate\" = 1",
       Format::Toml},
      {"JSON, key //",
       "{\"num_generations\": 8, \"per_device_train_batch_size\": 8,\n"
       "\"//\": \"grpolint: ignore[SYN002]\", \"max-completion-length\": 8,\n"
       "\"beta\": 1, \"beta\": 2, \"//\": \"grpolint: ignore[KEY001]\"}",
       Format::Json},
      {"JSON, unused //",
       "{\"//\": \"grpolint: ignore[SYN002, MEM001]\",\n\"num_generations\": 8, "
       "\"per_device_train_batch_size\": 8, \"max-completion-length\": 8,\n"
       "\"peft_config\": {\"//\": \"grpolint: ignore[SYN002]\"}}",
       Format::Json},
  };
  return all;
}

}  // namespace

TEST_CASE("ignore comments for every example, written in many ways, leave the data alone") {
  std::size_t ignored = 0;
  std::size_t turn = 0;
  for (const BadExample& example : bad_examples()) {
    INFO(example.name);
    // All ways for all examples would take a minute: each example in two of them, by turns.
    const std::vector<Variant> variants = variants_of(example.text, example.format);
    for (std::size_t i = turn++ % variants.size(); i < variants.size(); i += 7) {
      ignored += ignore_and_check(variants[i], example.options);
    }
  }
  CHECK(ignored > 200);
}

TEST_CASE("texts that leave a comment no room stay what they are") {
  lint::LintOptions options;
  options.selection.select = {"SYN", "KEY", "SUP"};
  options.circumstances.companions.search_requirements = false;
  for (const Variant& text : hard_texts()) {
    for (const Variant& variant : variants_of(text.text, text.format)) {
      INFO(text.name);
      ignore_and_check(variant, options);
      fix_twice(variant, options);
    }
  }
}
