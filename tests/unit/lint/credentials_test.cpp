#include "lint/credentials.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "grpolint/source.h"

namespace grpolint {
namespace {

std::vector<std::string> hidden(const std::string& text, Format format = Format::Yaml) {
  const Source source("a", text);
  const Document document = read_document(source, format);
  std::vector<std::string> texts;
  for (const Span span : lint::credential_spans(source, document)) {
    texts.emplace_back(source.text(span));
  }
  return texts;
}

using Texts = std::vector<std::string>;

TEST_CASE("values of credential-like keys are hidden, their neighbours are not") {
  CHECK(hidden("hub_token: hf_abc  # mine\nmax_steps: 3\npad_token: x\n") == Texts{"hf_abc"});
  CHECK(hidden("env:\n  WANDB_API_KEY: 'k'\n  HF_TOKEN: t\n  A: b\n") == Texts{"'k'", "t"});
  CHECK(hidden("secrets: {a: x, b: [y, z]}\n") == Texts{"x", "y", "z"});
  CHECK(hidden("hub_token = \"hf_abc\"\nlr = 1\n", Format::Toml) == Texts{"\"hf_abc\""});
  CHECK(hidden("{\"hub_token\": \"t\", \"a\": \"b\"}", Format::Json) == Texts{"\"t\""});
}

TEST_CASE("nothing is hidden where nothing is secret") {
  CHECK(hidden("hub_token: null\npush_to_hub: true\n").empty());
  CHECK(hidden("# the token: ask\neos_token: </s>\n").empty());
}

TEST_CASE("an anchored credential is hidden where it stands") {
  CHECK(hidden("a: &t hf_abc\nhub_token: *t\n") == Texts{"&t hf_abc"});
}

TEST_CASE("comments and broken files are read line by line") {
  CHECK(hidden("a: 1  # hub_token: hf_abc\n") == Texts{"hf_abc"});
  CHECK(hidden("hub_token: hf_abc\r\nb: [1\n") == Texts{"hf_abc"});
  CHECK(hidden("{\"hub_token\": \"t\",\n \"a\": }", Format::Json) == Texts{"\"t\","});
}

TEST_CASE("a credential of a broken file is hidden on the lines below its key, too") {
  CHECK(hidden("hub_token:\n  hf_abc\nb: [1\n") == Texts{"  hf_abc"});
  CHECK(hidden("hub_token:\n\nhf_abc\nb: [1\n") == Texts{"", "hf_abc"});
  CHECK(hidden("hub_token: |\n  hf_a\n  bc\nb: [1\n") == Texts{"|", "  hf_a", "  bc"});
  CHECK(hidden("a:\n  hub_token: \"hf_a\\\"\nbc\"\n  b: [1\n") == Texts{"\"hf_a\\\"", "bc\""});
  CHECK(hidden("{\"hub_token\":\n\"t\",\n\"a\": }", Format::Json) == Texts{"\"t\","});
  CHECK(hidden("api_key = \"\"\"\nt\n\"\"\"\na = [\n", Format::Toml) ==
        Texts{"\"\"\"", "t", "\"\"\""});
  CHECK(hidden("hub_token: hf_abc  # don't\nb: [1\n") == Texts{"hf_abc  # don't"});
}

TEST_CASE("a credential in a line is found behind other keys and words") {
  CHECK(hidden("a: 1  # note: WANDB_API_KEY=sk-abc\n") == Texts{"sk-abc"});
  CHECK(hidden("# see https://a.b/?x=1 = api_key: sk-abc\n") == Texts{"sk-abc"});
  CHECK(hidden("env: {A: 1, WANDB_API_KEY: sk-abc, B: [}\n") == Texts{"sk-abc, B: [}"});
  CHECK(hidden("{\"num_generations\": 8, \"wandb_api_key\": \"sk-abc\", \"x\": }", Format::Json) ==
        Texts{"\"sk-abc\", \"x\": }"});
  CHECK(hidden("a = {b = 1, hub_token = \"hf_abc\", c = }\n", Format::Toml) ==
        Texts{"\"hf_abc\", c = }"});
}

}  // namespace
}  // namespace grpolint
