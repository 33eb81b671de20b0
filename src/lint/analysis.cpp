#include "lint/analysis.h"

#include <fmt/format.h>

#include <utility>

#include "lint/target_fields.h"

namespace grpolint::lint {
namespace {

constexpr std::string_view kHardwareNote =
    "no GPU is stated, so memory and speed are not checked: add --gpu NAME, a comment "
    "\"# grpolint: gpu=NAME\", or gpu under [target] in grpolint.toml";

std::string model_name(const Analysis& analysis, const Circumstances& circumstances) {
  if (!circumstances.model_name.empty()) return circumstances.model_name;
  const Value& written = analysis.facts.value("run.model_name_or_path");
  return written.kind() == ValueKind::String ? written.as_string() : std::string();
}

/// Adds the model, if anything tells what it is.
Result<bool> add_model(const Circumstances& circumstances, Analysis& analysis) {
  model::Lookup lookup;
  // A model chosen instead of the file's own is not the one that --model-config describes.
  if (circumstances.model_name.empty() && analysis.target.model_config) {
    lookup.model_config = analysis.target.model_config->value;
  }
  lookup.relative_to = circumstances.companions.config_path.parent_path();
  lookup.hugging_face_cache = model::hugging_face_cache_from_environment();
  auto model = model::resolve(model_name(analysis, circumstances), lookup);
  if (!model) return model.error();
  analysis.model = std::move(*model);
  if (analysis.model) model::add_facts(*analysis.model, analysis.facts);
  return true;
}

Result<bool> add_hardware(Analysis& analysis) {
  const auto& stated = analysis.target.gpu;
  if (!stated) {
    analysis.notes.emplace_back(kHardwareNote);
    return true;
  }
  const bool detect = stated->value == "auto";
  auto selection = detect ? hardware::detect() : hardware::select(stated->value);
  if (!selection) return Error{fmt::format("{}: {}", stated->by, selection.error().message)};
  analysis.hardware = *selection;
  hardware::add_facts(*selection, detect ? Origin::Detected : Origin::Stated, stated->by,
                      analysis.facts);
  return true;
}

}  // namespace

Result<Analysis> analyse(Source source, Format format, const Circumstances& circumstances) {
  Analysis analysis;
  analysis.source = std::move(source);
  analysis.document = read_document(analysis.source, format);
  analysis.directives = read_directives(analysis.source, analysis.document);
  analysis.recognition = dialect::recognise(analysis.document);
  analysis.target = overlay(circumstances.command_line,
                            overlay(analysis.directives.target, circumstances.settings));
  if (!analysis.recognition.linted) return analysis;

  analysis.run = dialect::understand(analysis.source, analysis.document, analysis.recognition,
                                     analysis.target, circumstances.companions, analysis.facts);
  analysis.notes = analysis.run->notes;
  if (auto model = add_model(circumstances, analysis); !model) return model.error();
  if (auto hardware = add_hardware(analysis); !hardware) return hardware.error();
  return analysis;
}

}  // namespace grpolint::lint
