#include "engine/attention/equivariant/EquivariantChecks.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"
#include "engine/equivariant/WignerD.h"

namespace engine {

namespace {

using Vector = Eigen::Vector3d;

constexpr double kShiftInRadii = 10;
constexpr double kHalfDistance = 5.0 / 13, kWalkEnd = -10.0 / 13;  // of the radius: 0.5 and -1 of 1.3

/// A normalised normal quaternion is uniform over the rotations.
Eigen::Matrix3d randomRotation(Random& random) {
  const double w = random.normal(), x = random.normal(), y = random.normal(), z = random.normal();
  return Eigen::Quaterniond(w, x, y, z).normalized().toRotationMatrix();
}

Vector randomVector(Random& random) {
  const double x = random.normal(), y = random.normal(), z = random.normal();
  return {x, y, z};
}

Eigen::Matrix3d randomMirror(Random& random) {
  const Vector normal = randomVector(random).normalized();
  return Eigen::Matrix3d::Identity() - 2 * normal * normal.transpose();
}

template <class T>
double largestDifference(const Array<T>& a, const Array<T>& b) {
  double largest = 0;
  for (Index k = 0; k < a.size(); ++k) largest = std::max(largest, std::abs(double(a[k]) - double(b[k])));
  return largest;
}

EquivariantInput<double> atStep(EquivariantInput<double> input, double x, bool isEdgeSoft) {
  const double half = kHalfDistance * input.setting.maxRadius;
  input.setting.isEdgeSoft = isEdgeSoft;
  input.pos = Array<double>({3, 3}, {0, half, 0, 0, -half, 0, x, 0, 0}, "pos");
  return input;
}

template <class T>
Array<T> outputsOf(const EquivariantInput<T>& input, int threads, Diagnostics& diagnostics, Progress& progress) {
  return equivariantAttention(equivariantProblem(input, threads, progress), threads, diagnostics, progress).out;
}

/// With positions of no more digits than the rest: what a layer in this precision would be given.
template <class T>
EquivariantInput<T> rounded(EquivariantInput<T> input) {
  for (double& value : input.pos) value = static_cast<double>(static_cast<T>(value));
  return input;
}

}  // namespace

template <class T>
Array<T> turned(const Array<T>& rows, const Irreps& irreps, const Eigen::Matrix3d& Q) {
  const Eigen::MatrixXd D = wignerD(irreps, Q);
  requireShape(rows.name, rows.shape(), {-1, irreps.dimension()});
  Array<T> result(rows.shape(), T{}, rows.name);
  for (Index i = 0; i < rows.length(0); ++i)
    for (Index r = 0; r < D.rows(); ++r) {
      double sum = 0;
      for (Index c = 0; c < D.cols(); ++c) sum += D(r, c) * double(rows(i, c));
      result(i, r) = static_cast<T>(sum);
    }
  return result;
}

template <class T>
EquivariantInput<T> moved(const EquivariantInput<T>& input, const Eigen::Matrix3d& Q, const Eigen::Vector3d& shift) {
  EquivariantInput<T> result = input;
  result.f = turned(input.f, input.setting.in, Q);
  for (Index i = 0; i < input.pos.length(0); ++i) {
    const Vector now = Q * Vector(input.pos(i, 0), input.pos(i, 1), input.pos(i, 2)) + shift;
    for (Index axis = 0; axis < 3; ++axis) result.pos(i, axis) = now[axis];
  }
  return result;
}

template <class T>
EquivarianceErrors equivarianceErrors(const EquivariantInput<T>& input, Index trials, Random& random, int threads,
                                      Diagnostics& diagnostics, Progress& progress) {
  Progress quiet;
  Diagnostics unheard;  // what is told of the input holds for it when it has moved
  const auto run = [&](const EquivariantInput<T>& given) { return outputsOf(rounded(given), threads, unheard, quiet); };
  const EquivariantInput<T> start = rounded(input);
  const Irreps& irreps = input.setting.out;
  const Array<T> before = outputsOf(start, threads, diagnostics, quiet);
  EquivarianceErrors errors{Array<double>({trials}), Array<double>({trials}), Array<double>({trials}),
                            Array<double>({trials})};
  const Eigen::Matrix3d stay = Eigen::Matrix3d::Identity();
  for (Index trial = 0; trial < trials; ++trial) {
    progress.update(double(trial) / double(trials), "motions");
    const Eigen::Matrix3d rotation = randomRotation(random), mirror = randomMirror(random);
    const Vector shift = kShiftInRadii * input.setting.maxRadius * randomVector(random);
    const Array<T> rotated = run(moved(start, rotation, Vector(0, 0, 0)));
    errors.rotation[trial] = largestDifference(rotated, turned(before, irreps, rotation));
    errors.unturned[trial] = largestDifference(rotated, before);
    errors.mirror[trial] =
        largestDifference(run(moved(start, mirror, Vector(0, 0, 0))), turned(before, irreps, mirror));
    errors.translation[trial] = largestDifference(run(moved(start, stay, shift)), before);
  }
  return errors;
}

SmoothnessWalk smoothnessWalk(const EquivariantInput<double>& weights, const Array<double>& f, Index steps, int threads,
                              Diagnostics& diagnostics, Progress& progress) {
  const EquivariantSetting& setting = weights.setting;
  requireShape("f", f.shape(), {3, setting.in.dimension()});
  EquivariantInput<double> input = weights;
  input.f = f;
  const double radius = setting.maxRadius;
  const Index width = setting.out.dimension();
  SmoothnessWalk walk{Array<double>({steps}), Array<double>({steps, 3, width}), Array<double>({steps, 3, width}),
                      -radius * std::sqrt(1 - kHalfDistance * kHalfDistance)};
  Progress quiet;
  Diagnostics unheard;
  for (Index step = 0; step < steps; ++step) {
    progress.update(double(step) / double(steps), "steps");
    const double share = steps > 1 ? double(step) / double(steps - 1) : 0;
    walk.x[step] = radius * (-1 + share * (kWalkEnd + 1));
    for (const bool isSoft : {true, false}) {
      Diagnostics& heard = step == 0 && isSoft ? diagnostics : unheard;
      const Array<double> out = outputsOf(atStep(input, walk.x[step], isSoft), threads, heard, quiet);
      Array<double>& all = isSoft ? walk.soft : walk.hard;
      std::copy(out.begin(), out.end(), all.data() + step * out.size());
    }
  }
  return walk;
}

double largestStep(const Array<double>& outputs) {
  const Index steps = outputs.length(0), width = steps > 0 ? outputs.size() / steps : 0;
  double largest = 0;
  for (Index k = 0; k + width < outputs.size(); ++k)
    largest = std::max(largest, std::abs(outputs[k + width] - outputs[k]));
  return largest;
}

double OutputStatistics::mean() const {
  double sum = 0;
  for (const double value : outputs) sum += value;
  return outputs.empty() ? 0 : sum / double(outputs.size());
}

double OutputStatistics::deviation() const {
  const double middle = mean();
  double sum = 0;
  for (const double value : outputs) sum += (value - middle) * (value - middle);
  return outputs.empty() ? 0 : std::sqrt(sum / double(outputs.size()));
}

void addOutputs(OutputStatistics& statistics, const EquivariantResult<double>& result) {
  const Index N = result.out.length(0), width = result.out.length(1);
  statistics.outputs.insert(statistics.outputs.end(), result.out.begin(), result.out.end());
  const IncomingEdges incoming = incomingEdges(result.edges, N);
  for (Index node = 0; node < N; ++node) {
    const Index begin = nth(incoming.start, node), end = nth(incoming.start, node + 1);
    OutputSpread& spread = statistics.byNeighbours[end - begin];
    double withRoot = 0, withoutRoot = 0;
    for (Index c = 0; c < width; ++c) {
      double sum = 0;
      for (Index k = begin; k < end; ++k) sum += result.a[nth(incoming.edge, k)] * result.v(nth(incoming.edge, k), c);
      withRoot += result.out(node, c) * result.out(node, c) / double(width);
      withoutRoot += sum * sum / double(width);
    }
    ++spread.nodes;
    spread.withRoot += (withRoot - spread.withRoot) / double(spread.nodes);
    spread.withoutRoot += (withoutRoot - spread.withoutRoot) / double(spread.nodes);
  }
}

template Array<float> turned(const Array<float>&, const Irreps&, const Eigen::Matrix3d&);
template Array<double> turned(const Array<double>&, const Irreps&, const Eigen::Matrix3d&);
template EquivariantInput<float> moved(const EquivariantInput<float>&, const Eigen::Matrix3d&, const Eigen::Vector3d&);
template EquivariantInput<double> moved(const EquivariantInput<double>&, const Eigen::Matrix3d&,
                                        const Eigen::Vector3d&);
template EquivarianceErrors equivarianceErrors(const EquivariantInput<float>&, Index, Random&, int, Diagnostics&,
                                               Progress&);
template EquivarianceErrors equivarianceErrors(const EquivariantInput<double>&, Index, Random&, int, Diagnostics&,
                                               Progress&);

}  // namespace engine
