# Turns compute/kernels/*.cl into one generated source with the bytes of each: `std::string_view kernelSource(name)`.
file(GLOB kernel_files CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/compute/kernels/*.cl")
set(kernel_cpp "${CMAKE_CURRENT_BINARY_DIR}/KernelSources.cpp")
add_custom_command(
  OUTPUT "${kernel_cpp}"
  COMMAND ${CMAKE_COMMAND} "-DOUT=${kernel_cpp}" "-DFILES=${kernel_files}"
          -P "${CMAKE_CURRENT_SOURCE_DIR}/compute/WriteKernelSources.cmake"
  DEPENDS ${kernel_files} "${CMAKE_CURRENT_SOURCE_DIR}/compute/WriteKernelSources.cmake"
  VERBATIM)
target_sources(engine_compute_files PRIVATE "${kernel_cpp}")
