// Algorithm 6 of ESM3's supplement, geometric attention, with an explanation for beginners.
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "engine/attention/geometric/GeometricAttention.h"
#include "engine/structure/Structure.h"
#include "tests/engine/documents/Numbers.h"

namespace documents {
namespace {

ArrayBundle input() { return findMechanism("geometric").sampleInput(); }
ArrayBundle outputs(const ArrayBundle& inputs) {
  return outputsOf("geometric", inputs, {{"scores", true}, {"vectors", true}});
}
ArrayBundle outputs() { return outputs(input()); }
const Sizes kSizes{{"L", 5}, {"h", 2}, {"d", 8}};

/// Axes (H, L, ...) in the order of the document.
std::vector<double> headsLast(const Shape& shape) {
  std::vector<double> found = lengths(shape);
  if (found.at(2) == 3)
    std::swap(found[0], found[1]);  // (L, h, 3)
  else
    std::rotate(found.begin(), found.begin() + 1, found.end());  // (L, L, h)
  return found;
}

Vector3 vectorOf(const Array<double>& vectors, Index head, Index residue) {
  return {vectors(head, residue, 0), vectors(head, residue, 1), vectors(head, residue, 2)};
}

/// Largest |T(h, i, j) - of(h, i, j)| over heads, queries and keys.
template <class Function>
double largestOver(const Array<double>& T, const Function& of) {
  double largest = 0;
  for (Index h = 0; h < T.length(0); ++h)
    for (Index i = 0; i < T.length(1); ++i)
      for (Index j = 0; j < T.length(2); ++j) largest = std::max(largest, std::abs(T(h, i, j) - of(h, i, j)));
  return largest;
}

COMPUTED(rowsOfTheProjection) { return {{double(shapeOf(input().at("W_proj"))[0])}, kSizes}; }
COMPUTED(vectorsOfEveryHead) {
  std::vector<double> all;
  for (const char* name : {"q_r", "k_r", "q_d", "k_d", "v"})
    for (const double length : headsLast(shapeOf(outputs().at(name)))) all.push_back(length);
  return {all, kSizes};
}
COMPUTED(mapsOfEveryHead) {
  std::vector<double> all;
  for (const char* name : {"R", "D", "A"})
    for (const double length : headsLast(shapeOf(outputs().at(name)))) all.push_back(length);
  return {all, kSizes};
}
COMPUTED(framesAreRotations) {
  const Array<double> R = numbers(outputs(), "frames_R");
  double determinant = 0, largest = 0;
  for (Index i = 0; i < R.length(0); ++i) {
    Eigen::Matrix3d rotation;
    for (Index a = 0; a < 3; ++a)
      for (Index b = 0; b < 3; ++b) rotation(a, b) = R(i, a, b);
    determinant += rotation.determinant() / double(R.length(0));
    largest = std::max(largest, (rotation.transpose() * rotation - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff());
  }
  return {{determinant, largest}};
}
COMPUTED(backboneOutsideTheLocalPlane) {
  const ArrayBundle made = outputs(), given = input();
  const Array<double> R = numbers(made, "frames_R"), t = numbers(made, "frames_t");
  double largest = 0;
  for (const char* name : {"N", "CA", "C"}) {
    const Array<double> atom = numbers(given, name);
    for (Index i = 0; i < atom.length(0); ++i) {
      double z = 0;
      for (Index c = 0; c < 3; ++c) z += R(i, c, 2) * (atom(i, c) - t(i, c));
      largest = std::max(largest, std::abs(z));
    }
  }
  return {{largest}};
}
COMPUTED(rotationalTerm) {
  const ArrayBundle made = outputs();
  const Array<double> q = numbers(made, "q_r"), k = numbers(made, "k_r");
  return {{largestOver(numbers(made, "R"), [&](Index h, Index i, Index j) {
    return vectorOf(q, h, i).dot(vectorOf(k, h, j)) / std::sqrt(3.0);
  })}};
}
COMPUTED(rotationalTermBesideTheCosine) {
  const ArrayBundle made = outputs();
  const Array<double> q = numbers(made, "q_r"), k = numbers(made, "k_r");
  return {{largestOver(numbers(made, "R"), [&](Index h, Index i, Index j) {
    const Vector3 query = vectorOf(q, h, i), key = vectorOf(k, h, j);
    return query.dot(key) / (query.norm() * key.norm() * std::sqrt(3.0));
  })}};
}
double distanceTermBeside(const char* query, const char* key) {
  const ArrayBundle made = outputs();
  const Array<double> q = numbers(made, query), k = numbers(made, key);
  return largestOver(numbers(made, "D"), [&](Index h, Index i, Index j) {
    return (vectorOf(q, h, i) - vectorOf(k, h, j)).norm() / std::sqrt(3.0);
  });
}
COMPUTED(distanceTermOfPoints) { return {{distanceTermBeside("q_d", "k_d")}}; }
COMPUTED(distanceTermOfDirections) { return {{distanceTermBeside("q_r", "k_r")}}; }
COMPUTED(distanceTermOfTheVariantText) {
  ArrayBundle made = outputsOf("geometric", input(), {{"vectors", true}, {"variant", std::string("text")}});
  const Array<double> q = numbers(made, "q_r"), k = numbers(made, "k_r");
  return {{largestOver(numbers(made, "D"), [&](Index h, Index i, Index j) {
    return (vectorOf(q, h, i) - vectorOf(k, h, j)).norm() / std::sqrt(3.0);
  })}};
}

COMPUTED(softplusOfLowZeroAndHighWeights) {
  const Array<double> values = softplusOf(Array<double>({3}, {-60, 0, 60}));
  return {{values[0], values[1], values[2]}};
}
COMPUTED(scoresOfBothTerms) {
  const ArrayBundle made = outputs(), given = input();
  const Array<double> w_r = softplusOf(numbers(given, "w_r")), w_d = softplusOf(numbers(given, "w_d"));
  const Array<double> R = numbers(made, "R"), D = numbers(made, "D");
  return {{largestOver(numbers(made, "S"),
                       [&](Index h, Index i, Index j) { return w_r[h] * R(h, i, j) - w_d[h] * D(h, i, j); })}};
}
COMPUTED(geometricWeightsAddUpToOne) { return {rangeOfRowSums(numbers(outputs(), "A"))}; }
COMPUTED(geometricSumsOfValues) {
  const ArrayBundle made = outputs();
  const Array<double> A = numbers(made, "A"), v = numbers(made, "v"), o = numbers(made, "o");
  Array<double> expected(o.shape(), 0.0);
  for (Index h = 0; h < 2; ++h)
    for (Index i = 0; i < 5; ++i)
      for (Index j = 0; j < 5; ++j)
        for (Index c = 0; c < 3; ++c) expected(h, i, c) += A(h, i, j) * v(h, j, c);
  return {{largestDifference(expected, o)}};
}
COMPUTED(outputIsTurnedBackAndMappedToTheWidth) {
  const ArrayBundle made = outputs();
  const Array<double> o = numbers(made, "o"), R = numbers(made, "frames_R"), W = numbers(input(), "W_out");
  Array<double> expected({5, 8}, 0.0);
  for (Index i = 0; i < 5; ++i)
    for (Index out = 0; out < 8; ++out)
      for (Index h = 0; h < 2; ++h)
        for (Index c = 0; c < 3; ++c) {
          double local = 0;
          for (Index axis = 0; axis < 3; ++axis) local += R(i, axis, c) * o(h, i, axis);
          expected(i, out) += W(out, 3 * h + c) * local;
        }
  std::vector<double> found = lengths(made, "Y", 2);
  found.push_back(largestDifference(expected, numbers(made, "Y")));
  return {found, kSizes};
}
/// Turned by a rotation of 50 degrees around (1, 2, -2) / 3 and moved by 7, -30, 4 Å.
COMPUTED(outputsOfATurnedAndMovedProtein) {
  const Eigen::Matrix3d turn = Eigen::AngleAxisd(0.8727, Vector3(1, 2, -2) / 3).toRotationMatrix();
  ArrayBundle moved = input();
  for (const char* name : {"N", "CA", "C"}) {
    Array<double> atoms = numbers(moved, name);
    for (Index i = 0; i < atoms.length(0); ++i) {
      const Vector3 to = turn * Vector3(atoms(i, 0), atoms(i, 1), atoms(i, 2)) + Vector3(7, -30, 4);
      for (Index c = 0; c < 3; ++c) atoms(i, c) = to(c);
    }
    moved[name] = atoms;
  }
  return {{largestDifference(numbers(outputs(moved), "Y"), numbers(outputs(), "Y"))}};
}

}  // namespace
}  // namespace documents
