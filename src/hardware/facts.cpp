#include <array>

#include "hardware/gpu.h"

namespace grpolint::hardware {
namespace {

constexpr Type kString{TypeKind::String, Unit::None};
constexpr Type kNumber{TypeKind::Number, Unit::None};
constexpr Type kBoolean{TypeKind::Boolean, Unit::None};
constexpr Type kBytes{TypeKind::Number, Unit::Bytes};
constexpr Type kBandwidth{TypeKind::Number, Unit::BytesPerSecond};

constexpr std::array kDeclarations = {
    FactDeclaration{"hw.gpu", kString, "name of the GPU: 'RTX 4090'"},
    FactDeclaration{
        "hw.class", kString,
        "hardware class by usable memory: '8GB', '12GB', '16GB', '24GB', '32GB', '40GB', "
        "'48GB', '80GB', 'H200-class', 'B200-class', 'Spark' or 'other'"},
    FactDeclaration{"hw.capacity", kBytes, "usable memory of one GPU"},
    FactDeclaration{"hw.count", kNumber, "number of GPUs"},
    FactDeclaration{"hw.unified_memory", kBoolean, "GPU and CPU share one memory pool"},
    FactDeclaration{"hw.supports_bf16", kBoolean, "native bf16 matrix units"},
    FactDeclaration{"hw.compute_capability", kNumber, "CUDA compute capability; absent elsewhere"},
    FactDeclaration{"hw.bandwidth", kBandwidth, "memory bandwidth, the vendor's headline figure"},
    FactDeclaration{"hw.is_spark", kBoolean, "a DGX Spark or another GB10 machine"},
    FactDeclaration{"hw.vendor", kString, "'nvidia', 'amd', ..."},
};

Value number_or(double value, Unit unit, Value otherwise) {
  return value > 0 ? Value::number(value, unit) : std::move(otherwise);
}

}  // namespace

std::span<const FactDeclaration> fact_declarations() { return kDeclarations; }

void add_facts(const Selection& selection, Origin origin, std::string because, FactTable& facts) {
  const Gpu& gpu = *selection.gpu;
  const auto state = [&](const char* name, Value value) {
    Fact fact;
    fact.value = std::move(value);
    fact.origin = origin;
    fact.because = because;
    facts.set(name, std::move(fact));
  };
  state("hw.gpu", Value::string(std::string(gpu.name)));
  state("hw.class", Value::string(std::string(hardware_class(gpu))));
  state("hw.capacity", Value::number(gpu.capacity_bytes, Unit::Bytes));
  state("hw.count", Value::number(selection.count));
  if (!selection.count_stated) {
    Fact count;
    count.value = Value::number(selection.count);
    count.origin = Origin::Assumed;
    count.because = "one GPU, as NAME:COUNT was not stated";
    facts.set("hw.count", std::move(count));
  }
  state("hw.unified_memory", Value::boolean(gpu.unified_memory));
  state("hw.supports_bf16", Value::boolean(gpu.supports_bf16));
  state("hw.compute_capability", number_or(gpu.compute_capability, Unit::None, Value::absent()));
  state("hw.bandwidth", number_or(gpu.bandwidth, Unit::BytesPerSecond, Value::unknown()));
  state("hw.is_spark", Value::boolean(is_spark(gpu)));
  state("hw.vendor", Value::string(std::string(gpu.vendor)));
}

}  // namespace grpolint::hardware
