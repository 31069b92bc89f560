// From a file to a dataset and back.
#include <algorithm>
#include <cctype>
#include <chrono>
#include <new>
#include <stdexcept>

#include "engine/base/CancelOnly.h"
#include "engine/base/Error.h"
#include "engine/base/MemoryBudget.h"
#include "engine/io/AttentionText.h"
#include "engine/io/FileContent.h"
#include "engine/io/Format.h"
#include "engine/io/Gzip.h"
#include "engine/io/TextMemory.h"
#include "engine/io/remote/RemoteBytes.h"
#include "engine/io/weights/ModelFiles.h"
#include "engine/remote/RemoteAddress.h"

namespace engine {

namespace fs = std::filesystem;

namespace {

bool endsInGz(const fs::path& path) {
  std::string name = path.filename().string();
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
  return name.ends_with(".gz");
}

bool isFolder(const fs::path& path) {
  std::error_code problem;
  return path != "-" && fs::is_directory(path, problem);
}

/// Name of a folder; of a file without folder, ".gz" and suffix.
std::string titleOf(const fs::path& path) {
  if (path == "-") return "standard input";
  if (isFolder(path)) {
    const fs::path whole = fs::absolute(path).lexically_normal();
    return (whole.has_filename() ? whole : whole.parent_path()).filename().string();
  }
  fs::path name = path.filename();
  if (endsInGz(name)) name = name.stem();
  return name.stem().string();
}

/// Whether a file is worth mapping: a plain one that is large.
bool isLargePlainFile(const fs::path& path) {
  constexpr std::uintmax_t kLargeFile = std::uintmax_t{16} << 20;
  std::error_code problem;
  return path != "-" && fs::is_regular_file(path, problem) && fs::file_size(path, problem) >= kLargeFile && !problem;
}

/// What can be opened without being read whole. Packed files and standard input cannot.
std::optional<DatasetValue> openValue(const fs::path& path, Diagnostics& diagnostics, Progress& progress) {
  const auto file = path == "-" ? nullptr : openByteSource(path);
  if (!file) return std::nullopt;
  const std::string head = file->part(0, kSniffBytes);
  if (isGzip(head)) return std::nullopt;
  return recogniseFormat(head, path.string()).open(file, diagnostics, progress);
}

DatasetValue readValue(const fs::path& path, const std::string& source, Diagnostics& diagnostics, Progress& progress) {
  if (isFolder(path)) {
    if (auto heads = headsOfTextFolder(path, diagnostics, progress)) return heads;
    return std::make_shared<const ModelWeights>(modelOfFolder(path, diagnostics));
  }
  if (std::optional<DatasetValue> opened = openValue(path, diagnostics, progress)) return *std::move(opened);
  MemoryShare memory(source);
  if (isLargePlainFile(path)) {
    const MappedFile file(path);
    if (!isGzip(file.bytes())) {
      memory.hold(memoryToRead(file.bytes()));
      return recogniseFormat(file.bytes(), source).readMapped(file, source, diagnostics, progress);
    }
  }
  PartProgress fetching(progress, 0.0, 0.3), parsing(progress, 0.3, 1.0);
  const auto content = std::make_shared<const std::string>(readFileWhole(path, fetching));
  memory.hold(content->size() + memoryToRead(*content));
  const Format& format = recogniseFormat(*content, source);
  if (path == "-" || endsInGz(path))
    if (auto opened = format.open(byteSourceOf(content, source), diagnostics, parsing)) return *std::move(opened);
  return format.read(*content, source, diagnostics, parsing);
}

}  // namespace

Dataset load(const fs::path& path, Diagnostics& diagnostics, Progress& progress) {
  const auto start = std::chrono::steady_clock::now();
  const std::string source = path == "-" ? "standard input" : path.string();
  const size_t warningsBefore = diagnostics.warnings().size();
  Dataset dataset;
  const Waiting waiting(progress);
  try {
    dataset.value = readValue(path, source, diagnostics, progress);
  } catch (const std::bad_alloc&) {
    fail(source, ": there is not enough memory to read it");
  } catch (const std::length_error&) {
    fail(source, ": there is not enough memory to read it");
  }
  dataset.id = dataset.title = titleOf(path);
  dataset.source = path.string();
  dataset.provenance.warnings.assign(diagnostics.warnings().begin() + static_cast<std::ptrdiff_t>(warningsBefore),
                                     diagnostics.warnings().end());
  dataset.provenance.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  progress.update(1.0, "reading");
  return dataset;
}

bool savePieceByPiece(const DatasetValue& value, const fs::path& path) {
  return std::any_of(formats().begin(), formats().end(),
                     [&](const auto& format) { return format->writeInPieces(value, path); });
}

void save(const DatasetValue& value, const fs::path& path) {
  const std::string content = formatForWriting(path, value).write(value);
  writeFileWhole(path, endsInGz(path) ? packGzip(content) : content);
}

}  // namespace engine
