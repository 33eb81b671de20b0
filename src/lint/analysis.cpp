#include "lint/analysis.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <string_view>
#include <utility>

#include "lint/stated_dialect.h"
#include "lint/target_fields.h"
#include "sizing/from_facts.h"

namespace grpolint::lint {
namespace {

constexpr std::string_view kHardwareNote =
    "no GPU is stated, so memory and speed are not checked: add --gpu NAME, a comment "
    "\"# grpolint: gpu=NAME\", or gpu under [target] in grpolint.toml";

constexpr std::string_view kModelNote =
    "nothing tells the size of the model, so memory and speed are not checked: name it in "
    "model_name_or_path, or add --model-config FILE with its config.json";

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

/// The stated number as the quantity that sizing takes.
template <typename Quantity>
std::optional<Quantity> quantity(const std::optional<Stated<double>>& stated, double scale = 1) {
  if (!stated) return std::nullopt;
  return Quantity{stated->value * scale};
}

Result<sizing::Stated> stated_for_sizing(const Target& target) {
  sizing::Stated stated;
  if (target.engine_gpu) {
    auto engine = hardware::select(target.engine_gpu->value);
    if (!engine) {
      return Error{fmt::format("{}: {}", target.engine_gpu->by, engine.error().message)};
    }
    stated.engine_gpu = *engine;
  }
  stated.mean_completion = quantity<sizing::Tokens>(target.completion_tokens);
  stated.bandwidth = quantity<sizing::BytesPerSecond>(target.bandwidth);
  stated.measured_peak = quantity<sizing::Bytes>(target.measured_peak_gib, sizing::kGiB);
  stated.measured_step_seconds = quantity<sizing::Seconds>(target.measured_step_seconds);
  stated.fast_enough = quantity<sizing::Seconds>(target.fast_enough_seconds);
  return stated;
}

/// A run that cannot be priced keeps its other findings: why it cannot is a note.
Result<bool> add_estimate(sizing::Detail detail, Analysis& analysis) {
  if (!analysis.hardware) return true;
  if (!analysis.model) {
    analysis.notes.emplace_back(kModelNote);
    return true;
  }
  const auto stated = stated_for_sizing(analysis.target);
  if (!stated) return stated.error();
  auto setup =
      sizing::setup_from_facts(analysis.facts, *analysis.model, *analysis.hardware, *stated);
  auto estimate = setup ? sizing::estimate_model(*setup, *analysis.model, detail)
                        : Result<sizing::Estimate>(setup.error());
  if (!estimate) {
    analysis.notes.push_back("memory and speed are not checked: " + estimate.error().message);
    return true;
  }
  analysis.estimate = std::move(*estimate);
  sizing::add_facts(*analysis.estimate, analysis.facts);
  return true;
}

/// A companion as a file of its own: its keys are its run.
void understand_alone(const Circumstances& circumstances, Analysis& analysis) {
  dialect::CompanionFile companion;
  companion.dialect = analysis.recognition.dialect;
  companion.why = analysis.recognition.why;
  companion.path = circumstances.companions.config_path;
  companion.source = std::move(analysis.source);
  companion.document = std::move(analysis.document);
  analysis.run = dialect::understand_companion(companion, nullptr, nullptr, analysis.facts);
  analysis.source = std::move(companion.source);
  analysis.document = std::move(companion.document);
  analysis.alone = true;
}

/// A companion that an option or the settings name must be there.
std::optional<Error> missing_by_option(const dialect::Run& run) {
  for (const dialect::MissingCompanion& missing : run.missing_companions) {
    if (!missing.option) continue;
    return Error{
        fmt::format("{}: cannot read '{}': {}", missing.named_by, missing.path, missing.reason)};
  }
  return std::nullopt;
}

}  // namespace

Analysis analyse_companion(dialect::CompanionFile companion, const Analysis& config) {
  Analysis analysis;
  analysis.recognition.dialect = companion.dialect;
  analysis.recognition.why = companion.why + " in " + config.source.name();
  analysis.recognition.linted = true;
  analysis.alone = !config.is_config();
  analysis.run =
      dialect::understand_companion(companion, &config.facts, &config.source, analysis.facts);
  analysis.source = std::move(companion.source);
  analysis.document = std::move(companion.document);
  analysis.directives = read_directives(analysis.source, analysis.document);
  return analysis;
}

Result<Analysis> analyse(Source source, Format format, const Circumstances& circumstances) {
  Analysis analysis;
  analysis.source = std::move(source);
  analysis.document = read_document(analysis.source, format);
  analysis.directives = read_directives(analysis.source, analysis.document);
  analysis.recognition = dialect::recognise(analysis.document);
  const Target said = overlay(circumstances.command_line, analysis.directives.target);
  if (analysis.recognition.dialect == "none" && !analysis.document.is_unreadable()) {
    // A comment in the file speaks of this file, whoever came upon it.
    const Target& of_this_file = circumstances.named ? said : analysis.directives.target;
    analysis.recognition =
        recognised_by_statement(analysis.document, of_this_file).value_or(analysis.recognition);
    if (circumstances.named && !analysis.recognition.linted &&
        may_be_meant_for_trl(analysis.document)) {
      analysis.recognition.why =
          "keys of TRL, but too few to tell that it is a GRPO config: add --route trl, or --route "
          "python for a script of your own, if it is";
      analysis.notes.push_back(
          fmt::format("{} is not checked: {}", analysis.source.name(), analysis.recognition.why));
    }
  }
  analysis.target = overlay(said, circumstances.settings);
  if (dialect::is_companion(analysis.recognition.dialect)) {
    understand_alone(circumstances, analysis);
    return analysis;
  }
  if (!analysis.recognition.linted) return analysis;

  analysis.run = dialect::understand(analysis.source, analysis.document, analysis.recognition,
                                     analysis.target, circumstances.companions, analysis.facts);
  analysis.notes = analysis.run->notes;
  if (const auto& own = analysis.run->own_keys; !own.empty()) {
    analysis.recognition.why +=
        fmt::format("; for a script of its own: {} are no arguments", fmt::join(own, ", "));
  }
  if (auto missing = missing_by_option(*analysis.run)) return *std::move(missing);
  if (auto model = add_model(circumstances, analysis); !model) return model.error();
  if (auto hardware = add_hardware(analysis); !hardware) return hardware.error();
  if (auto sized = add_estimate(circumstances.detail, analysis); !sized) return sized.error();
  return analysis;
}

}  // namespace grpolint::lint
