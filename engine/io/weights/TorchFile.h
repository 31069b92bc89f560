// A file that torch.save wrote: one pickle, and the storages that it refers to.
//
// Two containers: a zip archive (torch 1.6 and later), whose stored entries are the pickle "TOP/data.pkl" and the
// storages "TOP/data/KEY"; and the older one of five pickles and then the storages one behind the other.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "engine/io/ByteSource.h"
#include "engine/io/formats/arrays/ZipDirectory.h"
#include "engine/io/weights/Pickle.h"
#include "engine/io/weights/StoredTensor.h"

namespace engine {

/// Whether the first bytes are those of the older container.
bool isOldTorchFile(std::string_view head);
/// Whether they are those of a zip archive whose first entry is one of torch.save.
bool isTorchArchive(std::string_view head);

class TorchFile {
 public:
  /// Reads lists and pickle, no storage. Throws Error naming the file when it is damaged, cut or not plain data.
  explicit TorchFile(std::shared_ptr<const ByteSource> file);

  const Pickle& pickle() const { return m_pickle; }
  const std::string& name() const { return m_file->name(); }
  /// What a node of kind tensor refers to. Throws Error naming file and tensor when its storage is missing, packed or
  /// too short for it.
  StoredTensor tensor(const PickleNode& node, const std::string& name) const;

 private:
  struct Place {
    std::size_t offset = 0, size = 0;  ///< bytes
  };
  void readArchive();
  void readOldFile();
  void readOldStorages(const Pickle& keys, std::size_t offset);
  Place placeOf(const PickledStorage& storage, const std::string& what) const;

  std::shared_ptr<const ByteSource> m_file;
  Pickle m_pickle;
  std::map<std::string, ZipEntry> m_entries;  ///< of an archive, below its top folder
  std::map<std::string, Place> m_places;      ///< storages of an old file, by their keys
};

}  // namespace engine
