#include "engine/equivariant/PathStrength.h"

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

/// The root of factor^2 times the sum of the squares of `count` weights, divided by the copies that share them.
template <class T>
double strength(double squaredFactor, const T* weights, Index count, Index copies) {
  double sum = 0;
  for (Index k = 0; k < count; ++k) sum += double(weights[k]) * double(weights[k]);
  return std::sqrt(squaredFactor * sum / double(std::max<Index>(1, copies)));
}

/// Of a block of z.
double sizeOf(const IrrepBlock& block, const std::vector<double>& z) {
  const double* const values = z.data() + block.offset;
  if (block.size() == 1) return values[0];
  double sum = 0;
  for (Index k = 0; k < block.size(); ++k) sum += values[k] * values[k];
  return std::sqrt(sum / double(std::max<Index>(1, block.size())));
}

template <class Map, class AddPath>
std::vector<double> contributionsOf(const Map& map, const AddPath& addPath) {
  std::vector<double> contributions;
  for (const auto& path : map.paths()) {
    std::vector<double> z(static_cast<size_t>(map.out().dimension()));
    addPath(path, z.data());
    contributions.push_back(sizeOf(map.out().blocks()[path.out], z));
  }
  return contributions;
}

}  // namespace

std::vector<double> pathContributions(const TensorProduct& product, const double* x, const double* y,
                                      const double* weights) {
  return contributionsOf(product,
                         [&](const TensorProductPath& path, double* z) { product.addPath(path, x, y, weights, z); });
}

std::vector<double> pathContributions(const EquivariantLinear& map, const double* x, const double* weights) {
  return contributionsOf(map, [&](const LinearPath& path, double* z) { map.addPath(path, x, weights, z); });
}

template <class T>
std::vector<double> pathStrengths(const TensorProduct& product, const T* weights) {
  std::vector<double> strengths;
  for (const TensorProductPath& path : product.paths()) {
    const Index first = product.first().blocks()[path.first].multiplicity;
    const Index second = product.second().blocks()[path.second].multiplicity;
    const IrrepBlock& out = product.out().blocks()[path.out];
    // The coupling has Frobenius norm 1, of which each component of the output has the same share.
    const double squared = path.factor * path.factor / double(out.irrep.dimension());
    strengths.push_back(
        strength(squared, weights + path.weightOffset, first * second * out.multiplicity, out.multiplicity));
  }
  return strengths;
}

template <class T>
std::vector<double> pathStrengths(const EquivariantLinear& map, const T* weights) {
  std::vector<double> strengths;
  for (const LinearPath& path : map.paths()) {
    const Index in = map.in().blocks()[path.in].multiplicity, out = map.out().blocks()[path.out].multiplicity;
    strengths.push_back(strength(path.factor * path.factor, weights + path.weightOffset, in * out, out));
  }
  return strengths;
}

template std::vector<double> pathStrengths(const TensorProduct&, const float*);
template std::vector<double> pathStrengths(const TensorProduct&, const double*);
template std::vector<double> pathStrengths(const EquivariantLinear&, const float*);
template std::vector<double> pathStrengths(const EquivariantLinear&, const double*);

}  // namespace engine
