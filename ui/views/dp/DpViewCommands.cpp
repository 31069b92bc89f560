// Commands of the DP view: for its context menu, the palette and the list of shortcuts.
#include "ui/views/dp/DpView.h"

namespace ui {

void DpView::addCommands() {
  addStepCommands();
  addPathCommands();
  addShowCommands();
}

void DpView::addStepCommands() {
  addCommand(QStringLiteral("dp.stepping"), tr("Fill step by step"), QKeySequence(Qt::Key_S),
             [this] { setStepping(!isStepping()); });
  addCommand(QStringLiteral("dp.play"), tr("Play or pause"), QKeySequence(Qt::Key_Space),
             [this] { setPlaying(!isPlaying()); });
  addCommand(QStringLiteral("dp.step"), tr("One step"), QKeySequence(Qt::Key_Period), [this] { step(); });
  addCommand(QStringLiteral("dp.stepBack"), tr("One step back"), QKeySequence(Qt::Key_Comma), [this] { stepBack(); });
  addCommand(QStringLiteral("dp.byCell"), tr("Step by cell"), {}, [this] { setStepUnit(StepUnit::cell); });
  addCommand(QStringLiteral("dp.byRow"), tr("Step by row"), {}, [this] { setStepUnit(StepUnit::row); });
  addCommand(QStringLiteral("dp.byAntiDiagonal"), tr("Step by anti-diagonal"), {},
             [this] { setStepUnit(StepUnit::antiDiagonal); });
  addCommand(QStringLiteral("dp.stepToStart"), tr("Empty the matrices"), QKeySequence(Qt::Key_Home), [this] {
    setStepping(true);
    setStepPosition(0);
  });
  addCommand(QStringLiteral("dp.stepToEnd"), tr("Fill the matrices, trace the path"), QKeySequence(Qt::Key_End),
             [this] {
               setStepping(true);
               setStepPosition(m_stepper.numPositions());
             });
  addCommand(QStringLiteral("dp.traceBack"), tr("Play the trace back"), QKeySequence(Qt::Key_T), [this] {
    setStepping(true);
    setStepPosition(m_stepper.numCells());
    setPlaying(true);
  });
}

void DpView::addPathCommands() {
  addCommand(QStringLiteral("dp.swapPath"), tr("Swap with the path before"), QKeySequence(Qt::Key_X),
             [this] { swapPath(); });
  addCommand(QStringLiteral("dp.nextPath"), tr("Next path"), QKeySequence(Qt::Key_BracketRight),
             [this] { setPath(m_path + 1); });
  addCommand(QStringLiteral("dp.previousPath"), tr("Previous path"), QKeySequence(Qt::Key_BracketLeft),
             [this] { setPath(m_path - 1); });
  addCommand(QStringLiteral("dp.list"), tr("List best, alternative and co-optimal paths"), QKeySequence(Qt::Key_L),
             [this] { setListShown(!m_isListShown); });
  addCommand(QStringLiteral("dp.path"), tr("Show the path"), {}, [this] { setPathShown(!m_isPathShown); });
  addCommand(QStringLiteral("dp.rivals"), tr("Show the other paths"), {},
             [this] { setRivalsShown(!m_areRivalsShown); });
  addCommand(QStringLiteral("dp.posteriorPath"), tr("Colour the path by posterior"), {}, [this] {
    setPosteriorShown(!m_isPosteriorShown);
    Q_EMIT controlsOutdated();
  });
}

void DpView::addShowCommands() {
  const auto arrange = [this](const char* id, const QString& text, const QKeySequence& key, PlaneArrangement target) {
    addCommand(QString::fromUtf8(id), text, key,
               [this, target] { setArrangement(m_arrangement == target ? PlaneArrangement::oneLarge : target); });
  };
  arrange("dp.oneLarge", tr("One plane large"), QKeySequence(Qt::Key_M), PlaneArrangement::oneLarge);
  arrange("dp.sideBySide", tr("All planes side by side"), QKeySequence(Qt::Key_A), PlaneArrangement::sideBySide);
  arrange("dp.withPosterior", tr("Viterbi beside posterior"), QKeySequence(Qt::Key_P), PlaneArrangement::withPosterior);
  arrange("dp.lanes", tr("Lanes of the vectorised algorithm"), QKeySequence(Qt::Key_V), PlaneArrangement::lanes);
  addCommand(QStringLiteral("dp.cell"), tr("Open the cell"), QKeySequence(Qt::Key_C),
             [this] { setCardShown(!m_isCardShown); });
  addCommand(QStringLiteral("dp.logos"), tr("Show the logos"), {}, [this] { setLogosShown(!m_areLogosShown); });
  addCommand(QStringLiteral("dp.keep"), tr("Keep this alignment as a dataset"), QKeySequence(Qt::Key_K),
             [this] { keepAlignment(); });
  addCommand(QStringLiteral("dp.resetKnobs"), tr("Back to the alignment as made"), QKeySequence(Qt::Key_Backspace),
             [this] { resetKnobs(); });
}

}  // namespace ui
