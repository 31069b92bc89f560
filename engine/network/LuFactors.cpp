// Golub and Van Loan, Matrix Computations, section 3.2 and 3.4: right-looking, panels of 64 columns.
#include "engine/network/LuFactors.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

constexpr Index kPanel = 64;

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using MatrixView = Eigen::Map<Matrix>;
using ConstMatrixView = Eigen::Map<const Matrix>;

/// Brings the largest remaining value of a column to the diagonal.
void pivot(Index column, MatrixView& a, LuFactors& lu) {
  Index row = column;
  for (Index i = column + 1; i < a.rows(); ++i)
    if (std::abs(a(i, column)) > std::abs(a(row, column))) row = i;
  if (row == column) return;
  a.row(row).swap(a.row(column));
  std::swap(lu.sourceRow[size_t(row)], lu.sourceRow[size_t(column)]);
  lu.permutationSign = -lu.permutationSign;
}

/// Eliminates the columns [first, last) below the diagonal, inside these columns only.
void eliminatePanel(Index first, Index last, MatrixView& a, LuFactors& lu) {
  for (Index k = first; k < last; ++k) {
    pivot(k, a, lu);
    if (a(k, k) == 0) continue;  // the whole rest of the column is 0
    for (Index i = k + 1; i < a.rows(); ++i) {
      const double factor = a(i, k) /= a(k, k);
      for (Index c = k + 1; c < last; ++c) a(i, c) -= factor * a(k, c);
    }
  }
}

}  // namespace

LuFactors factorize(Array<double> matrix, int threads, Progress& progress) {
  const Index n = matrix.length(0);
  requireShape(matrix.name, matrix.shape(), {n, n});
  LuFactors lu{std::move(matrix), std::vector<Index>(static_cast<size_t>(n)), 1};
  std::iota(lu.sourceRow.begin(), lu.sourceRow.end(), Index{0});
  MatrixView a(lu.factors.data(), n, n);
  for (Index first = 0; first < n; first += kPanel) {
    PartProgress part(progress, double(first) / double(n), double(std::min(first + kPanel, n)) / double(n));
    const Index last = std::min(first + kPanel, n), width = last - first, rest = n - last;
    eliminatePanel(first, last, a, lu);
    auto top = a.block(first, last, width, rest);
    a.block(first, first, width, width).triangularView<Eigen::UnitLower>().solveInPlace(top);
    parallelFor(rest, kPanel, threads, part, "elimination", [&](Index begin, Index end) {
      a.block(last + begin, last, end - begin, rest).noalias() -=
          a.block(last + begin, first, end - begin, width) * a.block(first, last, width, rest);
    });
  }
  return lu;
}

Array<double> inverse(const LuFactors& lu, int threads, Progress& progress) {
  const Index n = lu.factors.length(0);
  Array<double> result({n, n}, Untouched{});
  const ConstMatrixView a(lu.factors.data(), n, n);
  MatrixView x(result.data(), n, n);
  const Index width = std::clamp<Index>(500'000'000 / std::max<Index>(1, n * n), 8, kPanel);
  parallelFor(n, width, threads, progress, "substitution", [&](Index begin, Index end) {
    Matrix columns = Matrix::Zero(n, end - begin);
    for (Index row = 0; row < n; ++row)
      if (const Index source = lu.sourceRow[size_t(row)]; source >= begin && source < end)
        columns(row, source - begin) = 1;
    a.triangularView<Eigen::UnitLower>().solveInPlace(columns);
    a.triangularView<Eigen::Upper>().solveInPlace(columns);
    x.middleCols(begin, end - begin) = columns;
  });
  return result;
}

LogDeterminant logDeterminant(const LuFactors& lu) {
  LogDeterminant result{0, lu.permutationSign};
  for (Index k = 0; k < lu.factors.length(0); ++k) {
    const double diagonal = lu.factors(k, k);
    if (diagonal == 0) return {-std::numeric_limits<double>::infinity(), 0};
    result.logMagnitude += std::log(std::abs(diagonal));
    if (diagonal < 0) result.sign = -result.sign;
  }
  return result;
}

}  // namespace engine
