// What PoCL needs around it: a folder for compiled kernels, a machine that it can look at.
#pragma once

#include <filesystem>

namespace engine {

/// Tells PoCL through the environment. Looking for devices does it as well; a program with threads calls this before it
/// has them, because changing the environment while another thread reads it ends the process now and then. Variables
/// that are set from outside are respected.
void preparePocl();

/// PoCL 3.1 tries with an empty file whether its folder can be written, and leaves it there. Removes these from the
/// folder that preparePocl() chose.
void removePoclProbes();

/// Makes the folder when it is not there. Tried with a file that is removed again.
bool isWritableFolder(const std::filesystem::path& folder);

}  // namespace engine
