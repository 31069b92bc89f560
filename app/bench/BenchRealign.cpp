// headlight bench views, realign: the score offset moves, two profiles of 500 columns are aligned again with all five
// matrices kept, and the picture of the DP view is updated.
#include <QApplication>

#include "app/bench/ViewBench.h"
#include "engine/base/Random.h"
#include "engine/datasets/SequenceSet.h"
#include "engine/operations/Operation.h"
#include "ui/views/dp/DpView.h"

namespace app {

namespace {

using engine::Index;

constexpr Index kRealignedColumns = 500;
constexpr int kUpdates = 40;
constexpr double kLimitSeconds = 0.1;
constexpr QSize kRealignedSize(1200, 800);

/// Every third residue of the second differs from the first.
std::vector<engine::DatasetPtr> relatedSequences() {
  engine::Random random(3);
  const auto letter = [&] { return static_cast<engine::ResidueCode>(random.below(20)); };
  engine::Sequence first, second;
  for (Index k = 0; k < kRealignedColumns; ++k) {
    first.codes.push_back(letter());
    second.codes.push_back(k % 3 == 0 ? letter() : first.codes.back());
  }
  first.name = "first";
  second.name = "second";
  return {datasetOf("first", engine::SequenceSet{{first}}), datasetOf("second", engine::SequenceSet{{second}})};
}

std::vector<engine::DatasetPtr> alignedPair() {
  std::vector<engine::DatasetPtr> datasets = relatedSequences();
  engine::Diagnostics diagnostics;
  engine::Progress progress;
  const engine::Operation& align = engine::findOperation("align");
  std::vector<engine::Dataset> results =
      align.run(datasets, engine::completed(align.parameters(), {}), {}, diagnostics, progress);
  engine::nameResults(results, "pair");
  return {std::make_shared<const engine::Dataset>(std::move(results.front()))};
}

}  // namespace

void benchRealigning() {
  QApplication::setEffectEnabled(Qt::UI_AnimateMenu, false);  // frames of a flash are no updates
  ui::Session session;
  const std::unique_ptr<ui::View> view = shownView(session, QStringLiteral("dp"), alignedPair(), kRealignedSize);
  ui::DpLive& live = static_cast<ui::DpView&>(*view).live();
  const auto realign = [&live](int step) {
    const int before = live.numUpdates();
    engine::AlignmentKnobs knobs = live.standard();
    knobs.shift += 0.01 * (step % 20 + 1);
    live.setKnobs(knobs);
    while (live.numUpdates() == before) QApplication::processEvents(QEventLoop::WaitForMoreEvents);
  };
  printTimes("re-align 500 x 500, five matrices, picture updated", frameTimes(view->canvas(), kUpdates, realign),
             kLimitSeconds, "update");
}

}  // namespace app
