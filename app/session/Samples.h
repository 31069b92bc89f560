// The sample sessions that come with the program.
#pragma once

#include <QString>
#include <vector>

namespace app {

struct Sample {
  QString title, path;
  QString door;     ///< of the start page: "learn", "heads" or "alignments"
  QString shows;    ///< what one sees, one sentence; may be empty
  QString picture;  ///< kind of the view that is its picture; empty: the first
  int numFiles = 0;
  qint64 bytes = 0;  ///< of its files together
};

/// Sample sessions of the resource folder: beside the program, above its build folder, or in share/headlight; the
/// environment variable HEADLIGHT_RESOURCES overrides. In the order of samples.json beside them, which says where they
/// belong; others behind these, to learn from. Empty when there is none.
std::vector<Sample> findSamples();

}  // namespace app
