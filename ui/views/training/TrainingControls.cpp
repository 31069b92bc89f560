#include "ui/views/training/TrainingControls.h"

#include <QFormLayout>
#include <algorithm>
#include <cmath>

#include "ui/views/maps/MapControls.h"
#include "ui/views/training/TrainingView.h"

namespace ui {

using engine::Index;

void addTrainingCommands(TrainingView& view) {
  const auto add = [&view](const char* id, const QString& text, const QKeySequence& key, auto run) {
    view.addCommand(QString::fromLatin1(id), text, key, run);
  };
  add("training.pause", TrainingView::tr("Training: pause or resume"), Qt::Key_P,
      [&view] { view.runner().pauseOrResume(); });
  add("training.stop", TrainingView::tr("Training: stop and keep"), {}, [&view] { view.runner().endAndKeep(); });
  add("training.cancel", TrainingView::tr("Training: cancel"), {}, [&view] { view.runner().drop(); });
  add("training.start", TrainingView::tr("Training: start again"), {}, [&view] { view.runner().startAgain(); });
  add("training.couplings", TrainingView::tr("Above the diagonal: couplings"), Qt::Key_1,
      [&view] { view.showUpper(TrainingUpper::couplings); });
  add("training.mean", TrainingView::tr("Above the diagonal: mean of heads"), Qt::Key_2,
      [&view] { view.showUpper(TrainingUpper::meanOfHeads); });
  add("training.head", TrainingView::tr("Above the diagonal: one head"), Qt::Key_3,
      [&view] { view.showUpper(TrainingUpper::oneHead); });
}

QWidget* makeTrainingControls(TrainingView& view, QWidget* parent) {
  auto* widget = new QWidget(parent);
  auto* form = new QFormLayout(widget);
  form->setContentsMargins(0, 0, 0, 0);
  constexpr int kParts = 10;  // of L
  addSlider(
      *form, view, TrainingView::tr("Marked pairs"), 0, int(kMostPairs * kParts),
      int(std::lround(view.options().pairs * kParts)),
      [&view](int tenths) {
        return TrainingView::tr("%1 (%2 L)")
            .arg(std::llround(double(tenths) / kParts * double(view.shown().length())))
            .arg(double(tenths) / kParts);
      },
      [&view](int tenths) { view.change([&](TrainingOptions& options) { options.pairs = double(tenths) / kParts; }); });
  if (!view.heads().areThere()) return widget;
  addChoice(*form, view, TrainingView::tr("Above the diagonal"),
            {{TrainingView::tr("Couplings"), int(TrainingUpper::couplings)},
             {TrainingView::tr("Mean of heads"), int(TrainingUpper::meanOfHeads)},
             {TrainingView::tr("One head"), int(TrainingUpper::oneHead)}},
            int(view.options().upper),
            [&view](const QVariant& value) { view.showUpper(static_cast<TrainingUpper>(value.toInt())); });
  const auto heads = int(view.shown().numHeads());
  addSlider(
      *form, view, TrainingView::tr("Mean of the first"), 1, heads,
      int(std::min<Index>(view.options().numHeads, heads)),
      [](int count) { return TrainingView::tr("%1 heads").arg(count); },
      [&view, heads](int count) {
        view.change([&](TrainingOptions& options) {
          options.numHeads = count == heads ? kAllHeads : count;
          options.upper = TrainingUpper::meanOfHeads;
        });
      });
  return widget;
}

}  // namespace ui
