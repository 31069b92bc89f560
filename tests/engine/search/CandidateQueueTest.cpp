// The order of candidates of which most are bounds against that of candidates that are all known.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/base/Random.h"
#include "engine/search/CandidateQueue.h"

namespace candidate_queue_test {

using namespace engine;

TEST(CandidateQueue, givesTheSameOrderWhetherCandidatesAreKnownOrBounded) {
  for (const Index count : {0, 1, 5, 300, 3000})
    for (const double slack : {0.0, 3.0, 1e9}) {
      Random random(static_cast<std::uint64_t>(count) + 1);
      std::vector<Candidate> all;
      // Few different ranks: many are equal.
      for (Index k = 0; k < count; ++k)
        all.push_back({count - k, static_cast<double>(random.below(50)), random.below(2) == 0});
      Index numAsked = 0;
      const auto ranked = [&](const std::vector<Index>& templates) {
        std::vector<Candidate> found;
        for (const Index templ : templates) found.push_back(all[static_cast<size_t>(count - templ)]);
        numAsked += std::ssize(templates);
        return found;
      };
      CandidateQueue queue(ranked);
      for (const Candidate& candidate : all) {
        if (random.below(3) == 0)
          queue.add(candidate);
        else
          queue.addBound(candidate.templ, candidate.rank + slack * random.uniform());
      }
      std::vector<Candidate> sorted = all;
      std::stable_sort(sorted.begin(), sorted.end(),
                       [](const Candidate& a, const Candidate& b) { return a.rank > b.rank; });
      size_t at = 0;
      for (const size_t step : {1, 256, 7, 10000}) {
        if (queue.numLeft() == 0) break;
        EXPECT_EQ(queue.front().templ, sorted[at].templ);
        for (const Candidate& candidate : queue.take(step)) {
          EXPECT_EQ(candidate.templ, sorted[at].templ);
          EXPECT_EQ(candidate.isReportable, sorted[at].isReportable);
          ++at;
        }
        if (count == 3000 && slack == 3 && step == 1) {
          EXPECT_LT(numAsked, 2000);
        }
      }
      EXPECT_EQ(at, sorted.size());
      EXPECT_EQ(queue.numLeft(), 0);
    }
}

}  // namespace candidate_queue_test
