#include "tests/engine/models/GoldenModel.h"

#include <cstring>

#include "engine/io/ByteSource.h"
#include "engine/io/formats/arrays/NpyArray.h"
#include "engine/io/formats/arrays/ZipDirectory.h"
#include "engine/io/weights/ModelFiles.h"
#include "tests/support/Files.h"

namespace test {

using namespace engine;

namespace {

/// Texts of NumPy: UTF-32 of one length, filled up with zeros. The letters of proteins are ASCII.
std::vector<std::string> textsOf(std::string_view bytes, const std::string& what) {
  const NpyHeader header = takeNpyHeader(bytes, what);
  const std::size_t length = std::stoul(header.descr.substr(2));
  std::vector<std::string> texts(static_cast<std::size_t>(elementCount(header.shape)));
  for (std::size_t k = 0; k < texts.size() * length; ++k) {
    char32_t letter = 0;
    std::memcpy(&letter, bytes.data() + 4 * k, sizeof letter);
    if (letter != 0) texts[k / length] += static_cast<char>(letter);
  }
  return texts;
}

}  // namespace

std::filesystem::path modelFile(const std::string& name) {
  const std::filesystem::path ours = dataFile("models/" + name);
  return std::filesystem::exists(ours) ? ours : sharedFile("models/" + name);
}

Golden readGolden(const std::filesystem::path& path) {
  const auto archive = openByteSource(path);
  if (!archive) fail(path.string(), ": is not there");
  Diagnostics diagnostics;
  Progress progress;
  Golden golden;
  for (const ZipEntry& entry : zipEntries(*archive)) {
    const std::string name = entry.name.substr(0, entry.name.size() - 4), what = path.string() + ", array " + name;
    const std::string bytes = unpackEntry(*archive, entry, what, progress);
    std::string_view rest = bytes;
    if (takeNpyHeader(rest, what).descr.starts_with("<U"))
      golden.texts[name] = textsOf(bytes, what);
    else
      golden.arrays.emplace(name, readNpyArray(bytes, name, what, diagnostics));
  }
  return golden;
}

std::shared_ptr<const ModelWeights> readTinyModel(const std::filesystem::path& path, Index heads) {
  const auto file = openByteSource(path);
  if (!file) fail(path.string(), ": is not there");
  Diagnostics diagnostics;
  ModelWeights weights = modelOf(*file, openCheckpoint(file), diagnostics);
  if (heads > 0) weights.facts.values["heads"] = {std::to_string(heads), "test"};
  return std::make_shared<const ModelWeights>(std::move(weights));
}

}  // namespace test
