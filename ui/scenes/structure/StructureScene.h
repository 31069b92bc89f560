// A protein structure in 3D: the molecule, a second one laid on it, attention bars and marks.
#pragma once

#include <memory>
#include <vector>

#include "ui/scenes/structure/DepthShade.h"
#include "ui/scenes/structure/StructureBars.h"
#include "ui/scenes/structure/StructureCamera.h"
#include "ui/scenes/structure/StructureMolecule.h"

class vtkRenderWindow;

namespace ui {

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
  double opacity = 1;
};

/// Blended over a picture: premultiplied 0xAARRGGBB, height × width, rows from the top; empty when there is nothing.
struct Veil {
  int width = 0, height = 0;
  std::vector<std::uint32_t> pixels;
};

class StructureScene {
 public:
  explicit StructureScene(vtkRenderWindow* window);
  ~StructureScene();

  StructureMolecule& molecule();
  const StructureMolecule& molecule() const;
  /// Made when it is first asked for.
  StructureMolecule& companion();
  bool hasCompanion() const;
  StructureBars& bars();
  const StructureBars& bars() const;
  /// Moves the molecule and its bars; the companion has a motion of its own.
  void setMotion(const engine::RigidMotion& motion);
  void setMoving(bool on);
  /// What the pointer or a lock marks, on top of everything else.
  void setMarks(const std::vector<SceneBall>& balls, const std::vector<SceneLine>& lines);
  /// What far parts fade into; transparent: nothing is drawn there, and the picture's alpha is 0.
  enum class Ground { filled, transparent };
  void setBackground(Rgb color, Ground ground = Ground::filled);
  /// Of the pictures to come. Outlines are as wide as `pixelRatio` device pixels.
  void setShading(const DepthShading& shading, double pixelRatio);
  /// What shading the picture rendered last took, ms; 0 when it took none.
  double shadingMilliseconds() const;
  /// What is drawn next is for the screen or for a picture: with meshes of their own.
  void setUse(MeshUse use);
  /// Sets camera, lights' reach and fog; call before each render.
  void place(const StructureCamera& camera);
  /// Whether the next picture, from this camera and so shaded, differs from the one rendered last, or is needed for the
  /// first bars.
  bool isOutdated(const StructureCamera& camera, const DepthShading& shading) const;
  /// What belongs over the picture rendered last, as large as that: shadows and outlines of the molecule, then the
  /// attention bars, behind the molecule where it is in front of them; nothing over the marks.
  Veil veil() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> m;
};

}  // namespace ui
