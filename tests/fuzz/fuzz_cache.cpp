// libFuzzer entry for caches of databases. What follows the first byte of an input is a whole file when that byte is
// odd, else its content, with head and sums that fit: what no check sum finds must be found by whoever reads it.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

#include "engine/base/Error.h"
#include "engine/io/FileContent.h"
#include "engine/search/database/Database.h"
#include "engine/search/database/DatabaseLayout.h"

using namespace engine;

namespace {

const CacheKey kKey{kProfilesKind, "fuzz"};

ProfileHmm smallProfile() {
  ProfileHmm profile;
  profile.name = "name";
  profile.background.fill(0.05);
  for (int i = 0; i < 2; ++i) {
    profile.emissions.emplace_back().fill(0.05);
    profile.alignmentColumn.push_back(i);
    profile.consensus += 'x';
    profile.masterLetters += 'A';
  }
  profile.transitions.assign(3, {0, -10, -10, -1, -1, -1, -1});
  profile.columnNeff.assign(3, {1, 1, 1});
  return profile;
}

void readAll(const Database& database) {
  for (Index k = 0; k < database.count(); ++k) try {
      database.entry(k);
      database.name(k);
      database.fetch({&k, 1});
      database.release(k, k + 1);
      database.record(k);
      if (database.profile(k).length() != database.record(k).length) std::abort();
    } catch (const Error&) {
    }
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  if (const char* const folder = std::getenv("HEADLIGHT_FUZZ_SEEDS")) {
    const std::string place = std::string(folder) + "/made";
    const auto entries = [] { return ProfileEntries{{"first", "second"}, [](Index) { return smallProfile(); }}; };
    Diagnostics diagnostics;
    Progress progress;
    Database::open({"fuzz", entries}, {place}, 1, diagnostics, progress);
    const std::string file = readFileWhole(place);
    writeFileWhole(std::string(folder) + "/file", '\1' + file);
    writeFileWhole(std::string(folder) + "/content", '\0' + file.substr(4096, 2 * kCacheBlock));
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size == 0) return 0;
  const auto rest = std::as_bytes(std::span(bytes, size)).subspan(1);
  const int file = ::memfd_create("fuzz", 0);
  const std::string place = "/proc/self/fd/" + std::to_string(file);
  try {
    if (bytes[0] % 2 == 1) {
      if (::write(file, rest.data(), rest.size()) != static_cast<ssize_t>(rest.size())) std::abort();
      readAll(*Database::openShared(kKey.fingerprint, {place}));
    } else {
      CacheWriter writer({}, kKey);
      writer.write(writer.reserve(rest.size()), rest);
      readAll(Database(writer.finish(), kKey.fingerprint));
    }
  } catch (const Error&) {
  }
  ::close(file);
  return 0;
}
