// The body of a molecule at two levels of detail, its gaps and its frames.
#include "ui/scenes/structure/StructureMolecule.h"

#include <vtkActor.h>
#include <vtkCylinderSource.h>
#include <vtkFloatArray.h>
#include <vtkGlyph3DMapper.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkRenderer.h>
#include <vtkTransform.h>
#include <vtkTransformPolyDataFilter.h>
#include <vtkUnsignedCharArray.h>

#include "engine/base/Nth.h"

namespace ui {
namespace {

using engine::Index;
using engine::Vector3;

constexpr double kTriadLength = 1.5, kTriadRadius = 0.055;
constexpr double kGapDash = 0.7, kGapRadius = 0.12;
constexpr int kGapSides = 6;
/// What a software renderer draws in some tenths of a second, and thirty times a second.
constexpr size_t kMostTriangles = 400'000, kMostMovingTriangles = 100'000;
constexpr std::array<Rgb, 3> kAxisColors = {{{0xd1, 0x49, 0x5b}, {0x3a, 0x9d, 0x5d}, {0x3a, 0x6e, 0xa5}}};
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

}  // namespace

StructureMolecule::StructureMolecule(vtkRenderer* renderer)
    : m_body(renderer), m_coarse(renderer), m_gaps(renderer), m_triads(makeStructureActor()) {
  makeTriadSource();
  renderer->AddActor(m_triads);
}

StructureMolecule::~StructureMolecule() = default;

void StructureMolecule::makeTriadSource() {
  vtkNew<vtkCylinderSource> cylinder;
  cylinder->SetHeight(kTriadLength);
  cylinder->SetCenter(0, kTriadLength / 2, 0);
  cylinder->SetRadius(kTriadRadius);
  cylinder->SetResolution(5);
  cylinder->CappingOff();
  vtkNew<vtkTransform> alongX;
  alongX->RotateZ(-90);
  vtkNew<vtkTransformPolyDataFilter> turned;
  turned->SetInputConnection(cylinder->GetOutputPort());
  turned->SetTransform(alongX);
  m_triadMapper->SetSourceConnection(turned->GetOutputPort());
  m_triadMapper->SetOrientationModeToDirection();
  m_triadMapper->SetOrientationArray("axis");
  m_triadMapper->ScalingOff();
  m_triadMapper->SetScalarModeToUsePointFieldData();
  m_triadMapper->SelectColorArray("color");
  m_triadMapper->SetColorModeToDirectScalars();
  m_triads->SetMapper(m_triadMapper);
  m_triads->VisibilityOff();
}

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

void StructureMolecule::build() {
  ++m_numBuilds;
  m_sticks = m_structure && m_style == StructureStyle::ballAndStick ? atomSticks(*m_structure) : AtomSticks{};
  const std::vector<BackbonePiece> pieces =
      m_structure ? backbonePieces(*m_structure, m_folds) : std::vector<BackbonePiece>{};
  const auto residues = static_cast<size_t>(m_structure ? m_structure->numResidues() : 0);
  const auto meshWithin = [&](size_t mostTriangles) {
    return m_style == StructureStyle::ballAndStick ? stickMesh(m_sticks, mostTriangles)
                                                   : chainMesh(pieces, m_style, detailFor(residues, mostTriangles));
  };
  m_body.setMesh(meshWithin(kMostTriangles));
  m_coarse.setMesh(m_body.numTriangles() > kMostMovingTriangles ? meshWithin(kMostMovingTriangles) : Mesh{});
  std::vector<Bar> links;
  for (const BackboneGap& gap : backboneGaps(pieces))
    for (const Bar& dash : dashes(gap.from, gap.to, kGapDash, kGapRadius)) links.push_back(dash);
  m_gaps.setMesh(barMesh(links, kGapSides));
  m_gaps.setColors(StructureActor::Opacity::opaque, [](Index) { return opaque(kGapColor); });
  recolor();
  setMoving(m_isMoving);
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
  m_body.setColors(StructureActor::Opacity::opaque, colorOf);
  m_coarse.setColors(StructureActor::Opacity::opaque, colorOf);
}

void StructureMolecule::setResidueColors(const std::vector<Rgb>& colors) {
  m_colors = colors;
  recolor();
}

void StructureMolecule::setMoving(bool on) {
  m_isMoving = on;
  m_coarse.setVisible(on);
  m_body.setVisible(!on || m_coarse.isEmpty());
  m_triads->SetVisibility(m_showsFrames && m_hasFrames && (!on || m_coarse.isEmpty()));
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
  setMoving(m_isMoving);
}

void StructureMolecule::setMotion(const engine::RigidMotion& motion) {
  for (StructureActor* part : {&m_body, &m_coarse, &m_gaps}) part->setMotion(motion);
}

void StructureMolecule::setFog(const StructureCamera& camera, const Rgb& background) {
  for (vtkActor* actor : {m_body.actor(), m_coarse.actor(), m_gaps.actor(), m_triads.Get()})
    placeFog(actor, camera, background);
}

}  // namespace ui
