#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grpolint/source.h"

namespace grpolint {

/// error: the run will fail, not fit, or silently train something else. warning: it will very
/// probably be slow, unstable or wasteful. info: worth knowing.
enum class Severity { Info, Warning, Error };

/// How much of what a finding rests on was known rather than assumed.
enum class Confidence { Low, Medium, High };

/// When the problem would show itself if the config were run.
enum class Stage { Parse, Config, Trainer, FirstStep, Run, Memory, Speed, Advice };

std::string_view to_string(Severity severity);      // "info" | "warning" | "error"
std::string_view to_string(Confidence confidence);  // "low" | "medium" | "high"
std::string_view to_string(Stage stage);            // "parse" ... "first-step" ... "advice"

/// A second place that explains the finding. Words only where they add something.
struct Label {
  Span span;
  std::string text;
};

/// One fact the rule's condition read, as "because" lines and JSON show it.
struct FactNote {
  std::string name;    ///< "run.num_generations"
  std::string value;   ///< "8"
  std::string origin;  ///< "written", "TRL 0.24.0 default", "assumed 8B-class from the name", ...
};

/// Replace the bytes of span by text. Edits of one fix do not overlap and are sorted.
struct Edit {
  Span span;
  std::string text;
};

struct Fix {
  std::string title;  ///< imperative: "set vllm_enable_sleep_mode: true"
  bool safe = false;  ///< safe fixes keep the meaning of the run apart from the fault
  std::vector<Edit> edits;
};

/// One diagnostic. Knows nothing of output formats.
struct Finding {
  std::string code;  ///< "MEM001"
  std::string name;  ///< "24gb-three-levers"
  Severity severity = Severity::Info;
  Confidence confidence = Confidence::High;
  Stage stage = Stage::Advice;
  std::string message;
  std::string help;      ///< may be empty
  std::string url;       ///< page of the rule
  Span span;             ///< primary place in the file
  std::string key_path;  ///< dotted path of the key at the primary place; may be empty
  std::vector<Label> labels;
  std::vector<FactNote> facts;
  std::optional<Fix> fix;
  bool suppressed = false;
  std::string suppression_reason;
  std::string fingerprint;  ///< within its file: code, key path and which of several
};

}  // namespace grpolint
