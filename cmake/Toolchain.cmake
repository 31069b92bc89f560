# Compiler, linker and cache choices of the whole project; nothing else sets flags.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}")
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "build type" FORCE)
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
  # As its manual asks where headers are precompiled.
  set(CMAKE_CXX_COMPILER_LAUNCHER
      "${CMAKE_COMMAND}" -E env CCACHE_SLOPPINESS=pch_defines,time_macros "${CCACHE_PROGRAM}")
endif()

find_program(MOLD_PROGRAM mold)
find_program(LLD_PROGRAM ld.lld)
if(MOLD_PROGRAM)
  add_link_options(-fuse-ld=mold)
elseif(LLD_PROGRAM)
  add_link_options(-fuse-ld=lld)
endif()

# Log-space arithmetic relies on infinities: no fast-math anywhere. Contraction to FMA is allowed.
add_compile_options(-Wall -Wextra -Wno-psabi -ffp-contract=fast)
# GCC 12 warns about its own AVX-512 intrinsics once they are inlined (GCC bug 105593).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  add_compile_options(-Wno-uninitialized -Wno-maybe-uninitialized)
endif()
if(HEADLIGHT_WERROR)
  add_compile_options(-Werror)
endif()
if(HEADLIGHT_NATIVE)
  add_compile_options(-march=native)
endif()
if(HEADLIGHT_SANITIZE)
  add_compile_options(-fsanitize=${HEADLIGHT_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${HEADLIGHT_SANITIZE})
  if(HEADLIGHT_SANITIZE MATCHES "undefined")
    add_compile_options(-fno-sanitize-recover=undefined)
  endif()
endif()

# Eigen never starts threads of its own: work is cut up by engine/base/ParallelFor.
add_compile_definitions(EIGEN_DONT_PARALLELIZE EIGEN_MPL2_ONLY)
# Qt's lower-case keyword macros break oneTBB's headers.
add_compile_definitions(QT_NO_KEYWORDS)
