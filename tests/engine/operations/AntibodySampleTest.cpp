// The antibody sample, request by request, and what its README says that one sees in it.
#include <gmock/gmock.h>

#include <algorithm>

#include "engine/attention/HeadSet.h"
#include "engine/datasets/LetterArray.h"
#include "engine/hmm/profile/ProfileHmm.h"
#include "engine/io/Format.h"
#include "engine/models/LetterPredictions.h"
#include "engine/operations/Operation.h"
#include "tests/support/Files.h"

namespace engine {
namespace antibody_sample_test {

DatasetPtr sample(const std::string& name) {
  Diagnostics diagnostics;
  Progress progress;
  return std::make_shared<const Dataset>(load(test::sampleFile(name), diagnostics, progress));
}

class AntibodySample : public testing::Test {
 protected:
  /// Results of the model for one chain, "VH" or "VL".
  static std::vector<Dataset> resultsFor(const std::string& chain, const std::string& weights) {
    ParameterValues values;
    values.set("entry", chain);
    Diagnostics diagnostics;
    Progress progress;
    auto results =
        findOperation("model")
            .run({sample(weights), sample("antibody/trastuzumab.fasta")}, values, {}, diagnostics, progress);
    EXPECT_EQ(diagnostics.warnings(), std::vector<std::string>());
    return results;
  }
  static const ProfileHmm& predicted(const std::vector<Dataset>& results) {
    for (const Dataset& result : results)
      if (result.id.text() == "model.predicted") return *result.as<ProfileHmm>();
    fail("no predicted letters");
  }
  /// "N28T": the letter there, its number, the letter that the model would write.
  static std::vector<std::string> changes(const ProfileHmm& profile) {
    std::vector<std::string> list;
    for (size_t k = 0; k < profile.consensus.size(); ++k)
      if (profile.consensus[k] != profile.masterLetters[k])
        list.push_back(profile.masterLetters[k] + std::to_string(k + 1) + profile.consensus[k]);
    return list;
  }
  /// Mean weight from a residue to the one `offset` behind it, of head and layer counted from 1; position 0 is <s>.
  static double meanWeight(const HeadSet& heads, Index layer, Index head, Index offset) {
    const Array<float>& A = heads.map(layer - 1, head - 1)->weights;
    const Index L = A.length(0) - 2;
    double sum = 0;
    Index count = 0;
    for (Index i = 1; i <= L; ++i)
      if (i + offset >= 1 && i + offset <= L) {
        sum += A(i, i + offset);
        ++count;
      }
    return sum / double(count);
  }
  /// Rank of a pair of residues from 1 among those six or more apart, by the weights in both directions.
  static Index rankOf(const HeadSet& heads, Index layer, Index head, Index first, Index second) {
    const Array<float>& A = heads.map(layer - 1, head - 1)->weights;
    constexpr Index kLeastApart = 6;
    const Index L = A.length(0) - 2;
    const auto both = [&](Index i, Index j) { return A(i, j) + A(j, i); };
    Index rank = 1;
    for (Index i = 1; i <= L; ++i)
      for (Index j = i + kLeastApart; j <= L; ++j) rank += both(i, j) > both(first, second) ? 1 : 0;
    return rank;
  }
};

TEST_F(AntibodySample, ShowsWhatItsReadmeSaysOfTheHeavyChain) {
  const auto results = resultsFor("VH", "antibody/sapiens_vh.safetensors");
  const HeadSet& heads = *results.front().as<HeadSet>();
  ASSERT_EQ(heads.numLayers, 4);
  ASSERT_EQ(heads.numHeads, 8);
  ASSERT_EQ(heads.numQueries, 122);
  EXPECT_EQ(heads.queryLetters.substr(0, 6), "-EVQLV");
  EXPECT_NEAR(meanWeight(heads, 3, 4, 1), 0.23, 0.005);
  EXPECT_NEAR(meanWeight(heads, 2, 8, -1), 0.21, 0.005);
  EXPECT_NEAR(meanWeight(heads, 2, 5, -2), 0.20, 0.005);
  EXPECT_NEAR(meanWeight(heads, 2, 4, -3), 0.13, 0.005);
  EXPECT_EQ(rankOf(heads, 3, 1, 22, 96), 9);
  EXPECT_THAT(changes(predicted(results)), testing::ElementsAre("N28T", "I29F", "T32Y", "A49S", "Y52S", "N55G", "A72R",
                                                                "T74N", "A79L", "S97A", "W99D", "F104D", "M107F"));
}

TEST_F(AntibodySample, ShowsWhatItsReadmeSaysOfWhereLettersAreDecided) {
  ParameterValues values;
  values.set("entry", std::string("VH"));
  Diagnostics diagnostics;
  Progress progress;
  const auto results = findOperation("lens").run(
      {sample("antibody/sapiens_vh.safetensors"), sample("antibody/trastuzumab.fasta")}, values, {}, diagnostics,
      progress);
  const auto& arrays = *results.front().as<ArrayBundle>();
  const auto settled = numbersOf<double>(arrays, "settled_layer"), top = numbersOf<double>(arrays, "top_letter");
  const std::string letters = lettersIn(arrays);
  const auto settledAt = [&](double layer) { return std::count(settled.begin(), settled.end(), layer); };
  EXPECT_EQ(settledAt(0), 47);
  EXPECT_EQ(settledAt(4), 39);
  const auto isRight = [&](Index layer, Index i) {
    return kPredictedLetters[static_cast<size_t>(top(layer, i))] == letters[static_cast<size_t>(i)];
  };
  std::vector<Index> right(5, 0);
  Index lateChanges = 0;
  for (Index i = 0; i < 120; ++i) {
    for (Index layer = 0; layer <= 4; ++layer) right[static_cast<size_t>(layer)] += isRight(layer, i) ? 1 : 0;
    lateChanges += !isRight(4, i) && settled[i] == 4 ? 1 : 0;
  }
  EXPECT_THAT(right, testing::ElementsAre(66, 91, 75, 78, 107));
  EXPECT_EQ(lateChanges, 8);
}

TEST_F(AntibodySample, ShowsWhatItsReadmeSaysOfTheLightChain) {
  const auto results = resultsFor("VL", "antibody/sapiens_vl.safetensors");
  const HeadSet& heads = *results.front().as<HeadSet>();
  ASSERT_EQ(heads.numQueries, 109);
  for (Index layer = 1; layer <= 4; ++layer)
    for (Index head = 1; head <= 8; ++head) EXPECT_GT(rankOf(heads, layer, head, 23, 88), 500);
  EXPECT_THAT(changes(predicted(results)),
              testing::ElementsAre("V29I", "A32Y", "V33L", "F53S", "Y55Q", "R66G", "H91S"));
}

}  // namespace antibody_sample_test
}  // namespace engine
