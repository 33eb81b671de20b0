#include "grpolint/finding.h"

namespace grpolint {

std::string_view to_string(Severity severity) {
  switch (severity) {
    case Severity::Info:
      return "info";
    case Severity::Warning:
      return "warning";
    case Severity::Error:
      break;
  }
  return "error";
}

std::string_view to_string(Confidence confidence) {
  switch (confidence) {
    case Confidence::Low:
      return "low";
    case Confidence::Medium:
      return "medium";
    case Confidence::High:
      break;
  }
  return "high";
}

std::string_view to_string(Stage stage) {
  switch (stage) {
    case Stage::Parse:
      return "parse";
    case Stage::Config:
      return "config";
    case Stage::Trainer:
      return "trainer";
    case Stage::FirstStep:
      return "first-step";
    case Stage::Run:
      return "run";
    case Stage::Memory:
      return "memory";
    case Stage::Speed:
      return "speed";
    case Stage::Advice:
      break;
  }
  return "advice";
}

}  // namespace grpolint
