// One molecule of the structure scene: its body in a style, dashes over its gaps, residue frames. Built when structure
// or style change; recolouring, moving and turning touch no vertex.
#pragma once

#include <vtkNew.h>

#include <array>
#include <memory>
#include <vector>

#include "engine/structure/Frame.h"
#include "ui/scenes/structure/AtomSticks.h"
#include "ui/scenes/structure/ResidueColors.h"
#include "ui/scenes/structure/StructureActor.h"

class vtkGlyph3DMapper;

namespace ui {

enum class StructureStyle { cartoon, tube, trace, ballAndStick };

/// Of the axes x, y and z of residue frames.
inline constexpr std::array<Rgb, 3> kAxisColors{{{0xd1, 0x49, 0x5b}, {0x3a, 0x9d, 0x5d}, {0x3a, 0x6e, 0xa5}}};

class StructureMolecule {
 public:
  explicit StructureMolecule(vtkRenderer* renderer);
  ~StructureMolecule();

  /// `folds`: one per residue over all chains. Null: nothing is shown.
  void setStructure(std::shared_ptr<const engine::Structure> structure, std::vector<Fold> folds, StructureStyle style);
  void setResidueColors(const std::vector<Rgb>& colors);
  /// Triads of arrows where they stand in the world, whatever the motion: a mirror image has frames of its own. Invalid
  /// frames are left out.
  void setFrames(const engine::Frames& frames);
  void showFrames(bool on);
  void setFrameLength(double angstroms);
  void setMotion(const engine::RigidMotion& motion);
  /// While the picture moves, a large molecule is drawn more coarsely.
  void setMoving(bool on);
  /// What is drawn next is for this. The mesh for pictures, whose facets do not show, is built when it is first needed.
  void setUse(MeshUse use);
  void setFog(const StructureCamera& camera, const Rgb& background);

  size_t numTriangles() const { return m_body.numTriangles(); }
  /// Of the mesh for pictures; 0 before it was needed.
  size_t numFineTriangles() const { return m_fine.numTriangles(); }
  int numBuilds() const { return m_numBuilds; }
  /// Whether there is a coarse body for the time of moving.
  bool hasCoarseBody() const { return !m_coarse.isEmpty(); }
  bool isMoving() const { return m_isMoving; }

 private:
  void build();
  Mesh meshWithin(size_t mostTriangles, MeshUse use) const;
  void recolor();
  void chooseBody();

  StructureActor m_body, m_coarse, m_fine, m_gaps;
  vtkSmartPointer<vtkActor> m_triads;
  vtkNew<vtkGlyph3DMapper> m_triadMapper;
  std::array<vtkSmartPointer<vtkPolyData>, 2> m_arrows;  ///< of the triads, by MeshUse
  std::shared_ptr<const engine::Structure> m_structure;
  std::vector<Fold> m_folds;
  std::vector<Rgb> m_colors;
  AtomSticks m_sticks;
  StructureStyle m_style = StructureStyle::cartoon;
  bool m_hasFrames = false, m_showsFrames = true, m_isMoving = false;
  MeshUse m_use = MeshUse::screen;
  int m_numBuilds = 0;
};

}  // namespace ui
