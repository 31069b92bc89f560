// Couplings of a model against their formula, step by step, on weights that never learned.
#include "engine/models/CategoricalJacobian.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "engine/models/LetterPredictions.h"
#include "engine/models/RandomWeights.h"
#include "tests/engine/models/GoldenModel.h"
#include "tests/support/ErrorOf.h"

namespace engine {
namespace categorical_jacobian_test {

using testing::HasSubstr;

constexpr Index K = 20;
constexpr std::size_t kPlenty = std::size_t{1} << 30;
const ModelSizes kSizes{.layers = 2, .heads = 2, .width = 12, .feedForward = 20, .vocabulary = 33, .headsOrigin = ""};

std::shared_ptr<const ModelWeights> tiny(bool predicts = true) {
  auto shapes = esm2Shapes(kSizes);
  if (!predicts) std::erase_if(shapes, [](const auto& entry) { return entry.first.starts_with("lm_head"); });
  return std::make_shared<const ModelWeights>(randomWeights(shapes, 7, "tiny.pt"));
}

ModelInput sequenceOf(const std::string& letters) {
  ModelInput input;
  input.sequence = letters;
  return input;
}

VariantModel modelOf(const std::string& letters, std::size_t memory = kPlenty) {
  Diagnostics diagnostics;
  return {tiny(), sequenceOf(letters), 0, memory, diagnostics};
}

CategoricalJacobian jacobianOf(const std::string& letters, const JacobianOptions& options, int threads = 2) {
  Progress progress;
  return categoricalJacobian(modelOf(letters), options, threads, progress);
}

/// Logits of the 20 letters by the definition, in float64.
Array<double> logitsOf(const std::string& letters) {
  Diagnostics diagnostics;
  Progress progress;
  const Compute where{nullptr, 1};
  const auto model = preparedModel<double>(tiny(), sequenceOf(letters), 0, diagnostics);
  const Array<double> all = runModel(*model.run, {}, {where, diagnostics, progress}).outputs.at("logits");
  Array<double> logits({static_cast<Index>(letters.size()), K});
  const auto vocabulary = model.run->vocabulary();
  for (Index j = 0; j < logits.length(0); ++j)
    for (Index b = 0; b < K; ++b) {
      const std::string letter(1, kPredictedLetters[static_cast<std::size_t>(b)]);
      logits(j, b) = all(j + 1, std::find(vocabulary.begin(), vocabulary.end(), letter) - vocabulary.begin());
    }
  return logits;
}

void centreAlong(Array<double>& J, std::size_t axis) {
  const Shape shape = J.shape();
  Index inner = 1;
  for (std::size_t k = axis + 1; k < shape.size(); ++k) inner *= shape[k];
  const Index count = shape[axis];
  for (Index outer = 0; outer < J.size() / (count * inner); ++outer)
    for (Index in = 0; in < inner; ++in) {
      double mean = 0;
      for (Index k = 0; k < count; ++k) mean += J[(outer * count + k) * inner + in] / double(count);
      for (Index k = 0; k < count; ++k) J[(outer * count + k) * inner + in] -= mean;
    }
}

/// The published steps one after the other, of the whole tensor.
Array<double> bruteForce(const std::string& letters) {
  const Index L = static_cast<Index>(letters.size());
  const Array<double> reference = logitsOf(letters);
  Array<double> J({L, K, L, K});
  for (Index i = 0; i < L; ++i)
    for (Index a = 0; a < K; ++a) {
      std::string variant = letters;
      variant[static_cast<std::size_t>(i)] = kPredictedLetters[static_cast<std::size_t>(a)];
      const Array<double> changed = logitsOf(variant);
      for (Index j = 0; j < L; ++j)
        for (Index b = 0; b < K; ++b) J(i, a, j, b) = changed(j, b) - reference(j, b);
    }
  for (std::size_t axis = 0; axis < 4; ++axis) centreAlong(J, axis);
  Array<double> symmetric(J.shape());
  for (Index i = 0; i < L; ++i)
    for (Index a = 0; a < K; ++a)
      for (Index j = 0; j < L; ++j)
        for (Index b = 0; b < K; ++b) symmetric(i, a, j, b) = (J(i, a, j, b) + J(j, b, i, a)) / 2;
  return symmetric;
}

TEST(CategoricalJacobian, isTheCentredSymmetricTensorAndItsNorms) {
  for (const std::string letters : {"MKTAYWC", "MXK", "M"}) {
    const CategoricalJacobian found = jacobianOf(letters, {kPlenty, true});
    const Array<double> expected = bruteForce(letters);
    ASSERT_EQ(found.tensor.shape(), expected.shape());
    const Index L = expected.length(0);
    double largest = 0;
    for (Index k = 0; k < expected.size(); ++k) {
      ASSERT_NEAR(double(found.tensor[k]), expected[k], 2e-5) << letters << " " << k;
      largest = std::max(largest, std::abs(expected[k]));
    }
    EXPECT_TRUE(L < 2 || largest > 0.01) << largest;
    for (Index i = 0; i < L; ++i)
      for (Index j = 0; j < L; ++j) {
        double squares = 0;
        for (Index a = 0; a < K; ++a)
          for (Index b = 0; b < K; ++b) squares += expected(i, a, j, b) * expected(i, a, j, b);
        EXPECT_NEAR(double(found.norms(i, j)), i == j ? 0 : std::sqrt(squares), 1e-4);
      }
  }
}

TEST(CategoricalJacobian, ofNothingIsEmpty) {
  const CategoricalJacobian found = jacobianOf("", {kPlenty, true});
  EXPECT_EQ(found.norms.shape(), (Shape{0, 0}));
  EXPECT_EQ(found.tensor.shape(), (Shape{0, K, 0, K}));
}

TEST(CategoricalJacobian, isTheSameFromATemporaryFileAndOnAnyNumberOfThreads) {
  const std::string letters = "MKTAYWCDEFGH";  // more than runs together
  const CategoricalJacobian kept = jacobianOf(letters, {kPlenty, false}, 1);
  EXPECT_EQ(kept.norms, jacobianOf(letters, {0, false}, 3).norms);
  EXPECT_TRUE(kept.tensor.empty());
}

TEST(CategoricalJacobian, stopsWhenItIsAskedTo) {
  struct Stop : Progress {
    bool cancelled() const override { return true; }
  } stop;
  EXPECT_THROW(categoricalJacobian(modelOf("MKTAY"), {kPlenty, false}, 2, stop), Cancelled);
}

TEST(VariantModel, givesWhatAWholeRunGives) {
  const Progress progress;
  const VariantModel kept = modelOf("MKTAY"), read = modelOf("MKTAY", 0);
  EXPECT_EQ(kept.letters(), "MKTAY");
  const Array<double> expected = logitsOf("MKWAY");
  const Array<float> found = kept.logitsWith(2, 'W', {}, progress);
  EXPECT_EQ(found, read.logitsWith(2, 'W', {}, progress)) << "weights in memory or read for each run";
  for (Index k = 0; k < expected.size(); ++k) EXPECT_NEAR(double(found[k]), expected[k], 1e-4);
  EXPECT_EQ(kept.logits({}, progress), kept.logitsWith(0, 'M', {}, progress));
  EXPECT_NE(kept.logits({}, progress), kept.logitsWith(0, '_', {}, progress));
}

TEST(VariantModel, needsAModelThatPredictsLetters) {
  Diagnostics diagnostics;
  EXPECT_THAT(test::errorOf([&] { VariantModel(tiny(false), sequenceOf("MK"), 0, kPlenty, diagnostics); }),
              HasSubstr("predicts no amino acids"));
}

}  // namespace categorical_jacobian_test
}  // namespace engine
