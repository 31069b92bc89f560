// A mesh with colours of its own as a VTK actor: soft light, no specular, distant parts step back into the background.
#pragma once

#include <vtkActor.h>
#include <vtkNew.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>

#include <array>
#include <functional>

#include "engine/structure/RigidMotion.h"
#include "ui/scenes/structure/Mesh.h"
#include "ui/scenes/structure/StructureCamera.h"

class vtkPolyDataMapper;
class vtkRenderer;

namespace ui {

/// Points, normals, triangles and thin lines; no colours.
void copyMesh(const Mesh& mesh, vtkPolyData* target);
/// An actor with the light of all molecules; place it with `placeFog`.
vtkSmartPointer<vtkActor> makeStructureActor();
/// How far the fog reaches for this camera; `background` as red, green, blue.
void placeFog(vtkActor* actor, const StructureCamera& camera, const std::array<std::uint8_t, 3>& background);
/// The background's part in what lies at this distance from the eye, Å.
double fogShare(const StructureCamera& camera, double distance);
/// Nearest and farthest distance from the eye that is drawn, Å.
std::array<double, 2> depthRange(const StructureCamera& camera);
class StructureActor {
 public:
  explicit StructureActor(vtkRenderer* renderer);

  using Color = std::array<std::uint8_t, 4>;  ///< red, green, blue, alpha
  enum class Opacity { opaque, translucent };
  /// Replaces the geometry; colours must be set again.
  void setMesh(const Mesh& mesh);
  /// Recolours without touching the geometry.
  void setColors(Opacity opacity, const std::function<Color(engine::Index owner)>& colorOf);
  void setVisible(bool on);
  /// Puts the mesh where the motion brings it.
  void setMotion(const engine::RigidMotion& motion);
  bool isEmpty() const { return m_owner.empty(); }
  size_t numTriangles() const { return static_cast<size_t>(m_data->GetNumberOfPolys()); }

  vtkPolyData* data() const { return m_data; }
  vtkPolyDataMapper* mapper() const;
  vtkActor* actor() const { return m_actor; }

 private:
  void show();
  void reverseTriangles();

  vtkSmartPointer<vtkActor> m_actor;
  vtkNew<vtkPolyData> m_data;
  std::vector<engine::Index> m_owner;
  bool m_isVisible = true, m_isMirrored = false;
};

}  // namespace ui
