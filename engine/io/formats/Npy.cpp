// NPY: one array. Its name is the name of the file.
#include <filesystem>

#include "engine/io/Format.h"
#include "engine/io/HeadFile.h"
#include "engine/io/WriteHeads.h"
#include "engine/io/formats/arrays/NpyArray.h"
#include "engine/io/formats/arrays/RawNpy.h"

namespace engine {

namespace {

std::string nameOf(const std::string& source) {
  std::filesystem::path name = std::filesystem::path(source).filename();
  while (name.has_extension() && name.has_stem()) name = name.stem();
  return name.string();
}

class Npy : public Format {
 public:
  std::string id() const override { return "npy"; }
  std::string title() const override { return "NPY array"; }
  std::string help() const override {
    return "One array of NumPy: float16, float32, float64, int32, int64 or bool. The array is named after the file. "
           "Attention heads ([layers, heads, Lq, Lk]) stay in the file until they are looked at.";
  }
  std::vector<std::string> suffixes() const override { return {".npy"}; }

  int sniff(std::string_view head, std::string_view) const override {
    return head.starts_with(std::string_view("\x93NUMPY", 6)) ? 100 : 0;
  }

  bool staysInFile() const override { return true; }

  std::optional<DatasetValue> open(const std::shared_ptr<const ByteSource>& file, Diagnostics& diagnostics,
                                   Progress&) const override {
    const std::string name = nameOf(file->name());
    if (auto heads = headsOf({rawNpyArray(file, 0, file->size(), name)}, {}, diagnostics)) return heads;
    return std::nullopt;
  }

  DatasetValue read(std::string_view content, const std::string& source, Diagnostics& diagnostics,
                    Progress& progress) const override {
    progress.update(0.0, "reading");
    const std::string name = nameOf(source);
    ArrayBundle bundle;
    bundle.emplace(name, readNpyArray(content, name, source, diagnostics));
    return std::make_shared<const ArrayBundle>(std::move(bundle));
  }

  bool canWrite(const DatasetValue& value) const override {
    const auto* held = value.as<ArrayBundle>();
    return held && held->size() == 1;
  }

  std::string write(const DatasetValue& value) const override {
    if (!canWrite(value)) return Format::write(value);
    return writeNpyArray(value.as<ArrayBundle>()->begin()->second);
  }

  bool writeInPieces(const DatasetValue& value, const std::filesystem::path& path) const override {
    return writeHeadsOf(value, path);
  }

  std::string sample() const override {
    return writeNpyArray(Array<float>({2, 3}, std::vector<float>{1, 2, 3, -4, 0.5f, 6}, "sample"));
  }
};

}  // namespace

std::unique_ptr<const Format> makeNpy() { return std::make_unique<Npy>(); }

}  // namespace engine
