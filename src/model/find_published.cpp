#include <algorithm>
#include <array>

#include "model/catalogue.h"

namespace grpolint::model {
namespace {

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

}  // namespace

CatalogueMatch find_published(std::string_view name) {
  // Repackaged weights of the same model; longer suffixes first.
  constexpr std::array<std::string_view, 8> kRepackaged = {
      "-unsloth-bnb-4bit", "-bnb-4bit", "-gptq-int4", "-gptq-int8",
      "-unsloth",          "-awq",      "-bf16",      "-fp8"};
  constexpr std::size_t kLongestName = 256;
  name = name.substr(name.find_last_of('/') + 1);
  if (name.size() > kLongestName) return {};
  std::string wanted = lower_case(name);
  for (const std::string_view suffix : kRepackaged) {
    if (std::string_view(wanted).ends_with(suffix)) {
      wanted.resize(wanted.size() - suffix.size());
      break;
    }
  }
  for (const CatalogueModel& model : catalogue()) {
    for (const auto& [published, context_length] : model.names) {
      if (lower_case(published) == wanted) return {&model, context_length};
    }
  }
  return {};
}

}  // namespace grpolint::model
