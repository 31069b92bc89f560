// What engine/remote reads, as the readers of formats take it.
#include "engine/io/remote/RemoteBytes.h"

#include <algorithm>

#include "engine/base/CancelOnly.h"
#include "engine/base/Error.h"
#include "engine/base/MemoryBudget.h"
#include "engine/remote/RemoteFile.h"
#include "engine/remote/RemoteSettings.h"

namespace engine {

namespace {

class RemoteBytes : public ByteSource {
 public:
  explicit RemoteBytes(std::shared_ptr<RemoteFile> file)
      : ByteSource(file->address().text()), m_file(std::move(file)) {}
  std::size_t size() const override { return static_cast<std::size_t>(m_file->size()); }
  void read(std::size_t offset, void* target, std::size_t count) const override { m_file->read(offset, target, count); }

 private:
  std::shared_ptr<RemoteFile> m_file;
};

}  // namespace

std::shared_ptr<const ByteSource> openRemoteBytes(const std::filesystem::path& path) {
  return std::make_shared<RemoteBytes>(openRemoteFile(parseRemoteAddress(path.string())));
}

std::string fetchWhole(const ByteSource& file, Progress& progress) {
  const std::size_t size = file.size(), most = mostFetchedWhole();
  if (size > most)
    fail(file.name(), ": is of a format that is read whole, and ", memoryText(size), "; at most ", memoryText(most),
         " are fetched (HEADLIGHT_REMOTE_WHOLE=4G allows more): please copy it, or save it as .npz or .safetensors");
  MemoryShare memory(file.name());
  memory.hold(size);
  const Waiting waiting(progress);
  std::string content(size, '\0');
  constexpr std::size_t kPiece = std::size_t{1} << 21;
  for (std::size_t at = 0; at < size; at += kPiece) {
    progress.update(static_cast<double>(at) / static_cast<double>(size),
                    "fetching " + memoryText(at) + " of " + memoryText(size));
    file.read(at, content.data() + at, std::min(kPiece, size - at));
  }
  return content;
}

std::optional<std::uintmax_t> sizeOfFile(const std::filesystem::path& path) {
  if (isRemote(path)) {
    const RemoteFacts facts = remoteFacts(parseRemoteAddress(path.string()));
    return facts.kind == RemoteKind::file ? std::optional<std::uintmax_t>(facts.size) : std::nullopt;
  }
  std::error_code problem;
  if (!std::filesystem::is_regular_file(path, problem)) return std::nullopt;
  const std::uintmax_t size = std::filesystem::file_size(path, problem);
  return problem ? std::nullopt : std::optional(size);
}

}  // namespace engine
