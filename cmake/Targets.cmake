# headlight_unite(TARGET [BY_FOLDER] [ALONE files...])
#
# Compiles up to twenty files of a target, neighbours by name, as one: most of what a file costs is reading the same headers
# and generating the same functions of them. So names in anonymous namespaces are unique in their target; in tests, a
# namespace is called after its file. BY_FOLDER: up to ten neighbours of the same folder, for what GCC shall inline as far
# as it can: in larger units it stops sooner. ALONE are compiled by themselves: kernels, and what names things as its
# neighbours do. Called where the target is made, when it has all its files. Off in the preset for development, where a
# file that forgets an include shall not compile.
function(headlight_unite target)
  cmake_parse_arguments(ARG "BY_FOLDER" "" "ALONE" ${ARGN})
  if(NOT HEADLIGHT_UNITE)
    return()
  endif()
  set(batch_size 20)
  if(ARG_BY_FOLDER)
    set(batch_size 10)
  endif()
  set_source_files_properties(${ARG_ALONE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  foreach(source IN LISTS sources)
    get_source_file_property(is_alone "${source}" SKIP_UNITY_BUILD_INCLUSION)
    if(is_alone)
      continue()
    endif()
    set(neighbours of_target)
    if(ARG_BY_FOLDER)
      get_filename_component(neighbours "${source}" ABSOLUTE)
      get_filename_component(neighbours "${neighbours}" DIRECTORY)
      file(RELATIVE_PATH neighbours "${PROJECT_SOURCE_DIR}" "${neighbours}")
      string(MAKE_C_IDENTIFIER "${neighbours}" neighbours)
    endif()
    list(APPEND ${neighbours} "${source}")
    list(LENGTH ${neighbours} count)
    math(EXPR batch "(${count} - 1) / ${batch_size}")
    set_source_files_properties("${source}" PROPERTIES UNITY_GROUP ${neighbours}_${batch})
    if(NOT first_group)
      set(first_group ${neighbours}_${batch})
    endif()
  endforeach()
  headlight_unite_mocs(${target} "${first_group}")
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Of a file that is included GCC thinks that others include it too.
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# headlight_unite_mocs(TARGET GROUP)
#
# What moc writes for a target is compiled in the unit GROUP of its files too: CMake would make one more of it.
function(headlight_unite_mocs target group)
  get_target_property(has_mocs ${target} AUTOMOC)
  if(NOT has_mocs OR NOT group)
    return()
  endif()
  set(mocs "${CMAKE_CURRENT_BINARY_DIR}/${target}_autogen/mocs_compilation.cpp")
  set(source "${CMAKE_CURRENT_BINARY_DIR}/${target}_mocs.cpp")
  file(CONFIGURE OUTPUT "${source}" CONTENT "#include \"${mocs}\"\n" @ONLY)
  target_sources(${target} PRIVATE "${source}")
  set_source_files_properties("${source}" PROPERTIES UNITY_GROUP ${group} SKIP_AUTOGEN ON)
  set_source_files_properties("${mocs}" PROPERTIES HEADER_FILE_ONLY ON)
endfunction()

# headlight_lighten(TARGET [OPTIONS])
#
# Less optimisation in release builds, -O1 and small functions made part of those that call them or OPTIONS, for what calls
# the engine's kernels but computes little: it compiles in seven tenths of the time. Only with several levels of processors,
# whose lowest has no fused multiply-add, so that no number can change.
function(headlight_lighten target)
  set(options -O1 -finline-functions -finline-small-functions)
  if(ARGN)
    set(options ${ARGN})
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND headlight_level_count GREATER 1)
    target_compile_options(${target} PRIVATE "$<$<CONFIG:Release>:${options}>")
  endif()
endfunction()

# headlight_engine_folder(NAME [LIGHT] [LINK targets...] [FAST patterns...] [ALONE files...] [PROGRAM files...])
#
# Gives engine/NAME/**.cpp to the engine (headlight_engine_library) and makes engine_NAME, which others link for its
# headers and for what these need. LINK names the lower folders and the packages that it may use; a test looks at what is
# included. FAST: where the time goes, compiled for every level of processors. ALONE: see headlight_unite(). PROGRAM: what
# cannot be in a shared library, as it needs an archive that Debian has for programs alone; each program gets it.
# LIGHT: see headlight_lighten().
function(headlight_engine_folder name)
  cmake_parse_arguments(ARG "LIGHT" "" "LINK;FAST;ALONE;PROGRAM" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp"
       "${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.h")
  add_library(engine_${name} INTERFACE)
  target_include_directories(engine_${name} INTERFACE "${PROJECT_SOURCE_DIR}")
  target_link_libraries(engine_${name} INTERFACE ${ARG_LINK})
  if(ARG_PROGRAM)
    list(TRANSFORM ARG_PROGRAM PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/")
    list(REMOVE_ITEM sources ${ARG_PROGRAM})
    set_property(GLOBAL APPEND PROPERTY headlight_program_files ${ARG_PROGRAM})
  endif()
  if(ARG_FAST AND headlight_level_count GREATER 1)
    file(GLOB fast CONFIGURE_DEPENDS ${ARG_FAST})
    list(REMOVE_ITEM sources ${fast})
    set_property(GLOBAL APPEND PROPERTY headlight_fast_files ${fast})
  endif()
  add_library(engine_${name}_files OBJECT ${sources})
  set_target_properties(engine_${name}_files PROPERTIES LINKER_LANGUAGE CXX)
  target_link_libraries(engine_${name}_files PRIVATE engine_${name})
  if(headlight_level_count EQUAL 1)
    set(by_folder BY_FOLDER)  # the FAST files are among these
  endif()
  headlight_unite(engine_${name}_files ${by_folder} ALONE ${ARG_ALONE})
  if(ARG_LIGHT)
    headlight_lighten(engine_${name}_files)
  endif()
  headlight_precompile_engine(engine_${name}_files ${ARG_LIGHT})
  set_property(GLOBAL APPEND PROPERTY headlight_engine_folders engine_${name})
endfunction()

# headlight_precompile_engine(TARGET LIGHT): headers for files of the engine that are compiled once; those of the first
# target that is LIGHT, or is not, serve all that are the same.
function(headlight_precompile_engine target is_light)
  get_property(first GLOBAL PROPERTY headlight_precompiled_engine_${is_light})
  if(first)
    headlight_precompile(${target} REUSE ${first})
  else()
    headlight_precompile(${target})
    set_property(GLOBAL PROPERTY headlight_precompiled_engine_${is_light} ${target})
  endif()
endfunction()

# headlight_engine_library()
#
# Makes headlight_engine out of the folders. With one level of processors it is a static library. With several it is a
# shared one, and one more for each level above the lowest in glibc-hwcaps/LEVEL beside it, where the system's loader
# finds the best one that the processor can run; so no code asks for processors. The files that are not fast are compiled
# once, for the lowest level, and are in each. headlight_engine is what programs link: the library of the best level that
# this very processor runs, so a program alone needs no other to be built; headlight_engine_levels builds all of them.
function(headlight_engine_library)
  get_property(folders GLOBAL PROPERTY headlight_engine_folders)
  get_property(fast GLOBAL PROPERTY headlight_fast_files)
  list(TRANSFORM folders REPLACE "(.+)" "$<TARGET_OBJECTS:\\1_files>" OUTPUT_VARIABLE objects)
  get_property(of_programs GLOBAL PROPERTY headlight_program_files)
  add_library(engine_program_files OBJECT ${of_programs})
  target_link_libraries(engine_program_files PRIVATE ${folders})
  add_custom_target(headlight_engine_levels ALL)
  if(headlight_level_count EQUAL 1)
    add_library(headlight_engine STATIC ${objects})
    set_target_properties(headlight_engine PROPERTIES LINKER_LANGUAGE CXX)
    target_link_libraries(headlight_engine PUBLIC ${folders})
    return()
  endif()
  # A library calls its own functions, though the program, which is compiled for the lowest level, may have inline ones
  # of the same names; of those that its files share the linker takes the first, so the fast files come first.
  foreach(folder IN LISTS folders)
    set_target_properties(${folder}_files PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_compile_options(${folder}_files PRIVATE -fno-semantic-interposition)
  endforeach()
  foreach(level IN LISTS HEADLIGHT_LEVELS)
    add_library(engine_fast_${level} OBJECT ${fast})
    set_target_properties(engine_fast_${level} PROPERTIES POSITION_INDEPENDENT_CODE ON LINKER_LANGUAGE CXX)
    target_link_libraries(engine_fast_${level} PRIVATE ${folders})
    target_compile_options(engine_fast_${level} PRIVATE -fno-semantic-interposition ${headlight_options_of_${level}})
    target_compile_definitions(engine_fast_${level} PRIVATE HEADLIGHT_LEVEL="${level}")
    headlight_unite(engine_fast_${level} BY_FOLDER)
    headlight_precompile(engine_fast_${level})
    set(library headlight_engine_${level})
    set(place "${CMAKE_BINARY_DIR}/lib/glibc-hwcaps/${level}")
    if(level STREQUAL headlight_lowest_level)
      set(place "${CMAKE_BINARY_DIR}/lib")
    endif()
    add_library(${library} SHARED $<TARGET_OBJECTS:engine_fast_${level}> ${objects})
    set_target_properties(${library} PROPERTIES OUTPUT_NAME headlight_engine LINKER_LANGUAGE CXX
      LIBRARY_OUTPUT_DIRECTORY "${place}")
    target_link_libraries(${library} PUBLIC ${folders})
    target_link_options(${library} PRIVATE -Wl,-Bsymbolic-functions)
    add_dependencies(headlight_engine_levels ${library})
  endforeach()
  # Linked as a file: of a target CMake would have programs look in its folder first, whatever the processor.
  headlight_level_here(level)
  add_library(headlight_engine INTERFACE)
  target_link_libraries(headlight_engine INTERFACE ${folders})
  target_link_options(headlight_engine INTERFACE
    -Wl,--push-state,--no-as-needed $<TARGET_FILE:headlight_engine_${level}> -Wl,--pop-state)
  set_target_properties(headlight_engine PROPERTIES INTERFACE_LINK_DEPENDS $<TARGET_FILE:headlight_engine_${level}>)
endfunction()

# headlight_level_here(OUT_LEVEL): the highest of HEADLIGHT_LEVELS that the system's loader finds this processor to be of.
function(headlight_level_here out)
  set(${out} "${headlight_lowest_level}" PARENT_SCOPE)
  execute_process(COMMAND /lib64/ld-linux-x86-64.so.2 --help OUTPUT_VARIABLE loader ERROR_QUIET RESULT_VARIABLE status)
  foreach(level IN LISTS HEADLIGHT_LEVELS)
    if(loader MATCHES "${level} \\(supported")
      set(${out} "${level}" PARENT_SCOPE)
    endif()
  endforeach()
endfunction()

# headlight_test(NAME LINK targets... [LABEL label] [WHOLE [SHARDS n]] [LEVELS filter] [ALONE files...] [HEADERS target])
#
# Makes the executable test_NAME out of the .cpp files of the current folder and registers its tests. WHOLE is for
# programs with windows, whose start costs more than their tests: the executable is one test, or SHARDS of them that
# share its tests among them, each with a display, a clipboard and a pointer of its own. LEVELS: the tests of this filter
# (GoogleTest's) run once more at every level of processors but the highest. ALONE: see headlight_unite(). HEADERS: whose
# precompiled ones to take, those of test_support without a word; or none.
function(headlight_test name)
  cmake_parse_arguments(ARG "WHOLE" "LABEL;SHARDS;LEVELS;HEADERS" "LINK;SOURCES;ALONE" ${ARGN})
  if(NOT ARG_SOURCES)
    file(GLOB ARG_SOURCES CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
  endif()
  if(NOT ARG_SOURCES)
    return()
  endif()
  add_executable(test_${name} ${ARG_SOURCES})
  target_link_libraries(test_${name} PRIVATE ${ARG_LINK})
  headlight_unite(test_${name} ALONE ${ARG_ALONE})
  headlight_lighten(test_${name} -Og)  # what is tested is in a library
  if(NOT ARG_HEADERS)
    set(ARG_HEADERS test_support)
  endif()
  if(NOT ARG_HEADERS STREQUAL "none")
    headlight_precompile(test_${name} REUSE ${ARG_HEADERS})
  endif()
  if(ARG_WHOLE)
    # The cost makes these the first to start.
    headlight_test_whole(${name} "${ARG_SHARDS}" "LABELS;${ARG_LABEL};TIMEOUT;600;COST;100"
      "${PROJECT_SOURCE_DIR}/tests/with-display.sh" $<TARGET_FILE:test_${name}>)
  elseif(CMAKE_CROSSCOMPILING)
    # A start under an emulator costs more than most tests do, too.
    headlight_test_whole(${name} 4 "LABELS;${ARG_LABEL};TIMEOUT;3600" test_${name} --gtest_brief=1)
  else()
    gtest_discover_tests(test_${name} TEST_PREFIX "${name}/" DISCOVERY_MODE PRE_TEST
      PROPERTIES LABELS "${ARG_LABEL}" TIMEOUT 300)
  endif()
  if(ARG_LEVELS)
    set(levels ${HEADLIGHT_LEVELS})
    list(POP_BACK levels)
    foreach(level IN LISTS levels)
      headlight_test_at_level(${name} ${level} "${ARG_LABEL}" test_${name} "--gtest_filter=${ARG_LEVELS}")
    endforeach()
  endif()
endfunction()

# headlight_test_whole(NAME SHARDS PROPERTIES COMMAND...): the command runs all tests of a program; one test, or SHARDS of
# them that share its tests among them.
function(headlight_test_whole name shards properties)
  if(NOT shards)
    set(shards 1)
  endif()
  foreach(shard RANGE 1 ${shards})
    math(EXPR index "${shard} - 1")
    set(test ${name})
    if(shards GREATER 1)
      string(APPEND test "/${shard}")
    endif()
    add_test(NAME ${test} COMMAND ${ARGN})
    set_tests_properties(${test} PROPERTIES ${properties}
      ENVIRONMENT "GTEST_TOTAL_SHARDS=${shards};GTEST_SHARD_INDEX=${index}")
  endforeach()
endfunction()

# headlight_test_at_level(NAME LEVEL LABEL TARGET [ARGUMENT...]): one test, skipped where the processor is below the level.
function(headlight_test_at_level name level label target)
  add_test(NAME "${name}/at ${level}"
    COMMAND "${PROJECT_SOURCE_DIR}/tests/at-level.sh" ${level} $<TARGET_FILE:${target}> ${ARGN} --gtest_brief=1)
  set_tests_properties("${name}/at ${level}" PROPERTIES LABELS "${label}" TIMEOUT 600 COST 20 SKIP_RETURN_CODE 77)
  add_dependencies(${target} headlight_engine_levels)
endfunction()

# headlight_test_per_level(NAME LINK targets... LABEL label SOURCES files...)
#
# Tests that look into what differs among levels of processors (engine/base/level/PerLevel.h): a program for each, one test.
function(headlight_test_per_level name)
  cmake_parse_arguments(ARG "" "LABEL" "LINK;SOURCES" ${ARGN})
  if(headlight_level_count EQUAL 1)
    headlight_test(${name} LINK ${ARG_LINK} LABEL ${ARG_LABEL} SOURCES ${ARG_SOURCES})
    return()
  endif()
  foreach(level IN LISTS HEADLIGHT_LEVELS)
    set(program test_${name}_${level})
    add_executable(${program} ${ARG_SOURCES})
    target_link_libraries(${program} PRIVATE ${ARG_LINK})
    target_compile_options(${program} PRIVATE ${headlight_options_of_${level}})
    target_compile_definitions(${program} PRIVATE HEADLIGHT_LEVEL="${level}")
    headlight_unite(${program})
    headlight_test_at_level(${name} ${level} "${ARG_LABEL}" ${program})
  endforeach()
endfunction()

set(headlight_window_headers <QJsonObject> <QPainter> <QWidget> <Eigen/Geometry>)
set(headlight_test_headers <gtest/gtest.h> <gmock/gmock.h>)

# headlight_precompile(TARGET [WITH headers...] [REUSE OTHER])
#
# Compiles the headers that nearly every file includes, and those WITH them, once for the target, or takes those that
# another target has compiled with the same flags and with no macro that this one lacks: GCC takes those of another degree
# of optimisation without a word, and then compiles all of the file with that. Only headers that are not ours. Off in the
# preset for development, where a file that forgets an include shall not compile.
function(headlight_precompile target)
  cmake_parse_arguments(ARG "" "REUSE" "WITH" ${ARGN})
  if(NOT HEADLIGHT_PRECOMPILE)
    return()
  endif()
  if(ARG_REUSE)
    target_precompile_headers(${target} REUSE_FROM ${ARG_REUSE})
  else()
    target_precompile_headers(${target} PRIVATE ${ARG_WITH} <Eigen/Core> <algorithm> <any> <array> <charconv> <cmath>
      <filesystem> <functional> <limits> <map> <memory> <numeric> <optional> <set> <span> <string> <string_view>
      <variant> <vector>)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -fpch-preprocess)  # for ccache
  endif()
endfunction()
