// What the user can choose about the atlas, as plain values that a session file can keep.
#pragma once

#include <QJsonObject>
#include <string>

namespace ui {

/// Alike heads near each other, or layers x heads.
enum class AtlasArrangement { points, grid };

/// What is in sight of the plane: its middle in units of the layout, and how much larger than the whole.
struct AtlasWindow {
  double x = 0, y = 0, zoom = 1;
  bool operator==(const AtlasWindow&) const = default;
};
inline constexpr double kMostAtlasZoom = 64;

struct AtlasOptions {
  AtlasArrangement arrangement = AtlasArrangement::points;
  std::string coloredBy;            ///< key of a column; empty: what tells most (tellingColor)
  std::string sizedBy = "P_all_L";  ///< key of a column; empty: all the same
  bool areClustersShown = true;     ///< outlines and names of heads that are alike
  bool areThumbnailsShown = false;  ///< maps in place of points
  std::string companion;            ///< id of a second head table, whose heads lie in the same plane; empty: none
  AtlasWindow window;

  bool operator==(const AtlasOptions&) const = default;
};

QJsonObject toJson(const AtlasOptions& options);
/// Missing keys and values of a wrong type leave what is; the zoom becomes the nearest valid one.
void takeJson(AtlasOptions& options, const QJsonObject& json);

}  // namespace ui
