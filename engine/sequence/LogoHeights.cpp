#include "engine/sequence/LogoHeights.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace engine {

namespace {

constexpr double kLeastBackground = 1e-6;

/// sum p log2(p / q) over the letters that occur.
double relativeEntropyBits(const ResidueVector& probabilities, const ResidueVector& background) {
  double bits = 0;
  for (size_t a = 0; a < probabilities.size(); ++a)
    if (probabilities[a] > 0) bits += probabilities[a] * logOddsBits(probabilities[a], background[a]);
  return std::max(0.0, bits);
}

double sumOf(const ResidueVector& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

}  // namespace

double logOddsBits(double probability, double background) {
  if (!(probability > 0)) return -std::numeric_limits<double>::infinity();
  return std::log2(probability / std::max(background, kLeastBackground));
}

ResidueVector logoHeights(const ResidueVector& probabilities, const ResidueVector& background, LogoScale scale) {
  ResidueVector shares = probabilities;
  for (double& share : shares)
    if (!(share > 0)) share = 0;
  if (scale == LogoScale::probability) return shares;
  ResidueVector uniform;
  uniform.fill(1.0 / alphabet::kNumResidues);
  const ResidueVector& against = scale == LogoScale::information ? uniform : background;
  const double bits = relativeEntropyBits(shares, against);
  if (scale == LogoScale::aboveBackground)
    for (size_t a = 0; a < shares.size(); ++a)
      if (shares[a] <= background[a]) shares[a] = 0;
  const double total = sumOf(shares);
  for (double& share : shares) share = total > 0 ? share / total * bits : 0;
  return shares;
}

double logoLimit(LogoScale scale, const std::vector<ResidueVector>& heights) {
  if (scale == LogoScale::probability) return 1;
  if (scale == LogoScale::information) return std::log2(static_cast<double>(alphabet::kNumResidues));
  double highest = 1;
  for (const ResidueVector& column : heights) highest = std::max(highest, sumOf(column));
  return highest;
}

}  // namespace engine
