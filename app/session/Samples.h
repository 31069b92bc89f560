// The sample sessions that come with the program.
#pragma once

#include <QString>
#include <vector>

namespace app {

struct Sample {
  QString title, path;
};

/// Sample sessions of the resource folder: beside the program, above its build folder, or in share/headlight; the
/// environment variable HEADLIGHT_RESOURCES overrides. Empty when there is none.
std::vector<Sample> findSamples();

}  // namespace app
