#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/size_matrix.h"
#include "lint/analysis.h"
#include "lint/target_fields.h"
#include "report/size.h"
#include "report/text.h"

namespace grpolint::cli {
namespace {

/// One file on each of the GPUs asked for.
struct SizedFile {
  std::string name;
  std::vector<std::unique_ptr<lint::Analysis>> analyses;

  /// "4090" and "rtx-4090" are one GPU, which is shown once.
  bool holds(const hardware::Selection& hardware) const {
    return std::any_of(analyses.begin(), analyses.end(), [&](const auto& analysis) {
      return analysis->hardware->gpu == hardware.gpu && analysis->hardware->count == hardware.count;
    });
  }
};

/// Why a config cannot be sized, and what the user can do about it; empty when it was.
std::optional<std::string> missing(const lint::Analysis& analysis) {
  const std::string& name = analysis.source.name();
  if (!analysis.document.problems.empty() && analysis.document.has_syntax_error()) {
    return fmt::format("{} does not parse; `grpolint check {}` says where", name, name);
  }
  if (!analysis.is_config()) {
    return fmt::format(
        "{} is no config that grpolint can size ({})", name,
        analysis.recognition.why.empty() ? analysis.recognition.dialect : analysis.recognition.why);
  }
  if (!analysis.hardware) {
    return fmt::format("{}: no GPU is stated; add --gpu NAME (`grpolint hardware` lists them)",
                       name);
  }
  if (!analysis.model) {
    return fmt::format(
        "{}: nothing tells the size of the model; add --model-config FILE with its "
        "config.json",
        name);
  }
  if (!analysis.estimate) {
    // The note that says why is the last one; those before it are about what was assumed.
    return fmt::format("{}: {}", name,
                       analysis.notes.empty() ? "cannot be sized" : analysis.notes.back());
  }
  return std::nullopt;
}

Result<SizedFile> size_file(const std::string& path, const SizeOptions& options,
                            lint::SettingsFinder& finder) {
  auto input = read_input(path, options.stdin_filename);
  if (!input) return input.error();
  auto settings = finder.for_folder(input->path.parent_path());
  if (!settings) return settings.error();
  lint::Circumstances circumstances;
  circumstances.settings = (*settings)->target_for_file(input->path);
  circumstances.companions.config_path = input->path;
  circumstances.detail = sizing::Detail::Explained;
  circumstances.named = true;
  SizedFile sized{input->source.name(), {}};
  std::vector<std::string> gpus = options.gpus;
  if (gpus.empty()) gpus.emplace_back();  // as the file or the settings say
  const auto stated = stated_on_command_line(options.target, options.settings, **settings);
  if (!stated) return stated.error();
  for (const std::string& gpu : gpus) {
    circumstances.command_line = *stated;
    if (!gpu.empty()) {
      const lint::TargetField& field = *lint::find_target_field("gpu");
      if (auto problem = lint::state(field, gpu, "--gpu", circumstances.command_line)) {
        return Error{fmt::format("--gpu {}", *problem)};
      }
    }
    auto analysis = lint::analyse(input->source, input->format, circumstances);
    if (!analysis) return Error{fmt::format("{}: {}", sized.name, analysis.error().message)};
    if (auto reason = missing(*analysis)) return Error{*reason};
    if (sized.holds(*analysis->hardware)) continue;
    sized.analyses.push_back(std::make_unique<lint::Analysis>(std::move(*analysis)));
  }
  return sized;
}

std::vector<report::SizedRun> runs_of(const std::vector<SizedFile>& files) {
  std::vector<report::SizedRun> runs;
  for (const SizedFile& file : files) {
    for (const auto& analysis : file.analyses) runs.push_back({file.name, analysis.get()});
  }
  return runs;
}

std::string text_of(const SizedFile& file, const SizeOptions& options,
                    const report::TextStyle& style) {
  const std::vector<report::SizedRun> runs = [&] {
    std::vector<report::SizedRun> list;
    for (const auto& analysis : file.analyses) list.push_back({file.name, analysis.get()});
    return list;
  }();
  std::string text = runs.size() > 1 ? report::size_side_by_side(runs, style)
                                     : report::size_text(runs.front(), style);
  if (options.explained.empty()) return text;
  for (const report::SizedRun& run : runs) {
    text += report::size_explanation(run, options.explained, style);
  }
  return text;
}

int fail(const std::string& message, const Console& console) {
  console.error(message);
  return kExitFailure;
}

/// --matrix asks about the config's settings alone: its model and hardware are replaced.
Result<report::SizeMatrix> matrix_of(const std::string& path, const SizeOptions& options,
                                     lint::SettingsFinder& finder) {
  auto input = read_input(path, options.stdin_filename);
  if (!input) return input.error();
  auto settings = finder.for_folder(input->path.parent_path());
  if (!settings) return settings.error();
  return size_matrix(*input, options, **settings);
}

int run_matrix(const SizeOptions& options, const std::vector<Sink>& sinks,
               lint::SettingsFinder& finder, Console& console) {
  std::vector<report::SizeMatrix> matrices;
  for (const std::string& path : options.paths) {
    auto matrix = matrix_of(path, options, finder);
    if (!matrix) return fail(matrix.error().message, console);
    matrices.push_back(std::move(*matrix));
  }
  bool failed = false;
  for (const Sink& sink : sinks) {
    std::string text;
    if (sink.format == "json") {
      text = report::size_matrix_json(matrices);
    } else {
      const auto style = sink.path.empty() ? console.style() : report::TextStyle{};
      for (const report::SizeMatrix& matrix : matrices) {
        if (!text.empty()) text += '\n';
        text += fmt::format("{}: likely peak in GiB per GPU with these settings\n\n",
                            report::escape_path(matrix.file)) +
                report::size_matrix(matrix, style);
      }
    }
    failed = !deliver(sink, text, console) || failed;
  }
  return failed ? kExitFailure : kExitClean;
}

}  // namespace

int run(const SizeOptions& options, Console& console) {
  auto destinations = sinks(options.outputs, {"text", "json"});
  if (!destinations) return fail(destinations.error().message, console);
  for (const auto& read : {options.paths, options.settings.configs}) {
    if (auto problem = overwritten(*destinations, read)) return fail(*problem, console);
  }
  auto rules = load_rules({});
  if (!rules) return fail(rules.error().message, console);
  lint::SettingsFinder finder(*rules);
  if (auto applied = apply(options.settings, finder); !applied) {
    return fail(applied.error().message, console);
  }
  if (options.matrix) return run_matrix(options, *destinations, finder, console);

  std::vector<SizedFile> files;
  bool failed = false;
  for (const std::string& path : options.paths) {
    auto sized = size_file(path, options, finder);
    if (sized) {
      files.push_back(std::move(*sized));
    } else {
      failed = true;
      console.error(sized.error().message);
    }
  }
  if (files.empty()) return kExitFailure;
  if (!options.explained.empty() &&
      report::size_explanation(runs_of(files).front(), options.explained, {}).empty()) {
    return fail(fmt::format("--explain={}: there are {}", options.explained,
                            fmt::join(report::explainable(), ", ")),
                console);
  }
  for (const Sink& sink : *destinations) {
    std::string text;
    if (sink.format == "json") {
      text = report::size_json(runs_of(files));
    } else {
      for (const SizedFile& file : files) {
        if (!text.empty()) text += '\n';
        text += text_of(file, options, sink.path.empty() ? console.style() : report::TextStyle{});
      }
    }
    failed = !deliver(sink, text, console) || failed;
  }
  return failed ? kExitFailure : kExitClean;
}

}  // namespace grpolint::cli
