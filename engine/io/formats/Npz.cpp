// NPZ: a zip archive of NPY arrays, stored or deflated; names are the entries without ".npy".
//
// Entries of other kinds are left out with a warning. Equal arrays give equal bytes: entries are in order of their
// names and carry a fixed time.
#include <zip.h>

#include <algorithm>

#include "engine/base/Error.h"
#include "engine/base/MemoryBudget.h"
#include "engine/datasets/FileNote.h"
#include "engine/io/HeadArrays.h"
#include "engine/io/HeadFile.h"
#include "engine/io/Json.h"
#include "engine/io/NotedArrays.h"
#include "engine/io/RawValues.h"
#include "engine/io/formats/arrays/BundleFormat.h"
#include "engine/io/formats/arrays/NpyArray.h"
#include "engine/io/formats/arrays/RawNpy.h"
#include "engine/io/formats/arrays/ZipDirectory.h"

namespace engine {

namespace {

constexpr std::string_view kEntrySuffix = ".npy";
/// Fast rather than small: on planes of floats the usual level 6 takes twice as long and saves 2 % more.
constexpr zip_uint32_t kCompression = 1;
constexpr time_t kFixedTime = 946728000;  // noon of 1 January 2000, UTC: the same day in every time zone

std::string textOf(zip_error_t& error) {
  std::string text = zip_error_strerror(&error);
  zip_error_fini(&error);
  return text;
}

/// A zip archive in memory. Closing writes it, destroying without closing leaves the memory as it was.
class ZipArchive {
 public:
  ZipArchive(zip_source_t* source, int flags, const std::string& what) : m_what(what) {
    zip_error_t error;
    zip_error_init(&error);
    m_zip = source ? zip_open_from_source(source, flags, &error) : nullptr;
    if (m_zip) return;
    if (source) zip_source_free(source);
    fail(what, ": is no readable zip archive: ", textOf(error));
  }
  ~ZipArchive() {
    if (m_zip) zip_discard(m_zip);
  }
  ZipArchive(const ZipArchive&) = delete;
  ZipArchive& operator=(const ZipArchive&) = delete;

  zip_t* get() const { return m_zip; }
  std::string errorText() const { return zip_strerror(m_zip); }
  void close() {
    if (zip_close(m_zip) != 0) fail(m_what, ": cannot be packed: ", errorText());
    m_zip = nullptr;
  }

 private:
  zip_t* m_zip = nullptr;
  std::string m_what;
};

std::string arrayName(const ZipEntry& entry) { return entry.name.substr(0, entry.name.size() - kEntrySuffix.size()); }

bool isArray(const ZipEntry& entry) { return entry.name.ends_with(kEntrySuffix); }

/// "file.npz, array q"
std::string whatOf(const std::string& source, const std::string& name) {
  return source + ", array " + shownBytes(name);
}

/// False for what cannot be told, of which the reader of numbers says more.
bool areTexts(const std::string& bytes, const std::string& name) {
  try {
    return hasTexts(rawNpyArray(byteSourceOver(bytes, name), 0, bytes.size(), name));
  } catch (const Error&) {
    return false;
  }
}

ArrayBundle readBundle(std::string_view content, const std::string& source, Diagnostics& diagnostics,
                       Progress& progress) {
  const auto archive = byteSourceOver(content, source);
  const std::vector<ZipEntry> entries = zipEntries(*archive);
  std::size_t sum = 0, largest = 0;
  for (const ZipEntry& entry : entries) {
    sum += isArray(entry) ? entry.size : 0;
    largest = std::max(largest, isArray(entry) ? entry.size : 0);
  }
  MemoryShare memory(source);
  memory.hold(sum + largest);  // all arrays, and one entry that is made into its array
  constexpr int kMostNamed = 20;
  int numOthers = 0;
  ArrayBundle bundle;
  for (std::size_t k = 0; k < entries.size(); ++k) {
    if (!isArray(entries[k])) {
      if (++numOthers <= kMostNamed)
        diagnostics.warn(source, ": the entry ", shownBytes(entries[k].name), " is no NPY array and was left out");
      continue;
    }
    const std::string name = arrayName(entries[k]), what = whatOf(source, name);
    PartProgress part(progress, double(k) / double(entries.size()), double(k + 1) / double(entries.size()));
    const std::string bytes = unpackEntry(*archive, entries[k], what, part);
    if (areTexts(bytes, name)) {
      diagnostics.warn(what, ": holds texts, which are no numbers, and was left out");
      continue;
    }
    if (!bundle.emplace(name, readNpyArray(bytes, name, what, diagnostics)).second)
      fail(what, ": occurs twice, expected one array of each name");
  }
  if (numOthers > kMostNamed)
    diagnostics.warn(source, ": ", numOthers - kMostNamed, " more entries are no NPY arrays and were left out");
  return bundle;
}

/// The entry's array where it lies. A deflated one is unpacked first: half of it cannot be read without the rest.
RawArray rawEntry(const std::shared_ptr<const ByteSource>& archive, const ZipEntry& entry, const std::string& name,
                  Progress& progress) {
  const std::string what = whatOf(archive->name(), name);
  if (entry.isStored) return rawNpyArray(archive, bytesOfEntry(*archive, entry, what), entry.size, name);
  const auto unpacked = byteSourceOf(unpackEntry(*archive, entry, what, progress), archive->name());
  return rawNpyArray(unpacked, 0, unpacked->size(), name);
}

std::shared_ptr<const HeadSet> openHeads(const std::shared_ptr<const ByteSource>& archive, Diagnostics& diagnostics,
                                         Progress& progress) {
  std::vector<ZipEntry> entries = zipEntries(*archive);
  std::erase_if(entries, [](const ZipEntry& entry) { return !isArray(entry); });
  std::vector<std::string> names;
  std::size_t unpacked = 0;
  for (const ZipEntry& entry : entries) {
    if (!entry.isReadable) return nullptr;
    names.push_back(arrayName(entry));
    unpacked += entry.isStored ? 0 : entry.size;
  }
  if (!mayBeHeads(names)) return nullptr;
  MemoryShare memory(archive->name());
  if (const auto note = std::find(names.begin(), names.end(), kFileNote); note != names.end()) {
    // What the file is about is known before the rest is unpacked.
    const ZipEntry& entry = entries[static_cast<size_t>(note - names.begin())];
    memory.hold(entry.size);
    Diagnostics ignored;
    if (findNote({rawEntry(archive, entry, kFileNote, progress)}, ignored).isOfOther) return nullptr;
  }
  memory.hold(unpacked);
  std::vector<RawArray> arrays;
  for (size_t k = 0; k < entries.size(); ++k) arrays.push_back(rawEntry(archive, entries[k], names[k], progress));
  return headsOf(arrays, {}, diagnostics);
}

void addEntry(const ZipArchive& archive, const std::string& name, const std::string& bytes) {
  zip_source_t* const source = zip_source_buffer(archive.get(), bytes.data(), bytes.size(), 0);
  const std::string entryName = name + std::string(kEntrySuffix);
  const zip_int64_t index = source ? zip_file_add(archive.get(), entryName.c_str(), source, ZIP_FL_ENC_UTF_8) : -1;
  if (index < 0) {
    const std::string reason = archive.errorText();
    if (source) zip_source_free(source);
    fail("array ", name, ": cannot be packed: ", reason);
  }
  const auto entry = static_cast<zip_uint64_t>(index);
  if (zip_set_file_compression(archive.get(), entry, ZIP_CM_DEFLATE, kCompression) != 0 ||
      zip_file_set_mtime(archive.get(), entry, kFixedTime, 0) != 0)
    fail("array ", name, ": cannot be packed: ", archive.errorText());
}

std::string readSource(zip_source_t* source) {
  zip_stat_t stat;
  if (zip_source_stat(source, &stat) != 0 || zip_source_open(source) != 0) fail("the zip archive cannot be packed");
  std::string bytes(stat.size, '\0');
  const zip_int64_t got = zip_source_read(source, bytes.data(), bytes.size());
  zip_source_close(source);
  if (got < 0 || static_cast<size_t>(got) != bytes.size()) fail("the zip archive cannot be packed");
  return bytes;
}

/// An empty zip archive is its end record alone; libzip writes nothing for it.
std::string emptyArchive() {
  std::string bytes("PK\5\6", 4);
  bytes.append(18, '\0');
  return bytes;
}

/// What is written under this name is found under it again.
void requireName(const std::string& name) {
  constexpr std::size_t kLongest = 65535;
  const bool hasControls = std::any_of(name.begin(), name.end(), [](unsigned char c) {
    return c < ' ' && std::string_view("\t\n\r").find(static_cast<char>(c)) == std::string_view::npos;
  });
  if (!isUtf8(name) || hasControls || name.size() + kEntrySuffix.size() > kLongest)
    fail("array ", shownBytes(name).substr(0, 200),
         ": this name cannot stand in an .npz file, expected UTF-8 without control characters, at most ",
         kLongest - kEntrySuffix.size(), " bytes");
}

std::string archiveOf(const ArrayBundle& bundle) {
  if (bundle.empty()) return emptyArchive();
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* const source = zip_source_buffer_create(nullptr, 0, 0, &error);
  if (!source) fail("the zip archive cannot be packed: ", textOf(error));
  zip_source_keep(source);  // the archive takes one reference, reading the result needs another
  const std::unique_ptr<zip_source_t, void (*)(zip_source_t*)> kept(source, zip_source_free);
  ZipArchive archive(source, ZIP_TRUNCATE, "the zip archive");
  std::vector<std::string> entries;  // must outlive close(), which reads them
  entries.reserve(bundle.size());
  for (const auto& [name, array] : bundle) {
    requireName(name);
    entries.push_back(writeNpyArray(array));
    addEntry(archive, name, entries.back());
  }
  archive.close();
  return readSource(source);
}

class Npz : public BundleFormat {
 public:
  std::string id() const override { return "npz"; }
  std::string title() const override { return "NPZ arrays"; }
  std::string help() const override {
    return "Named arrays of NumPy in a zip archive: float16, float32, float64, int32, int64 or bool. Attention heads "
           "([layers, heads, Lq, Lk]) stay in the file until they are looked at; arrays tokens, special_tokens_mask, "
           "special_positions and sequence beside them name their positions.";
  }
  std::vector<std::string> suffixes() const override { return {".npz"}; }

  int sniff(std::string_view head, std::string_view suffix) const override {
    constexpr size_t kNameLengthAt = 26, kNameAt = 30;
    const int tip = suffix == ".npz" ? 10 : 0;
    if (head.starts_with(std::string_view("PK\5\6", 4))) return 40 + tip;
    if (!head.starts_with(std::string_view("PK\3\4", 4)) || head.size() < kNameAt) return 0;
    const size_t nameLength = static_cast<unsigned char>(head[kNameLengthAt]) |
                              static_cast<size_t>(static_cast<unsigned char>(head[kNameLengthAt + 1])) << 8;
    return head.substr(kNameAt, nameLength).ends_with(kEntrySuffix) ? 90 + tip : 20 + tip;
  }

  bool staysInFile() const override { return true; }

  std::optional<DatasetValue> open(const std::shared_ptr<const ByteSource>& file, Diagnostics& diagnostics,
                                   Progress& progress) const override {
    if (auto heads = openHeads(file, diagnostics, progress)) return heads;
    return std::nullopt;
  }

  DatasetValue read(std::string_view content, const std::string& source, Diagnostics& diagnostics,
                    Progress& progress) const override {
    return notedValue(readBundle(content, source, diagnostics, progress), source, diagnostics, progress);
  }

 protected:
  std::string writeBundle(const ArrayBundle& bundle) const override { return archiveOf(bundle); }
};

}  // namespace

std::unique_ptr<const Format> makeNpz() { return std::make_unique<Npz>(); }

}  // namespace engine
