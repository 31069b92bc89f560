// The arrays of an .npz file as they are, whatever the program would make of them: texts are left out.
#pragma once

#include <filesystem>
#include <string>

#include "engine/io/ByteSource.h"
#include "engine/io/formats/arrays/NpyArray.h"
#include "engine/io/formats/arrays/ZipDirectory.h"

namespace test {

inline engine::ArrayBundle npzArrays(const std::filesystem::path& path) {
  const auto archive = engine::openByteSource(path);
  if (!archive) engine::fail(path.string(), ": is no file");
  engine::ArrayBundle bundle;
  engine::Progress none;
  engine::Diagnostics diagnostics;
  for (const engine::ZipEntry& entry : engine::zipEntries(*archive)) {
    const std::string name = entry.name.substr(0, entry.name.rfind(".npy"));
    const std::string bytes = engine::unpackEntry(*archive, entry, entry.name, none);
    std::string_view values = bytes;
    if (engine::takeNpyHeader(values, entry.name).descr.find('U') != std::string::npos) continue;
    bundle.emplace(name, engine::readNpyArray(bytes, name, entry.name, diagnostics));
  }
  return bundle;
}

}  // namespace test
