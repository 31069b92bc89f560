// Transition probabilities as the recursions over strips read them.
#pragma once

#include <vector>

#include "engine/hmm/posterior/Strips.h"
#include "engine/hmm/profile/ProfileHmm.h"

namespace engine {

/// The query's transitions out of the rows of a strip; 0 in lanes beyond the last row.
struct RowTransitions {
  Lanes mm, mi, md, im, ii, dm, dd;
};

class StripTransitions {
 public:
  explicit StripTransitions(const ProfileHmm& profile);

  /// Probability of a transition out of column or row 0..N.
  double at(Transition transition, Index j) const { return column(transition)[placeOfColumn(j)]; }
  /// From place s on: lane l holds the column at which it stands at step s; 0 outside the columns 0..N.
  const double* column(Transition transition) const {
    return m_values.data() + static_cast<Index>(transition) * m_padded;
  }
  RowTransitions rows(Index strip) const;

 private:
  Lanes rowLanes(Transition transition, Index strip) const;

  const Index m_length, m_padded;
  std::vector<double> m_values;  ///< by transition, padded columns
};

}  // namespace engine
