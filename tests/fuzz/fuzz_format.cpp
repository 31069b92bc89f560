// libFuzzer entry for the readers of engine/io: whatever the bytes, a reader gives a value that holds together or
// throws an Error, and what it gave can be written and read again without loss. HEADLIGHT_FUZZ_FORMAT names the format
// (its id; "list" prints them); HEADLIGHT_FUZZ_SEEDS is a folder that gets the format's sample as a first input.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "engine/base/Error.h"
#include "engine/io/Format.h"
#include "tests/engine/io/RoundTrip.h"

using namespace engine;

namespace {

const Format* fuzzed = nullptr;

DatasetValue readBytes(const Format& format, std::string_view content) {
  Diagnostics diagnostics;
  Progress progress;
  DatasetValue value = format.read(content, "input", diagnostics, progress);
  test::validateValue(value);
  return value;
}

void writeEverywhere(const DatasetValue& value) {
  for (const auto& format : formats()) {
    if (!format->canWrite(value)) continue;
    std::string written;
    const std::string fault = test::faultOfWriting(value, *format, written);
    if (fault.empty()) continue;
    std::fprintf(stderr, "written as %s, %s\n%s\n", format->id().c_str(), fault.c_str(), written.c_str());
    std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  const char* const wanted = std::getenv("HEADLIGHT_FUZZ_FORMAT");
  for (const auto& format : formats())
    if (wanted && format->id() == wanted) fuzzed = format.get();
  if (!fuzzed) {
    for (const auto& format : formats()) std::printf("%s\n", format->id().c_str());
    std::exit(wanted && std::string_view(wanted) == "list" ? 0 : 2);
  }
  if (const char* const folder = std::getenv("HEADLIGHT_FUZZ_SEEDS"))
    writeFileWhole(std::string(folder) + "/sample", fuzzed->sample());
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view content(reinterpret_cast<const char*>(data), size);
  for (const auto& format : formats()) format->sniff(content, "");
  DatasetValue value;
  try {
    value = readBytes(*fuzzed, content);
  } catch (const Error&) {
    return 0;
  }
  writeEverywhere(value);
  return 0;
}
