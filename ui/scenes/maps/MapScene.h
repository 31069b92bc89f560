// Matrices as pictures: one quad per panel (more for large matrices), a float texture, colours looked up in the
// fragment shader. Panning, zooming and changing the range never touch the data.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "engine/base/Array.h"
#include "ui/scenes/ColorMap.h"
#include "ui/scenes/maps/MapViewport.h"

class vtkRenderWindow;

namespace ui {

/// A line over a map in cell coordinates; the middle of cell (i, j) is (i + 0.5, j + 0.5).
struct MapLine {
  std::vector<CellPoint> points;
  Rgb color{};
  double width = 1;  ///< logical pixels
};

class MapScene {
 public:
  explicit MapScene(vtkRenderWindow* window);
  ~MapScene();
  MapScene(const MapScene&) = delete;
  MapScene& operator=(const MapScene&) = delete;

  /// Replaces all panels by empty ones.
  void setPanels(int count);
  int numPanels() const;
  /// A null matrix is an empty panel. Throws engine::Error unless the matrix has two axes.
  void setMatrix(int panel, std::shared_ptr<const engine::Array<float>> matrix);
  /// Throws engine::Error for an unknown colour map.
  void setLook(int panel, const MapLook& look);
  void setBackground(Rgb color);
  /// Which part of a panel is drawn: all of it, or what lies below the diagonal (row > column); the rest shows the
  /// panels before it.
  enum class Triangle { none, lower };
  void setTriangle(int panel, Triangle triangle);
  /// Replaces the lines of a panel; later ones lie on top.
  void setLines(int panel, const std::vector<MapLine>& lines);
  /// Replaces the lines of a panel by one path of (row, column).
  void setPath(int panel, const std::vector<std::pair<double, double>>& rowColumn, Rgb color, double widthPixels);

  /// How many seconds place() may work on parts of large matrices that are not there yet; something coarser stands for
  /// them until isComplete(). No limit by default.
  void setPatience(double seconds);
  /// Whether the last place() has shown all there is to see.
  bool isComplete() const;

  /// Cells a side that share a pixel of a panel since the last place(), joined as its look says; 1: none do.
  engine::Index cellsPerPixel(int panel) const;

  /// Places everything for a window of this size in logical pixels; call before each render with the context current.
  /// An empty rectangle hides its panel. Panels without a rectangle are hidden.
  void place(double width, double height, double pixelRatio, const std::vector<Rect>& panels,
             const MapViewport& viewport);
  /// The same with a viewport for each panel.
  void place(double width, double height, double pixelRatio, const std::vector<Rect>& panels,
             const std::vector<MapViewport>& viewports);

 private:
  struct Panel;
  struct Implementation;
  std::unique_ptr<Implementation> m;
};

}  // namespace ui
