# Compiler, linker and cache choices of the whole project; nothing else sets flags.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}")
# A build folder may be moved.
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "build type" FORCE)
endif()
# What moc reads is in the source, so that no target need wait for those that it links.
set(CMAKE_AUTOGEN_ORIGIN_DEPENDS OFF)

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
  # As its manual asks where headers are precompiled.
  set(CMAKE_CXX_COMPILER_LAUNCHER
      "${CMAKE_COMMAND}" -E env CCACHE_SLOPPINESS=pch_defines,time_macros "${CCACHE_PROGRAM}")
endif()

find_program(MOLD_PROGRAM mold)
find_program(LLD_PROGRAM ld.lld)
# A compiler for other processors looks for its linkers under names that these do not have.
if(CMAKE_CROSSCOMPILING)
elseif(MOLD_PROGRAM)
  add_link_options(-fuse-ld=mold)
elseif(LLD_PROGRAM)
  add_link_options(-fuse-ld=lld)
endif()

# Log-space arithmetic relies on infinities: no fast-math anywhere. Contraction to FMA is allowed.
add_compile_options(-Wall -Wextra -Wno-psabi -ffp-contract=fast)
# GCC collects garbage rarely: less processor time for more memory, 1.2 GB in the largest of six large units.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options(--param=ggc-min-expand=200 --param=ggc-min-heapsize=262144)
endif()
# GCC 12 warns about its own AVX-512 intrinsics once they are inlined (GCC bug 105593).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  add_compile_options(-Wno-uninitialized -Wno-maybe-uninitialized)
endif()
if(HEADLIGHT_WERROR)
  add_compile_options(-Werror)
endif()

# Levels of processors, the lowest first. Several: the engine is a library for each of them, of which the system's loader
# takes the best that the processor can run, and all else is compiled for the lowest (headlight_engine_library). One: the
# whole program is compiled for it, the engine inside. The names are those of the psABI, which the loader knows.
set(headlight_levels "lowest")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$" AND CMAKE_SYSTEM_NAME STREQUAL "Linux")
  set(headlight_levels "x86-64;x86-64-v3;x86-64-v4")
endif()
set(HEADLIGHT_LEVELS "${headlight_levels}" CACHE STRING
    "levels of processors to compile for, the lowest first: x86-64;x86-64-v3;x86-64-v4, or one, or native (this very one)")
set(headlight_options_of_lowest "")
set(headlight_options_of_native -march=native)
foreach(level IN ITEMS x86-64 x86-64-v2 x86-64-v3 x86-64-v4)
  set(headlight_options_of_${level} -march=${level})
endforeach()
# Of 512 bits also where the compiler chooses.
list(APPEND headlight_options_of_x86-64-v4 -mprefer-vector-width=512)
list(GET HEADLIGHT_LEVELS 0 headlight_lowest_level)
add_compile_options(${headlight_options_of_${headlight_lowest_level}})
list(LENGTH HEADLIGHT_LEVELS headlight_level_count)
if(headlight_level_count GREATER 1)
  # Where programs, all of which lie in the build folder itself, find the engine.
  set(CMAKE_BUILD_RPATH "\$ORIGIN/lib")
endif()
if(headlight_level_count EQUAL 1)
  add_compile_definitions(HEADLIGHT_LEVEL="${HEADLIGHT_LEVELS}")
endif()
# How Eigen's matrices lie in memory must not depend on the level.
add_compile_definitions(EIGEN_MAX_ALIGN_BYTES=64 EIGEN_MAX_STATIC_ALIGN_BYTES=64)

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
