// Where what comes with the program lies.
#pragma once

#include <filesystem>
#include <vector>

namespace app {

/// Folders that may hold resources, in the order in which they are tried: that of the environment variable
/// HEADLIGHT_RESOURCES, share/headlight beside the folder of the program, where it is installed, then places beside the
/// program and above its build folder. They need not exist.
std::vector<std::filesystem::path> resourceFolders();

/// The first folder of this name in one of them: "lessons", "samples"; empty when there is none.
std::filesystem::path resourceFolder(const std::string& name);

}  // namespace app
