#include <catch2/catch.hpp>

#include "conditions.h"

using grpolint::condition::outcome;
using grpolint::condition::test_facts;
using grpolint::condition::Trace;
using grpolint::condition::value_of;

TEST_CASE("literals carry their unit") {
  CHECK(outcome("24GiB") == "24 GiB");
  CHECK(outcome("512MiB") == "512 MiB");
  CHECK(outcome("80GB > 74GiB && 80GB < 75GiB") == "true");
  CHECK(outcome("3B") == "3B");
  CHECK(outcome("0.5B == 500M") == "true");
  CHECK(outcome("10min == 600s") == "true");
  CHECK(outcome("1h == 60min && 1s == 1000ms") == "true");
  CHECK(outcome("186GB/s == 186000MB/s") == "true");
  CHECK(outcome("100tok/s") == "100 tok/s");
  CHECK(outcome("1e-6 < 1.5e-6 && 1_000 == 1000") == "true");
  CHECK(outcome("'it\\'s'") == "it's");
  CHECK(outcome("\"it's\"") == "it's");
  CHECK(outcome("[1, 'a', true]") == "[1, a, true]");
  CHECK(outcome("null") == "null");
}

TEST_CASE("arithmetic computes units") {
  CHECK(outcome("1 + 2 * 3 - 4 / 2") == "5");
  CHECK(outcome("7 % 4 == 3 && -7 % 4 == 1") == "true");
  // No rounding that Python's floats do not have: 500 % 0.1 is 0.09999999999997228 there.
  CHECK(outcome("500 % 0.1 > 0.0999 && 500 % 0.1 < 0.1") == "true");
  CHECK(outcome("100 % 0.25 == 0 && 7 % -4 == -1") == "true");
  CHECK(outcome("-(1 + 2)") == "-3");
  CHECK(outcome("hw.capacity / 2") == "12 GiB");
  CHECK(outcome("0.5 * hw.capacity") == "12 GiB");
  CHECK(outcome("hw.capacity / 12GiB") == "2");
  CHECK(outcome("hw.capacity / 24s") == outcome("1GiB/s"));
  CHECK(outcome("100GB / 50GB/s") == "2 s");
  CHECK(outcome("186GB/s * 2s") == outcome("372GB"));
  CHECK(outcome("run.tokens * 2") == "1024");
  CHECK(outcome("run.tokens + 1 > run.num_generations") == "true");
  CHECK(outcome("model.parameters / 1B > 3") == "true");
  CHECK(outcome("hw.capacity > 0 && hw.capacity - 0 == hw.capacity") == "true");
}

TEST_CASE("what cannot be computed is unknown") {
  CHECK(outcome("1 / 0") == "?");
  CHECK(outcome("1 % 0") == "?");
  CHECK(outcome("run.placeholder + 1") == "?");
  CHECK(outcome("run.max_steps + 1") == "?");
  CHECK(outcome("run.max_steps > 1") == "?");
  CHECK(outcome("version.vllm >= '0.8'") == "?");
  CHECK(outcome("run.model_init_kwargs.dtype + 1") == "?");
  CHECK(outcome("run.report_to < 1") == "?");
}

TEST_CASE("logic is three-valued and null counts as false") {
  CHECK(outcome("true && run.unsure") == "?");
  CHECK(outcome("false && run.unsure") == "false");
  CHECK(outcome("run.unsure && false") == "false");
  CHECK(outcome("true || run.unsure") == "true");
  CHECK(outcome("run.unsure || true") == "true");
  CHECK(outcome("false || run.unsure") == "?");
  CHECK(outcome("!run.unsure") == "?");
  CHECK(outcome("!run.null") == "true");
  CHECK(outcome("run.null || run.sleep") == "false");
  CHECK(outcome("run.unsure ? 1 : 2") == "?");
  CHECK(outcome("run.null ? 1 : 2") == "2");
  CHECK(outcome("run.use_vllm ? run.sleep ? 'a' : 'b' : 'c'") == "b");
}

TEST_CASE("operators bind like in C") {
  CHECK(outcome("true || false && false") == "true");
  CHECK(outcome("!false && false") == "false");
  CHECK(outcome("1 + 1 == 2 && 2 * 3 > 5") == "true");
  CHECK(outcome("(true || false) && false") == "false");
  CHECK(outcome("10 - 3 - 2") == "5");
}

TEST_CASE("null and unknown compare as stated") {
  CHECK(outcome("run.max_steps == null") == "true");
  CHECK(outcome("run.max_steps != null") == "false");
  CHECK(outcome("run.num_generations == null") == "false");
  CHECK(outcome("run.placeholder == null") == "?");
  CHECK(outcome("run.max_steps == 5") == "false");
  CHECK(outcome("run.max_steps != 5") == "true");
  CHECK(outcome("run.report_to == 5") == "false");
}

TEST_CASE("membership and patterns") {
  CHECK(outcome("run.optim in ['adamw_8bit', 'paged_adamw_8bit']") == "true");
  CHECK(outcome("run.optim in ['adamw_torch']") == "false");
  CHECK(outcome("run.max_steps in [1, 2]") == "false");
  CHECK(outcome("run.num_generations in [5, run.placeholder]") == "?");
  CHECK(outcome("run.num_generations in [run.placeholder, 6]") == "true");
  CHECK(outcome("'accuracy' in run.rewards") == "true");
  CHECK(outcome("contains(run.rewards, 'length')") == "false");
  CHECK(outcome("'wandb' in run.report_to") == "true");
  CHECK(outcome("run.optim matches '8bit$'") == "true");
  CHECK(outcome("run.optim matches '^adamw'") == "false");
  CHECK(outcome("run.optim matches '\\bpaged_'") == "true");
  CHECK(outcome("run.model_init_kwargs.missing matches '.'") == "false");
}

TEST_CASE("versions compare by number") {
  CHECK(outcome("version.trl >= '0.23'") == "true");
  CHECK(outcome("version.trl < '0.9'") == "false");
  CHECK(outcome("'0.25' > version.trl") == "true");
  CHECK(outcome("version.trl == '0.24.0'") == "true");
  CHECK(outcome("version.trl in ['0.23', '0.24']") == "true");
}

TEST_CASE("functions") {
  CHECK(outcome("explicit(run.num_generations) && !explicit(run.batch)") == "true");
  CHECK(outcome("explicit(run.max_steps)") == "false");
  CHECK(outcome("known(run.placeholder) || known(1 / 0)") == "false");
  CHECK(outcome("known(run.max_steps)") == "true");
  CHECK(outcome("present(run.max_steps) || present(run.placeholder)") == "false");
  CHECK(outcome("present(run.batch)") == "true");
  CHECK(outcome("default(run.max_steps, 7)") == "7");
  CHECK(outcome("default(run.batch, 7)") == "8");
  CHECK(outcome("default(run.placeholder, 7)") == "?");
  CHECK(outcome("origin(run.batch)") == "default");
  CHECK(outcome("origin(run.max_steps) == null") == "true");
  CHECK(outcome("is_string(run.report_to) && !is_list(run.report_to)") == "true");
  CHECK(outcome("is_number(run.batch) && is_boolean(run.sleep)") == "true");
  CHECK(outcome("is_number(run.placeholder)") == "?");
  CHECK(outcome("is_list(run.max_steps)") == "false");
  CHECK(outcome("len(run.rewards) + len('h\xC3\xA9')") == "4");
  CHECK(outcome("min(3, 1, 2) + max(3, 1, 2)") == "4");
  CHECK(outcome("min(hw.capacity, 1GiB)") == "1 GiB");
  CHECK(outcome("max(run.batch, run.max_steps)") == "?");
  CHECK(outcome("floor(2.5) + ceil(2.5) * 10 + round(2.5) * 100") == "332");
  CHECK(outcome("join(['a', null, 3], ', ')") == "a, 3");
  CHECK(outcome("join([], ', ')").empty());
  CHECK(outcome("join(['a', run.placeholder], ', ')") == "?");
  CHECK(outcome("lower('AdamW')") == "adamw");
  CHECK(outcome("starts_with(run.optim, 'paged') && !starts_with(run.optim, '8bit')") == "true");
  CHECK(outcome("let.words") == "two words");
  CHECK(outcome("match.key matches 'num'") == "true");
}

TEST_CASE("the trace names what mattered, in reading order") {
  const auto trace = [](std::string_view text) {
    Trace names;
    value_of(text, test_facts(), &names);
    return names;
  };
  using Names = std::vector<std::string>;
  CHECK(trace("run.use_vllm && run.num_generations < 8") ==
        Names{"run.use_vllm", "run.num_generations"});
  CHECK(trace("run.num_generations < 8 && run.num_generations > 1") ==
        Names{"run.num_generations"});
  SECTION("the operand that decides is the reason") {
    CHECK(trace("run.sleep && run.use_vllm") == Names{"run.sleep"});
    CHECK(trace("run.use_vllm && run.sleep") == Names{"run.sleep"});
    CHECK(trace("run.sleep || run.use_vllm") == Names{"run.use_vllm"});
    CHECK(trace("run.use_vllm || run.sleep") == Names{"run.use_vllm"});
    CHECK(trace("run.sleep || run.null") == Names{"run.sleep", "run.null"});
  }
  SECTION("an unknown result rests on what is unknown") {
    CHECK(trace("run.use_vllm && run.unsure") == Names{"run.unsure"});
  }
  SECTION("only the branch taken is read") {
    CHECK(trace("run.sleep ? run.batch : run.tokens") == Names{"run.sleep", "run.tokens"});
    CHECK(trace("default(run.batch, run.max_steps)") == Names{"run.batch"});
  }
  CHECK(trace("explicit(run.optim) && match.key != ''") == Names{"run.optim", "match.key"});
}
