#include "engine/attention/equivariant/TrilinearOnTape.h"

#include <memory>

namespace engine {

namespace {

using Terms = std::shared_ptr<const std::vector<TrilinearTerm>>;

/// result[row, place] += factor * a[row, placeA] * b[row, placeB] * c[row, placeC] over all terms.
Array<double> summed(const std::vector<TrilinearTerm>& terms, const Shape& shape, Index TrilinearTerm::*place,
                     const Array<double>& a, Index TrilinearTerm::*placeA, const Array<double>& b,
                     Index TrilinearTerm::*placeB, const Array<double>& c, Index TrilinearTerm::*placeC) {
  Array<double> result(shape);
  for (Index row = 0; row < shape[0]; ++row) {
    double* const to = result.data() + row * shape[1];
    const double* const rowA = a.data() + row * a.length(1);
    const double* const rowB = b.data() + row * b.length(1);
    const double* const rowC = c.data() + row * c.length(1);
    for (const TrilinearTerm& term : terms)
      to[term.*place] += term.factor * rowA[term.*placeA] * rowB[term.*placeB] * rowC[term.*placeC];
  }
  return result;
}

}  // namespace

std::vector<TrilinearTerm> termsOf(const TensorProduct& product) {
  std::vector<TrilinearTerm> terms;
  for (const TensorProductPath& path : product.paths()) {
    const IrrepBlock &x = product.first().blocks()[path.first], &y = product.second().blocks()[path.second],
                     &z = product.out().blocks()[path.out];
    Index weight = path.weightOffset;
    for (Index u = 0; u < x.multiplicity; ++u)
      for (Index v = 0; v < y.multiplicity; ++v)
        for (Index w = 0; w < z.multiplicity; ++w, ++weight)
          for (const CouplingEntry& entry : product.coupling(path))
            terms.push_back({x.offset + u * x.irrep.dimension() + entry.first,
                             y.offset + v * y.irrep.dimension() + entry.second, weight,
                             z.offset + w * z.irrep.dimension() + entry.out, path.factor * entry.value});
  }
  return terms;
}

std::vector<TrilinearTerm> termsOf(const EquivariantLinear& map) {
  std::vector<TrilinearTerm> terms;
  for (const LinearPath& path : map.paths()) {
    const IrrepBlock &from = map.in().blocks()[path.in], &to = map.out().blocks()[path.out];
    const Index dimension = from.irrep.dimension();
    Index weight = path.weightOffset;
    for (Index u = 0; u < from.multiplicity; ++u)
      for (Index w = 0; w < to.multiplicity; ++w, ++weight)
        for (Index c = 0; c < dimension; ++c)
          terms.push_back({from.offset + u * dimension + c, 0, weight, to.offset + w * dimension + c, path.factor});
  }
  return terms;
}

Variable<double> trilinear(std::vector<TrilinearTerm> given, Index width, const Variable<double>& x,
                           const Variable<double>& y, const Variable<double>& weights) {
  using Term = TrilinearTerm;
  const Terms terms = std::make_shared<const std::vector<Term>>(std::move(given));
  Array<double> z = summed(*terms, {x.length(0), width}, &Term::out, x.value(), &Term::first, y.value(), &Term::second,
                           weights.value(), &Term::weight);
  // The sum is linear in each factor: its gradient is the same sum with the factor and the result swapped.
  return x.tape().record(std::move(z), {{x,
                                         [=](const Array<double>& g, const Array<double>&) {
                                           return summed(*terms, x.shape(), &Term::first, g, &Term::out, y.value(),
                                                         &Term::second, weights.value(), &Term::weight);
                                         }},
                                        {y,
                                         [=](const Array<double>& g, const Array<double>&) {
                                           return summed(*terms, y.shape(), &Term::second, g, &Term::out, x.value(),
                                                         &Term::first, weights.value(), &Term::weight);
                                         }},
                                        {weights, [=](const Array<double>& g, const Array<double>&) {
                                           return summed(*terms, weights.shape(), &Term::weight, g, &Term::out,
                                                         x.value(), &Term::first, y.value(), &Term::second);
                                         }}});
}

}  // namespace engine
