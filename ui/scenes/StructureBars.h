// Attention between residues as tapered bars: one mesh for all candidates; what is shown is chosen in the shader.
#pragma once

#include <vector>

#include "ui/scenes/ColorMap.h"
#include "ui/scenes/StructureActor.h"

namespace ui {

/// From the query, where it is wide, to the key, where it is thin.
struct AttentionBar {
  engine::Vector3 from, to;  ///< Å
  float weight = 0;
  int rank = 0;      ///< 0: the strongest key of its query
  double share = 0;  ///< of the strongest weight, 0..1: width and opacity
};

class StructureBars {
 public:
  explicit StructureBars(vtkRenderer* renderer);

  /// Replaces all candidates; later ones are drawn over earlier ones.
  void setBars(const std::vector<AttentionBar>& bars, const Rgb& color);
  /// Shows bars of at least `lowestWeight` with a rank below `mostPerResidue`: two numbers for the shader, whatever the
  /// number of bars.
  void setLimits(float lowestWeight, int mostPerResidue);
  void setMotion(const engine::RigidMotion& motion) { m_actor.setMotion(motion); }
  void setFog(const StructureCamera& camera, const Rgb& background);
  /// How often the mesh was built.
  int numBuilds() const { return m_numBuilds; }

 private:
  StructureActor m_actor;
  int m_numBuilds = 0;
};

}  // namespace ui
