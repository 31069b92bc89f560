// File formats: what they hold, how to recognise, read and write them.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/base/MappedFile.h"
#include "engine/base/Progress.h"
#include "engine/datasets/Dataset.h"
#include "engine/io/ByteSource.h"
#include "engine/io/FileContent.h"

namespace engine {

/// How much of a file `Format::sniff` gets to see. A shorter head is the whole file.
inline constexpr std::size_t kSniffBytes = std::size_t{1} << 20;

/// Stateless; one object per list entry of formats.def.
class Format {
 public:
  virtual ~Format() = default;
  virtual std::string id() const = 0;     ///< "a3m"
  virtual std::string title() const = 0;  ///< "A3M alignment"
  virtual std::string help() const = 0;
  virtual std::vector<std::string> suffixes() const = 0;  ///< with dot, lower case, without ".gz": {".a3m"}
  /// How sure the first bytes make us, 0 (no) .. 100 (certain). `suffix` (lower case) may tip the scales, never decide
  /// alone.
  virtual int sniff(std::string_view head, std::string_view suffix) const = 0;
  /// Reads unpacked content. `source` is named in errors and warnings, with line numbers for text formats.
  virtual DatasetValue read(std::string_view content, const std::string& source, Diagnostics& diagnostics,
                            Progress& progress) const = 0;
  /// The same from a large file. Formats that can read it in parts give the memory of what they have read back.
  virtual DatasetValue readMapped(const MappedFile& file, const std::string& source, Diagnostics& diagnostics,
                                  Progress& progress) const {
    return read(file.bytes(), source, diagnostics, progress);
  }
  /// What the file holds when its values can stay in it until they are asked for; otherwise nothing, and `read` gets
  /// its content. Throws Error, Cancelled.
  virtual std::optional<DatasetValue> open(const std::shared_ptr<const ByteSource>& /*file*/,
                                           Diagnostics& /*diagnostics*/, Progress& /*progress*/) const {
    return std::nullopt;
  }
  /// Whether `open` leaves what is large in the file: of a file of another machine only the parts that are looked at
  /// are fetched then.
  virtual bool staysInFile() const { return false; }
  virtual bool canWrite(const DatasetValue&) const { return false; }
  /// File content. Throws Error when the format cannot hold the value.
  virtual std::string write(const DatasetValue& value) const;
  /// Writes what may be more than the memory holds, and whole values that `write` does not know. False, and nothing is
  /// written, where `write` is to be asked. Throws Error.
  virtual bool writeInPieces(const DatasetValue&, const std::filesystem::path&) const { return false; }
  /// Small legal content for the registry, truncation and fuzz tests.
  virtual std::string sample() const = 0;
};

const std::vector<std::unique_ptr<const Format>>& formats();
/// The format whose sniff is surest about the content; throws Error naming the source when none recognises it.
const Format& recogniseFormat(std::string_view content, const std::string& source);
/// By suffix (".gz" dropped); throws Error listing the known suffixes.
const Format& formatForWriting(const std::filesystem::path& path, const DatasetValue& value);

/// In the format of the suffix, where that writes in pieces (Format::writeInPieces); else false.
bool savePieceByPiece(const DatasetValue& value, const std::filesystem::path& path);

/// Reads a file ("-": standard input), unpacking gzip. Throws Error (file and line or array named), also when the file
/// and what is made of it do not fit into the memory budget (MemoryBudget.h); formats whose values stay in their file
/// are asked for no more than they read. Throws Cancelled. Id and title of the dataset are the file name without folder
/// and suffixes. A folder is a set of heads where it holds attention as text (AttentionText.h), else a model with its
/// weights and what lies beside them (weights/ModelFiles.h).
Dataset load(const std::filesystem::path& path, Diagnostics& diagnostics, Progress& progress);
/// Writes whole or not at all (FileContent.h), in the format of the suffix. Packs when the path ends in ".gz".
void save(const DatasetValue& value, const std::filesystem::path& path);

}  // namespace engine
