// Weights as torch.save writes them: read without running anything (engine/io/weights).
#include <cstdint>

#include "engine/io/Format.h"
#include "engine/io/HeadFile.h"
#include "engine/io/weights/ModelFiles.h"
#include "engine/io/weights/TorchFile.h"
#include "engine/models/Architecture.h"

namespace engine {

namespace {

/// Heads that somebody saved with torch.save, or null.
std::shared_ptr<const HeadSet> headsIn(const Checkpoint& checkpoint, Diagnostics& diagnostics) {
  std::vector<RawArray> arrays;
  for (const StoredTensor& tensor : checkpoint.tensors) {
    if (!tensor.strides.empty()) return nullptr;
    arrays.push_back(tensor.array);
  }
  return headsOf(arrays, {}, diagnostics);
}

DatasetValue valueIn(const std::shared_ptr<const ByteSource>& file, Diagnostics& diagnostics, Progress& progress) {
  progress.update(0.0, "reading");
  if (const auto index = shardIndexOf(file->name()); !index.empty())
    return std::make_shared<const ModelWeights>(modelOfShards(index, diagnostics));
  const Checkpoint checkpoint = openCheckpoint(file);
  auto model = std::make_shared<const ModelWeights>(modelOf(*file, checkpoint, diagnostics));
  if (!recognisedArchitecture(*model))
    if (auto heads = headsIn(checkpoint, diagnostics)) return heads;
  return model;
}

class Pytorch : public Format {
 public:
  std::string id() const override { return "pytorch"; }
  std::string title() const override { return "PyTorch weights"; }
  std::string help() const override {
    return "What torch.save writes, as archive or in its older form: weights by name, alone or under \"model\", "
           "\"state_dict\" or \"model_state_dict\". Nothing in it is run; what is no plain data is refused by name. "
           "Values stay in the file until a model runs. config.json, vocab.txt and NAME-contact-regression.pt are "
           "read where they lie beside it.";
  }
  std::vector<std::string> suffixes() const override { return {".pt", ".pth", ".bin", ".ckpt"}; }

  int sniff(std::string_view head, std::string_view suffix) const override {
    if (isOldTorchFile(head) || isTorchArchive(head)) return 98;
    const bool isPickle = head.starts_with("\x80\x02") || head.starts_with("\x80\x03") || head.starts_with("\x80\x04");
    const bool isOurs = suffix == ".pt" || suffix == ".pth" || suffix == ".bin" || suffix == ".ckpt";
    return isOurs && (isPickle || head.starts_with("PK\3\4")) ? 35 : 0;
  }

  bool staysInFile() const override { return true; }

  std::optional<DatasetValue> open(const std::shared_ptr<const ByteSource>& file, Diagnostics& diagnostics,
                                   Progress& progress) const override {
    return valueIn(file, diagnostics, progress);
  }
  DatasetValue read(std::string_view content, const std::string& source, Diagnostics& diagnostics,
                    Progress& progress) const override {
    return valueIn(byteSourceOf(std::string(content), source), diagnostics, progress);
  }

  /// One tensor of 2 x 2 in the older container.
  std::string sample() const override {
    constexpr float kValues[] = {1, 2, 3, 4};
    constexpr std::int64_t kCount = 4;
    using namespace std::string_literals;
    return "\x80\x02\x8A\x0A\x6C\xFC\x9C\x46\xF9\x20\x6A\xA8\x50\x19."  // its number
           "\x80\x02M\xE9\x03."                                         // its version
           "\x80\x02}X\x0D\0\0\0little_endian\x88s."
           "\x80\x02}X\6\0\0\0weightctorch._utils\n_rebuild_tensor_v2\n"
           "((X\7\0\0\0storagectorch\nFloatStorage\nX\1\0\0\0aX\3\0\0\0cpuK\4NtQ"
           "K\0K\2K\2\x86K\2K\1\x86\x89NtRs."
           "\x80\x02]X\1\0\0\0aa."s +
           std::string(reinterpret_cast<const char*>(&kCount), sizeof kCount) +
           std::string(reinterpret_cast<const char*>(kValues), sizeof kValues);
  }
};

}  // namespace

std::unique_ptr<const Format> makePytorch() { return std::make_unique<Pytorch>(); }

}  // namespace engine
