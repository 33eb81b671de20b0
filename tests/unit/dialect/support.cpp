#include "support.h"

#include <stdlib.h>

#include <catch2/catch.hpp>
#include <fstream>

#include "text/file.h"

namespace grpolint::dialect {

std::string_view Understood::written_at(std::string_view name) const {
  const Fact* fact = facts.written_source(name);
  return fact == nullptr ? std::string_view{} : source.text(fact->site->value);
}

const Entry* Understood::entry(std::string_view key) const {
  for (const Entry& entry : run.entries) {
    if (entry.key == key) return &entry;
  }
  return nullptr;
}

const ValueProblem* Understood::problem_of(std::string_view key) const {
  for (const ValueProblem& problem : run.value_problems) {
    if (run.entries[problem.entry].key == key) return &problem;
  }
  return nullptr;
}

Understood understand_text(std::string text, const Given& given) {
  Understood out;
  out.source = Source("config", std::move(text));
  out.document = read_document(out.source, given.format);
  REQUIRE(out.document.root() != nullptr);
  out.recognition = recognise(out.document);
  INFO("recognised as " << out.recognition.dialect << ": " << out.recognition.why);
  REQUIRE(out.recognition.linted);
  Companions companions;
  companions.config_path = given.config_path;
  out.run =
      understand(out.source, out.document, out.recognition, given.target, companions, out.facts);
  return out;
}

Understood understand_fixture(const std::string& path, Target target) {
  const std::filesystem::path file = std::filesystem::path(GRPOLINT_FIXTURES) / path;
  Result<std::string> bytes = read_file(file);
  REQUIRE(bytes.ok());
  Given given;
  given.target = std::move(target);
  given.config_path = file;
  given.format = format_of(path).value();
  return understand_text(std::move(*bytes), given);
}

Recognition recognise_text(std::string text, Format format) {
  const Source source("config", std::move(text));
  return recognise(read_document(source, format));
}

Target with_trl(std::string version) {
  Target target;
  target.trl_version = Stated<std::string>{std::move(version), "--trl"};
  return target;
}

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "grpolint-XXXXXX").string();
  REQUIRE(mkdtemp(name.data()) != nullptr);
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code error;
  std::filesystem::remove_all(path_, error);
}

std::filesystem::path TemporaryFolder::write(const std::string& name,
                                             std::string_view bytes) const {
  const std::filesystem::path file = path_ / name;
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << bytes;
  return file;
}

}  // namespace grpolint::dialect
