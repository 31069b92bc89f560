// libFuzzer entry for files of weights: an input is read as a pickle, as a container of torch.save or safetensors, or
// as a list of shards; every tensor that is found is read, whole and in part.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "engine/datasets/Kind.h"
#include "engine/io/FileContent.h"
#include "engine/io/Format.h"
#include "engine/io/weights/ModelFiles.h"
#include "engine/io/weights/Pickle.h"

using namespace engine;

namespace {

void readAll(const ModelWeights& model) {
  constexpr Index kMost = Index{1} << 20;
  for (Index k = 0; k < std::ssize(model.source->entries()); ++k) {
    const Index count = elementCount(nth(model.source->entries(), k).shape);
    if (count > kMost) continue;
    std::vector<float> whole(static_cast<std::size_t>(count)), part(static_cast<std::size_t>(count / 2));
    model.source->read(k, 0, count, whole.data());
    model.source->read(k, count - std::ssize(part), std::ssize(part), part.data());
    const auto isSame = [](float a, float b) { return a == b || (a != a && b != b); };
    if (!std::equal(part.begin(), part.end(), whole.end() - std::ssize(part), isSame)) std::abort();
  }
  const Dataset dataset{{}, "model", {}, {}, std::make_shared<const ModelWeights>(model), {}};
  kindOf(dataset).text(dataset);
  kindOf(dataset).size(dataset);
}

/// The files of the list are those that the process has open, of which the input itself is one.
void readAsList(std::string_view content) {
  const int descriptor = ::memfd_create("fuzz", 0);
  if (::write(descriptor, content.data(), content.size()) != static_cast<ssize_t>(content.size())) std::abort();
  try {
    Diagnostics diagnostics;
    readAll(modelOfShards("/proc/self/fd/" + std::to_string(descriptor), diagnostics));
  } catch (const Error&) {
  }
  ::close(descriptor);
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  if (const char* const folder = std::getenv("HEADLIGHT_FUZZ_SEEDS")) {
    const std::string at = folder;
    writeFileWhole(at + "/list", R"({"metadata": {}, "weight_map": {"a": "3", "b": "model-00001-of-00002.bin"}})");
    for (const auto& format : formats())
      if (format->id() == "safetensors" || format->id() == "pytorch")
        writeFileWhole(at + "/" + format->id(), format->sample());
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view content(reinterpret_cast<const char*>(bytes), size);
  if (isShardIndex(content)) readAsList(content);
  const std::shared_ptr<const ByteSource> file = byteSourceOver(content, "input");
  try {
    readPickle(*file, 0, size);
  } catch (const Error&) {
  }
  try {
    Diagnostics diagnostics;
    readAll(modelOf(*file, openCheckpoint(file), diagnostics));
  } catch (const Error&) {
  }
  return 0;
}
