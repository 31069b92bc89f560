// Matrices as pictures: one quad per panel, a float texture, colours looked up in the fragment shader. Panning, zooming and
// changing the range never touch the data.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/Array.h"
#include "ui/scenes/ColorMap.h"

class vtkRenderWindow;

namespace ui {

/// A rectangle in logical pixels, origin top left.
struct Rect {
  double x = 0, y = 0, width = 0, height = 0;
  bool contains(double px, double py) const { return px >= x && px < x + width && py >= y && py < y + height; }
  bool operator==(const Rect&) const = default;
};

enum class ValueScale { linear, logarithmic };

/// How values become colours.
struct MapLook {
  std::string colorMapId = "viridis";
  double low = 0, high = 1;          ///< values of the ends; for logarithmic low > 0
  ValueScale scale = ValueScale::linear;
  Rgb notANumber{200, 200, 200};     ///< also for -inf
  bool operator==(const MapLook&) const = default;
};

/// Rows x columns cells seen through a window: cell (row 0, column 0) is top left. All panels of a scene share it.
struct MapViewport {
  double centerColumn = 0, centerRow = 0;  ///< in cells
  double pixelsPerCell = 1;                ///< logical pixels

  /// Cell coordinates of a point of a panel and back (logical pixels).
  void toCell(const Rect& panel, double x, double y, double& row, double& column) const;
  void toPixel(const Rect& panel, double row, double column, double& x, double& y) const;
  void fit(const Rect& panel, engine::Index rows, engine::Index columns);
  /// Zooms about a point that stays where it is.
  void zoomAt(const Rect& panel, double x, double y, double factor);
  void panBy(double dx, double dy);
};

class MapScene {
 public:
  explicit MapScene(vtkRenderWindow* window);
  ~MapScene();

  /// Replaces all panels. A null matrix is an empty panel.
  void setPanels(int count);
  void setMatrix(int panel, std::shared_ptr<const engine::Array<float>> matrix);
  void setLook(int panel, const MapLook& look);
  void setBackground(Rgb color);
  /// Lines of a path drawn over a panel in cell coordinates (row, column), in VTK.
  void setPath(int panel, const std::vector<std::pair<double, double>>& rowColumn, Rgb color, double widthPixels);
  /// Places everything for a window of this size; call before each render with the context current.
  void place(double width, double height, double pixelRatio, const std::vector<Rect>& panels, const MapViewport& viewport);

 private:
  struct Panel;
  struct Implementation;
  std::unique_ptr<Implementation> m;
};

}  // namespace ui
