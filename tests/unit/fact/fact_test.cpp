#include "fact/fact.h"

#include <catch2/catch.hpp>

using grpolint::Fact;
using grpolint::FactTable;
using grpolint::Origin;
using grpolint::Site;
using grpolint::Value;

namespace {

Fact written(Value value, std::string path) {
  Fact fact;
  fact.value = std::move(value);
  fact.origin = Origin::Written;
  fact.site = Site{{}, {}, std::move(path)};
  return fact;
}

}  // namespace

TEST_CASE("a fact nobody states reads as absent") {
  const FactTable table;
  CHECK(table.find("run.beta") == nullptr);
  CHECK(table.value("run.beta").is_absent());
  CHECK(table.written_source("run.beta") == nullptr);
}

TEST_CASE("an assumption taints everything derived from it") {
  FactTable table;
  table.assume("model.parameters", Value::number(7e9), "assumed 7B-class from the name");
  table.set("run.beta", written(Value::number(0.04), "beta"));
  table.derive("est.weights", Value::number(14e9), {"model.parameters"});
  table.derive("est.peak", Value::number(20e9), {"run.beta", "est.weights"});
  table.derive("run.reference_model", Value::boolean(true), {"run.beta"});

  CHECK(table.find("model.parameters")->assumed);
  CHECK(table.find("est.weights")->assumed);
  CHECK(table.find("est.peak")->assumed);
  CHECK_FALSE(table.find("run.reference_model")->assumed);
}

TEST_CASE("the written source is searched depth first") {
  FactTable table;
  table.set("run.first", written(Value::number(1), "first"));
  table.set("run.second", written(Value::number(2), "second"));
  table.derive("run.inner", Value::number(3), {"run.missing", "run.first"});
  table.derive("run.outer", Value::number(4), {"run.inner", "run.second"});

  REQUIRE(table.written_source("run.outer") != nullptr);
  CHECK(table.written_source("run.outer")->site->path == "first");
  CHECK(table.written_source("run.second")->site->path == "second");
}

TEST_CASE("facts that name each other as sources do not loop") {
  FactTable table;
  table.derive("a", Value::number(1), {"b"});
  table.derive("b", Value::number(2), {"a"});
  CHECK(table.written_source("a") == nullptr);
}

TEST_CASE("credentials are not shown") {
  CHECK(grpolint::shown_value("run.hub_token", grpolint::Value::string("hf_abc")) == "(hidden)");
  CHECK(grpolint::shown_value("run.env.WANDB_api_key", grpolint::Value::string("x")) == "(hidden)");
  CHECK(grpolint::shown_value("run.optim", grpolint::Value::string("adamw_8bit")) == "adamw_8bit");
  CHECK(grpolint::shown_value("run.hub_token", grpolint::Value::absent()) == "null");
}
