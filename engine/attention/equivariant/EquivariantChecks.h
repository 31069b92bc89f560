// What the e3nn Transformer guide checks of its layer: that outputs turn with the input, are smooth where a node comes
// within the radius, and keep the variance of the input (MATHEMATICS.md 11.5).
#pragma once

#include <Eigen/Core>
#include <map>

#include "engine/attention/equivariant/EquivariantAttention.h"
#include "engine/base/Random.h"

namespace engine {

/// Every row (N, dimension of irreps) multiplied by D^T: features that have turned by an orthogonal Q. Throws Error
/// when Q is not orthogonal.
template <class T>
Array<T> turned(const Array<T>& rows, const Irreps& irreps, const Eigen::Matrix3d& Q);

/// The input with positions and features turned by Q, then moved by `shift` (in the unit of pos).
template <class T>
EquivariantInput<T> moved(const EquivariantInput<T>& input, const Eigen::Matrix3d& Q, const Eigen::Vector3d& shift);

/// Largest |F(moved input) - moved F(input)| over all outputs, for each of several random motions; in the unit of the
/// outputs. `unturned`: |F(rotated input) - F(input)|, what one finds who forgets that outputs turn as well.
struct EquivarianceErrors {
  Array<double> rotation, mirror, translation, unturned;  ///< (trials) each
};
/// 0 trials give none. Rotations uniform over SO(3), mirrors at planes uniform over directions, translations normal
/// times ten radii. Positions are rounded to T before and after they move.
template <class T>
EquivarianceErrors equivarianceErrors(const EquivariantInput<T>& input, Index trials, Random& random, int threads,
                                      Diagnostics& diagnostics, Progress& progress);

/// Outputs while a third node walks towards two others that see each other.
struct SmoothnessWalk {
  Array<double> x;           ///< (steps) first coordinate of the third node, in the unit of the radius
  Array<double> soft, hard;  ///< (steps, 3, Dout) outputs with the soft edge, and with every neighbour in full
  double entry = 0;          ///< x at which the third node comes within the radius of both others
};
/// The walk of the guide, scaled to the radius of the setting r: nodes at (0, +-5r/13, 0) and (x, 0, 0), x from -r to
/// -10r/13 in `steps` equal steps (one: its start). The weights are those of `weights`; f is (3, Din). Throws Error for
/// other shapes.
SmoothnessWalk smoothnessWalk(const EquivariantInput<double>& weights, const Array<double>& f, Index steps, int threads,
                              Diagnostics& diagnostics, Progress& progress);
/// Largest change of any output from one step to the next; (steps, 3, Dout), 0 for fewer than two steps.
double largestStep(const Array<double>& outputs);

/// Mean squares of outputs over the nodes with so many neighbours.
struct OutputSpread {
  Index nodes = 0;
  double withRoot = 0;     ///< of sum sqrt(a) v, what the layer gives
  double withoutRoot = 0;  ///< of sum a v, what it would give without the root
};
struct OutputStatistics {
  std::vector<double> outputs;                 ///< all of them
  std::map<Index, OutputSpread> byNeighbours;  ///< by the number of neighbours of a node

  double mean() const;       ///< 0 without outputs
  double deviation() const;  ///< standard deviation with n in the denominator; 0 without outputs
};
/// Adds the outputs of one graph.
void addOutputs(OutputStatistics& statistics, const EquivariantResult<double>& result);

}  // namespace engine
