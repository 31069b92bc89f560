#include "engine/compute/KernelSource.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

#include "engine/base/Error.h"

namespace engine {

namespace {

/// kernels/NAME.cl as it is written.
std::string kernelFile(const std::string& name) {
  const char* const folder = std::getenv("HEADLIGHT_KERNELS");
  if (folder != nullptr && *folder != '\0') {
    const std::string path = std::string(folder) + "/" + name + ".cl";
    std::ifstream in(path, std::ios::binary);
    if (!in) fail("cannot read the kernel ", path, " (the folder comes from HEADLIGHT_KERNELS)");
    return {std::istreambuf_iterator<char>(in), {}};
  }
  const std::string_view source = embeddedKernelSource(name);
  if (source.empty()) fail("there is no kernel named ", name);
  return std::string(source);
}

}  // namespace

std::string kernelSource(const std::string& name) {
  constexpr std::string_view kBefore = "#include \"", kAfter = ".cl\"";
  std::istringstream lines(kernelFile(name));
  std::string source;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(kBefore) && line.ends_with(kAfter))
      source += kernelSource(line.substr(kBefore.size(), line.size() - kBefore.size() - kAfter.size()));
    else
      source += line + "\n";
  }
  return source;
}

}  // namespace engine
