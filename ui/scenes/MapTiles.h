// The textured quads of one matrix in one renderer: uploads the visible tiles of the level that suits the zoom.
#pragma once

#include <vtkActor.h>
#include <vtkNew.h>
#include <vtkOpenGLRenderWindow.h>
#include <vtkRenderer.h>
#include <vtkShaderProperty.h>
#include <vtkSmartPointer.h>
#include <vtkTexture.h>
#include <vtkTextureObject.h>

#include <cstdint>
#include <map>
#include <memory>
#include <tuple>

#include "ui/scenes/ColorMap.h"
#include "ui/scenes/MatrixPyramid.h"

namespace ui {

/// What of a matrix is on the screen, in cells: [firstRow, lastRow) x [firstColumn, lastColumn).
struct CellWindow {
  double firstRow = 0, lastRow = 0, firstColumn = 0, lastColumn = 0;
};

class MapTiles {
 public:
  explicit MapTiles(vtkRenderer* renderer);
  ~MapTiles();
  MapTiles(const MapTiles&) = delete;
  MapTiles& operator=(const MapTiles&) = delete;

  void setMatrix(std::shared_ptr<const engine::Array<float>> matrix);
  void setLook(const MapLook& look);
  /// Shows the tiles of this part of the matrix; the context is current. `devicePixelsPerCell` chooses the level.
  void show(vtkOpenGLRenderWindow* window, const CellWindow& cells, double devicePixelsPerCell);
  /// Forgets every texture: the context is new, or the matrix.
  void clear();
  int numTiles() const { return static_cast<int>(m_tiles.size()); }

 private:
  using Key = std::tuple<int, engine::Index, engine::Index>;  ///< level, tile row, tile column
  struct Tile {
    vtkSmartPointer<vtkActor> actor;
    vtkSmartPointer<vtkTexture> texture;
    vtkSmartPointer<vtkTextureObject> object;
    std::uint64_t lastUsed = 0;
  };
  Tile makeTile(vtkOpenGLRenderWindow* window, const Key& key);
  vtkSmartPointer<vtkTextureObject> upload(vtkOpenGLRenderWindow* window, const Key& key, engine::Index rows,
                                           engine::Index columns);
  void dropOldTiles();

  vtkRenderer* m_renderer;
  MatrixPyramid m_pyramid;
  vtkNew<vtkShaderProperty> m_shader;
  vtkNew<vtkTexture> m_colors;
  std::map<Key, Tile> m_tiles;
  std::uint64_t m_frame = 0;
  vtkMTimeType m_contextTime = 0;
};

}  // namespace ui
