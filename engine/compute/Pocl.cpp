#include "engine/compute/Pocl.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace engine {

namespace fs = std::filesystem;

namespace {

/// The folder where PoCL keeps compiled kernels. Without a writable one PoCL lists no device and says nothing.
fs::path chooseCacheFolder() {
  std::vector<fs::path> candidates;
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache != '\0')
    candidates.push_back(fs::path(cache) / "headlight" / "pocl");
  if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0')
    candidates.push_back(fs::path(home) / ".cache" / "headlight" / "pocl");
  std::error_code error;
  candidates.push_back(fs::temp_directory_path(error) / ("headlight-pocl-" + std::to_string(getuid())));
  for (const fs::path& folder : candidates)
    if (isWritableFolder(folder)) return folder;
  return {};
}

/// Where /sys is not mounted (a plain chroot), PoCL's topology library finds no memory and PoCL ends the whole process.
/// Told the machine's size in words, it works.
void describeHiddenMachine() {
  std::error_code error;
  if (fs::exists("/sys/devices/system/cpu", error)) return;
  const long processors = std::max(1L, sysconf(_SC_NPROCESSORS_ONLN));
  const long long bytes = std::max(1LL << 30, static_cast<long long>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE));
  const std::string machine =
      "node:1(memory=" + std::to_string(bytes) + ") core:" + std::to_string(processors) + " pu:1";
  setenv("HWLOC_SYNTHETIC", machine.c_str(), 0);
}

/// The folder that PoCL was given by us; empty when it was told from outside. The first call decides.
const fs::path& ownFolder() {
  static const fs::path kFolder = [] {
    describeHiddenMachine();
    // PoCL sets this itself, in whichever thread looks for devices; a name that is there already is only given a value.
    setenv("HWLOC_PLUGINS_PATH", "/dev/null", 0);
    if (std::getenv("POCL_CACHE_DIR") != nullptr) return fs::path();
    fs::path folder = chooseCacheFolder();
    if (!folder.empty()) setenv("POCL_CACHE_DIR", folder.c_str(), 0);
    return folder;
  }();
  return kFolder;
}

bool isProbe(const fs::directory_entry& entry) {
  std::error_code error;
  const fs::path name = entry.path().filename();
  return name.string().starts_with("tempfile_") && !name.has_extension() && entry.is_regular_file(error) &&
         entry.file_size(error) == 0;
}

}  // namespace

bool isWritableFolder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return false;
  std::string probe = (folder / "probe-XXXXXX").string();
  const int file = mkstemp(probe.data());
  if (file < 0) return false;
  close(file);
  fs::remove(probe, error);
  return true;
}

void preparePocl() { ownFolder(); }

void removePoclProbes() {
  if (ownFolder().empty()) return;
  std::error_code error;
  std::vector<fs::path> probes;
  for (fs::directory_iterator entry(ownFolder(), error), end; !error && entry != end; entry.increment(error))
    if (isProbe(*entry)) probes.push_back(entry->path());
  for (const fs::path& probe : probes) fs::remove(probe, error);
}

}  // namespace engine
