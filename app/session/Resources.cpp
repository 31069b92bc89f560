#include "app/session/Resources.h"

#include <cstdlib>
#include <string>

namespace app {

namespace fs = std::filesystem;

std::vector<fs::path> resourceFolders() {
  std::vector<fs::path> folders;
  if (const char* chosen = std::getenv("HEADLIGHT_RESOURCES"); chosen && *chosen) folders.emplace_back(chosen);
  std::error_code failed;
  // Commands run without an application object of Qt, which would know the same.
  const fs::path program = fs::read_symlink("/proc/self/exe", failed).parent_path();
  if (failed) return folders;
  // An installed program must not take a folder "resources" of its user's for its own: that place comes first.
  for (const char* place : {"../share/headlight", "resources", "../resources", "../../resources"})
    folders.push_back(program / place);
  return folders;
}

fs::path resourceFolder(const std::string& name) {
  for (const fs::path& folder : resourceFolders()) {
    std::error_code failed;
    if (!fs::is_directory(folder / name, failed)) continue;
    const fs::path found = fs::canonical(folder / name, failed);
    if (!failed) return found;
  }
  return {};
}

}  // namespace app
