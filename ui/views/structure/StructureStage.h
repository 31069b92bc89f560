// Keeps a 3D scene in step with the picture of a structure.
#pragma once

#include "ui/look/Theme.h"
#include "ui/scenes/structure/StructureScene.h"
#include "ui/views/structure/StructurePicture.h"

namespace ui {

/// Each part of the picture that is set redraws what depends on it, nothing else.
class StructureStage {
 public:
  explicit StructureStage(vtkRenderWindow* window) : m_scene(window) {}

  const StructurePicture& picture() const { return m_picture; }
  StructureScene& scene() { return m_scene; }
  const StructureScene& scene() const { return m_scene; }

  /// Page and bars; the page is the one of the options.
  void setTheme(const Theme& window);
  /// With the helices and strands of its file. What belonged to another structure than this goes.
  void setStructure(engine::DatasetPtr dataset);
  void setFolds(std::vector<Fold> folds);
  void setOptions(StructureOptions options);
  /// Heads of a file: they have to be matched anew.
  void forgetChain() { m_picture.options.headsChain.clear(); }
  void setHead(ShownHead head);
  void setColumns(ColumnColors columns);
  void setCompanion(std::optional<LaidStructure> companion);
  void setInvariants(std::vector<engine::InvariantRow> rows) { m_picture.invariants = std::move(rows); }
  /// Balls, lines and dashes of what is marked and measured, on top of everything else.
  void mark(const StructureMarks& marks, const Theme& window);

 private:
  void drawMolecule();
  void drawColors();
  void drawCompanion();
  void drawBars();
  void limitBars();
  void move();

  StructurePicture m_picture;
  StructureScene m_scene;
  struct Page {
    Rgb color, bars;
    bool isTransparent;
    bool operator==(const Page&) const = default;
  };
  std::optional<Page> m_page;
};

}  // namespace ui
