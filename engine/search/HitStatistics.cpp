#include "engine/search/HitStatistics.h"

#include <algorithm>
#include <cmath>

namespace engine {

namespace {
double network(const double (*rows)[6], int n, const double* x) {
  double sum = 0;
  for (int k = 0; k < n; ++k) {
    double a = rows[k][4];
    for (int d = 0; d < 4; ++d) a += rows[k][d] * x[d];
    sum += rows[k][5] / (1 + std::exp(-a));
  }
  return sum;
}
const double kLambda[4][6] = {{-0.52356, -3.37650, 1.12984, -0.46796, -0.73195, 2.45630},
                              {-4.71361, 0.14166, 1.66807, 0.16383, -1.43792, 3.02905},
                              {-0.94895, -1.24358, -1.20293, 0.95434, -1.18839, 2.53803},
                              {-0.00318, 0.53022, -0.04914, -0.77046, -3.01141, 2.64379}};
const double kMu[6][6] = {{1.96172, 1.07181, -7.41256, 0.26471, -4.25264, -1.26036},
                          {0.84643, 1.46777, -1.04800, -0.51425, -3.63484, 1.52812},
                          {1.42697, 1.99927, 0.64647, 0.27834, -5.86653, 1.58413},
                          {1.34216, 1.64064, 0.35538, -8.08311, -4.78472, -1.90409},
                          {2.30046, 1.31700, -0.46435, -0.46803, -2.76356, 0.92803},
                          {0.90090, -3.53067, 0.59212, 1.47503, -2.21580, -0.66871}};
}  // namespace

HitStatistics::HitStatistics(const ProfileHmm& query, Index numSearched, AlignmentMode mode)
    : m_queryLength(query.length()), m_queryNeff(query.neff), m_numSearched(numSearched), m_mode(mode) {}

double HitStatistics::judge(PathScores& scores, Index numTemplateColumns, double templateNeff) const {
  const double x[4] = {std::log(double(m_queryLength)) / std::log(1000.0),
                       std::log(double(numTemplateColumns)) / std::log(1000.0), m_queryNeff / 10, templateNeff / 10};
  const double lambda = network(kLambda, 4, x), mu = 20 * network(kMu, 6, x);
  const double h = lambda * (scores.total - mu);
  scores.pValue = h > 10 ? std::exp(-h) : 1 - std::exp(-std::exp(-h));
  scores.eValue = scores.pValue * double(m_numSearched);
  const double logP = h > 10 ? -h : std::log(scores.pValue);
  const double y = logP < -10 ? logP : std::log(-std::log(1 - scores.pValue));
  const double s = -(y / 0.45 - 3);
  const double u = std::sqrt(4000.0) * std::exp(-s / 5) + std::sqrt(0.15) * std::exp(-s / 68);
  scores.probability = s > 200 ? 100 : 100 / (1 + u * u);
  return s;
}

}  // namespace engine
