// Consistency of a profile HMM.
#include "engine/hmm/profile/ProfileHmm.h"

#include <cmath>

namespace engine {

namespace {

constexpr double kSumTolerance = 1e-3;

/// Accepts rows read from files, whose entries are rounded to 1/1000 bit.
void requireDistribution(const ResidueVector& values, const std::string& name, const std::string& what) {
  double sum = 0;
  for (const double p : values) {
    if (!(p >= 0) || !std::isfinite(p))
      fail("profile ", name, ", ", what, ": found probability ", p, ", expected a number from 0 to 1");
    sum += p;
  }
  if (std::abs(sum - 1) > kSumTolerance)
    fail("profile ", name, ", ", what, ": probabilities sum to ", sum, ", expected 1");
}

void requireSize(size_t found, size_t expected, const std::string& name, const char* what) {
  if (found != expected) fail("profile ", name, ": found ", found, " ", what, ", expected ", expected);
}

}  // namespace

void ProfileHmm::validate() const {
  const size_t columns = emissions.size();
  requireSize(transitions.size(), columns + 1, name, "transition rows");
  requireSize(columnNeff.size(), columns + 1, name, "rows of effective sequence numbers");
  requireSize(alignmentColumn.size(), columns, name, "alignment column numbers");
  requireSize(consensus.size(), columns, name, "consensus letters");
  requireSize(masterLetters.size(), columns, name, "master letters");
  for (const ColumnAnnotation& annotation : annotations)
    requireSize(annotation.symbols.size(), columns, name, "symbols of an annotation");
  if (!(neff > 0) || !std::isfinite(neff))
    fail("profile ", name, ": effective number of sequences is ", neff, ", expected a positive number");
  requireDistribution(background, name, "background");
  for (size_t i = 0; i < columns; ++i) requireDistribution(emissions[i], name, "column " + std::to_string(i + 1));
  for (size_t i = 0; i <= columns; ++i) {
    for (const double value : transitions[i])
      if (std::isnan(value) || value > kSumTolerance)
        fail("profile ", name, ", transitions of column ", i, ": found ", value, " bit, expected a number <= 0");
    const ColumnNeff& counts = columnNeff[i];
    for (const double value : {counts.match, counts.insert, counts.deletion})
      if (!(value >= 0)) fail("profile ", name, ", column ", i, ": effective number of sequences is ", value);
  }
}

}  // namespace engine
