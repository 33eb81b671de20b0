#include "text/nearest.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>

using grpolint::edit_distance;
using grpolint::nearest;

TEST_CASE("edit distance counts inserts, deletes, replacements and neighbour swaps") {
  CHECK(edit_distance("", "") == 0);
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("abc", "abc") == 0);
  CHECK(edit_distance("abc", "acb") == 1);
  CHECK(edit_distance("kitten", "sitting") == 3);
  CHECK(edit_distance("ca", "abc") == 3);  // optimal string alignment, not full Damerau
}

TEST_CASE("candidates that are passed over without counting are really too far") {
  constexpr std::array<std::string_view, 12> words = {
      "beta",     "betas",    "abet",  "epsilon", "epsilon_high", "use_vllm",
      "vllm_use", "use_vlmm", "lora_", "lora_r",  "lora_alpha",   ""};
  for (const std::string_view word : words) {
    const std::size_t limit = std::max<std::size_t>(1, word.size() / 3);
    for (const std::string_view candidate : words) {
      CAPTURE(word, candidate);
      const std::array<std::string_view, 1> alone = {candidate};
      CHECK(nearest(word, alone).has_value() == (edit_distance(word, candidate) <= limit));
    }
  }
}

TEST_CASE("the nearest candidate is proposed only when it is near and alone") {
  constexpr std::array<std::string_view, 4> keys = {"num_generations", "num_iterations", "beta",
                                                    "beto"};
  CHECK(nearest("num_generation", keys) == "num_generations");
  CHECK(nearest("num_genreations", keys) == "num_generations");
  CHECK(nearest("beta", keys) == "beta");
  CHECK(nearest("betx", keys) == std::nullopt);  // two are equally near
  CHECK(nearest("learning_rate", keys) == std::nullopt);
  CHECK(nearest("x", keys) == std::nullopt);
  CHECK(nearest("", keys) == std::nullopt);
}
