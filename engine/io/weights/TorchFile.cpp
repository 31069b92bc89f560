#include "engine/io/weights/TorchFile.h"

#include <algorithm>
#include <cstdint>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "engine/io/Json.h"

namespace engine {

namespace {

/// 0x1950A86A20F9469CFC6C, with which the older container begins, as a pickle has it.
constexpr std::string_view kTorchMagic("\x6C\xFC\x9C\x46\xF9\x20\x6A\xA8\x50\x19", 10);
constexpr std::int64_t kOldVersion = 1001;
constexpr std::string_view kPickleEntry = "data.pkl", kStorageFolder = "data/";

/// Name of the first entry of a zip archive, as far as it is there.
std::string_view firstEntry(std::string_view head) {
  constexpr std::size_t kNameLengthAt = 26, kNameAt = 30;
  if (!head.starts_with(std::string_view("PK\3\4", 4)) || head.size() < kNameAt) return {};
  const std::size_t length = static_cast<unsigned char>(head[kNameLengthAt]) |
                             static_cast<std::size_t>(static_cast<unsigned char>(head[kNameLengthAt + 1])) << 8;
  return head.substr(kNameAt, length);
}

}  // namespace

bool isOldTorchFile(std::string_view head) {
  constexpr std::size_t kFarthest = 32;  // behind protocol, frame and the length of the number
  return head.starts_with('\x80') && head.substr(0, kFarthest).find(kTorchMagic) != std::string_view::npos;
}

bool isTorchArchive(std::string_view head) {
  const std::string_view name = firstEntry(head);
  const std::size_t folder = name.find('/');
  if (folder == std::string_view::npos) return false;
  const std::string_view rest = name.substr(folder + 1);
  return rest == kPickleEntry || rest == "version" || rest == "byteorder" || rest.starts_with(kStorageFolder);
}

TorchFile::TorchFile(std::shared_ptr<const ByteSource> file) : m_file(std::move(file)) {
  constexpr std::size_t kHead = 1024;
  const std::string head = m_file->part(0, kHead);
  if (head.starts_with("PK"))
    readArchive();
  else if (isOldTorchFile(head))
    readOldFile();
  else
    fail(name(), ": is no file that torch.save writes, expected a zip archive or its older container");
}

void TorchFile::readArchive() {
  std::vector<ZipEntry> entries = zipEntries(*m_file);
  const auto isPickle = [](const ZipEntry& entry) {
    const std::size_t folder = entry.name.find('/');
    return folder != std::string::npos && entry.name.substr(folder + 1) == kPickleEntry;
  };
  const auto found = std::find_if(entries.begin(), entries.end(), isPickle);
  if (found == entries.end()) fail(name(), ": is a zip archive without ", kPickleEntry, ", expected one of torch.save");
  const std::string top = found->name.substr(0, found->name.find('/') + 1);
  for (ZipEntry& entry : entries) {
    if (!entry.name.starts_with(top)) continue;
    const std::string key = entry.name.substr(top.size());
    if (!m_entries.emplace(key, std::move(entry)).second)
      fail(name(), ": the entry ", shownBytes(top + key), " is there twice");
  }
  const auto placeOfEntry = [&](const char* key) {
    const ZipEntry& entry = m_entries.at(key);
    if (!entry.isStored) fail(name(), ": found the compressed entry ", key, ", expected stored ones");
    return Place{bytesOfEntry(*m_file, entry, name() + ", entry " + key), entry.size};
  };
  const Place pickle = placeOfEntry("data.pkl");
  if (m_entries.count("byteorder") > 0) {
    constexpr std::size_t kLongest = 16;
    const Place order = placeOfEntry("byteorder");
    const std::string text = m_file->part(order.offset, std::min(order.size, kLongest));
    if (text != "little") fail(name(), ": found numbers of byte order \"", shownBytes(text), "\", expected little");
  }
  m_pickle = readPickle(*m_file, pickle.offset, pickle.size);
}

void TorchFile::readOldFile() {
  std::size_t offset = 0;
  const auto next = [&] {
    Pickle pickle = readPickle(*m_file, offset, m_file->size() - offset);
    offset += pickle.size;
    return pickle;
  };
  if (const Pickle magic = next(); magic.top().kind != PickleKind::longInteger || magic.top().text != kTorchMagic)
    fail(name(), ": does not begin with the number of torch.save");
  if (const Pickle version = next();
      version.top().kind != PickleKind::integer || version.top().number != kOldVersion)
    fail(name(), ": found another version of the older container of torch.save, expected ", kOldVersion);
  const Pickle system = next();
  const PickleNode* const isLittle = system.find(system.top(), "little_endian");
  if (!isLittle || isLittle->kind != PickleKind::boolean || isLittle->number == 0)
    fail(name(), ": found numbers of another byte order, expected little_endian");
  m_pickle = next();
  const Pickle keys = next();
  readOldStorages(keys, offset);
}

void TorchFile::readOldStorages(const Pickle& keys, std::size_t offset) {
  if (keys.top().kind != PickleKind::list) fail(name(), ": its list of storages is missing");
  std::map<std::string_view, const PickledStorage*> known;
  for (const PickledStorage& storage : m_pickle.storages) known[storage.key] = &storage;
  for (const Index item : keys.top().items) {
    const std::string_view key = keys.node(item).text;
    const auto found = known.find(key);
    if (found == known.end()) fail(name(), ": lists the storage ", shownBytes(key), ", which no tensor uses");
    const PickledStorage& storage = *found->second;
    const std::string what = name() + ", storage " + shownBytes(storage.key);
    std::int64_t elements = 0;
    if (m_file->size() - offset < sizeof elements) fail(what, ": is missing, the file ends at byte ", m_file->size());
    m_file->read(offset, &elements, sizeof elements);
    offset += sizeof elements;
    if (elements != storage.elements) fail(what, ": found ", elements, " elements, expected ", storage.elements);
    const std::size_t size = storedBytes(storage.typeName), left = m_file->size() - offset;
    if (static_cast<std::size_t>(elements) > left / size)
      fail(what, ": needs ", elements, " elements of ", size, " bytes, found ", left, " bytes");
    if (!m_places.emplace(storage.key, Place{offset, static_cast<std::size_t>(elements) * size}).second)
      fail(what, ": is listed twice");
    offset += static_cast<std::size_t>(elements) * size;
  }
  if (offset != m_file->size())
    fail(name(), ": found ", m_file->size() - offset, " bytes behind the last storage, expected none");
}

TorchFile::Place TorchFile::placeOf(const PickledStorage& storage, const std::string& what) const {
  const std::string shown = shownBytes(storage.key);
  if (m_entries.empty()) {
    const auto found = m_places.find(storage.key);
    if (found == m_places.end()) fail(what, ": its storage ", shown, " is missing");
    return found->second;
  }
  const auto found = m_entries.find(std::string(kStorageFolder) + storage.key);
  if (found == m_entries.end()) fail(what, ": its storage, the entry data/", shown, ", is missing");
  if (!found->second.isStored || !found->second.isReadable)
    fail(what, ": its storage data/", shown, " is a compressed entry, expected stored ones");
  return {bytesOfEntry(*m_file, found->second, what), found->second.size};
}

StoredTensor TorchFile::tensor(const PickleNode& node, const std::string& name) const {
  const PickledTensor& pickled = nth(m_pickle.tensors, node.number);
  const PickledStorage& storage = nth(m_pickle.storages, pickled.storage);
  StoredTensor tensor;
  tensor.array.name = name;
  tensor.array.typeName = storage.typeName;
  tensor.array.type = floatTypeOf(storage.typeName);
  tensor.array.shape = pickled.shape;
  tensor.array.bytes = m_file;
  tensor.strides = pickled.strides;
  const std::string what = tensor.array.what();
  const Place place = placeOf(storage, what);
  const std::size_t size = storedBytes(storage.typeName), held = place.size / size;
  if (static_cast<std::size_t>(storage.elements) > held)
    fail(what, ": its storage ", shownBytes(storage.key), " has ", place.size, " bytes, expected ", storage.elements,
         " elements of ", size);
  if (pickled.offset < 0 || pickled.offset > storage.elements)
    fail(what, ": begins at element ", pickled.offset, " of a storage of ", storage.elements);
  tensor.array.offset = place.offset + static_cast<std::size_t>(pickled.offset) * size;
  tensor.array.available = static_cast<std::size_t>(storage.elements - pickled.offset) * size;
  requireReadable(tensor);
  return tensor;
}

}  // namespace engine
