#include "ui/views/dp/DpCommands.h"

#include <QAction>
#include <exception>

#include "ui/views/base/ContextMenu.h"
#include "ui/views/base/FamilyRequest.h"
#include "ui/views/dp/DpView.h"

namespace ui {

namespace {

void add(DpView& view, const char* id, const QString& text, const QKeySequence& key, void (*run)(DpView&)) {
  view.addCommand(QString::fromUtf8(id), text, key, [&view, run] { run(view); });
}

void addSwitch(DpView& view, const char* id, const QString& text, const QKeySequence& key, bool DpOptions::*option) {
  view.addCommand(QString::fromUtf8(id), text, key, [&view, option] {
    view.change([option](DpOptions& options) { options.*option = !(options.*option); });
  });
}

void addStepCommands(DpView& view) {
  const auto unit = [&](const char* id, const QString& text, StepUnit target) {
    view.addCommand(QString::fromUtf8(id), text, {}, [&view, target] { view.player().setUnit(target); });
  };
  add(view, "dp.stepping", view.tr("Fill step by step"), Qt::Key_S,
      [](DpView& dp) { dp.player().setOn(!dp.player().isOn()); });
  add(view, "dp.play", view.tr("Play or pause"), Qt::Key_Space,
      [](DpView& dp) { dp.player().setPlaying(!dp.player().isPlaying()); });
  add(view, "dp.step", view.tr("One step"), Qt::Key_Period, [](DpView& dp) { dp.player().step(); });
  add(view, "dp.stepBack", view.tr("One step back"), Qt::Key_Comma, [](DpView& dp) { dp.player().stepBack(); });
  unit("dp.byCell", view.tr("Step by cell"), StepUnit::cell);
  unit("dp.byRow", view.tr("Step by row"), StepUnit::row);
  unit("dp.byAntiDiagonal", view.tr("Step by anti-diagonal"), StepUnit::antiDiagonal);
  add(view, "dp.stepToStart", view.tr("Empty the matrices"), Qt::Key_Home, [](DpView& dp) {
    dp.player().setOn(true);
    dp.player().setPosition(0);
  });
  add(view, "dp.stepToEnd", view.tr("Fill the matrices, trace the path"), Qt::Key_End, [](DpView& dp) {
    dp.player().setOn(true);
    dp.player().setPosition(dp.player().stepper().numPositions());
  });
  add(view, "dp.traceBack", view.tr("Play the trace back"), Qt::Key_T, [](DpView& dp) {
    dp.player().setOn(true);
    dp.player().setPosition(dp.player().stepper().numCells());
    dp.player().setPlaying(true);
  });
}

void addPathCommands(DpView& view) {
  add(view, "dp.swapPath", view.tr("Swap with the path before"), Qt::Key_X, [](DpView& dp) {
    dp.change([&](DpOptions& options) { options.path = dp.picture().otherPath(); });
  });
  add(view, "dp.nextPath", view.tr("Next path"), Qt::Key_BracketRight,
      [](DpView& dp) { dp.change([](DpOptions& options) { ++options.path; }); });
  add(view, "dp.previousPath", view.tr("Previous path"), Qt::Key_BracketLeft,
      [](DpView& dp) { dp.change([](DpOptions& options) { --options.path; }); });
  addSwitch(view, "dp.list", view.tr("List best, alternative and co-optimal paths"), Qt::Key_L,
            &DpOptions::isListShown);
  addSwitch(view, "dp.path", view.tr("Show the path"), {}, &DpOptions::isPathShown);
  addSwitch(view, "dp.rivals", view.tr("Show the other paths"), {}, &DpOptions::areRivalsShown);
  add(view, "dp.posteriorPath", view.tr("Colour the path by posterior"), {}, [](DpView& dp) {
    dp.change([](DpOptions& options) { options.isPosteriorShown = !options.isPosteriorShown; });
    Q_EMIT dp.controlsOutdated();
  });
}

void addPlaneCommands(DpView& view) {
  const auto arrange = [&](const char* id, const QString& text, Qt::Key key, PlaneArrangement target) {
    view.addCommand(QString::fromUtf8(id), text, key, [&view, target] {
      view.change([target](DpOptions& options) {
        options.arrangement = options.arrangement == target ? PlaneArrangement::oneLarge : target;
      });
    });
  };
  arrange("dp.oneLarge", view.tr("One plane large"), Qt::Key_M, PlaneArrangement::oneLarge);
  arrange("dp.sideBySide", view.tr("All planes side by side"), Qt::Key_A, PlaneArrangement::sideBySide);
  arrange("dp.withPosterior", view.tr("Viterbi beside posterior"), Qt::Key_P, PlaneArrangement::withPosterior);
  arrange("dp.lanes", view.tr("Lanes of the vectorised algorithm"), Qt::Key_V, PlaneArrangement::lanes);
}

void addShowCommands(DpView& view) {
  addSwitch(view, "dp.cell", view.tr("Open the cell"), Qt::Key_C, &DpOptions::isCardShown);
  addSwitch(view, "dp.logos", view.tr("Show the logos"), {}, &DpOptions::areLogosShown);
  add(view, "dp.keep", view.tr("Keep this alignment as a dataset"), Qt::Key_K, [](DpView& dp) { keepAlignment(dp); });
  add(view, "dp.resetKnobs", view.tr("Back to the alignment as made"), Qt::Key_Backspace, [](DpView& dp) {
    dp.live().reset();
    Q_EMIT dp.controlsOutdated();
  });
}

/// The alignments of both sides in one, where they are loaded.
void showFamilies(DpView& view) {
  if (view.datasetIds().empty()) return;
  const Document& document = view.session().document();
  const engine::DatasetPtr shown = document.find(view.datasetIds().front());
  if (const auto request = shown ? familyRequest(document, *shown) : std::nullopt)
    Q_EMIT view.requested(*request);
  else
    view.session().report(MessageKind::warning, view.tr("The query of this alignment is not loaded."));
}

}  // namespace

void addDpCommands(DpView& view) {
  const auto addUnder = [&view](const QString& submenu, void (*addThem)(DpView&)) {
    const qsizetype before = view.actions().size();
    addThem(view);
    setSubmenu(view.actions().mid(before), submenu);
  };
  addUnder(view.tr("Steps"), addStepCommands);
  addUnder(view.tr("Paths"), addPathCommands);
  addUnder(view.tr("Planes"), addPlaneCommands);
  addShowCommands(view);
  add(view, "dp.families", view.tr("Show as two families"), {}, showFamilies);
}

void keepAlignment(DpView& view) {
  if (!view.live().isPossible()) return;
  try {
    Q_EMIT view.requested(view.live().request());
  } catch (const std::exception& error) {
    view.session().report(MessageKind::warning, QString::fromUtf8(error.what()));
  }
}

}  // namespace ui
