// Operations that show step by step how numbers come about: their arrays agree with what the program computes, and with
// each other.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "engine/attention/HeadSet.h"
#include "engine/base/Error.h"
#include "engine/datasets/ArrayText.h"
#include "engine/hmm/pair/AlignProfiles.h"
#include "engine/io/Format.h"
#include "engine/operations/ArrayMeaning.h"
#include "engine/operations/Operation.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

namespace explain_test {

using namespace engine;
using test::errorOf;
using testing::ElementsAre;
using testing::HasSubstr;

DatasetPtr rows(const std::vector<std::string>& texts) {
  std::vector<Sequence> sequences;
  for (const std::string& text : texts)
    sequences.push_back(Sequence::fromLetters("row" + std::to_string(sequences.size() + 1), text));
  auto dataset = std::make_shared<Dataset>();
  dataset->id = dataset->title = "rows";
  dataset->value = std::make_shared<const Alignment>(alignmentOf(sequences));
  return dataset;
}

std::vector<Dataset> run(const char* operation, const std::vector<DatasetPtr>& inputs,
                         const ParameterValues& values = {}) {
  Diagnostics diagnostics;
  Progress progress;
  return findOperation(operation).run(inputs, values, {nullptr, 1}, diagnostics, progress);
}

const ArrayBundle& arraysOf(const Dataset& dataset) { return *dataset.as<ArrayBundle>(); }

ParameterValues numbers(const std::vector<std::pair<const char*, std::int64_t>>& given) {
  ParameterValues values;
  for (const auto& [key, value] : given) values.set(key, value);
  return values;
}

double sumOfRow(const Array<double>& matrix, Index row) {
  return std::accumulate(matrix.begin() + row * matrix.length(1), matrix.begin() + (row + 1) * matrix.length(1), 0.0);
}

TEST(Explain, everyArraySaysWhatItsAxesAreAndLabelsFitThem) {
  const DatasetPtr query = rows({"MKTAYIAKQRQISFVKSHFSRQ", "MKTAYLAKQRQLSFVKSHFARQ"});
  std::vector<std::vector<Dataset>> all{run("column", {query}), run("pair-scores", {query, query}),
                                        run("structure-scores", {}), run("receptive-field", {nullptr, nullptr}),
                                        run("position-clock", {})};
  int numArrays = 0;
  for (const std::vector<Dataset>& results : all)
    for (const Dataset& result : results) {
      for (const ArrayNote& note : notesIn(arraysOf(result))) {
        EXPECT_NE(note.help, "") << note.name;
        ++numArrays;
        for (size_t k = 0; k < note.axes.size(); ++k) {
          const std::vector<std::string> labels = labelsIn(arraysOf(result), note.axes[k]);
          if (labels.empty()) continue;
          EXPECT_EQ(static_cast<Index>(labels.size()), shapeOf(arraysOf(result).at(note.name))[k]) << note.name;
        }
      }
    }
  EXPECT_EQ(numArrays, 8 + 5 + 4 + 4 + 6);
}

TEST(ExplainColumn, cysteineOfAnAlignmentStepByStep) {
  const Dataset result = run("column", {rows({"CA", "CR", "GN"})}).front();
  const ArrayBundle& arrays = arraysOf(result);
  EXPECT_THAT(labelsIn(arrays, "row with a residue"), ElementsAre("C row1", "C row2", "G row3"));
  const auto members = numbersOf<double>(arrays, "members");
  EXPECT_EQ(members.shape(), (Shape{3, 3}));
  EXPECT_EQ(members(2, 0), 3) << "rows that are half alike are clusters of their own";
  const auto emissions = numbersOf<double>(arrays, "emissions");
  ASSERT_EQ(emissions.shape(), (Shape{8, 20}));
  for (Index row = 0; row < 8; ++row) EXPECT_NEAR(sumOfRow(emissions, row), 1, 1e-9) << row;
  const Index c = static_cast<Index>(alphabet::kLetters.find('C'));
  EXPECT_NEAR(emissions(1, c), 2.0 / 3, 1e-12);
  EXPECT_NEAR(emissions(3, c), (2 * 2.0 / 3 + 10 * emissions(2, c)) / 12, 1e-12) << "alpha = 2, beta = 10";
  const auto mixing = numbersOf<double>(arrays, "mixing");
  EXPECT_THAT(std::vector<double>(mixing.begin(), mixing.end()), ElementsAre(3, 2, 10, 10.0 / 12));
  const auto matrix = numbersOf<double>(arrays, "matrix");
  EXPECT_NEAR(matrix(c, c), 11.5, 0.005);
  for (const char* reading : {"conditional", "odds", "literal"}) {
    const auto given = numbersOf<double>(arrays, reading);
    for (Index seen = 0; seen < 20; ++seen) {
      double sum = 0;
      for (Index expected = 0; expected < 20; ++expected) sum += given(expected, seen);
      EXPECT_NEAR(sum, 1, 1e-9) << reading;
    }
  }
  EXPECT_THAT(errorOf([] { run("column", {rows({"CA"})}, numbers({{"column", 3}})); }), HasSubstr("2 match columns"));
}

TEST(ExplainScores, termsOffsetsAndReadingsAreThoseOfTheAlignment) {
  const DatasetPtr query = rows({"MKTAYIAKQRQISFVKSHFSRQLEE", "MKTAYLAKQRQLSFVKSHFARQLDE"});
  const DatasetPtr templ = rows({"AAMKTAYIAKWRQISFIKSHFSRNL", "AAMKTAYLAKWRQLSFVKSHFARQL"});
  const std::vector<Dataset> results = run("pair-scores", {query, templ}, numbers({{"i", 4}, {"j", 6}}));
  const ArrayBundle& arrays = arraysOf(results.front());
  const Dataset aligned = run("align", {query, templ}).front();
  const auto& alignment = *aligned.as<ProfileAlignment>();
  const ColumnScorer scorer(*alignment.query, *alignment.templ, alignment.options.viterbi.nullModel);
  const auto terms = numbersOf<double>(arrays, "terms", NonFinite::allow);
  const auto score = numbersOf<double>(arrays, "column score");
  EXPECT_NEAR(sumOfRow(terms, 3), score[0], 1e-12);
  EXPECT_NEAR(score[1], scorer.score(3, 5), 1e-9);
  EXPECT_NEAR(score[2], score[1] * std::log10(2.0), 1e-9);
  for (Index a = 0; a < 20; ++a) EXPECT_NEAR(terms(3, a), terms(0, a) * terms(1, a) / terms(2, a), 1e-12);
  EXPECT_NEAR(numbersOf<double>(arrays, "score by reading")[0], score[1], 1e-9) << "conditional is the program's";
  EXPECT_NEAR(numbersOf<double>(arrays, "correlation score")[0], alignment.scores.front().correlation, 1e-6);
  const auto offsets = numbersOf<double>(arrays, "correlation");
  const ArrayBundle &path = arraysOf(results[1]), &growth = arraysOf(results[2]);
  const auto steps = numbersOf<double>(path, "curve_S(l)");
  for (Index d = 1; d <= 4; ++d) {
    double sum = 0;
    for (Index k = 0; k + d < steps.size(); ++k) sum += steps[k] * steps[k + d];
    const auto grown = numbersOf<double>(growth, "curve_offset d = " + std::to_string(d));
    EXPECT_NEAR(grown[grown.size() - 1], 0.1 * sum, 1e-9);
    EXPECT_EQ(grown[d - 1], 0) << "no pair of steps ends here yet";
    EXPECT_NEAR(offsets(0, d - 1), sum, 1e-9);
    EXPECT_NEAR(offsets(1, d - 1), 0.1 * sum, 1e-9);
  }
  EXPECT_EQ(labelsIn(path, "step of the path").size(), alignment.paths.front().steps.size());
  EXPECT_THAT(errorOf([&] { run("pair-scores", {query, templ}, numbers({{"i", 26}})); }), HasSubstr("which has 25"));
}

TEST(StructureTables, sharesOfKnownStatesSumToOneForEveryPrediction) {
  const Dataset result = run("structure-scores", {}).front();
  const ArrayBundle& arrays = arraysOf(result);
  const auto bits = numbersOf<double>(arrays, "known and predicted");
  ASSERT_EQ(bits.shape(), (Shape{10, 7, 3})) << "a 7 x 3 matrix for each confidence";
  EXPECT_NEAR(bits(9, 0, 0), 1.5685, 1e-9) << "helix predicted with confidence 9 where there is one";
  EXPECT_LT(bits(9, 0, 1), -6) << "strand predicted there";
  const auto shares = numbersOf<double>(arrays, "P(σ | ρ, c)");
  for (Index c = 0; c < 10; ++c)
    for (Index predicted = 0; predicted < 3; ++predicted) {
      double sum = 0;
      for (Index known = 0; known < 7; ++known) sum += shares(c, known, predicted);
      EXPECT_NEAR(sum, 1, 0.03) << c << " " << predicted << ": measured to four decimals of bits";
    }
  const auto both = numbersOf<double>(arrays, "predicted both");
  for (Index k = 0; k < 3; ++k) {
    EXPECT_GT(both(9, 9, k, k), both(0, 0, k, k)) << "certain predictions that agree say more";
    EXPECT_NEAR(both(2, 7, 0, 1), both(7, 2, 1, 0), 1e-12);
  }
  ParameterValues none;
  none.set("ssa", 0.0);
  for (const double value : numbersOf<double>(arraysOf(run("structure-scores", {}, none).front()), "predicted both"))
    EXPECT_NEAR(value, 0, 2e-3) << "without trust in the tables nothing is said";
}

TEST(FieldOfAxial, takesTheWeightsOfMechanismsAndCountsScores) {
  const auto mechanism = [](const char* id) {
    std::vector<Dataset> results = run(id, {nullptr});
    for (Dataset& result : results)
      if (result.as<ArrayBundle>() && arraysOf(result).count("A") != 0)
        return std::make_shared<const Dataset>(std::move(result));
    return DatasetPtr{};
  };
  const DatasetPtr tied = mechanism("attention tied-row"), axial = mechanism("attention axial-row");
  ASSERT_TRUE(tied && axial);
  const Shape shape = shapeOf(arraysOf(*axial).at("A"));
  for (const DatasetPtr& weights : {tied, axial}) {
    ParameterValues values = numbers({{"n", 1}, {"i", 2}, {"sequences", static_cast<std::int64_t>(shape[0])}});
    const Dataset result = run("receptive-field", {weights, nullptr}, values).front();
    const auto both = numbersOf<double>(arraysOf(result), "both passes");
    EXPECT_EQ(both.shape(), (Shape{shape[0], shape[2]}));
    EXPECT_NEAR(std::accumulate(both.begin(), both.end(), 0.0), 1, 1e-4);
  }
  const Dataset equal = run("receptive-field", {nullptr, nullptr}).front();
  const auto scores = numbersOf<double>(arraysOf(equal), "scores");
  EXPECT_THAT(std::vector<double>(scores.begin(), scores.end()),
              ElementsAre(72 * 72, 6 * 12 * 12, 12 * 6 * 6, 6 * 12 * 12 + 12 * 6 * 6));
  EXPECT_THAT(errorOf([] { run("receptive-field", {nullptr, nullptr}, numbers({{"n", 7}})); }), HasSubstr("(7, 5)"));
}

TEST(PositionClock, handsTurnByTheSameRotationWhereverTheyAre) {
  for (const std::int64_t position : {0, 10, 1234}) {
    const std::vector<Dataset> results = run("position-clock", {}, numbers({{"position", position}, {"shift", 7}}));
    const auto omegas = numbersOf<double>(arraysOf(results[0]), "curve_ω_k");
    ASSERT_EQ(omegas.size(), 32) << "d = 64";
    EXPECT_EQ(omegas[0], 1) << "the least period is 2π";
    EXPECT_NEAR(omegas[16], 0.01, 1e-12);
    EXPECT_NEAR(omegas[31], std::pow(10000.0, -62.0 / 64), 1e-15);
    const ArrayBundle& arrays = arraysOf(results[2]);
    const auto turned = numbersOf<double>(arrays, "M p(i)"), after = numbersOf<double>(arrays, "p(i + Δ)");
    for (Index k = 0; k < turned.size(); ++k) EXPECT_NEAR(turned[k], after[k], 1e-9);
    const auto M = numbersOf<double>(arrays, "M");
    EXPECT_NEAR(M(0, 0, 1), std::sin(7.0), 1e-12) << "of Δ alone";
  }
}

TEST(PositionClock, facesHaveADialAndAHandForEachPair) {
  const std::vector<Dataset> results = run("position-clock", {}, numbers({{"hands", 3}, {"width", 8}}));
  const ArrayBundle& face = arraysOf(results[1]);
  const auto dial = numbersOf<double>(face, "outline_dial");
  for (Index k = 0; k < dial.length(1); ++k) EXPECT_NEAR(std::hypot(dial(0, k), dial(1, k)), 1, 1e-12);
  const auto hands = numbersOf<double>(face, "arrow_position 10", NonFinite::allow);
  ASSERT_EQ(hands.shape(), (Shape{2, 8})) << "three, with a gap between two";
  double before = 0.96;
  for (Index hand = 0; hand < 3; ++hand) {
    const double x = hands(0, 3 * hand + 1), y = hands(1, 3 * hand + 1), length = std::hypot(x, y);
    EXPECT_LT(length, before) << "the faster the longer";
    before = length;
    EXPECT_EQ(hands(0, 3 * hand), 0) << "from the middle";
    if (hand > 0) {
      EXPECT_TRUE(std::isnan(hands(0, 3 * hand - 1)));
    }
  }
  EXPECT_NEAR(hands(0, 1), 0.95 * std::sin(10.0), 1e-9) << "the first turns by 1 a position";
  EXPECT_NEAR(hands(1, 1), 0.95 * std::cos(10.0), 1e-9);
  EXPECT_THAT(errorOf([] { run("position-clock", {}, numbers({{"width", 7}})); }), HasSubstr("even"));
  EXPECT_EQ(run("position-clock", {}, numbers({{"width", 2}, {"shift", 0}})).size(), 3u);
}

TEST(Explain, aDecoderWritesRepeatsOnAndItsMapsSayByWhat) {
  ParameterValues values;
  values.set("text", std::string("abc ab"));
  values.set("count", std::int64_t{4});
  const std::vector<Dataset> results = run("generate", {}, values);
  ASSERT_EQ(results.size(), 2U);
  EXPECT_THAT(results[0].title, HasSubstr("ABCAB → CABC"));
  const auto& heads = *results[0].as<HeadSet>();
  EXPECT_NO_THROW(heads.validate());
  EXPECT_EQ(heads.numLayers, 2);
  EXPECT_EQ(heads.numQueries, 10);
  EXPECT_EQ(heads.keyTokens[6], "→C");
  const auto followed = heads.map(1, 0);
  EXPECT_GT(followed->weights(7, 2), 0.3) << "A, the second letter that was written, after the given A stood B";
  EXPECT_TRUE(followed->mask(3, 4));
  EXPECT_EQ(labelsIn(arraysOf(results[1]), "next letter"), (std::vector<std::string>{"A", "B", "C"}));
  const Operation& operation = findOperation("generate");
  const auto problem = [&](const std::string& text, std::int64_t count) {
    ParameterValues wrong;
    wrong.set("text", text);
    wrong.set("count", count);
    return errorOf([&] { operation.checkParameters(completed(operation.parameters(), wrong)); });
  };
  EXPECT_THAT(problem("A1", 2), HasSubstr("letters from A to Z"));
  EXPECT_THAT(problem(" ", 2), HasSubstr("no letter"));
  EXPECT_THAT(problem(std::string(100, 'A'), 29), HasSubstr("at most 128"));
}

}  // namespace explain_test
