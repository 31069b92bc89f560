# headlight_unite(TARGET [ACROSS] [ALONE files...])
#
# Compiles up to ten neighbours of a folder as one file: most of what a file costs is reading the same headers. So names
# in anonymous namespaces are unique in their folder. ACROSS: neighbours may be of different folders, as in tests, where
# a namespace is called after its file. ALONE are compiled by themselves: kernels, and what names things as its
# neighbours do. Called where the target is made, when it has all its files. Off in the preset for development,
# where a file that forgets an include shall not compile.
function(headlight_unite target)
  cmake_parse_arguments(ARG "ACROSS" "" "ALONE" ${ARGN})
  if(NOT HEADLIGHT_UNITE)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  foreach(source IN LISTS sources)
    get_filename_component(source "${source}" ABSOLUTE)
    get_filename_component(folder "${source}" DIRECTORY)
    file(RELATIVE_PATH folder "${PROJECT_SOURCE_DIR}" "${folder}")
    if(ARG_ACROSS)
      set(folder ${target})
    endif()
    string(MAKE_C_IDENTIFIER "${folder}" folder)
    list(APPEND files_of_${folder} "${source}")
    list(LENGTH files_of_${folder} count)
    math(EXPR batch "(${count} - 1) / 10")
    set_source_files_properties("${source}" PROPERTIES UNITY_GROUP ${folder}_${batch})
  endforeach()
  set_source_files_properties(${ARG_ALONE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# headlight_engine_folder(NAME [LINK targets...] [ALONE files...])
#
# Makes the static library engine_NAME out of engine/NAME/**.cpp. LINK names the lower folders and the packages
# that it may use: a folder that reaches upwards does not link. ALONE: see headlight_unite().
function(headlight_engine_folder name)
  cmake_parse_arguments(ARG "" "" "LINK;ALONE" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp"
       "${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.h")
  add_library(engine_${name} STATIC ${sources})
  set_target_properties(engine_${name} PROPERTIES LINKER_LANGUAGE CXX)
  target_include_directories(engine_${name} PUBLIC "${PROJECT_SOURCE_DIR}")
  target_link_libraries(engine_${name} PUBLIC ${ARG_LINK})
  headlight_unite(engine_${name} ALONE ${ARG_ALONE})
endfunction()

# headlight_test(NAME LINK targets... [LABEL label] [WHOLE [SHARDS n]] [ALONE files...])
#
# Makes the executable test_NAME out of the .cpp files of the current folder and registers its tests. WHOLE is for
# programs with windows, whose start costs more than their tests: the executable is one test, or SHARDS of them that
# share its tests among them, each with a display, a clipboard and a pointer of its own. ALONE: see headlight_unite().
function(headlight_test name)
  cmake_parse_arguments(ARG "WHOLE" "LABEL;SHARDS" "LINK;SOURCES;ALONE" ${ARGN})
  if(NOT ARG_SOURCES)
    file(GLOB ARG_SOURCES CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
  endif()
  if(NOT ARG_SOURCES)
    return()
  endif()
  add_executable(test_${name} ${ARG_SOURCES})
  target_link_libraries(test_${name} PRIVATE ${ARG_LINK})
  headlight_unite(test_${name} ACROSS ALONE ${ARG_ALONE})
  if(ARG_WHOLE)
    if(NOT ARG_SHARDS)
      set(ARG_SHARDS 1)
    endif()
    foreach(shard RANGE 1 ${ARG_SHARDS})
      math(EXPR index "${shard} - 1")
      set(test ${name})
      if(ARG_SHARDS GREATER 1)
        string(APPEND test "/${shard}")
      endif()
      add_test(NAME ${test} COMMAND "${PROJECT_SOURCE_DIR}/tests/with-display.sh" $<TARGET_FILE:test_${name}>)
      # The cost makes these the first to start.
      set_tests_properties(${test} PROPERTIES LABELS "${ARG_LABEL}" TIMEOUT 600 COST 100
        ENVIRONMENT "GTEST_TOTAL_SHARDS=${ARG_SHARDS};GTEST_SHARD_INDEX=${index}")
    endforeach()
  else()
    gtest_discover_tests(test_${name} TEST_PREFIX "${name}/" DISCOVERY_MODE PRE_TEST
      PROPERTIES LABELS "${ARG_LABEL}" TIMEOUT 300)
  endif()
endfunction()

# headlight_precompile(TARGET [REUSE OTHER])
#
# For targets of which nearly every file includes widgets and datasets: compiles what is behind those once, or takes
# what another target with the same flags has compiled. Only headers that are not ours. Off in the preset for
# development, where a file that forgets an include shall not compile.
function(headlight_precompile target)
  cmake_parse_arguments(ARG "" "REUSE" "" ${ARGN})
  if(NOT HEADLIGHT_PRECOMPILE)
    return()
  endif()
  if(ARG_REUSE)
    target_precompile_headers(${target} REUSE_FROM ${ARG_REUSE})
  else()
    target_precompile_headers(${target} PRIVATE <QJsonObject> <QPainter> <QWidget> <Eigen/Geometry> <algorithm> <any>
      <array> <filesystem> <functional> <map> <memory> <optional> <set> <string> <variant> <vector>)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -fpch-preprocess)  # for ccache
  endif()
endfunction()
