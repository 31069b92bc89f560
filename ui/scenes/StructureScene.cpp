// VTK actors of the structure view.
#include "ui/scenes/StructureScene.h"

#include <vtkActor.h>
#include <vtkCamera.h>
#include <vtkCellArray.h>
#include <vtkCylinderSource.h>
#include <vtkFloatArray.h>
#include <vtkGlyph3DMapper.h>
#include <vtkLight.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderWindow.h>
#include <vtkRenderer.h>
#include <vtkShaderProperty.h>
#include <vtkSmartPointer.h>
#include <vtkTransform.h>
#include <vtkTransformPolyDataFilter.h>
#include <vtkUniforms.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>
#include <cmath>

#include "ui/scenes/AtomSticks.h"

namespace ui {
namespace {

using engine::Index;
using engine::Vector3;

constexpr double kDegrees = 57.29577951308232;
constexpr double kTriadLength = 1.5, kTriadRadius = 0.055;
constexpr double kGapDash = 0.7, kGapRadius = 0.12;
constexpr double kStickRadius = 0.14, kBallRadius = 0.3;
constexpr int kLineSides = 6, kBallSegments = 16, kAtomSegments = 8;
constexpr double kMostFog = 0.6;
constexpr std::array<Rgb, 3> kAxisColors = {{{0xd1, 0x49, 0x5b}, {0x3a, 0x9d, 0x5d}, {0x3a, 0x6e, 0xa5}}};
constexpr Rgb kGapColor{0x9a, 0xa1, 0xab};

/// The eye's distance from the depth buffer's value, then a mix with the background: far parts step back.
constexpr const char* kFogShader = R"glsl(
  float fogDepth = fogNear * fogFar / (fogFar - gl_FragCoord.z * (fogFar - fogNear));
  float fogShare = fogMost * smoothstep(fogStart, fogEnd, fogDepth);
  gl_FragData[0].rgb = mix(gl_FragData[0].rgb, fogColor, fogShare);
)glsl";

vtkSmartPointer<vtkActor> makeActor() {
  auto actor = vtkSmartPointer<vtkActor>::New();
  vtkProperty* look = actor->GetProperty();
  look->SetAmbient(0.22);
  look->SetDiffuse(0.85);
  look->SetSpecular(0);
  actor->GetShaderProperty()->AddFragmentShaderReplacement("//VTK::TCoord::Impl", true, kFogShader, false);
  return actor;
}

/// A mesh as an actor of its own. Colours are per owner and can be replaced without touching the geometry.
class MeshActor {
 public:
  explicit MeshActor(vtkRenderer* renderer) : actor(makeActor()) {
    vtkNew<vtkPolyDataMapper> mapper;
    mapper->SetInputData(m_data);
    mapper->SetScalarModeToUsePointData();
    mapper->SetColorModeToDirectScalars();
    actor->SetMapper(mapper);
    actor->VisibilityOff();
    renderer->AddActor(actor);
  }

  void setMesh(const Mesh& mesh) {
    vtkNew<vtkFloatArray> points, normals;
    fill(points, mesh.points);
    fill(normals, mesh.normals);
    vtkNew<vtkPoints> positions;
    positions->SetData(points);
    vtkNew<vtkCellArray> triangles;
    triangles->AllocateEstimate(static_cast<vtkIdType>(mesh.triangles.size()), 3);
    for (const auto& t : mesh.triangles) {
      const vtkIdType ids[3] = {t[0], t[1], t[2]};
      triangles->InsertNextCell(3, ids);
    }
    m_owner = mesh.owner;
    m_data->Initialize();
    m_data->SetPoints(positions);
    m_data->SetPolys(triangles);
    m_data->GetPointData()->SetNormals(normals);
    actor->SetVisibility(!mesh.points.empty());
  }

  /// `colorOf(owner)`: red, green, blue, alpha.
  template <class ColorOf>
  void setColors(const ColorOf& colorOf) {
    vtkNew<vtkUnsignedCharArray> colors;
    colors->SetNumberOfComponents(4);
    colors->SetNumberOfTuples(static_cast<vtkIdType>(m_owner.size()));
    for (size_t k = 0; k < m_owner.size(); ++k) {
      const std::array<std::uint8_t, 4> color = colorOf(m_owner[k]);
      std::copy(color.begin(), color.end(), colors->GetPointer(static_cast<vtkIdType>(4 * k)));
    }
    m_data->GetPointData()->SetScalars(colors);
    m_data->Modified();
  }

  vtkIdType numTriangles() const { return m_data->GetNumberOfPolys(); }

  vtkSmartPointer<vtkActor> actor;

 private:
  static void fill(vtkFloatArray* array, const std::vector<std::array<float, 3>>& values) {
    array->SetNumberOfComponents(3);
    array->SetNumberOfTuples(static_cast<vtkIdType>(values.size()));
    for (size_t k = 0; k < values.size(); ++k) array->SetTypedTuple(static_cast<vtkIdType>(k), values[k].data());
  }

  vtkNew<vtkPolyData> m_data;
  std::vector<Index> m_owner;
};

std::array<std::uint8_t, 4> withAlpha(const Rgb& color, double opacity) {
  return {color[0], color[1], color[2], static_cast<std::uint8_t>(std::lround(255 * std::clamp(opacity, 0.0, 1.0)))};
}

void setLineMesh(MeshActor& target, const std::vector<SceneLine>& lines) {
  std::vector<Bar> bars;
  for (const SceneLine& line : lines) bars.push_back({line.from, line.to, line.radius});
  target.setMesh(barMesh(bars, kLineSides));
  target.setColors([&](Index line) {
    const SceneLine& shown = lines[static_cast<size_t>(line)];
    return withAlpha(shown.color, shown.opacity);
  });
}

/// Balls and sticks as one mesh; the owner of a point is its atom.
Mesh stickMesh(const AtomSticks& sticks) {
  Mesh mesh;
  for (size_t atom = 0; atom < sticks.atoms.size(); ++atom)
    mesh.append(sphereMesh(sticks.atoms[atom].position, kBallRadius, kAtomSegments, static_cast<Index>(atom)));
  std::vector<Bar> halves;
  std::vector<Index> owners;
  for (const auto& [a, b] : sticks.bonds) {
    const Vector3 &from = sticks.atoms[a].position, &to = sticks.atoms[b].position, middle = 0.5 * (from + to);
    halves.push_back({from, middle, kStickRadius});
    halves.push_back({middle, to, kStickRadius});
    owners.insert(owners.end(), {static_cast<Index>(a), static_cast<Index>(b)});
  }
  Mesh bars = barMesh(halves, kLineSides);
  for (Index& owner : bars.owner) owner = owners[static_cast<size_t>(owner)];
  mesh.append(bars);
  return mesh;
}

}  // namespace

struct StructureScene::Implementation {
  vtkRenderWindow* window;
  vtkNew<vtkRenderer> renderer, markRenderer;  // marks are drawn in a layer above the molecule: never hidden by it
  MeshActor molecule{renderer}, gaps{renderer}, lines{renderer}, marks{markRenderer}, markLines{markRenderer};
  vtkSmartPointer<vtkActor> triads = makeActor();
  vtkNew<vtkGlyph3DMapper> triadMapper;
  std::shared_ptr<const engine::Structure> structure;
  std::vector<Fold> folds;
  std::vector<Rgb> colors;
  AtomSticks sticks;
  StructureStyle style = StructureStyle::cartoon;
  Rgb background{255, 255, 255};
  bool hasFrames = false, showsFrames = true;
  int numBuilds = 0;

  void addLights(vtkRenderer* target);
  void makeTriadSource();
  void build();
  void recolor();
  Rgb colorOf(Index residue) const;
  std::vector<vtkActor*> actors() const {
    return {molecule.actor, gaps.actor, lines.actor, marks.actor, markLines.actor, triads};
  }
};

void StructureScene::Implementation::addLights(vtkRenderer* target) {
  target->AutomaticLightCreationOff();
  vtkNew<vtkLight> head, key;
  head->SetLightTypeToHeadlight();
  head->SetIntensity(0.5);
  key->SetLightTypeToCameraLight();
  key->SetPosition(-0.6, 0.9, 1);
  key->SetFocalPoint(0, 0, 0);
  key->SetIntensity(0.55);
  target->AddLight(head);
  target->AddLight(key);
}

void StructureScene::Implementation::makeTriadSource() {
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
  triadMapper->SetSourceConnection(turned->GetOutputPort());
  triadMapper->SetOrientationModeToDirection();
  triadMapper->SetOrientationArray("axis");
  triadMapper->ScalingOff();
  triadMapper->SetScalarModeToUsePointFieldData();
  triadMapper->SelectColorArray("color");
  triadMapper->SetColorModeToDirectScalars();
  triads->SetMapper(triadMapper);
  triads->VisibilityOff();
  renderer->AddActor(triads);
}

Rgb StructureScene::Implementation::colorOf(Index residue) const {
  return residue >= 0 && residue < static_cast<Index>(colors.size()) ? colors[static_cast<size_t>(residue)]
                                                                     : kPlainResidue;
}

void StructureScene::Implementation::build() {
  ++numBuilds;
  Mesh mesh;
  std::vector<Bar> links;
  sticks = {};
  if (structure && style == StructureStyle::ballAndStick) {
    sticks = atomSticks(*structure);
    mesh = stickMesh(sticks);
  } else if (structure) {
    for (const BackbonePiece& piece : backbonePieces(*structure, folds))
      mesh.append(style == StructureStyle::cartoon ? ribbonMesh(piece) : traceMesh(piece));
  }
  if (structure)
    for (const BackboneGap& gap : backboneGaps(*structure))
      for (const Bar& dash : dashes(gap.from, gap.to, kGapDash, kGapRadius)) links.push_back(dash);
  molecule.setMesh(mesh);
  gaps.setMesh(barMesh(links, kLineSides));
  gaps.setColors([](Index) { return withAlpha(kGapColor, 1); });
  recolor();
}

void StructureScene::Implementation::recolor() {
  molecule.setColors([this](Index owner) {
    if (style != StructureStyle::ballAndStick) return withAlpha(colorOf(owner), 1);
    const StickAtom& atom = sticks.atoms[static_cast<size_t>(owner)];
    return withAlpha(atomColor(atom.element, colorOf(atom.residue)), 1);
  });
}

StructureScene::StructureScene(vtkRenderWindow* window) : m(std::make_unique<Implementation>()) {
  m->window = window;
  m->addLights(m->renderer);
  m->addLights(m->markRenderer);
  m->markRenderer->SetLayer(1);
  m->markRenderer->SetActiveCamera(m->renderer->GetActiveCamera());
  m->makeTriadSource();
  window->SetNumberOfLayers(2);
  window->AddRenderer(m->renderer);
  window->AddRenderer(m->markRenderer);
  setBackground(m->background);
}

StructureScene::~StructureScene() {
  m->window->RemoveRenderer(m->markRenderer);
  m->window->RemoveRenderer(m->renderer);
}

void StructureScene::setStructure(std::shared_ptr<const engine::Structure> structure, std::vector<Fold> folds) {
  m->structure = std::move(structure);
  m->folds = std::move(folds);
  m->build();
}

void StructureScene::setStyle(StructureStyle style) {
  if (style == m->style) return;
  m->style = style;
  m->build();
}

void StructureScene::setResidueColors(const std::vector<Rgb>& colors) {
  m->colors = colors;
  m->recolor();
}

void StructureScene::setFrames(const engine::Frames& frames) {
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
      colors->InsertNextTypedTuple(kAxisColors[static_cast<size_t>(axis)].data());
    }
  }
  vtkNew<vtkPolyData> data;
  data->SetPoints(origins);
  data->GetPointData()->AddArray(axes);
  data->GetPointData()->AddArray(colors);
  m->triadMapper->SetInputData(data);
  m->hasFrames = origins->GetNumberOfPoints() > 0;
  showFrames(m->showsFrames);
}

void StructureScene::showFrames(bool on) {
  m->showsFrames = on;
  m->triads->SetVisibility(on && m->hasFrames);
}

void StructureScene::setLines(const std::vector<SceneLine>& lines) { setLineMesh(m->lines, lines); }

void StructureScene::setMarks(const std::vector<SceneBall>& balls, const std::vector<SceneLine>& lines) {
  Mesh mesh;
  for (size_t k = 0; k < balls.size(); ++k)
    if (engine::isSet(balls[k].center))
      mesh.append(sphereMesh(balls[k].center, balls[k].radius, kBallSegments, static_cast<Index>(k)));
  m->marks.setMesh(mesh);
  m->marks.setColors([&](Index ball) { return withAlpha(balls[static_cast<size_t>(ball)].color, 1); });
  setLineMesh(m->markLines, lines);
}

void StructureScene::setBackground(Rgb color) {
  m->background = color;
  m->renderer->SetBackground(color[0] / 255.0, color[1] / 255.0, color[2] / 255.0);
}

void StructureScene::place(const StructureCamera& from) {
  vtkCamera* camera = m->renderer->GetActiveCamera();
  const Vector3 eye = from.eye(), up = from.axes.col(1);
  camera->SetFocalPoint(from.center.data());
  camera->SetPosition(eye.data());
  camera->SetViewUp(up.data());
  camera->SetViewAngle(StructureCamera::kViewAngle * kDegrees);
  // The centre may have been panned away from the molecule: twice its radius holds it in every reasonable picture.
  const double reach = 2.5 * from.radius, nearest = std::max(0.5, from.distance - reach),
               farthest = from.distance + reach;
  camera->SetClippingRange(nearest, farthest);
  const float fog[3] = {m->background[0] / 255.0f, m->background[1] / 255.0f, m->background[2] / 255.0f};
  for (vtkActor* actor : m->actors()) {
    vtkUniforms* uniforms = actor->GetShaderProperty()->GetFragmentCustomUniforms();
    uniforms->SetUniform3f("fogColor", fog);
    uniforms->SetUniformf("fogNear", static_cast<float>(nearest));
    uniforms->SetUniformf("fogFar", static_cast<float>(farthest));
    uniforms->SetUniformf("fogStart", static_cast<float>(from.distance - 0.6 * from.radius));
    uniforms->SetUniformf("fogEnd", static_cast<float>(from.distance + 1.2 * from.radius));
    uniforms->SetUniformf("fogMost", static_cast<float>(kMostFog));
  }
}

size_t StructureScene::numTriangles() const { return static_cast<size_t>(m->molecule.numTriangles()); }

int StructureScene::numBuilds() const { return m->numBuilds; }

}  // namespace ui
