// Renderers, lights, camera and marks of the structure view.
#include "ui/scenes/structure/StructureScene.h"

#include <vtkActor.h>
#include <vtkCamera.h>
#include <vtkCommand.h>
#include <vtkLight.h>
#include <vtkNew.h>
#include <vtkPropCollection.h>
#include <vtkRenderWindow.h>
#include <vtkRenderer.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstring>
#include <numbers>

#include "engine/base/Nth.h"

namespace ui {
namespace {

using engine::Index;
using engine::Vector3;

constexpr double kDegrees = 180 / std::numbers::pi;
constexpr int kLineSides = 6, kBallSegments = 16;

StructureActor::Color withAlpha(const Rgb& color, double opacity) {
  return {color[0], color[1], color[2], static_cast<std::uint8_t>(std::lround(255 * std::clamp(opacity, 0.0, 1.0)))};
}

void addLights(vtkRenderer* target) {
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

/// All bars of a picture: how much of what lies behind still shows through, and their colour, premultiplied, 0..255.
struct BarLayer {
  std::vector<float> through;                ///< height × width, rows from the top
  std::vector<std::array<float, 3>> colors;  ///< as many; empty where all bars are of the one colour `single`
  std::array<float, 3> single{};

  std::array<float, 3> colorAt(size_t pixel) const {
    if (!colors.empty()) return colors[pixel];
    const float bars = 1 - through[pixel];
    return {bars * single[0], bars * single[1], bars * single[2]};
  }
};

/// The last colour lies over those before it.
BarLayer barLayer(const std::vector<ColoredStrokes>& byColor, const std::vector<float>& depth, int width, int height) {
  BarLayer layer;
  const size_t count = static_cast<size_t>(width) * height;
  layer.through.assign(count, 1);
  if (byColor.size() > 1) layer.colors.assign(count, {});
  for (const ColoredStrokes& one : byColor) {
    layer.single = {float(one.color[0]), float(one.color[1]), float(one.color[2])};
    const std::vector<float> through = transmittance(one.strokes, depth, width, height, 0);
    for (size_t k = 0; k < count; ++k) {
      layer.through[k] *= through[k];
      if (layer.colors.empty() || through[k] == 1) continue;
      for (size_t part = 0; part < 3; ++part)
        layer.colors[k][part] = (1 - through[k]) * layer.single[part] + through[k] * layer.colors[k][part];
    }
  }
  return layer;
}

}  // namespace

struct StructureScene::Implementation {
  vtkRenderWindow* window;
  vtkNew<vtkRenderer> renderer, markRenderer;  // marks are drawn in a layer above the molecule: never hidden by it
  StructureMolecule molecule{renderer};
  std::unique_ptr<StructureMolecule> companion;
  StructureBars bars;
  StructureActor marks{markRenderer}, markLines{markRenderer};
  Rgb background{255, 255, 255};
  StructureCamera camera;
  // Of the picture rendered last, while bars or shading are shown; rows of the arrays from the bottom, of `dark` from
  // the top.
  int width = 0, height = 0;
  std::vector<float> depth, dark;
  std::vector<std::uint32_t> withoutMarks, withMarks;
  DepthShading shading, drawnShading;
  double pixelRatio = 1, shadingMilliseconds = 0;

  vtkMTimeType drawn = 0;  ///< newest() after the last picture

  vtkMTimeType newest() const;
  bool needsDepth() const { return bars.numShown() > 0 || shading.isOn(); }
  bool hasMarks() const { return !marks.isEmpty() || !markLines.isEmpty(); }
  void onMolecule(vtkObject*, unsigned long, void*);
  void onMarks(vtkObject*, unsigned long, void*);
  void readColors(std::vector<std::uint32_t>& colors) const;
};

/// When anything was changed last that the renderers draw.
vtkMTimeType StructureScene::Implementation::newest() const {
  vtkMTimeType time = 0;
  for (vtkRenderer* each : {renderer.Get(), markRenderer.Get()}) {
    vtkPropCollection* props = each->GetViewProps();
    time = std::max({time, each->GetMTime(), props->GetMTime()});
    vtkCollectionSimpleIterator at;
    props->InitTraversal(at);
    while (vtkProp* prop = props->GetNextProp(at)) time = std::max(time, prop->GetRedrawMTime());
  }
  return time;
}

/// The molecule is drawn, the marks are not.
void StructureScene::Implementation::onMolecule(vtkObject*, unsigned long, void*) {
  const int* size = renderer->GetSize();
  width = needsDepth() ? size[0] : 0;
  height = size[1];
  depth.resize(static_cast<size_t>(width) * height);
  drawnShading = shading;
  dark.clear();
  shadingMilliseconds = 0;
  if (depth.empty()) return;
  const auto start = std::chrono::steady_clock::now();
  window->GetZbufferData(0, 0, width - 1, height - 1, depth.data());
  if (hasMarks()) readColors(withoutMarks);
  if (!shading.isOn()) return;
  dark = depthShade(depth, width, height, pixelRatio, camera, shading, 0);
  shadingMilliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

void StructureScene::Implementation::onMarks(vtkObject*, unsigned long, void*) {
  if (!depth.empty() && hasMarks()) readColors(withMarks);
  drawn = newest();
}

void StructureScene::Implementation::readColors(std::vector<std::uint32_t>& colors) const {
  constexpr int kBack = 0;
  vtkNew<vtkUnsignedCharArray> bytes;
  window->GetRGBACharPixelData(0, 0, width - 1, height - 1, kBack, bytes);
  colors.resize(depth.size());
  std::memcpy(colors.data(), bytes->GetPointer(0), sizeof(std::uint32_t) * colors.size());
}

StructureScene::StructureScene(vtkRenderWindow* window) : m(std::make_unique<Implementation>()) {
  m->window = window;
  addLights(m->renderer);
  addLights(m->markRenderer);
  m->markRenderer->SetLayer(1);
  m->markRenderer->SetActiveCamera(m->renderer->GetActiveCamera());
  window->SetNumberOfLayers(2);
  window->AddRenderer(m->renderer);
  window->AddRenderer(m->markRenderer);
  m->renderer->AddObserver(vtkCommand::EndEvent, m.get(), &Implementation::onMolecule);
  m->markRenderer->AddObserver(vtkCommand::EndEvent, m.get(), &Implementation::onMarks);
  setBackground(m->background);
}

StructureScene::~StructureScene() {
  m->window->RemoveRenderer(m->markRenderer);
  m->window->RemoveRenderer(m->renderer);
}

StructureMolecule& StructureScene::molecule() { return m->molecule; }
const StructureMolecule& StructureScene::molecule() const { return m->molecule; }
StructureBars& StructureScene::bars() { return m->bars; }
const StructureBars& StructureScene::bars() const { return m->bars; }
bool StructureScene::hasCompanion() const { return m->companion != nullptr; }

StructureMolecule& StructureScene::companion() {
  if (!m->companion) m->companion = std::make_unique<StructureMolecule>(m->renderer);
  return *m->companion;
}

void StructureScene::setMotion(const engine::RigidMotion& motion) {
  m->molecule.setMotion(motion);
  m->bars.setMotion(motion);
}

void StructureScene::setMoving(bool on) {
  m->molecule.setMoving(on);
  if (m->companion) m->companion->setMoving(on);
}

void StructureScene::setUse(MeshUse use) {
  m->molecule.setUse(use);
  if (m->companion) m->companion->setUse(use);
}

void StructureScene::setShading(const DepthShading& shading, double pixelRatio) {
  m->shading = shading;
  m->pixelRatio = pixelRatio;
}

double StructureScene::shadingMilliseconds() const { return m->shadingMilliseconds; }

void StructureScene::setMarks(const std::vector<SceneBall>& balls, const std::vector<SceneLine>& lines) {
  Mesh mesh;
  for (size_t k = 0; k < balls.size(); ++k)
    if (engine::isSet(balls[k].center))
      mesh.append(sphereMesh(balls[k].center, balls[k].radius, kBallSegments, static_cast<Index>(k)));
  m->marks.setMesh(mesh);
  m->marks.setColors(StructureActor::Opacity::translucent, [&](Index ball) {
    return withAlpha(engine::nth(balls, ball).color, engine::nth(balls, ball).opacity);
  });
  std::vector<Bar> bars;
  for (const SceneLine& line : lines) bars.push_back({line.from, line.to, line.radius});
  m->markLines.setMesh(barMesh(bars, kLineSides));
  m->markLines.setColors(StructureActor::Opacity::translucent, [&](Index line) {
    return withAlpha(engine::nth(lines, line).color, engine::nth(lines, line).opacity);
  });
}

void StructureScene::setBackground(Rgb color, Ground ground) {
  m->background = color;
  // Colours are read back multiplied by their alpha: black where there is nothing.
  if (ground == Ground::transparent) m->renderer->SetBackground(0, 0, 0);
  else m->renderer->SetBackground(color[0] / 255.0, color[1] / 255.0, color[2] / 255.0);
  m->renderer->SetBackgroundAlpha(ground == Ground::transparent ? 0 : 1);
}

void StructureScene::place(const StructureCamera& from) {
  vtkCamera* camera = m->renderer->GetActiveCamera();
  const Vector3 eye = from.eye(), up = from.axes.col(1);
  camera->SetFocalPoint(from.center.data());
  camera->SetPosition(eye.data());
  camera->SetViewUp(up.data());
  camera->SetViewAngle(StructureCamera::kViewAngle * kDegrees);
  const auto [nearest, farthest] = depthRange(from);
  camera->SetClippingRange(nearest, farthest);
  m->molecule.setFog(from, m->background);
  if (m->companion) m->companion->setFog(from, m->background);
  m->camera = from;
  for (vtkActor* actor : {m->marks.actor(), m->markLines.actor()}) placeFog(actor, from, m->background);
}

bool StructureScene::isOutdated(const StructureCamera& camera, const DepthShading& shading) const {
  const bool lacksDepth = m->bars.numShown() > 0 && m->depth.empty();
  return lacksDepth || shading != m->drawnShading || !(camera == m->camera) || m->newest() != m->drawn;
}

Veil StructureScene::veil() const {
  if (m->depth.empty()) return {};
  const int width = m->width, height = m->height;
  const BarLayer bars = barLayer(m->bars.strokes(m->camera, width, height), m->depth, width, height);
  Veil veil{width, height, std::vector<std::uint32_t>(bars.through.size())};
  const bool hasMarks = m->hasMarks() && m->withMarks.size() == bars.through.size(), isShaded = !m->dark.empty();
  for (size_t k = 0; k < bars.through.size(); ++k) {
    const float dark = isShaded ? m->dark[k] : 0, through = bars.through[k];
    if (through == 1 && dark == 0) continue;
    const size_t fromBottom = (static_cast<size_t>(height) - 1 - k / width) * width + k % width;
    if (hasMarks && m->withMarks[fromBottom] != m->withoutMarks[fromBottom]) continue;
    const auto part = [](float value) { return static_cast<std::uint32_t>(value + 0.5f); };
    const auto color = bars.colorAt(k);
    veil.pixels[k] = part(255 * (1 - through + through * dark)) << 24 | part(color[0]) << 16 | part(color[1]) << 8 |
                     part(color[2]);
  }
  return veil;
}

}  // namespace ui
