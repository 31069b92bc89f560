// headlight bench views, lessons: how long every lesson takes to open, to change the step, to follow a slider.
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "app/bench/ViewBench.h"
#include "app/session/Lessons.h"
#include "app/session/Resources.h"
#include "ui/lessons/LessonFiles.h"
#include "ui/lessons/LessonPlayer.h"
#include "ui/lessons/StepPage.h"
#include "ui/lessons/StepPreparer.h"
#include "ui/lessons/StepStage.h"
#include "ui/lessons/controls/ControlWidget.h"

namespace app {

namespace {

constexpr QSize kLessonSize(1280, 720);
constexpr int kMoves = 9;
/// Places on a slider between which it is moved, as parts of its length.
constexpr double kLow = 0.3, kHigh = 0.7;
constexpr double kOpenLimit = 0.3, kStepLimit = 0.15, kMoveLimit = 0.033, kReloadLimit = 0.15;

/// A player whose calls return when their picture is painted.
class MeasuredPlayer {
 public:
  MeasuredPlayer()
      : m_player(QString::fromStdString(resourceFolder("samples").string()),
                 m_forgotten.filePath(QStringLiteral("progress.json"))) {
    m_player.resize(kLessonSize);
    m_player.show();
    QObject::connect(&m_player, &ui::LessonPlayer::shown, &m_player, [this] { ++m_numShown; });
    QObject::connect(&m_player, &ui::LessonPlayer::failed, &m_player,
                     [](const QString& text) { engine::fail("bench views: ", text.toStdString()); });
  }

  void open(const QString& path) {
    waited([&] { m_player.open(path); });
  }
  void goTo(int step) {
    waited([&] { m_player.goTo(step); });
  }
  /// What a watched file does by itself once it has rested for a moment.
  void reread() {
    waited([&] { m_player.findChild<ui::LessonFiles*>()->look(); });
  }
  void move(ui::ControlWidget& control, double part) {
    const engine::LessonControl& what = control.control();
    const double place = what.from + part * (what.to - what.from);
    waited([&] { Q_EMIT control.changed(what.name, engine::valueAt(what, what.by >= 1 ? std::round(place) : place)); });
  }
  /// Steps around the one that is shown are there when it returns.
  void prepare() {
    preparer().setEnabled(true);
    preparer().follow(m_player.step());
    while (!preparer().isDone()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
  }
  /// Nothing is there before it is wanted.
  void prepareNothing() { preparer().setEnabled(false); }
  ui::LessonPlayer& player() { return m_player; }

 private:
  ui::StepPreparer& preparer() { return *m_player.findChild<ui::StepPreparer*>(); }
  template <class Act>
  void waited(Act act) {
    const int before = m_numShown;
    act();
    while (m_numShown == before || !m_player.isAtRest())
      QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);  // with a time it would not wait, but spin
    QCoreApplication::processEvents();                                 // what is painted
  }

  QTemporaryDir m_forgotten;  // what is measured is nobody's progress
  ui::LessonPlayer m_player;
  int m_numShown = 0;
};

/// Times with the name of the case that took longest.
struct Slowest {
  std::string name;
  std::vector<double> seconds, all;

  void add(const std::string& caseName, const std::vector<double>& times) {
    const auto median = [](std::vector<double> values) {
      std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
      return values[values.size() / 2];
    };
    if (seconds.empty() || median(times) > median(seconds)) {
      name = caseName;
      seconds = times;
    }
    all.push_back(median(times));
  }
  void print(const std::string& what, double limit) const {
    if (all.empty()) return;
    printTimes(what, all, limit, "change");
    printTimes(what + ", slowest: " + name, seconds, limit, "change");
  }
};

void measureMoves(MeasuredPlayer& player, const std::string& step, Slowest& moves) {
  for (ui::ControlWidget* control : player.player().page()->stage().controls()) {
    const engine::LessonControl& what = control->control();
    if (what.kind != engine::ControlKind::slider && what.kind != engine::ControlKind::stepper) continue;
    player.move(*control, kHigh);
    moves.add(step + " " + what.name,
              timesOf(kMoves, [&](int k) { player.move(*control, k % 2 == 0 ? kHigh : kLow); }));
  }
}

/// A copy of all lessons, so that one can be written.
QString copyOf(const LessonEntry& lesson, const QTemporaryDir& folder) {
  namespace fs = std::filesystem;
  const fs::path from = fs::path(lesson.path.toStdString()), to = folder.path().toStdString();
  fs::copy(from.parent_path(), to, fs::copy_options::recursive | fs::copy_options::overwrite_existing);
  return QString::fromStdString((to / from.filename()).string());
}

/// Another line of prose each time, in the step that is shown: the last but one.
void measureReload(const LessonEntry& lesson) {
  const QTemporaryDir folder;
  const QString path = copyOf(lesson, folder);
  MeasuredPlayer player;
  player.open(path);
  player.goTo(std::max(0, static_cast<int>(player.player().lesson()->steps.size()) - 2));
  const std::vector<double> seconds = timesOf(5, [&](int k) {
    QFile file(path);
    if (!file.open(QIODevice::Append)) engine::fail("bench views: ", file.errorString().toStdString());
    file.write(QByteArray("\nSaved ") + QByteArray::number(k) + ".\n");
    file.close();
    player.reread();
  });
  printTimes("lesson " + lesson.id.toStdString() + " reload", seconds, kReloadLimit, "change");
}

/// From the first step to the last, each after somebody has stayed at the one before.
void measurePrepared(const LessonEntry& lesson) {
  MeasuredPlayer player;
  player.open(lesson.path);
  const auto& all = player.player().lesson()->steps;
  Slowest steps;
  for (int step = 1; step < static_cast<int>(all.size()); ++step) {
    player.prepare();
    steps.add(std::to_string(step + 1) + " " + all[static_cast<size_t>(step)].slug,
              timesOf(1, [&](int) { player.goTo(step); }));
  }
  steps.print("lesson " + lesson.id.toStdString() + " step after a rest", kStepLimit);
}

void measureLesson(const LessonEntry& lesson) {
  const std::string id = lesson.id.toStdString();
  printTimes("lesson " + id + " open", timesOf(3, [&](int) { MeasuredPlayer().open(lesson.path); }), kOpenLimit,
             "open");
  MeasuredPlayer player;
  player.open(lesson.path);
  player.prepareNothing();
  Slowest steps, moves;
  const auto& all = player.player().lesson()->steps;
  for (int step = static_cast<int>(all.size()) - 1; step >= 0; --step) {
    const std::string name = std::to_string(step + 1) + " " + all[static_cast<size_t>(step)].slug;
    steps.add(name, timesOf(1, [&](int) { player.goTo(step); }));  // the first time, when nothing is there yet
    measureMoves(player, name, moves);
  }
  measureReload(lesson);
  measurePrepared(lesson);
  steps.print("lesson " + id + " step", kStepLimit);
  moves.print("lesson " + id + " slider", kMoveLimit);
}

}  // namespace

void benchLessons() {
  for (const LessonEntry& lesson : findLessons()) measureLesson(lesson);
}

}  // namespace app
