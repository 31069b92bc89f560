// The body of a molecule at two levels of detail, its gaps and its frames.
#include "ui/scenes/structure/StructureMolecule.h"

#include <vtkActor.h>
#include <vtkFloatArray.h>
#include <vtkGlyph3DMapper.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkRenderer.h>
#include <vtkUnsignedCharArray.h>

#include <numbers>

#include "engine/base/Nth.h"

namespace ui {
namespace {

using engine::Index;
using engine::Vector3;

/// Of an arrow, as shares of its length.
constexpr double kShaft = 0.72, kShaftRadius = 0.045, kHeadRadius = 0.11;
constexpr int kArrowSides = 6, kRoundArrowSides = 20;
constexpr double kGapDash = 0.7, kGapRadius = 0.12;
constexpr int kGapSides = 12;
/// What a software renderer draws in some tenths of a second, and thirty times a second.
constexpr size_t kMostTriangles = 400'000, kMostMovingTriangles = 100'000;
/// What it draws in some seconds: a picture may take as long.
constexpr size_t kMostPictureTriangles = 2'000'000;
constexpr Rgb kGapColor{0x9a, 0xa1, 0xab};

StructureActor::Color opaque(const Rgb& color) { return {color[0], color[1], color[2], 255}; }

Mesh chainMesh(const std::vector<BackbonePiece>& pieces, StructureStyle style, const RibbonDetail& detail) {
  Mesh mesh;
  for (const BackbonePiece& piece : pieces)
    mesh.append(style == StructureStyle::cartoon ? ribbonMesh(piece, detail)
                : style == StructureStyle::tube  ? tubeMesh(piece, detail)
                                                 : traceMesh(piece, detail));
  return mesh;
}

/// From the origin along x, one long: a shaft with a round end and a head with a flat back.
Mesh arrowMesh(int sides) {
  const Vector3 origin = Vector3::Zero(), neck = kShaft * Vector3::UnitX(), tip = Vector3::UnitX();
  Mesh mesh = barMesh({{origin, neck, kShaftRadius}, {neck, tip, kHeadRadius, 0}}, sides);
  mesh.append(sphereMesh(origin, kShaftRadius, sides, 0));
  const std::uint32_t middle = mesh.numPoints(), count = static_cast<std::uint32_t>(sides);
  mesh.addPoint(neck, -tip, 0);
  for (std::uint32_t k = 0; k < count; ++k) {
    const double angle = 2 * std::numbers::pi * k / sides;
    mesh.addPoint(neck + kHeadRadius * Vector3(0, std::cos(angle), std::sin(angle)), -tip, 0);
    mesh.triangles.push_back({middle, middle + 1 + (k + 1) % count, middle + 1 + k});
  }
  return mesh;
}

}  // namespace

StructureMolecule::StructureMolecule(vtkRenderer* renderer)
    : m_body(renderer), m_coarse(renderer), m_fine(renderer), m_gaps(renderer), m_triads(makeStructureActor()) {
  for (const MeshUse use : {MeshUse::screen, MeshUse::picture}) {
    vtkNew<vtkPolyData> arrow;
    copyMesh(arrowMesh(use == MeshUse::picture ? kRoundArrowSides : kArrowSides), arrow);
    m_arrows.at(static_cast<size_t>(use)) = arrow;
  }
  m_triadMapper->SetSourceData(m_arrows[0]);
  m_triadMapper->SetOrientationModeToDirection();
  m_triadMapper->SetOrientationArray("axis");
  m_triadMapper->SetScaleModeToNoDataScaling();
  m_triadMapper->SetScalarModeToUsePointFieldData();
  m_triadMapper->SelectColorArray("color");
  m_triadMapper->SetColorModeToDirectScalars();
  m_triads->SetMapper(m_triadMapper);
  m_triads->VisibilityOff();
  renderer->AddActor(m_triads);
}

StructureMolecule::~StructureMolecule() = default;

void StructureMolecule::setStructure(std::shared_ptr<const engine::Structure> structure, std::vector<Fold> folds,
                                     StructureStyle style) {
  // Atoms and traces look the same whatever the fold.
  const bool needsFolds = style == StructureStyle::cartoon;
  const bool isBuilt = structure == m_structure && style == m_style && (!needsFolds || folds == m_folds);
  m_structure = std::move(structure);
  m_folds = std::move(folds);
  m_style = style;
  if (!isBuilt) build();
}

Mesh StructureMolecule::meshWithin(size_t mostTriangles, MeshUse use) const {
  if (!m_structure) return {};
  if (m_style == StructureStyle::ballAndStick) return stickMesh(m_sticks, mostTriangles, use);
  const RibbonDetail detail = detailFor(static_cast<size_t>(m_structure->numResidues()), mostTriangles, use);
  return chainMesh(backbonePieces(*m_structure, m_folds), m_style, detail);
}

void StructureMolecule::build() {
  ++m_numBuilds;
  m_sticks = m_structure && m_style == StructureStyle::ballAndStick ? atomSticks(*m_structure) : AtomSticks{};
  m_body.setMesh(meshWithin(kMostTriangles, MeshUse::screen));
  const bool isLarge = m_body.numTriangles() > kMostMovingTriangles;
  m_coarse.setMesh(isLarge ? meshWithin(kMostMovingTriangles, MeshUse::screen) : Mesh{});
  m_fine.setMesh({});
  std::vector<Bar> links;
  if (m_structure)
    for (const BackboneGap& gap : backboneGaps(backbonePieces(*m_structure, m_folds)))
      for (const Bar& dash : dashes(gap.from, gap.to, kGapDash, kGapRadius)) links.push_back(dash);
  m_gaps.setMesh(roundBarMesh(links, kGapSides));
  m_gaps.setColors(StructureActor::Opacity::opaque, [](Index) { return opaque(kGapColor); });
  recolor();
  setUse(m_use);
}

void StructureMolecule::recolor() {
  const auto residueColor = [this](Index residue) {
    const auto at = static_cast<size_t>(residue);
    return residue >= 0 && at < m_colors.size() ? m_colors[at] : kPlainResidue;
  };
  const auto colorOf = [&](Index owner) {
    if (m_style != StructureStyle::ballAndStick) return opaque(residueColor(owner));
    const StickAtom& atom = engine::nth(m_sticks.atoms, owner);
    return opaque(atomColor(atom.element, residueColor(atom.residue)));
  };
  for (StructureActor* body : {&m_body, &m_coarse, &m_fine}) body->setColors(StructureActor::Opacity::opaque, colorOf);
}

void StructureMolecule::setResidueColors(const std::vector<Rgb>& colors) {
  m_colors = colors;
  recolor();
}

void StructureMolecule::setMoving(bool on) {
  m_isMoving = on;
  chooseBody();
}

void StructureMolecule::setUse(MeshUse use) {
  m_use = use;
  if (use == MeshUse::picture && m_fine.isEmpty()) {
    m_fine.setMesh(meshWithin(kMostPictureTriangles, MeshUse::picture));
    recolor();
  }
  chooseBody();
}

void StructureMolecule::chooseBody() {
  const bool isFine = m_use == MeshUse::picture, isCoarse = !isFine && m_isMoving && !m_coarse.isEmpty();
  m_fine.setVisible(isFine);
  m_coarse.setVisible(isCoarse);
  m_body.setVisible(!isFine && !isCoarse);
  m_triads->SetVisibility(m_showsFrames && m_hasFrames && !isCoarse);
  m_triadMapper->SetSourceData(m_arrows.at(static_cast<size_t>(m_use)));
}

void StructureMolecule::setFrames(const engine::Frames& frames) {
  vtkNew<vtkPoints> origins;
  vtkNew<vtkFloatArray> axes;
  axes->SetName("axis");
  axes->SetNumberOfComponents(3);
  vtkNew<vtkUnsignedCharArray> colors;
  colors->SetName("color");
  colors->SetNumberOfComponents(3);
  for (size_t k = 0; k < frames.frames.size(); ++k) {
    if (!frames.valid[k]) continue;
    for (int axis = 0; axis < 3; ++axis) {
      const Vector3 direction = frames.frames[k].rotation.col(axis);
      origins->InsertNextPoint(frames.frames[k].origin.data());
      axes->InsertNextTuple(direction.data());
      colors->InsertNextTypedTuple(engine::nth(kAxisColors, axis).data());
    }
  }
  vtkNew<vtkPolyData> data;
  data->SetPoints(origins);
  data->GetPointData()->AddArray(axes);
  data->GetPointData()->AddArray(colors);
  m_triadMapper->SetInputData(data);
  m_hasFrames = origins->GetNumberOfPoints() > 0;
  showFrames(m_showsFrames);
}

void StructureMolecule::showFrames(bool on) {
  m_showsFrames = on;
  chooseBody();
}

void StructureMolecule::setFrameLength(double angstroms) { m_triadMapper->SetScaleFactor(angstroms); }

void StructureMolecule::setMotion(const engine::RigidMotion& motion) {
  for (StructureActor* part : {&m_body, &m_coarse, &m_fine, &m_gaps}) part->setMotion(motion);
}

void StructureMolecule::setFog(const StructureCamera& camera, const Rgb& background) {
  for (vtkActor* actor : {m_body.actor(), m_coarse.actor(), m_fine.actor(), m_gaps.actor(), m_triads.Get()})
    placeFog(actor, camera, background);
}

}  // namespace ui
