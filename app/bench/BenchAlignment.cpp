// headlight bench views, alignment: processor time of a step through a large alignment, its column statistics, and
// figures from the command line.
#include <QCoreApplication>
#include <QKeyEvent>
#include <QProcess>
#include <QTemporaryDir>
#include <ctime>

#include "app/bench/ViewBench.h"
#include "engine/alignment/ColumnStatistics.h"
#include "engine/base/Nth.h"
#include "engine/base/Random.h"
#include "engine/io/Format.h"

namespace app {

namespace {

using engine::Index;

constexpr QSize kScreen(1900, 1040);
constexpr int kSteps = 60, kWarmUpSteps = 5, kFigures = 5;
constexpr double kPageDownLimit = 0.004, kFrameLimit = 1.0 / 60, kFigureLimit = 0.5, kStatisticsLimit = 1.0;

/// Rows that differ from one ancestor: columns from well to hardly conserved, one position in ten a gap.
engine::Alignment family(Index rows, Index columns) {
  engine::Random random(5);
  engine::Alignment alignment;
  alignment.numColumns = columns;
  std::vector<engine::ResidueCode> ancestor(static_cast<size_t>(columns));
  std::vector<unsigned> conserved(ancestor.size());
  for (size_t column = 0; column < ancestor.size(); ++column) {
    ancestor[column] = static_cast<engine::ResidueCode>(random.below(20));
    conserved[column] = static_cast<unsigned>(random.below(100));
  }
  alignment.codes.resize(static_cast<size_t>(rows * columns));
  for (Index row = 0; row < rows; ++row) {
    alignment.rows.emplace_back().name = "sequence" + std::to_string(row + 1) + "/1-" + std::to_string(columns);
    for (Index column = 0; column < columns; ++column) {
      const auto draw = static_cast<std::uint32_t>(random.below(100u * 20 * 10));
      const auto at = static_cast<size_t>(column);
      engine::nth(alignment.codes, row * columns + column) =
          draw % 10 == 0                    ? engine::alphabet::kGap
          : draw / 10 % 100 < conserved[at] ? ancestor[at]
                                            : static_cast<engine::ResidueCode>(draw / 1000);
    }
  }
  return alignment;
}

/// Processor seconds of all threads of this process.
double processorSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void sendKey(QWidget& widget, int key) {
  QKeyEvent event(QEvent::KeyPress, key, Qt::NoModifier);
  QCoreApplication::sendEvent(&widget, &event);
}

/// Processor time of page-down keys, key to painted frame.
std::vector<double> pageDownTimes(ui::View& view) {
  std::vector<double> seconds;
  for (int step = 0; step < kWarmUpSteps + kSteps; ++step) {
    const double start = processorSeconds();
    const int before = view.canvas().numFrames();
    sendKey(view.canvas(), Qt::Key_PageDown);
    waitForFrame(view.canvas(), before);
    if (step >= kWarmUpSteps) seconds.push_back(processorSeconds() - start);
  }
  return seconds;
}

void zoomOut(ui::View& view, int steps) {
  for (int step = 0; step < steps; ++step) {
    const int before = view.canvas().numFrames();
    sendKey(view.canvas(), Qt::Key_Minus);
    waitForFrame(view.canvas(), before);
  }
}

void benchScreen() {
  ui::Session session;
  const auto dataset = datasetOf("alignment", family(100'000, 1'000));
  engine::Progress progress;
  const std::vector<double> counted =
      timesOf(kFigures, [&](int) { columnStatistics(*dataset->as<engine::Alignment>(), 0, progress); });
  printTimes("alignment 100000x1000 column statistics", counted, kStatisticsLimit, "pass");
  const auto view = shownView(session, QStringLiteral("alignment"), {dataset}, kScreen);
  waitForJobs(session);
  printTimes("alignment 100000x1000 page down at 1900x1040, processor time", pageDownTimes(*view), kPageDownLimit);
  printTimes("alignment 100000x1000 drag, letters", dragTimes(view->canvas(), Qt::MiddleButton), kFrameLimit);
  zoomOut(*view, 10);
  printTimes("alignment 100000x1000 drag, cells of 2 pixels", dragTimes(view->canvas(), Qt::MiddleButton), kFrameLimit);
  zoomOut(*view, 10);
  printTimes("alignment 100000x1000 drag, less than a pixel per cell", dragTimes(view->canvas(), Qt::MiddleButton),
             kFrameLimit);
}

void benchFigures() {
  const QTemporaryDir folder;
  const std::string file = folder.filePath(QStringLiteral("family.fasta")).toStdString();
  engine::save(datasetOf("family", family(1'000, 300))->value, file);
  for (const char* suffix : {"png", "svg", "pdf"}) {
    const QString out = folder.filePath(QStringLiteral("figure.") + QLatin1String(suffix));
    const auto seconds = timesOf(kFigures, [&](int) {
      const int status = QProcess::execute(
          QCoreApplication::applicationFilePath(),
          {"render", QString::fromStdString(file), "--view", "alignment", "--size", "fit", "--out", out, "--quiet"});
      if (status != 0) engine::fail("bench views: render ended with status ", status);
    });
    printTimes(std::string("alignment 1000x300 to ") + suffix + ", whole process", seconds, kFigureLimit, "figure");
  }
}

}  // namespace

void benchAlignment() {
  benchScreen();
  benchFigures();
}

}  // namespace app
