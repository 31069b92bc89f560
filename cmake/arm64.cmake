# Toolchain: compiles on another processor for 64-bit ARM, with Debian's g++-aarch64-linux-gnu, and runs what was compiled
# under qemu-user. HEADLIGHT_SYSROOT is the folder with the libraries, which tests/arm64.sh makes; the preset arm64 is its.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)

if(NOT HEADLIGHT_SYSROOT)
  set(headlight_cache "$ENV{XDG_CACHE_HOME}")
  if(NOT headlight_cache)
    set(headlight_cache "$ENV{HOME}/.cache")
  endif()
  set(HEADLIGHT_SYSROOT "${headlight_cache}/headlight/arm64")
endif()
set(HEADLIGHT_SYSROOT "${HEADLIGHT_SYSROOT}" CACHE PATH "libraries of the processor that is compiled for")
# What the compiler is tried out with reads this file too.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES HEADLIGHT_SYSROOT)

set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_SYSROOT "${HEADLIGHT_SYSROOT}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_SYSROOT_DIR} "${HEADLIGHT_SYSROOT}")
set(ENV{PKG_CONFIG_LIBDIR} "${HEADLIGHT_SYSROOT}/usr/lib/aarch64-linux-gnu/pkgconfig:${HEADLIGHT_SYSROOT}/usr/share/pkgconfig")

set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static -L "${HEADLIGHT_SYSROOT}")

# CMake asks mpicxx what it links, which would have to run here.
set(CMAKE_DISABLE_FIND_PACKAGE_MPI ON)
