// A protein structure in 3D: cartoon, trace or balls and sticks, residue frames, attention lines and marks. Geometry is
// built when the structure or style changes; turning, hovering and recolouring touch no vertex.
#pragma once

#include <memory>
#include <vector>

#include "engine/structure/Frame.h"
#include "ui/scenes/Mesh.h"
#include "ui/scenes/ResidueColors.h"
#include "ui/scenes/StructureCamera.h"

class vtkRenderWindow;

namespace ui {

enum class StructureStyle { cartoon, trace, ballAndStick };

/// A tube between two points with its own colour.
struct SceneLine {
  engine::Vector3 from, to;
  double radius = 0.15;  ///< Å
  Rgb color{0, 0, 0};
  double opacity = 1;
};
struct SceneBall {
  engine::Vector3 center;
  double radius = 1;  ///< Å
  Rgb color{0, 0, 0};
};

class StructureScene {
 public:
  explicit StructureScene(vtkRenderWindow* window);
  ~StructureScene();

  /// `folds`: one per residue over all chains. Null: nothing is shown.
  void setStructure(std::shared_ptr<const engine::Structure> structure, std::vector<Fold> folds);
  void setStyle(StructureStyle style);
  /// One per residue; missing ones are grey.
  void setResidueColors(const std::vector<Rgb>& colors);
  /// Triads of 1.5 Å; invalid frames are left out.
  void setFrames(const engine::Frames& frames);
  void showFrames(bool on);
  void setLines(const std::vector<SceneLine>& lines);
  /// What the pointer or a lock marks, on top of everything else.
  void setMarks(const std::vector<SceneBall>& balls, const std::vector<SceneLine>& lines);
  void setBackground(Rgb color);
  /// Sets camera, lights' reach and fog; call before each render.
  void place(const StructureCamera& camera);

  /// Triangles of the molecule itself, for tests and the readout.
  size_t numTriangles() const;
  /// How often the molecule's geometry was built.
  int numBuilds() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> m;
};

}  // namespace ui
