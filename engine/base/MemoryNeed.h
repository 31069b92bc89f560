// Refusing work that cannot fit into memory before starting it.
#pragma once

namespace engine {

inline constexpr double kMebibyte = 1024.0 * 1024.0;  ///< bytes

/// Throws Error ("the maps S and A need 40.0 GB, ...: drop the maps") when `bytes` exceeds 80 % of availableMemory().
void requireMemory(double bytes, const char* what, const char* remedy);

}  // namespace engine
