#include "report/project_path.h"

#include <catch2/catch.hpp>
#include <filesystem>

namespace fs = std::filesystem;
using grpolint::report::path_uri;
using grpolint::report::project_path;

TEST_CASE("project path: without a root only tidied") {
  CHECK(project_path("./a/../b/run.yaml", {}) == "b/run.yaml");
  CHECK(project_path("/a//run.yaml", {}) == "/a/run.yaml");
}

TEST_CASE("project path: relative to the root, absolute outside of it") {
  const fs::path here = fs::canonical(fs::current_path());
  CHECK(project_path("./run.yaml", here) == "run.yaml");
  CHECK(project_path("run.yaml", here.parent_path()) ==
        (here.filename() / "run.yaml").generic_string());
  CHECK(project_path((here / "x/run.yaml").string(), here) == "x/run.yaml");
  CHECK(project_path("../run.yaml", here) == (here.parent_path() / "run.yaml").generic_string());
  // A name that merely begins like a way upwards is inside.
  CHECK(project_path("..run.yaml", here) == "..run.yaml");
}

TEST_CASE("path uri: bytes that a URI cannot hold are percent-encoded") {
  CHECK(path_uri("configs/run-1_a~.yaml") == "configs/run-1_a~.yaml");
  CHECK(path_uri("a b/gr\xC3\xB6\xC3\x9F"
                 "e.yaml") == "a%20b/gr%C3%B6%C3%9Fe.yaml");
  CHECK(path_uri("a:b?c#d%e") == "a%3Ab%3Fc%23d%25e");
  CHECK(path_uri("\xFF\n") == "%FF%0A");
  CHECK(path_uri("/abs/run.yaml") == "file:///abs/run.yaml");
}
