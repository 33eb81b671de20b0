#include <catch2/catch.hpp>
#include <chrono>
#include <cstdlib>

#include "hardware/nvidia_smi.h"
#include "hardware/process.h"

namespace grpolint::hardware {
namespace {

using namespace std::chrono_literals;

TEST_CASE("the output of nvidia-smi is parsed") {
  const auto one = parse_nvidia_smi("NVIDIA GeForce RTX 4090, 24564\n");
  REQUIRE(one.size() == 1);
  CHECK(one[0].name == "NVIDIA GeForce RTX 4090");
  CHECK(one[0].total_mib == 24'564);

  const auto two = parse_nvidia_smi("NVIDIA H100 80GB HBM3, 81559 MiB\r\n NVIDIA L4 ,  23034 MiB");
  REQUIRE(two.size() == 2);
  CHECK(two[0].total_mib == 81'559);
  CHECK(two[1].name == "NVIDIA L4");

  const auto unified = parse_nvidia_smi("NVIDIA GB10, [N/A]\n");
  REQUIRE(unified.size() == 1);
  CHECK_FALSE(unified[0].total_mib.has_value());
}

TEST_CASE("what is no GPU line is left out") {
  for (const char* output :
       {"", "\n\n", "No devices were found\n", "name, memory.total [MiB]\n", ", 24564\n",
        "NVIDIA L4, -5\n", "NVIDIA L4, lots\n", "NVIDIA L4,\n",
        "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.\n"}) {
    INFO(output);
    CHECK(parse_nvidia_smi(output).empty());
  }
}

TEST_CASE("reported GPUs become a selection") {
  const auto pair = select_reported({{"NVIDIA H200", 143'771.0}, {"NVIDIA H200", 143'771.0}});
  REQUIRE(pair.ok());
  CHECK(pair->gpu->id == "h200-sxm");
  CHECK(pair->count == 2);
  const auto spark = select_reported({{"NVIDIA GB10", std::nullopt}});
  REQUIRE(spark.ok());
  CHECK(spark->gpu->id == "gb10");
}

TEST_CASE("machines that cannot be taken as one kind of known GPU") {
  const auto message = [](const std::vector<ReportedGpu>& reported) {
    const auto selection = select_reported(reported);
    REQUIRE_FALSE(selection.ok());
    return selection.error().message;
  };
  CHECK(message({}).find("no GPU") != std::string::npos);
  CHECK(message({{"NVIDIA L4", 23'034.0}, {"Tesla T4", 15'360.0}}).find("different GPUs") !=
        std::string::npos);
  CHECK(message({{"NVIDIA Imaginary 1", 1000.0}}).find("unknown GPU") != std::string::npos);
  // The 8 GB variant shares the name of the 16 GB one.
  CHECK(message({{"NVIDIA GeForce RTX 4060 Ti", 8188.0}}).find("8188 MiB") != std::string::npos);
}

TEST_CASE("programs are run without a shell") {
  const std::vector<std::string> echo = {"echo", "$HOME; `id`"};
  const auto output = run_program(echo, 5s);
  REQUIRE(output.ok());
  CHECK(*output == "$HOME; `id`\n");
}

TEST_CASE("programs that fail, hang, are missing or never stop printing are errors") {
  const auto error = [](const std::vector<std::string>& command, std::chrono::milliseconds limit) {
    const auto output = run_program(command, limit);
    REQUIRE_FALSE(output.ok());
    return output.error().message;
  };
  CHECK(error({"grpolint-no-such-program"}, 5s).find("grpolint-no-such-program") !=
        std::string::npos);
  CHECK(error({"false"}, 5s).find("failed") != std::string::npos);
  CHECK(error({"sleep", "30"}, 50ms).find("did not answer") != std::string::npos);
  CHECK(error({"yes"}, 30s).find("printed more than") != std::string::npos);
}

}  // namespace
}  // namespace grpolint::hardware
