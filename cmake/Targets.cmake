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

# headlight_test(NAME LINK targets... [LABEL label] [WHOLE])
#
# Makes the executable test_NAME out of the .cpp files of the current folder and registers its tests. WHOLE registers
# the executable as one test (for programs whose start costs more than their tests); no two of these run at once,
# because they share the display's clipboard and pointer.
function(headlight_test name)
  cmake_parse_arguments(ARG "WHOLE" "LABEL" "LINK;SOURCES" ${ARGN})
  if(NOT ARG_SOURCES)
    file(GLOB ARG_SOURCES CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
  endif()
  if(NOT ARG_SOURCES)
    return()
  endif()
  add_executable(test_${name} ${ARG_SOURCES})
  target_link_libraries(test_${name} PRIVATE ${ARG_LINK})
  if(ARG_WHOLE)
    add_test(NAME ${name} COMMAND test_${name})
    set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABEL}" TIMEOUT 600 RESOURCE_LOCK display)
  else()
    gtest_discover_tests(test_${name} TEST_PREFIX "${name}/" DISCOVERY_MODE PRE_TEST
      PROPERTIES LABELS "${ARG_LABEL}" TIMEOUT 300)
  endif()
endfunction()

# headlight_precompile(TARGET [REUSE OTHER])
#
# For targets of which nearly every file includes widgets and datasets: compiles what is behind those once, or takes what
# another target with the same flags has compiled. Only headers that are not ours. Off in the preset for development,
# where a file that forgets an include shall not compile.
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
