#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "dialect/recognition.h"
#include "dialect/run.h"

namespace grpolint::dialect {

/// One text taken through reader, recognition and understanding.
struct Understood {
  Source source;
  Document document;
  Recognition recognition;
  Run run;
  FactTable facts;

  const Value& value(std::string_view name) const { return facts.value(name); }
  /// The value as people read it.
  std::string text(std::string_view name) const { return facts.value(name).to_text(); }
  /// The bytes of the value the fact, or the first written fact it derives from, stands at.
  std::string_view written_at(std::string_view name) const;
  const Entry* entry(std::string_view key) const;
  const ValueProblem* problem_of(std::string_view key) const;
};

struct Given {
  Target target;
  std::filesystem::path config_path;
  Format format = Format::Yaml;
};

/// Precondition: the text is recognised as a linted dialect.
Understood understand_text(std::string text, const Given& given = {});
Understood understand_fixture(const std::string& path, Target target = {});
Recognition recognise_text(std::string text, Format format = Format::Yaml);

/// A target that states the TRL release.
Target with_trl(std::string version);

/// A folder that is removed again.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path write(const std::string& name, std::string_view bytes) const;

 private:
  std::filesystem::path path_;
};

}  // namespace grpolint::dialect
