// Features of a block of positions at a time, in vector instructions: what the fast native path is made of.
#pragma once

#include <vector>

#include "engine/attention/Performer.h"

namespace engine {

/// Makes features of consecutive positions. Not for the kind efficient. Holds a transposed, scaled copy of W.
class FeatureBlocks {
 public:
  explicit FeatureBlocks(const PerformerInput<float>& input);

  const PerformerOptions& options() const { return m_options; }
  Index features() const { return m_features; }
  /// Positions at a time, so that a block of features stays in the cache.
  Index blockRows() const { return m_blockRows; }
  /// The factor m^-1/2 or (2m)^-1/2 of the features; 1 for relu.
  float factor() const { return m_factor; }
  /// What is added to a feature before the factor.
  float eps() const { return m_eps; }

  /// u of `rows` positions of x (rows, d) into the first m columns of block (rows, M), g into halfNorms (rows).
  void project(const float* x, Index rows, float* block, float* halfNorms) const;
  /// g of one position.
  float halfNorm(const float* x) const;
  /// Largest u of a position, or |u| (hyperbolic).
  float largest(const float* u) const;
  /// u of one position into factor * (raw feature + eps), all M of them, in place.
  void finish(float* row, float halfNorm, float shift, float factor, float eps) const;

 private:
  PerformerOptions m_options;
  Index m_depth, m_projections, m_features, m_blockRows;
  bool m_hasProjection;
  float m_factor, m_eps;
  std::vector<float> m_transposed;  ///< (d, m) inputScale * W^T
};

}  // namespace engine
