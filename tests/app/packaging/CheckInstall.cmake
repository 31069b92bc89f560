# cmake -DBUILD=build folder -DWORK=scratch folder -P CheckInstall.cmake
# An installed program finds its lessons and samples beside itself, wherever its folder is moved to, and takes no folder
# "resources" of its user's for them.
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE "${WORK}")
execute_process(COMMAND ${CMAKE_COMMAND} --install "${BUILD}" --prefix "${WORK}/first" OUTPUT_QUIET
                COMMAND_ERROR_IS_FATAL ANY)
foreach(file IN ITEMS bin/headlight share/man/man1/headlight.1 share/bash-completion/completions/headlight
    share/zsh/vendor-completions/_headlight share/fish/vendor_completions.d/headlight.fish
    share/headlight/samples/proteins.headlight share/mime/packages/headlight.xml share/doc/headlight/LICENSE)
  file(SIZE "${WORK}/first/${file}" size)
  if(size EQUAL 0)
    message(FATAL_ERROR "${file}: installed empty")
  endif()
endforeach()
file(RENAME "${WORK}/first" "${WORK}/moved")
# Two folders above the program.
file(COPY "${WORK}/moved/share/headlight/lessons" DESTINATION "${WORK}/resources")

execute_process(
  COMMAND ${CMAKE_COMMAND} -E env --unset=HEADLIGHT_RESOURCES --unset=DISPLAY "XDG_DATA_HOME=${WORK}/data"
          "${WORK}/moved/bin/headlight" lesson --json
  WORKING_DIRECTORY / OUTPUT_VARIABLE listed COMMAND_ERROR_IS_FATAL ANY)
string(JSON count LENGTH "${listed}" lessons)
if(count LESS 10)
  message(FATAL_ERROR "found ${count} lessons, expected those that come along")
endif()
string(JSON file GET "${listed}" lessons 0 file)
if(NOT file MATCHES "^${WORK}/moved/share/headlight/lessons/")
  message(FATAL_ERROR "lessons come from ${file}, expected ${WORK}/moved/share/headlight/lessons")
endif()
execute_process(
  COMMAND ${CMAKE_COMMAND} -E env --unset=HEADLIGHT_RESOURCES --unset=DISPLAY
          "${WORK}/moved/bin/headlight" render "${WORK}/moved/share/headlight/samples/heads.headlight"
          --out "${WORK}/heads.png" --quiet
  WORKING_DIRECTORY / COMMAND_ERROR_IS_FATAL ANY)
file(SIZE "${WORK}/heads.png" size)
if(size LESS 5000)
  message(FATAL_ERROR "heads.png has ${size} bytes, expected a picture")
endif()
file(REMOVE_RECURSE "${WORK}")
