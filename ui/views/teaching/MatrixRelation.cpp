#include "ui/views/teaching/MatrixRelation.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ui {

using engine::Index;

namespace {

constexpr double kAgrees = 1e-6;
constexpr Index kMostSteps = 4'000'000;  ///< multiplications that looking for one product may take

}  // namespace

bool areMatrixNumbersClose(double a, double b) { return std::abs(a - b) <= kAgrees * (1 + std::abs(b)); }

namespace {

/// The factor that makes the product of two matrices the third; none: there is none.
std::optional<double> productFactor(const MatrixNumbers& a, const MatrixNumbers& b, bool isTransposed,
                                    const MatrixNumbers& result) {
  const Index inner = isTransposed ? b.columns : b.rows, columns = isTransposed ? b.rows : b.columns;
  if (a.columns != inner || result.rows != a.rows || result.columns != columns || inner == 0) return std::nullopt;
  if (a.rows * inner * columns > kMostSteps) return std::nullopt;
  double factor = std::nan("");
  std::vector<std::pair<double, double>> pairs;
  for (Index i = 0; i < a.rows; ++i)
    for (Index j = 0; j < columns; ++j) {
      double sum = 0;
      for (Index c = 0; c < inner; ++c) sum += a.at(i, c) * (isTransposed ? b.at(j, c) : b.at(c, j));
      if (std::isinf(result.at(i, j))) continue;  // a mask came after the product
      if (std::isnan(sum) || std::isnan(result.at(i, j))) return std::nullopt;
      pairs.emplace_back(sum, result.at(i, j));
      if (std::isnan(factor) && std::abs(sum) > kAgrees) factor = result.at(i, j) / sum;
    }
  if (std::isnan(factor) || factor <= 0) return std::nullopt;
  for (const auto& [sum, value] : pairs)
    if (!areMatrixNumbersClose(factor * sum, value)) return std::nullopt;
  return factor;
}

/// Whether a row of weights is 0 where nothing may be seen, and only there.
bool isMaskedAs(const MatrixNumbers& weights, Index row, const MatrixMask& mask) {
  for (Index j = 0; mask && j < weights.columns; ++j)
    if ((weights.at(row, j) == 0) != (mask->at(row, j) == 0)) return false;
  return true;
}

/// Nothing at all is seen, and nothing is given.
bool isEmptyRow(const MatrixNumbers& weights, Index row, const MatrixMask& mask) {
  for (Index j = 0; j < weights.columns; ++j)
    if (!mask || mask->at(row, j) != 0 || weights.at(row, j) != 0) return false;
  return true;
}

/// By rows; cells of weight 0 are masked.
bool isSoftmax(const MatrixNumbers& scores, const MatrixNumbers& weights, const MatrixMask& mask) {
  if (scores.rows != weights.rows || scores.columns != weights.columns) return false;
  for (Index i = 0; i < scores.rows; ++i) {
    if (isEmptyRow(weights, i, mask)) continue;
    if (!isMaskedAs(weights, i, mask)) return false;
    double sum = 0, total = 0, most = -1e300;
    for (Index j = 0; j < scores.columns; ++j) {
      if (std::isnan(scores.at(i, j)) || !(weights.at(i, j) >= 0)) return false;
      if (weights.at(i, j) > 0) most = std::max(most, scores.at(i, j));
    }
    for (Index j = 0; j < scores.columns; ++j) {
      total += weights.at(i, j);
      if (weights.at(i, j) > 0) sum += std::exp(scores.at(i, j) - most);
    }
    if (!areMatrixNumbersClose(total, 1)) return false;
    for (Index j = 0; j < scores.columns; ++j)
      if (weights.at(i, j) > 0 && !areMatrixNumbersClose(std::exp(scores.at(i, j) - most) / sum, weights.at(i, j)))
        return false;
  }
  return scores.rows > 0;
}

bool isSum(const MatrixNumbers& a, const MatrixNumbers& b, const MatrixNumbers& result) {
  if (a.rows != b.rows || a.columns != b.columns || a.rows != result.rows || a.columns != result.columns) return false;
  for (Index k = 0; k < a.rows * a.columns; ++k)
    if (!areMatrixNumbersClose(a.values[k] + b.values[k], result.values[k])) return false;
  return a.rows * a.columns > 0;
}

}  // namespace

MatrixRelation findMatrixRelation(const std::vector<std::optional<MatrixNumbers>>& before, const MatrixNumbers& result,
                                  const MatrixMask& mask) {
  using Kind = MatrixRelation::Kind;
  for (size_t i = before.size(); i-- > 0;)
    if (before[i] && isSoftmax(*before[i], result, mask)) return {Kind::softmax, i, i, 1};
  for (size_t j = before.size(); j-- > 0;)
    for (size_t i = before.size(); i-- > 0;) {
      if (!before[i] || !before[j]) continue;
      for (const bool isTransposed : {true, false})
        if (i != j && (i < j || !isTransposed))
          if (const auto factor = productFactor(*before[i], *before[j], isTransposed, result))
            return {isTransposed ? Kind::productTransposed : Kind::product, i, j, *factor};
      if (i < j && isSum(*before[i], *before[j], result)) return {Kind::sum, i, j, 1};
    }
  return {};
}

}  // namespace ui
