// The paths of an alignment and the ways into a cell in words and colours.
#include "ui/views/dp/paths/PathChoice.h"

#include <QStringList>

#include <gtest/gtest.h>

#include <random>

#include "ui/views/readout/ShownNumber.h"

#include "ui/views/dp/CandidateText.h"

namespace path_choice_test {

using engine::PairState;

TEST(CandidateTable, termsAddUpToTheScoreAndColumnsAlign) {
  engine::StateCandidates state;
  state.candidates = {{std::nullopt, 0, 0, 0, 0},
                      {PairState::MM, 10.5, -0.25, -1.25, 9},
                      {PairState::GD, engine::kImpossible, -1, -1, engine::kImpossible}};
  state.winner = 1;
  state.margin = 9;
  state.columnScore = 2;
  state.structureScore = 0.5;
  state.shift = -0.25;
  state.score = 11.25;
  const QStringList rows = ui::candidateTable(state).split(u'\n');
  ASSERT_EQ(rows.size(), 6);
  for (int k = 1; k < 4; ++k) EXPECT_EQ(rows[k].size(), rows[0].size());
  EXPECT_EQ(rows[2].simplified(), QStringLiteral("▸MM 10.50 −0.25 −1.25 9.00"));
  EXPECT_TRUE(rows[3].contains(QStringLiteral("−∞")));
  EXPECT_EQ(rows[4], QStringLiteral("+ columns 2.00, structure 0.50, shift −0.25"));
  EXPECT_EQ(rows[5], QStringLiteral("= 11.25 bits, 9.00 ahead"));
  EXPECT_EQ(ui::candidateLine(state), QStringLiteral("11.25 bits, from MM, 9.00 ahead"));
  state.winner.reset();
  EXPECT_EQ(ui::candidateLine(state), QStringLiteral("cannot be reached"));
}

TEST(CandidateTable, everySumComesOutFromTheTermsThatAreShown) {
  std::mt19937 random(9);
  std::uniform_real_distribution<double> bits(-9, 40);
  for (int trial = 0; trial < 200; ++trial) {
    engine::StateCandidates state;
    for (int way = 0; way < 4; ++way) {
      engine::Candidate candidate{PairState::MM, bits(random), 0.1 * bits(random), -0.1 * bits(random), 0};
      candidate.sum = candidate.previous + candidate.queryTransition + candidate.templateTransition;
      state.candidates.push_back(candidate);
    }
    state.winner = 2;
    state.columnScore = 0.1 * bits(random);
    state.structureScore = trial % 2 == 0 ? 0.03 * bits(random) : 0;
    state.shift = -0.03;
    state.score = state.candidates[2].sum + state.columnScore + state.structureScore + state.shift;
    const QStringList rows = ui::candidateTable(state).split(u'\n');
    ASSERT_EQ(rows.size(), 7);
    const auto decimals = [](const QString& text) { return text.section(u'.', 1).size(); };
    for (int way = 1; way <= 4; ++way) {
      const QStringList cells = rows[way].mid(1).simplified().split(u' ');
      ASSERT_EQ(cells.size(), 5) << rows[way].toStdString();
      const double sum = ui::readNumber(cells[1]) + ui::readNumber(cells[2]) + ui::readNumber(cells[3]);
      EXPECT_EQ(ui::withMinus(QString::number(sum, 'f', static_cast<int>(decimals(cells[4])))), cells[4]);
    }
    double score = ui::readNumber(rows[3].mid(1).simplified().split(u' ')[4]);
    for (const QString& term : rows[5].split(QStringLiteral(", "))) score += ui::readNumber(term.section(u' ', -1));
    EXPECT_EQ(ui::withMinus(QString::number(score, 'f', 2)), rows[6].split(u' ')[1]) << rows[5].toStdString();
  }
}

TEST(PathChoices, sayHowFarTheyAreBehindTheBest) {
  engine::ProfileAlignment alignment;
  EXPECT_TRUE(ui::pathChoices(alignment).empty());
  alignment.paths.resize(2);
  alignment.scores.resize(2);
  alignment.scores[0].total = 30;
  alignment.scores[1].total = 12.5;
  alignment.coOptimalPaths.resize(1);
  alignment.sampledPaths.resize(1);
  alignment.paths[0].score = alignment.coOptimalPaths[0].score = 28;
  alignment.sampledPaths[0].score = 20;
  const auto choices = ui::pathChoices(alignment);
  ASSERT_EQ(choices.size(), 4U);
  const auto text = [&](size_t k) { return ui::pathChoiceText(choices[k], choices[0]); };
  EXPECT_EQ(text(0), "Best: 30.00 bits");
  EXPECT_EQ(text(1), "Alternative 1: 12.50 bits (17.50 behind)");
  EXPECT_EQ(text(2), "Co-optimal 1: 28.00 bits");
  EXPECT_EQ(text(3), "Sampled 1: 20.00 bits (8.00 behind)") << "compared with the path's own score";
}

TEST(PathChoices, summariesNameTheScoresThatAreKnown) {
  engine::AlignmentPath path;
  engine::PathScores scores;
  scores.viterbi = scores.total = 20;
  EXPECT_EQ(ui::pathSummaries({ui::PathGroup::best, 1, &path, &scores}).front(), "Path of 0 steps, 20.00 bits");
  scores.correlation = 2;
  scores.secondaryStructure = 1;
  scores.total = 21;
  scores.probability = 99;
  scores.eValue = 1e-5;
  EXPECT_EQ(ui::pathSummaries({ui::PathGroup::best, 1, &path, &scores}).front(),
            QStringLiteral("Path of 0 steps, 21.00 bits (20.00 − 1.00 of structure + 2.00 from correlation), "
                           "probability 99.0 %, E 1.0e-05"));
}

TEST(PosteriorLines, stepsHaveTheColorsOfTheirPosteriors) {
  engine::AlignmentPath path;
  path.steps = {{PairState::MM, 0, 0, 1, 0.0}, {PairState::MM, 1, 1, 1, 1.0}, {PairState::MI, 2, 1, 1}};
  const ui::Rgb grey{1, 2, 3};
  const auto lines = ui::posteriorLines(path, {}, grey, {}, 1);
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0].points.size(), 3U);
  EXPECT_EQ(lines[1].color, ui::okabeIto()[6]);
  EXPECT_EQ(lines[2].color, ui::okabeIto()[3]);
  EXPECT_EQ(lines[3].color, grey) << "not known";
  EXPECT_TRUE(ui::posteriorLines({}, {}, grey, {}, 1).empty());
  engine::DpMatrices posterior;
  posterior.states = {PairState::MI};
  posterior.planes.emplace_back(engine::Shape{4, 3}, 0.25F, "MI");
  EXPECT_EQ(ui::stepPosterior(path.steps[2], posterior), 0.25);
  EXPECT_EQ(ui::stepPosterior({PairState::MI, 3, 1, 1}, posterior), -1) << "outside the plane";
}

}  // namespace path_choice_test
