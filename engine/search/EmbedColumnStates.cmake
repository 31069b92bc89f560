# The column states that come with the program, as a string in a generated source.
set(column_states "${PROJECT_SOURCE_DIR}/resources/column-states/columns219.txt")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${column_states}")
file(READ "${column_states}" column_states_text)
file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/StandardColumnStates.cpp" @ONLY CONTENT [[
// Generated from resources/column-states/columns219.txt.
#include "engine/search/prefilter/ColumnStates.h"

namespace engine {

const ColumnStates& standardColumnStates() {
  static const ColumnStates states =
      parseColumnStates(R"(@column_states_text@)", "resources/column-states/columns219.txt");
  return states;
}

}  // namespace engine
]])
target_sources(engine_search_files PRIVATE "${CMAKE_CURRENT_BINARY_DIR}/StandardColumnStates.cpp")
