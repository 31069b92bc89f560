// libFuzzer entry for ffindex databases. An input is the index, an empty line, the data; entries that the database
// gives are written as a database of their own, which must hold the same.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

#include "engine/base/Error.h"
#include "engine/io/Ffindex.h"
#include "engine/io/FileContent.h"

using namespace engine;

namespace {

/// Bytes behind a path, without a disk.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes) : m_descriptor(::memfd_create("fuzz", 0)) {
    if (::write(m_descriptor, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size())) std::abort();
  }
  ~MemoryFile() { ::close(m_descriptor); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  std::string path() const { return "/proc/self/fd/" + std::to_string(m_descriptor); }

 private:
  int m_descriptor;
};

std::vector<std::pair<std::string, std::string>> entriesOf(std::string_view index, std::string_view data) {
  const MemoryFile dataFile(data), indexFile(index);
  const Ffindex database(dataFile.path(), indexFile.path());
  std::vector<std::pair<std::string, std::string>> entries;
  for (Index k = 0; k < database.count(); ++k) {
    entries.emplace_back(database.name(k), database.content(k));
    if (database.find(entries.back().first) != k) std::abort();
  }
  return entries;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  if (const char* const folder = std::getenv("HEADLIGHT_FUZZ_SEEDS")) {
    const FfindexText text = ffindexOf({{"first", "HHsearch 1.5\n"}, {"second", ""}, {"third.a3m", ">a\nAC\n"}});
    writeFileWhole(std::string(folder) + "/sample", text.index + "\n" + text.data);
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(bytes), size);
  const std::size_t cut = input.find("\n\n");
  const std::string_view index = input.substr(0, cut == std::string_view::npos ? size : cut + 1);
  const std::string_view data = cut == std::string_view::npos ? "" : input.substr(cut + 2);
  std::vector<std::pair<std::string, std::string>> entries;
  FfindexText text;
  try {
    entries = entriesOf(index, data);
    text = ffindexOf(entries);
  } catch (const Error&) {
    return 0;
  }
  try {
    if (entriesOf(text.index, text.data) != entries) std::abort();
  } catch (const Error&) {
    std::abort();
  }
  return 0;
}
