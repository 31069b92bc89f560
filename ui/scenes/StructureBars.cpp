// Bars whose vertices carry weight and rank. The vertex shader moves those below the limits out of the picture, so that
// a slider changes two uniforms and no array.
#include "ui/scenes/StructureBars.h"

#include <vtkActor.h>
#include <vtkDataObject.h>
#include <vtkFloatArray.h>
#include <vtkPointData.h>
#include <vtkPolyDataMapper.h>
#include <vtkShaderProperty.h>
#include <vtkUniforms.h>

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

using engine::Index;
using engine::Vector3;

constexpr double kThinnest = 0.07, kThickest = 0.22;  // Å, at the query
constexpr double kTaper = 0.3;                        // the key's end as a share of that
constexpr double kFaintest = 0.16, kDensest = 0.75;   // opacities
constexpr double kEnd = 0.9;  ///< Å that a bar stays away from each C-alpha: the ribbon is not crossed
constexpr int kSides = 8, kFewSides = 3;
constexpr size_t kManyBars = 1500;

constexpr const char* kDeclaration = R"glsl(//VTK::CustomUniforms::Dec
in vec2 barLimits;
)glsl";
/// Behind the far plane: clipped away before any pixel is looked at.
constexpr const char* kChoice = R"glsl(//VTK::PositionVC::Impl
  if (barLimits.x < lowestWeight || barLimits.y >= mostRank) gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
)glsl";

/// From near `from` to near `to`; short ones keep a third of their length.
Bar barOf(const AttentionBar& line) {
  const Vector3 way = line.to - line.from;
  const double length = way.norm(), end = std::min(kEnd, length / 3);
  const Vector3 step = length > 0 ? Vector3(way * (end / length)) : Vector3(Vector3::Zero());
  return {line.from + step, line.to - step, kThinnest + line.share * (kThickest - kThinnest), kTaper};
}

}  // namespace

StructureBars::StructureBars(vtkRenderer* renderer) : m_actor(renderer) {
  vtkShaderProperty* shader = m_actor.actor()->GetShaderProperty();
  shader->AddVertexShaderReplacement("//VTK::CustomUniforms::Dec", true, kDeclaration, false);
  shader->AddVertexShaderReplacement("//VTK::PositionVC::Impl", true, kChoice, false);
  m_actor.mapper()->MapDataArrayToVertexAttribute("barLimits", "limits", vtkDataObject::FIELD_ASSOCIATION_POINTS, -1);
  // Blended in the order of the mesh, weakest first, as part of the solid picture: VTK's pass for translucent actors
  // draws into floating-point buffers, which takes a software renderer several times as long.
  m_actor.actor()->ForceOpaqueOn();
  setLimits(0, 1);
}

void StructureBars::setBars(const std::vector<AttentionBar>& bars, const Rgb& color) {
  ++m_numBuilds;
  std::vector<Bar> solids;
  for (const AttentionBar& bar : bars) solids.push_back(barOf(bar));
  const Mesh mesh = barMesh(solids, bars.size() > kManyBars ? kFewSides : kSides);
  m_actor.setMesh(mesh);
  m_actor.setColors(StructureActor::Opacity::translucent, [&](Index bar) -> StructureActor::Color {
    const double opacity = kFaintest + (kDensest - kFaintest) * bars[static_cast<size_t>(bar)].share;
    return {color[0], color[1], color[2], static_cast<std::uint8_t>(std::lround(255 * opacity))};
  });
  vtkNew<vtkFloatArray> limits;
  limits->SetName("limits");
  limits->SetNumberOfComponents(2);
  limits->SetNumberOfTuples(static_cast<vtkIdType>(mesh.owner.size()));
  for (size_t k = 0; k < mesh.owner.size(); ++k) {
    const AttentionBar& bar = bars[static_cast<size_t>(mesh.owner[k])];
    const float values[2] = {bar.weight, static_cast<float>(bar.rank)};
    limits->SetTypedTuple(static_cast<vtkIdType>(k), values);
  }
  m_actor.data()->GetPointData()->AddArray(limits);
}

void StructureBars::setLimits(float lowestWeight, int mostPerResidue) {
  vtkUniforms* uniforms = m_actor.actor()->GetShaderProperty()->GetVertexCustomUniforms();
  uniforms->SetUniformf("lowestWeight", lowestWeight);
  uniforms->SetUniformf("mostRank", static_cast<float>(mostPerResidue) - 0.5f);
}

void StructureBars::setFog(const StructureCamera& camera, const Rgb& background) {
  placeFog(m_actor.actor(), camera, background);
}

}  // namespace ui
