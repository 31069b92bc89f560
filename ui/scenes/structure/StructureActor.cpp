// Meshes of the structure view as VTK actors.
#include "ui/scenes/structure/StructureActor.h"

#include <vtkActor.h>
#include <vtkCellArray.h>
#include <vtkFloatArray.h>
#include <vtkMatrix4x4.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkShaderProperty.h>
#include <vtkTypeInt32Array.h>
#include <vtkUniforms.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>

namespace ui {
namespace {

constexpr float kThinLineWidth = 1.6f;

/// The eye's distance from the depth buffer's value, then a mix with the background: far parts step back.
constexpr const char* kFogShader = R"glsl(
  float fogDepth = fogNear * fogFar / (fogFar - gl_FragCoord.z * (fogFar - fogNear));
  float fogShare = fogMost * smoothstep(fogStart, fogEnd, fogDepth);
  gl_FragData[0].rgb = mix(gl_FragData[0].rgb, fogColor, fogShare);
)glsl";

/// Distances from the eye between which the fog thickens, Å.
std::array<double, 2> fogReach(const StructureCamera& camera) {
  return {camera.distance - 0.6 * camera.radius, camera.distance + 1.2 * camera.radius};
}

vtkNew<vtkFloatArray> toArray(const std::vector<std::array<float, 3>>& values) {
  vtkNew<vtkFloatArray> array;
  array->SetNumberOfComponents(3);
  array->SetNumberOfTuples(static_cast<vtkIdType>(values.size()));
  if (!values.empty()) std::copy_n(values[0].data(), 3 * values.size(), array->GetPointer(0));
  return array;
}

/// Cells of `Size` points each, with numbers of 32 bits.
template <size_t Size>
vtkNew<vtkCellArray> toCells(const std::vector<std::array<std::uint32_t, Size>>& values) {
  vtkNew<vtkTypeInt32Array> offsets, points;
  offsets->SetNumberOfValues(static_cast<vtkIdType>(values.size() + 1));
  points->SetNumberOfValues(static_cast<vtkIdType>(Size * values.size()));
  for (size_t k = 0; k <= values.size(); ++k)
    offsets->SetValue(static_cast<vtkIdType>(k), static_cast<vtkTypeInt32>(Size * k));
  for (size_t k = 0; k < values.size(); ++k)
    for (size_t corner = 0; corner < Size; ++corner)
      points->SetValue(static_cast<vtkIdType>(Size * k + corner), static_cast<vtkTypeInt32>(values[k][corner]));
  vtkNew<vtkCellArray> cells;
  cells->SetData(offsets, points);
  return cells;
}

}  // namespace

void copyMesh(const Mesh& mesh, vtkPolyData* target) {
  target->Initialize();
  vtkNew<vtkPoints> positions;
  positions->SetData(toArray(mesh.points));
  target->SetPoints(positions);
  target->SetPolys(toCells(mesh.triangles));
  if (!mesh.segments.empty()) target->SetLines(toCells(mesh.segments));
  target->GetPointData()->SetNormals(toArray(mesh.normals));
}

vtkSmartPointer<vtkActor> makeStructureActor() {
  auto actor = vtkSmartPointer<vtkActor>::New();
  vtkProperty* look = actor->GetProperty();
  look->SetAmbient(0.22);
  look->SetDiffuse(0.85);
  look->SetSpecular(0);
  look->SetLineWidth(kThinLineWidth);
  actor->GetShaderProperty()->AddFragmentShaderReplacement("//VTK::TCoord::Impl", true, kFogShader, false);
  return actor;
}

double fogShare(const StructureCamera& camera, double distance) {
  const auto [start, end] = fogReach(camera);
  const double share = std::clamp((distance - start) / (end - start), 0.0, 1.0);
  return camera.fog * share * share * (3 - 2 * share);
}

std::array<double, 2> depthRange(const StructureCamera& camera) {
  // The centre may have been panned away from the molecule: twice its radius holds it in every reasonable picture.
  const double reach = 2.5 * camera.radius;
  return {std::max(0.5, camera.distance - reach), camera.distance + reach};
}

void placeFog(vtkActor* actor, const StructureCamera& camera, const std::array<std::uint8_t, 3>& background) {
  const float fog[3] = {background[0] / 255.0f, background[1] / 255.0f, background[2] / 255.0f};
  const auto [nearest, farthest] = depthRange(camera);
  vtkUniforms* uniforms = actor->GetShaderProperty()->GetFragmentCustomUniforms();
  uniforms->SetUniform3f("fogColor", fog);
  uniforms->SetUniformf("fogNear", static_cast<float>(nearest));
  uniforms->SetUniformf("fogFar", static_cast<float>(farthest));
  const auto [start, end] = fogReach(camera);
  uniforms->SetUniformf("fogStart", static_cast<float>(start));
  uniforms->SetUniformf("fogEnd", static_cast<float>(end));
  uniforms->SetUniformf("fogMost", static_cast<float>(camera.fog));
}

StructureActor::StructureActor(vtkRenderer* renderer) : m_actor(makeStructureActor()) {
  vtkNew<vtkPolyDataMapper> mapper;
  mapper->SetInputData(m_data);
  mapper->SetScalarModeToUsePointData();
  mapper->SetColorModeToDirectScalars();
  m_actor->SetMapper(mapper);
  m_actor->VisibilityOff();
  renderer->AddActor(m_actor);
}

vtkPolyDataMapper* StructureActor::mapper() const { return vtkPolyDataMapper::SafeDownCast(m_actor->GetMapper()); }

void StructureActor::show() { m_actor->SetVisibility(m_isVisible && !m_owner.empty()); }

void StructureActor::setVisible(bool on) {
  m_isVisible = on;
  show();
}

void StructureActor::setMotion(const engine::RigidMotion& motion) {
  vtkNew<vtkMatrix4x4> matrix;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) matrix->SetElement(row, column, motion.linear(row, column));
    matrix->SetElement(row, 3, motion.translation[row]);
  }
  m_actor->SetUserMatrix(motion.isIdentity() ? nullptr : matrix.Get());
  // A mirror turns the outside of a triangle in: without this the light would come from within.
  const bool isMirrored = matrix->Determinant() < 0;
  if (isMirrored != m_isMirrored) reverseTriangles();
  m_isMirrored = isMirrored;
}

void StructureActor::reverseTriangles() {
  vtkCellArray* triangles = m_data->GetPolys();
  for (vtkIdType cell = 0; cell < triangles->GetNumberOfCells(); ++cell) triangles->ReverseCellAtId(cell);
  triangles->Modified();
  m_data->Modified();
}

void StructureActor::setMesh(const Mesh& mesh) {
  m_owner = mesh.owner;
  copyMesh(mesh, m_data);
  if (m_isMirrored) reverseTriangles();
  // Thin lines have no sides that light could fall on.
  m_actor->GetProperty()->SetLighting(mesh.segments.empty());
  show();
}

void StructureActor::setColors(Opacity opacity, const std::function<Color(engine::Index)>& colorOf) {
  const int channels = opacity == Opacity::opaque ? 3 : 4;
  vtkNew<vtkUnsignedCharArray> colors;
  colors->SetNumberOfComponents(channels);
  colors->SetNumberOfTuples(static_cast<vtkIdType>(m_owner.size()));
  std::uint8_t* target = colors->GetPointer(0);
  // Points of one owner follow each other: one question for all of them.
  Color color{};
  for (size_t k = 0; k < m_owner.size(); ++k, target += channels) {
    if (k == 0 || m_owner[k] != m_owner[k - 1]) color = colorOf(m_owner[k]);
    std::copy_n(color.begin(), channels, target);
  }
  m_data->GetPointData()->SetScalars(colors);
  m_data->Modified();
}

}  // namespace ui
