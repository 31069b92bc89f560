# headlight_engine_folder(NAME [LINK targets...])
#
# Makes the static library engine_NAME out of engine/NAME/**.cpp. LINK names the lower folders and the packages
# that it may use: a folder that reaches upwards does not link.
function(headlight_engine_folder name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp"
       "${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.h")
  add_library(engine_${name} STATIC ${sources})
  set_target_properties(engine_${name} PROPERTIES LINKER_LANGUAGE CXX)
  target_include_directories(engine_${name} PUBLIC "${PROJECT_SOURCE_DIR}")
  target_link_libraries(engine_${name} PUBLIC ${ARG_LINK})
endfunction()

# headlight_test(NAME LINK targets... [LABEL label] [WHOLE [SHARDS n]])
#
# Makes the executable test_NAME out of the .cpp files of the current folder and registers its tests. WHOLE is for
# programs with windows, whose start costs more than their tests: the executable is one test, or SHARDS of them that
# share its tests among them, each with a display, a clipboard and a pointer of its own.
function(headlight_test name)
  cmake_parse_arguments(ARG "WHOLE" "LABEL;SHARDS" "LINK;SOURCES" ${ARGN})
  if(NOT ARG_SOURCES)
    file(GLOB ARG_SOURCES CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
  endif()
  if(NOT ARG_SOURCES)
    return()
  endif()
  add_executable(test_${name} ${ARG_SOURCES})
  target_link_libraries(test_${name} PRIVATE ${ARG_LINK})
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
