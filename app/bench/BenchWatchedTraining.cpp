// headlight bench views, training: how often the view of a training shows something new while two families are learned,
// and how long the window waits meanwhile.
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QTimer>
#include <algorithm>
#include <utility>

#include "app/bench/ViewBench.h"
#include "app/session/Resources.h"
#include "engine/base/Error.h"
#include "engine/io/Format.h"
#include "ui/session/Session.h"
#include "ui/views/ViewKinds.h"

namespace app {

namespace {

constexpr QSize kTrainingSize(1280, 720);
/// Seconds: aims of the issue, half a second between two pictures, and a frame that nobody notices as a halt.
constexpr double kUpdateLimit = 0.5, kWaitLimit = 0.1;

/// The longest that the window was late for a timer: no event took longer.
class Heartbeat : public QObject {
 public:
  Heartbeat() {
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, [this] {
      m_longest = std::max(m_longest, double(m_clock.nsecsElapsed()) * 1e-9 - kBeat * 1e-3);
      m_clock.restart();
    });
  }
  void begin() {
    m_clock.start();
    m_timer.start(kBeat);
  }
  double longest() const { return m_longest; }

 private:
  static constexpr int kBeat = 5;  // milliseconds
  QTimer m_timer;
  QElapsedTimer m_clock;
  double m_longest = 0;
};

/// Counts what is painted: a view without a scene has no frames.
class PaintCount : public QObject {
 public:
  int count = 0;

 protected:
  bool eventFilter(QObject*, QEvent* event) override {
    count += event->type() == QEvent::Paint ? 1 : 0;
    return false;
  }
};

engine::DatasetPtr sample(const std::string& file, const std::string& id) {
  engine::Diagnostics diagnostics;
  engine::Progress progress;
  auto dataset = std::make_shared<engine::Dataset>(
      engine::load(resourceFolder("samples") / "families" / file, diagnostics, progress));
  dataset->id = dataset->title = id;
  return dataset;
}

/// From the first picture of a course to the last.
struct Watched {
  std::vector<double> gaps;  ///< seconds between two pictures
  double longestWait = 0;
};

Watched watch(const std::string& family, const std::string& structure, const std::string& chain) {
  ui::Session session;
  session.document().publish(sample(family, "family"));
  session.document().publish(sample(structure, "structure"));
  std::unique_ptr<ui::View> view(ui::makeView(QStringLiteral("training"), session, nullptr));
  view->resize(kTrainingSize);
  view->show();
  bool isNew = false;  ///< since the last picture
  for (const auto signal : {&ui::Document::added, &ui::Document::replaced})
    QObject::connect(&session.document(), signal, view.get(), [&](const engine::DatasetPtr& dataset) {
      if (!view->accepts(*dataset)) return;
      view->setDataset(dataset);
      isNew = true;
    });
  engine::Request request{"train factored", {"family", "structure"}, {}, "learned"};
  if (!chain.empty()) request.parameters.set("chain", chain);
  std::string problem;
  QObject::connect(&session, &ui::Session::message, view.get(), [&](ui::MessageKind kind, const QString& text) {
    if (kind == ui::MessageKind::error) problem = text.toStdString();
  });
  Heartbeat heart;
  session.run(request);
  Watched found;
  QElapsedTimer gap;
  PaintCount paints;
  view->canvas().installEventFilter(&paints);
  while (session.jobs().numActive() > 0) {
    QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    if (std::exchange(paints.count, 0) == 0 || !std::exchange(isNew, false)) continue;
    if (gap.isValid())
      found.gaps.push_back(double(gap.nsecsElapsed()) * 1e-9);
    else
      heart.begin();  // what comes before is the reading of files and rows
    gap.restart();
  }
  if (!problem.empty()) engine::fail("bench views: ", problem);
  found.longestWait = heart.longest();
  return found;
}

void measure(const std::string& name, const std::string& family, const std::string& structure,
             const std::string& chain) {
  const Watched found = watch(family, structure, chain);
  if (found.gaps.empty()) engine::fail("bench views: ", name, ": fewer than two pictures of the training");
  printTimes(name + " live, between two pictures", found.gaps, kUpdateLimit, "picture");
  printTimes(name + " live, longest gap", {*std::max_element(found.gaps.begin(), found.gaps.end())}, kUpdateLimit,
             "picture");
  printTimes(name + " live, longest wait of the window", {found.longestWait}, kWaitLimit, "wait");
}

}  // namespace

void benchWatchedTraining() {
  measure("training dhfr", "dhfr_4422.a2m.gz", "3QL0.pdb.gz", "");
  measure("training s1a", "s1a_1470.a2m.gz", "3TGI.pdb.gz", "E");
}

}  // namespace app
