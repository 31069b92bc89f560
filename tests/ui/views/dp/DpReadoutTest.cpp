// What the DP view reads out of matrices without being shown: back pointers, aligned text, steps and lines of paths.
#include <gtest/gtest.h>

#include <QPainter>

#include "engine/hmm/viterbi/BackPointers.h"
#include "tests/ui/views/dp/DpFixture.h"
#include "ui/views/dp/lanes/DpByte.h"

namespace dp_readout_test {

using engine::Array;
using engine::Index;
using engine::PairState;
using test::kImpossible;
using test::someAlignment;
using ui::Predecessor;

TEST(BehindBest, leadersAreAtZeroAndRivalsBelow) {
  auto first = std::make_shared<Array<float>>(engine::Shape{2, 3}, 0.0F, "first");
  auto second = std::make_shared<Array<float>>(engine::Shape{2, 3}, kImpossible, "second");
  const float values[2][3] = {{1, 4, 2}, {3, 5, 0}};
  for (Index i = 0; i < 2; ++i)
    for (Index j = 0; j < 3; ++j) (*first)(i, j) = values[i][j];
  (*second)(1, 1) = 7;
  const auto behind = ui::behindBest({first, second, nullptr});
  ASSERT_EQ(behind.size(), 3u);
  EXPECT_EQ(behind[2], nullptr);
  // The lead by i + j: 1, 4, 7 (second plane), and still 7.
  const float expected[2][3] = {{0, 0, -5}, {-1, -2, -7}};
  for (Index i = 0; i < 2; ++i)
    for (Index j = 0; j < 3; ++j) EXPECT_EQ((*behind[0])(i, j), expected[i][j]) << i << ", " << j;
  EXPECT_EQ((*behind[1])(1, 1), 0);
  EXPECT_EQ((*behind[1])(0, 0), kImpossible);
}

TEST(BackPointers, everyMatchOriginIsDecoded) {
  auto alignment = someAlignment(4, 5);
  const std::pair<int, PairState> origins[] = {
      {2, PairState::MM}, {3, PairState::GD}, {4, PairState::IM}, {5, PairState::DG}, {6, PairState::MI}};
  for (const auto& [code, state] : origins) {
    alignment->matrices.backtrace(3, 4) = static_cast<std::uint8_t>(code);
    const Predecessor from = ui::predecessorOf(alignment->matrices, PairState::MM, 2, 3);
    EXPECT_EQ(from.kind, Predecessor::Kind::cell);
    EXPECT_EQ(from.state, state);
    EXPECT_EQ(from.i, 1);
    EXPECT_EQ(from.j, 2);
  }
  alignment->matrices.backtrace(3, 4) = 0;
  EXPECT_EQ(ui::predecessorOf(alignment->matrices, PairState::MM, 2, 3).kind, Predecessor::Kind::start);
}

TEST(BackPointers, gapStatesStepAlongTheSideTheyConsume) {
  auto alignment = someAlignment(4, 5);
  const struct {
    PairState state;
    int bit;
    Index i, j;
  } cases[] = {{PairState::GD, 3, 2, 2}, {PairState::IM, 4, 2, 2}, {PairState::DG, 5, 1, 3}, {PairState::MI, 6, 1, 3}};
  for (const auto& expected : cases) {
    alignment->matrices.backtrace(3, 4) = static_cast<std::uint8_t>(1 << expected.bit);
    Predecessor from = ui::predecessorOf(alignment->matrices, expected.state, 2, 3);
    EXPECT_EQ(from.state, PairState::MM);
    EXPECT_EQ(from.i, expected.i);
    EXPECT_EQ(from.j, expected.j);
    alignment->matrices.backtrace(3, 4) = 0;
    from = ui::predecessorOf(alignment->matrices, expected.state, 2, 3);
    EXPECT_EQ(from.state, expected.state) << "from itself";
  }
}

TEST(BackPointers, threeStatesUseTheirOwnCodes) {
  engine::DpMatrices matrices;
  matrices.states = {PairState::M, PairState::I, PairState::D};
  matrices.planes.assign(3, Array<float>({3, 3}, 0.0F, "plane"));
  matrices.backtrace = Array<std::uint8_t>({3, 3}, static_cast<std::uint8_t>(3 | 8));
  EXPECT_EQ(ui::predecessorOf(matrices, PairState::M, 1, 1).state, PairState::D);
  EXPECT_EQ(ui::predecessorOf(matrices, PairState::I, 1, 1).state, PairState::M);
  EXPECT_EQ(ui::predecessorOf(matrices, PairState::I, 1, 1).i, 0);
  EXPECT_EQ(ui::predecessorOf(matrices, PairState::D, 1, 1).state, PairState::D);
  EXPECT_EQ(ui::predecessorOf(matrices, PairState::D, 1, 1).j, 0);
}

TEST(BackPointers, theByteIsReadInTheFormOfThePreset) {
  auto alignment = someAlignment(4, 5);
  EXPECT_EQ(ui::byteFormOf(*alignment), ui::ByteForm::fiveStates);
  alignment->options.preset = engine::Preset::guide;
  EXPECT_EQ(ui::byteFormOf(*alignment), ui::ByteForm::textbook);
  alignment->matrices.states.resize(3);
  EXPECT_EQ(ui::byteFormOf(*alignment), ui::ByteForm::threeStates);
  // MM from IM; IM goes on from itself, the other gap states open.
  using namespace engine::pointer;
  const std::uint8_t packed = kFromIM | kOpensGD | kOpensDG | kOpensMI;
  const std::uint8_t byte = ui::byteIn(ui::ByteForm::textbook, packed);
  EXPECT_EQ(byte, 3 | 1 << 4) << "IM is 3 and bit 4, 1: from itself";
  EXPECT_EQ(ui::byteTable(byte, ui::ByteForm::textbook).toStdString(),
            " off  GD  DG  IM  MI  MM\n   0   0   0   1   0 011 = 19");
  EXPECT_EQ(ui::byteIn(ui::ByteForm::fiveStates, packed), packed);
  EXPECT_EQ(ui::byteTable(packed, ui::ByteForm::fiveStates).toStdString(),
            " off  MI  DG  IM  GD  MM\n   0   1   1   0   1 100 = 108");
  const QString words = QStringLiteral("MM from IM; MI, DG, GD from MM; IM from itself");
  EXPECT_EQ(ui::byteMeaning(packed, ui::ByteForm::textbook), words) << "what is kept is the same";
  EXPECT_EQ(ui::byteMeaning(packed, ui::ByteForm::fiveStates),
            QStringLiteral("MM from IM; GD, DG, MI from MM; IM from itself"));
  EXPECT_EQ(ui::byteTable(2, ui::ByteForm::threeStates).toStdString(), "   D   I   M\n   0   0 010 = 2");
}

TEST(BackPointers, theCardPaintsTheBitsOfTheFormOfThePreset) {
  const auto pictureOf = [](ui::ByteForm form) {
    QImage image(400, 60, QImage::Format_RGB32);
    image.fill(ui::Theme::light().canvas);
    QPainter painter(&image);
    ui::paintByte(painter, ui::Theme::light(), QRectF(0, 0, 400, 60), ui::byteIn(form, engine::pointer::kFromIM), form,
                  false);
    return image;
  };
  const auto isSet = [](const QImage& image, int bit) {
    return test::countColor(image.copy((7 - bit) * 50 + 5, 5, 8, 50), ui::Theme::light().canvas, 8) == 0;
  };
  const QImage kept = pictureOf(ui::ByteForm::fiveStates), textbook = pictureOf(ui::ByteForm::textbook);
  for (int bit = 0; bit < 8; ++bit) {
    EXPECT_EQ(isSet(kept, bit), bit == 2) << "4: from IM, nothing opens";
    EXPECT_EQ(isSet(textbook, bit), bit != 2 && bit != 7) << "3: from IM, all go on";
  }
}

TEST(BackPointers, cellsOutsideAndSwitchedOffHaveNoOrigin) {
  auto alignment = someAlignment(2, 2);
  alignment->matrices.backtrace(1, 1) = 0x82;
  EXPECT_EQ(ui::predecessorOf(alignment->matrices, PairState::MM, 0, 0).kind, Predecessor::Kind::off);
  EXPECT_EQ(ui::predecessorOf(alignment->matrices, PairState::MM, 2, 0).kind, Predecessor::Kind::unknown);
  EXPECT_EQ(ui::predecessorOf(alignment->matrices, PairState::MM, -1, 0).kind, Predecessor::Kind::unknown);
  EXPECT_EQ(ui::predecessorOf(engine::DpMatrices{}, PairState::MM, 0, 0).kind, Predecessor::Kind::unknown);
}

TEST(AlignedText, gapsStandOppositeTheSideThatIsConsumed) {
  engine::AlignmentPath path;
  path.steps = {{PairState::MM, 0, 0, 2},   {PairState::MI, 1, 0, -1},  {PairState::IM, 1, 1, -1},
                {PairState::MM, 2, 2, 1.2}, {PairState::MM, 3, 3, 0.4}, {PairState::MM, 4, 4, -0.1}};
  const ui::AlignedText text = ui::alignedText(path, "ACDEF", "aGHIK");
  EXPECT_EQ(text.query, "AC-DEF");
  EXPECT_EQ(text.templ, "a-GHIK");
  EXPECT_EQ(text.match, "|  +. ");
  EXPECT_EQ(ui::alignedText({}, "", "").query, "");
}

TEST(PathSteps, nearestAndExact) {
  const auto alignment = someAlignment(5, 5);
  EXPECT_EQ(ui::stepAt(alignment->paths[0], 3, 3), 3);
  EXPECT_EQ(ui::stepAt(alignment->paths[0], 3, 4), -1);
  EXPECT_EQ(ui::nearestStep(alignment->paths[0], 4, 2), 2);
  EXPECT_EQ(ui::nearestStep({}, 0, 0), -1);
}

TEST(PathLines, emphasiseTheRunsOfOneState) {
  engine::AlignmentPath path;
  path.steps = {{PairState::MM, 0, 0, 1}, {PairState::MI, 1, 0, 1}, {PairState::MI, 2, 0, 1}, {PairState::MM, 3, 1, 1}};
  const auto lines = ui::pathLines(path, PairState::MI, {}, {}, 1);
  ASSERT_EQ(lines.size(), 3U) << "halo, path, one run";
  EXPECT_EQ(lines[0].points.size(), 4U);
  EXPECT_EQ(lines[2].points, (std::vector<ui::CellPoint>{{0.5, 0.5}, {1.5, 0.5}, {2.5, 0.5}}));
  EXPECT_EQ(lines[2].color, ui::stateColor(PairState::MI));
  EXPECT_TRUE(ui::pathLines({}, PairState::MM, {}, {}, 1).empty());
  path.steps.resize(1);
  EXPECT_EQ(ui::pathLines(path, std::nullopt, {}, {}, 1)[0].points.size(), 2U) << "a single cell can be seen";
}

TEST(InnerPlane, leavesTheBordersOut) {
  const auto alignment = someAlignment(2, 3);
  const auto plane = ui::innerPlane(alignment->matrices, PairState::IM);
  ASSERT_EQ(plane->shape(), (engine::Shape{2, 3}));
  EXPECT_EQ((*plane)(0, 0), 3);
  EXPECT_EQ((*plane)(0, 2), kImpossible);
  EXPECT_EQ(ui::innerPlane(alignment->matrices, PairState::M), nullptr);
}

}  // namespace dp_readout_test
