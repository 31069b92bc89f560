// headlight bench views: the groups of viewbenches.def, and what they share.
#include <QApplication>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <algorithm>
#include <cmath>

#include "app/bench/ViewBench.h"
#include "app/shell/Command.h"
#include "app/shell/DisplayCheck.h"
#include "app/window/Window.h"
#include "engine/base/Joined.h"
#include "ui/views/ViewKinds.h"

namespace app {

#define VIEW_BENCH(id, function) void function();
#include "app/bench/viewbenches.def"
#undef VIEW_BENCH

namespace {

constexpr int kFrames = 100, kWarmUpFrames = 10;
constexpr int kPatienceMilliseconds = 2000;

void sendMouse(QWidget& widget, QEvent::Type type, QPointF position, Qt::MouseButton button, Qt::MouseButtons buttons) {
  QMouseEvent event(type, position, widget.mapToGlobal(position), button, buttons, Qt::NoModifier);
  QApplication::sendEvent(&widget, &event);
}

}  // namespace

const std::vector<ViewBench>& viewBenches() {
  static const std::vector<ViewBench> benches = {
#define VIEW_BENCH(id, function) {#id, &function},
#include "app/bench/viewbenches.def"
#undef VIEW_BENCH
  };
  return benches;
}

std::vector<double> timesOf(int count, const std::function<void(int)>& act) {
  std::vector<double> seconds;
  for (int step = 1; step <= count; ++step) {
    QElapsedTimer timer;
    timer.start();
    act(step);
    seconds.push_back(static_cast<double>(timer.nsecsElapsed()) * 1e-9);
  }
  return seconds;
}

void waitForJobs(ui::Session& session) {
  while (session.jobs().numActive() > 0) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 20);
}

void waitForFrame(ui::VtkWidget& canvas, int framesBefore) {
  QElapsedTimer patience;
  patience.start();
  while (canvas.numFrames() == framesBefore) {
    QCoreApplication::processEvents();
    if (patience.elapsed() > kPatienceMilliseconds) engine::fail("bench views: a step does not repaint the view");
  }
}

std::unique_ptr<ui::View> shownView(ui::Session& session, const QString& kind,
                                    const std::vector<engine::DatasetPtr>& datasets, QSize size) {
  std::unique_ptr<ui::View> view(ui::makeView(kind, session, nullptr));
  for (const engine::DatasetPtr& dataset : datasets) {
    session.document().publish(dataset);
    if (view->accepts(*dataset)) view->setDataset(dataset);
  }
  view->resize(size);
  view->show();
  waitForFrame(view->canvas(), 0);
  return view;
}

std::vector<double> frameTimes(ui::VtkWidget& canvas, int numSteps, const std::function<void(int)>& act) {
  std::vector<double> seconds = timesOf(kWarmUpFrames + numSteps, [&](int step) {
    const int before = canvas.numFrames();
    act(step);
    waitForFrame(canvas, before);
  });
  seconds.erase(seconds.begin(), seconds.begin() + kWarmUpFrames);
  return seconds;
}

std::vector<double> dragTimes(ui::VtkWidget& canvas, Qt::MouseButton button) {
  // Inside what can be dragged: a square map stands at the left, behind its axis; an alignment behind its names.
  const QPointF center(0.35 * canvas.width(), 0.55 * canvas.height());
  const auto place = [&center](int step) {
    return center + QPointF(60 * std::cos(0.2 * step), 40 * std::sin(0.2 * step));
  };
  sendMouse(canvas, QEvent::MouseButtonPress, place(0), button, button);
  const std::vector<double> seconds = frameTimes(
      canvas, kFrames, [&](int step) { sendMouse(canvas, QEvent::MouseMove, place(step), Qt::NoButton, button); });
  sendMouse(canvas, QEvent::MouseButtonRelease, place(0), button, Qt::NoButton);
  return seconds;
}

void printTimes(const std::string& name, const std::vector<double>& seconds, double limitSeconds,
                const std::string& unit, double memoryMiB) {
  char limit[40];
  std::snprintf(limit, sizeof limit, "limit %g ms", 1000 * limitSeconds);
  printOut(recordLine({"views", name, "OpenGL", 1, seconds, 1, unit, limit, 1 / limitSeconds, memoryMiB}));
}

int benchViews(const std::string& only) {
  const auto isMeant = [&](const ViewBench& bench) { return only.empty() || bench.id == only; };
  if (std::none_of(viewBenches().begin(), viewBenches().end(), isMeant))
    throw UsageError("option --case: found \"" + only +
                     "\", expected one of: " + engine::joined(viewBenches(), &ViewBench::id));
  const DisplayCheck display;
  if (!display.missing().empty()) engine::fail("bench views: ", display.missing());
  {
    ui::initialiseVtk();
    ApplicationArguments arguments;
    QApplication application(arguments.count, arguments.values);
    setUpApplication();
    for (const ViewBench& bench : viewBenches())
      if (isMeant(bench)) bench.run();
  }
  return only.empty() ? benchStart() : kDone;
}

}  // namespace app
