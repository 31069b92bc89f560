// Features of a block of positions at a time: what the fast native path of the Performer is made of. Positions lie side
// by side in the lanes of vectors, so exponentials and maxima run lane by lane, W and the sums over keys enter the
// matrix products as they are, and a block of features is the packed right factor of the next product.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "engine/attention/heads/BlockProduct.h"
#include "engine/attention/performer/Performer.h"

namespace engine {

/// Features of up to `capacity` positions: feature r of position p is phi[r * capacity + p]. Lanes behind the positions
/// hold 0.
struct FeatureBlock {
  Index capacity;            ///< a multiple of kPanelWidth
  Index count = 0;           ///< positions in it
  Eigen::ArrayXf phi;        ///< (M, capacity)
  Eigen::ArrayXf packed;     ///< the positions themselves, as packPanels leaves them
  Eigen::ArrayXf halfNorms;  ///< (capacity) g
  Eigen::ArrayXf largest;    ///< (capacity) of u, or |u| (hyperbolic)

  FeatureBlock(Index features, Index depth, Index capacity);
};

/// Makes features. Not for the kind efficient.
class PerformerBlocks {
 public:
  explicit PerformerBlocks(const PerformerInput<float>& input);

  const PerformerOptions& options() const { return m_options; }
  Index features() const { return m_features; }
  Index depth() const { return m_depth; }
  /// Keys at a time, so that their features stay in the second-level cache; a multiple of kPanelWidth.
  Index keyRows() const { return m_keyRows; }
  /// The factor m^-1/2 or (2m)^-1/2 of the features; 1 for relu.
  float factor() const { return m_factor; }
  /// What is added to a feature before the factor.
  float eps() const { return m_eps; }
  /// Whether the shift is the largest u (positive, hyperbolic), so that it is known only after projecting.
  bool findsShift() const { return m_findsShift; }

  /// u of `count` positions of x (count, d) into the first m rows of block.phi, and their g.
  void project(const float* x, Index count, FeatureBlock& block) const;
  /// Fills block.largest.
  void findLargest(FeatureBlock& block) const;
  /// u into factor * (raw feature + eps). shift: (capacity) per position; where findsShift() it must not be less than
  /// u.
  void finish(FeatureBlock& block, const float* shift, float factor, float eps) const;

 private:
  void finishLanes(float* column, Index stride, FloatLanes down, FloatLanes factor, FloatLanes eps) const;
  void finishTrigonometric(float* column, Index stride, FloatLanes amplitude) const;

  PerformerOptions m_options;
  Index m_depth, m_projections, m_features, m_keyRows;
  bool m_hasProjection, m_findsShift;
  float m_factor, m_eps;
  Eigen::ArrayXf m_weights;  ///< (m, d) inputScale * W
};

/// Shift of each head (B*H) where it needs no projection, of the queries or of the keys that are not excluded: the
/// largest g (trigonometric), otherwise 0. X is input.Q or input.K.
std::vector<float> shiftsOfNorms(const PerformerInput<float>& input, const Array<float>& X, int threads,
                                 Progress& progress);

}  // namespace engine
