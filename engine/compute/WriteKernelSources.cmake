# cmake -DOUT=file.cpp -DFILES=a.cl;b.cl -P WriteKernelSources.cmake
set(tables "")
set(cases "")
foreach(file IN LISTS FILES)
  get_filename_component(name "${file}" NAME_WE)
  file(READ "${file}" hex HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
  string(APPEND tables "constexpr unsigned char k_${name}[] = {${bytes}0x00};\n")
  string(APPEND cases
    "  if (name == \"${name}\") return {reinterpret_cast<const char*>(k_${name}), sizeof k_${name} - 1};\n")
endforeach()
file(WRITE "${OUT}" "// Generated from engine/compute/kernels/*.cl.\n#include \"engine/compute/KernelSource.h\"\n\n"
  "namespace {\n${tables}}  // namespace\n\nnamespace engine {\n\n"
  "std::string_view embeddedKernelSource(std::string_view name) {\n${cases}  return {};\n}\n\n}  // namespace engine\n")
