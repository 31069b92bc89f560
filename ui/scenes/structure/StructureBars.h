// Attention between residues as tapered, translucent bars over the picture of a molecule.
#pragma once

#include <vector>

#include "engine/structure/RigidMotion.h"
#include "ui/scenes/ColorMap.h"
#include "ui/scenes/structure/Strokes.h"

namespace ui {

/// From the query, where it is wide, to the key, where it is thin.
struct AttentionBar {
  engine::Vector3 from, to;  ///< C-alphas, Å
  float weight = 0;
  int rank = 0;      ///< 0: the strongest key of its query
  double share = 0;  ///< of the strongest weight, 0..1: width and opacity
};

class StructureBars {
 public:
  void setBars(std::vector<AttentionBar> bars, const Rgb& color);
  /// Shows bars of at least `lowestWeight` with a rank below `mostPerResidue`.
  void setLimits(float lowestWeight, int mostPerResidue);
  void setMotion(const engine::RigidMotion& motion) { m_motion = motion; }
  int numShown() const;
  const Rgb& color() const { return m_color; }
  /// What the camera sees of the shown bars in width × height device pixels.
  std::vector<Stroke> strokes(const StructureCamera& camera, int width, int height) const;

 private:
  bool isShown(const AttentionBar& bar) const;

  std::vector<AttentionBar> m_bars;
  engine::RigidMotion m_motion;
  Rgb m_color{0, 0, 0};
  float m_lowestWeight = 0;
  int m_mostPerResidue = 1;
};

}  // namespace ui
