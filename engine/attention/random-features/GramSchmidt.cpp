#include "engine/attention/random-features/GramSchmidt.h"

#include <cmath>

namespace engine {

namespace {

constexpr double kDependent = 1e-12;  ///< of the row's first length: below it, what is left is rounding

double dotOf(const double* a, const double* b, Index d) {
  double sum = 0;
  for (Index c = 0; c < d; ++c) sum += a[c] * b[c];
  return sum;
}

/// Every row is compared with all before it, then gets its length.
std::vector<GramSchmidtStep> stepsOf(Index count) {
  std::vector<GramSchmidtStep> steps;
  for (Index row = 0; row < count; ++row) {
    for (Index along = 0; along < row; ++along) steps.push_back({row, along, 0});
    steps.push_back({row, -1, 0});
  }
  return steps;
}

}  // namespace

GramSchmidt gramSchmidt(const Array<double>& vectors) {
  if (vectors.rank() != 2 || vectors.length(0) > vectors.length(1))
    fail("array ", vectors.name, " of shape ", shapeText(vectors.shape()),
         ": expected rows (count, d) with count <= d, more cannot be orthogonal");
  const Index count = vectors.length(0), d = vectors.length(1);
  GramSchmidt made;
  made.steps = stepsOf(count);
  made.states = Array<double>({std::ssize(made.steps) + 1, count, d}, 0.0, "rows");
  Array<double> now = vectors;
  std::copy(now.begin(), now.end(), made.states.begin());
  Index state = 1;
  for (GramSchmidtStep& step : made.steps) {
    double* const row = now.data() + step.row * d;
    if (step.along >= 0) {
      const double* const other = now.data() + step.along * d;
      step.amount = dotOf(row, other, d);
      for (Index c = 0; c < d; ++c) row[c] -= step.amount * other[c];
    } else {
      const double* const before = vectors.data() + step.row * d;
      step.amount = std::sqrt(dotOf(row, row, d));
      if (!(step.amount > kDependent * std::sqrt(dotOf(before, before, d))))
        fail("row ", step.row + 1, " of array ", vectors.name,
             ": found a sum of earlier rows, expected one that points somewhere else");
      for (Index c = 0; c < d; ++c) row[c] /= step.amount;
    }
    std::copy(now.begin(), now.end(), made.states.begin() + state++ * count * d);
  }
  return made;
}

Array<double> GramSchmidt::rows() const {
  const Index count = states.length(1), d = states.length(2);
  Array<double> last({count, d}, 0.0, "rows");
  std::copy(states.end() - count * d, states.end(), last.begin());
  return last;
}

Array<double> productsOfRows(const GramSchmidt& made, Index state) {
  const Index count = made.states.length(1), d = made.states.length(2);
  Array<double> products({count, count}, 0.0, "products");
  const double* const rows = made.states.data() + state * count * d;
  for (Index i = 0; i < count; ++i)
    for (Index j = 0; j < count; ++j) products(i, j) = dotOf(rows + i * d, rows + j * d, d);
  return products;
}

}  // namespace engine
