#include "lint/settings/knowledge.h"

#include <fmt/format.h>

#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "document/data_file.h"
#include "hardware/user_catalogue.h"
#include "model/catalogue_loader.h"
#include "model/user_catalogue.h"

namespace grpolint::lint {
namespace {

namespace fs = std::filesystem;

std::optional<DataError> no_check(const std::vector<model::CatalogueModel>& /*models*/) {
  return std::nullopt;
}

/// Reads a catalogue file with its loader. Empty, with the mistakes added, when anything is wrong.
template <typename Entry>
std::vector<Entry> read_catalogue_file(const fs::path& file, std::string_view table,
                                       std::vector<Entry> (*load)(const Document&,
                                                                  std::vector<DataError>&),
                                       std::optional<DataError> (*check)(const std::vector<Entry>&),
                                       std::vector<std::string>& mistakes) {
  auto data = read_data_file(file.generic_string(), Format::Toml);
  if (!data) {
    mistakes.push_back(data.error().message);
    return {};
  }
  std::vector<Entry> entries = load(data->document, data->errors);
  if (entries.empty() && data->errors.empty()) {
    data->errors.push_back({{}, fmt::format("no {} in it", table)});
  }
  if (auto problem = check(entries)) data->errors.push_back(std::move(*problem));
  for (std::string& mistake : data->mistakes()) mistakes.push_back(std::move(mistake));
  if (!data->errors.empty()) entries.clear();
  return entries;
}

fs::path resolved(const fs::path& path) {
  std::error_code missing;  // the reader says so
  return fs::weakly_canonical(path, missing);
}

std::vector<std::string> read_gpus(const fs::path& file) {
  std::vector<std::string> mistakes;
  auto records = read_catalogue_file<hardware::Record>(file, "[[gpu]]", hardware::read_catalogue,
                                                       hardware::name_collision, mistakes);
  if (mistakes.empty()) hardware::extend_catalogue(std::move(records));
  return mistakes;
}

std::vector<std::string> read_models(const fs::path& file) {
  std::vector<std::string> mistakes;
  auto models = read_catalogue_file<model::CatalogueModel>(file, "[[model]]", model::read_catalogue,
                                                           no_check, mistakes);
  if (mistakes.empty()) model::extend_catalogue(std::move(models));
  return mistakes;
}

}  // namespace

template <typename Read>
const std::vector<std::string>& Knowledge::once(Kind kind, const fs::path& path, Read read) {
  const auto [known, unread] = mistakes_.try_emplace({kind, resolved(path)});
  if (unread) known->second = read();
  return known->second;
}

const std::vector<std::string>& Knowledge::add_rules(const fs::path& folder) {
  return once(Kind::Rules, folder, [&] { return read_rules(folder); });
}

const std::vector<std::string>& Knowledge::add_gpus(const fs::path& file) {
  return once(Kind::Gpus, file, [&] { return read_gpus(file); });
}

const std::vector<std::string>& Knowledge::add_models(const fs::path& file) {
  return once(Kind::Models, file, [&] { return read_models(file); });
}

std::vector<std::string> Knowledge::read_rules(const fs::path& folder) {
  std::vector<std::string> mistakes;
  std::set<std::string_view> before;
  for (const rules::Rule* rule : rules_.rules()) before.insert(rule->code);
  for (const rules::RuleFileError& error : rules_.add_folder(folder)) {
    mistakes.push_back(rules::to_text(error));
  }
  std::vector<std::string>& codes = codes_[resolved(folder)];
  for (const rules::Rule* rule : rules_.rules()) {
    if (!before.contains(rule->code)) codes.emplace_back(rule->code);
  }
  return mistakes;
}

std::vector<std::string> Knowledge::rules_from_elsewhere(
    const std::vector<fs::path>& folders) const {
  std::set<fs::path> own;
  for (const fs::path& folder : folders) own.insert(resolved(folder));
  std::vector<std::string> elsewhere;
  for (const auto& [folder, codes] : codes_) {
    if (!own.contains(folder)) elsewhere.insert(elsewhere.end(), codes.begin(), codes.end());
  }
  return elsewhere;
}

}  // namespace grpolint::lint
