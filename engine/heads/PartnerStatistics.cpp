#include "engine/heads/PartnerStatistics.h"

#include <algorithm>
#include <cmath>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "engine/heads/contacts/ContactPairs.h"

namespace engine {

namespace {

bool isStrand(char state) { return state == 'E' || state == 'B'; }

/// Mann and Whitney, with half a point for equal ones.
double chanceOfMore(const std::vector<double>& labelled, std::vector<double> others) {
  std::sort(others.begin(), others.end());
  double wins = 0;
  for (const double value : labelled) {
    const auto [first, last] = std::equal_range(others.begin(), others.end(), value);
    wins += static_cast<double>(first - others.begin()) + 0.5 * static_cast<double>(last - first);
  }
  return wins / (static_cast<double>(labelled.size()) * static_cast<double>(others.size()));
}

AnnotationStatistics ofLabel(const std::vector<double>& isLabelled, const std::vector<double>& received) {
  std::vector<double> labelled, others;
  double sum = 0;
  for (size_t k = 0; k < received.size(); ++k) {
    (isLabelled[k] != 0 ? labelled : others).push_back(received[k]);
    if (isLabelled[k] != 0) sum += received[k];
  }
  AnnotationStatistics found;
  if (labelled.empty() || others.empty()) return found;
  found.received = sum;
  found.expected = static_cast<double>(labelled.size()) / static_cast<double>(received.size());
  found.auc = chanceOfMore(labelled, std::move(others));
  return found;
}

AnnotationStatistics ofNumber(const std::vector<double>& numbers, const std::vector<double>& received) {
  std::vector<double> known, shares;
  for (size_t k = 0; k < received.size(); ++k) {
    if (!std::isfinite(numbers[k])) continue;
    known.push_back(numbers[k]);
    shares.push_back(received[k]);
  }
  const std::vector<double> a = centredRanks(known), b = centredRanks(shares);
  double joint = 0, squares = 0, otherSquares = 0;
  for (size_t k = 0; k < a.size(); ++k) {
    joint += a[k] * b[k];
    squares += a[k] * a[k];
    otherSquares += b[k] * b[k];
  }
  AnnotationStatistics found;
  if (squares > 0 && otherSquares > 0) found.correlation = joint / std::sqrt(squares * otherSquares);
  return found;
}

}  // namespace

Partners helixPartners(const std::string& dssp) {
  constexpr Index kTurn = 4;
  const auto length = static_cast<Index>(dssp.size());
  Partners partners(dssp.size());
  for (Index i = 0; i + kTurn < length; ++i) {
    if (dssp.compare(static_cast<size_t>(i), kTurn + 1, "HHHHH") != 0) continue;
    nth(partners, i).push_back(i + kTurn);
    nth(partners, i + kTurn).push_back(i);
  }
  for (auto& list : partners) std::sort(list.begin(), list.end());
  return partners;
}

Partners strandPartners(const std::string& dssp, const Array<float>& alpha) {
  constexpr Index kLeastApart = 3;
  constexpr float kPaired = 5.8F;  // Å
  const auto length = static_cast<Index>(dssp.size());
  requireShape("ca_distance", alpha.shape(), {length, length});
  Partners partners(dssp.size());
  for (Index i = 0; i < length; ++i)
    for (Index j = 0; j < length; ++j)
      if (std::abs(i - j) >= kLeastApart && isStrand(nth(dssp, i)) && isStrand(nth(dssp, j)) && alpha(i, j) < kPaired)
        nth(partners, i).push_back(j);
  return partners;
}

PartnerMass partnerMass(const HeadMap& map, const Partners& partners) {
  requireShape("map", {map.rows(), map.columns()},
               {static_cast<Index>(partners.size()), static_cast<Index>(partners.size())});
  PartnerMass found;
  double mass = 0, uniform = 0;
  for (Index row = 0; row < map.rows(); ++row) {
    const std::vector<Index>& list = nth(partners, row);
    if (list.empty() || !map.counts(row)) continue;
    double sum = 0;
    for (const Index j : list) sum += static_cast<double>(map.weights(row)[j]);
    mass += sum / map.sum(row);
    uniform += static_cast<double>(list.size()) / static_cast<double>(map.columns());
    ++found.rows;
  }
  if (found.rows == 0) return found;
  found.mass = mass / static_cast<double>(found.rows);
  found.uniform = uniform / static_cast<double>(found.rows);
  return found;
}

bool ResidueAnnotation::isLabel() const {
  return std::all_of(values.begin(), values.end(), [](double value) { return value == 0 || value == 1; });
}

AnnotationStatistics annotationStatistics(const ResidueAnnotation& annotation, const std::vector<double>& received) {
  if (annotation.values.size() != received.size())
    fail("annotation ", annotation.name, ": found ", annotation.values.size(), " values, expected ", received.size(),
         ", one for each residue");
  return annotation.isLabel() ? ofLabel(annotation.values, received) : ofNumber(annotation.values, received);
}

}  // namespace engine
