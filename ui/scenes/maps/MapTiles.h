// The textured quads of one matrix in one renderer: uploads the visible tiles of the level that suits the zoom.
#pragma once

#include <vtkActor.h>
#include <vtkNew.h>
#include <vtkOpenGLRenderWindow.h>
#include <vtkPlaneCollection.h>
#include <vtkRenderer.h>
#include <vtkShaderProperty.h>
#include <vtkSmartPointer.h>
#include <vtkTexture.h>
#include <vtkTextureObject.h>

#include <chrono>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <tuple>

#include "ui/scenes/ColorMap.h"
#include "ui/scenes/maps/MatrixPyramid.h"

namespace ui {

/// What of a matrix is on the screen, in cells: [firstRow, lastRow) x [firstColumn, lastColumn).
struct CellWindow {
  double firstRow = 0, lastRow = 0, firstColumn = 0, lastColumn = 0;
};

class MapTiles {
 public:
  /// Tiles have at most `tileCells` cells a side, and no more than a texture of the device can have.
  explicit MapTiles(vtkRenderer* renderer, engine::Index tileCells = kTileCells);
  ~MapTiles();
  MapTiles(const MapTiles&) = delete;
  MapTiles& operator=(const MapTiles&) = delete;

  void setMatrix(std::shared_ptr<const engine::Array<float>> matrix);
  void setLook(const MapLook& look);
  /// What lies behind one of these planes is not drawn; null: no planes.
  void setClipping(vtkPlaneCollection* planes);
  /// How long show() may work on what is not there yet; it then shows something coarser until it is. At least one step
  /// is made each time. No limit by default.
  void setPatience(double seconds) { m_patience = seconds; }
  /// Whether the last show() has shown all there is to see.
  bool isComplete() const { return m_isComplete; }
  /// Shows the tiles of this part of the matrix; the context is current. `devicePixelsPerCell` chooses the level.
  void show(vtkOpenGLRenderWindow* window, const CellWindow& cells, double devicePixelsPerCell);
  /// Forgets every texture: the context is new, or the matrix.
  void clear();
  /// Cells a side that share a pixel of what show() was asked for; 1: each has at least one of its own.
  engine::Index cellsPerPixel() const { return m_cellsPerPixel; }
  int numTiles() const { return static_cast<int>(m_tiles.size()); }

  static constexpr engine::Index kTileCells = 512;  ///< 1 MB: many a frame can be spared for

 private:
  using Key = std::tuple<int, engine::Index, engine::Index>;  ///< level, tile row, tile column
  using Clock = std::chrono::steady_clock;
  struct Tile {
    vtkSmartPointer<vtkActor> actor;
    vtkSmartPointer<vtkTexture> texture;
    vtkSmartPointer<vtkTextureObject> object;
    std::uint64_t lastUsed = 0;
  };
  /// A part of `source`, whose texels have `cellsPerTexel` cells a side, at a height above the ground.
  struct Piece {
    const engine::Array<float>& source;
    double cellsPerTexel = 1;
    engine::Index firstRow = 0, firstColumn = 0, rows = 0, columns = 0;  ///< texels
    double height = 0;
  };
  Piece pieceOf(const Key& key);
  Tile makeTile(vtkOpenGLRenderWindow* window, const Piece& piece, vtkShaderProperty* shader);
  void showLevel(vtkOpenGLRenderWindow* window, const CellWindow& cells, int level, double seconds);
  void showGround(vtkOpenGLRenderWindow* window, double devicePixelsPerCell);
  void dropOldTiles();

  vtkRenderer* m_renderer;
  MatrixPyramid m_pyramid;
  Shrinking m_shrinking = Shrinking::mean;
  double m_period = 0;  ///< of the values, which a cyclic map makes angles; 0: plain numbers
  engine::Index m_cellsPerPixel = 1;
  engine::Index m_tileCells;
  double m_patience = std::numeric_limits<double>::infinity();
  bool m_isComplete = true;
  vtkNew<vtkShaderProperty> m_shader, m_groundShader;
  vtkNew<vtkTexture> m_colors;
  vtkSmartPointer<vtkPlaneCollection> m_clipping;
  std::map<Key, Tile> m_tiles;
  std::optional<Tile> m_ground;       ///< all of the matrix, coarse, below the tiles that are still missing
  int m_groundLevel = 0;              ///< -1: sampled
  engine::Array<float> m_groundData;  ///< the samples
  std::uint64_t m_frame = 0;
  vtkMTimeType m_contextTime = 0;
};

}  // namespace ui
