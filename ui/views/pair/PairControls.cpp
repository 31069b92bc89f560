#include "ui/views/pair/PairControls.h"

#include <QFormLayout>
#include <QPushButton>
#include <QSlider>
#include <algorithm>
#include <cmath>
#include <functional>

#include "ui/views/maps/MapControls.h"
#include "ui/views/pair/PairView.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kMostWeight = 15;    // before softplus: 15 and nothing
constexpr int kStepsPerUnit = 20;     // of a slider

/// Of the algorithm on show.
int linesOf(const PairView& view) { return view.walk() ? view.walk()->numLines() : kMostPairLines; }

void step(PairView& view, int lines) {
  const int count = linesOf(view) + 1, line = view.options().line < count ? view.options().line : 0;
  view.change([&](PairOptions& options) { options.line = (line + lines + count) % count; });
  Q_EMIT view.controlsOutdated();
}


int positionOf(double weight) {
  return static_cast<int>(std::lround(std::clamp(weight, -kMostWeight, kMostWeight) * kStepsPerUnit));
}

QString weightText(int position) {
  const double weight = static_cast<double>(position) / kStepsPerUnit;
  return PairView::tr("%1, softplus %2").arg(decimalText(weight, 2), shownNumber(std::log1p(std::exp(weight)), 2));
}

/// A weight outside the slider stays as it is until the slider moves.
void addWeight(QFormLayout& form, PairView& view, const QString& label, double weight,
               const std::function<void(double)>& take) {
  const int most = static_cast<int>(kMostWeight) * kStepsPerUnit;
  QSlider* slider = addSlider(form, view, label, -most, most, positionOf(weight), weightText, [take](int position) {
    take(static_cast<double>(position) / kStepsPerUnit);
  });
  QObject::connect(slider, &QSlider::sliderPressed, &view, [&view] { view.live().setHeld(true); });
  QObject::connect(slider, &QSlider::sliderReleased, &view, [&view] { view.live().setHeld(false); });
}

std::vector<Choice> headChoices(const PairNames& names) {
  std::vector<Choice> choices;
  for (Index head = 0; head < names.numHeads(); ++head)
    choices.push_back({names.head(head), static_cast<int>(head)});
  return choices;
}

}  // namespace

void addPairCommands(PairView& view) {
  view.addCommand(QStringLiteral("pair.next"), PairView::tr("Line by line: next"), Qt::Key_Period,
                  [&view] { step(view, 1); });
  view.addCommand(QStringLiteral("pair.previous"), PairView::tr("Line by line: previous"), Qt::Key_Comma,
                  [&view] { step(view, -1); });
  view.addCommand(QStringLiteral("pair.first"), PairView::tr("Line by line: from the first"), Qt::Key_Home, [&view] {
    view.change([](PairOptions& options) { options.line = 1; });
    Q_EMIT view.controlsOutdated();
  });
  view.addCommand(QStringLiteral("pair.all"), PairView::tr("Line by line: all at once"), Qt::Key_End, [&view] {
    view.change([](PairOptions& options) { options.line = 0; });
    Q_EMIT view.controlsOutdated();
  });
  view.addCommand(QStringLiteral("pair.strongest"), PairView::tr("The key with the greatest weight"), Qt::Key_S,
                  [&view] { view.showStrongest(); });
  view.addCommand(QStringLiteral("pair.chain"), PairView::tr("Chain of alpha carbons"), Qt::Key_C, [&view] {
    view.change([](PairOptions& options) { options.isChainShown = !options.isChainShown; });
    Q_EMIT view.controlsOutdated();
  });
  view.addCommand(QStringLiteral("pair.resetWeights"), PairView::tr("Weights of the terms as given"),
                  Qt::Key_Backspace, [&view] { view.live().resetWeights(); });
}

QWidget* makePairControls(PairView& view, QWidget* parent) {
  auto* widget = new QWidget(parent);
  auto* form = new QFormLayout(widget);
  form->setContentsMargins(0, 0, 0, 0);
  if (view.names().numHeads() > 0)
    addChoice(*form, view, PairView::tr("Head"), headChoices(view.names()), static_cast<int>(view.head()),
              [&view](const QVariant& value) { view.session().selection().setHead(0, value.toInt()); });
  const int count = linesOf(view);
  const auto lineText = [count](int line) {
    return line == 0 ? PairView::tr("all") : PairView::tr("%1 of %2").arg(line).arg(count);
  };
  addSlider(*form, view, PairView::tr("Line"), 0, count, view.options().line <= count ? view.options().line : 0,
            lineText, [&view](int line) { view.change([line](PairOptions& options) { options.line = line; }); });
  const std::vector<PairKnob> knobs = view.live().knobs();
  for (size_t k = 0; k < knobs.size(); ++k)
    addWeight(*form, view, PairView::tr(knobs[k].label), view.live().weight(k, view.head()),
              [&view, k](double weight) { view.live().setWeight(k, view.head(), weight); });
  auto* reset = new QPushButton(PairView::tr("Weights as given"));
  QObject::connect(reset, &QPushButton::clicked, &view.live(), &PairLive::resetWeights);
  form->addRow(reset);
  addSwitch(*form, view, PairView::tr("Chain of alpha carbons"),
            view.options().isChainShown ? Qt::Checked : Qt::Unchecked, [&view](bool on) {
              view.change([&](PairOptions& options) { options.isChainShown = on; });
            });
  return widget;
}

}  // namespace ui
