// Views that wait for a job: the old picture dimmed, progress in the title bar, one line when it fails.
#include <QLabel>
#include <QListWidget>
#include <QToolButton>
#include <atomic>
#include <chrono>
#include <thread>

#include "engine/base/Error.h"
#include "engine/base/ParallelFor.h"
#include "tests/app/window/SampleWindow.h"
#include "ui/panels/TitleBar.h"
#include "ui/views/alignment/AlignmentView.h"
#include "ui/views/attention/AttentionView.h"
#include "ui/views/base/FailureLine.h"
#include "ui/views/base/ViewWaiting.h"
#include "ui/views/dp/DpView.h"
#include "ui/views/geometry/GeometryView.h"
#include "ui/views/structure/StructureView.h"

namespace waiting_test {

/// Keeps every worker busy until it is released: jobs that are started meanwhile wait.
class Latch {
 public:
  explicit Latch(ui::JobQueue& jobs) {
    for (int k = 0; k < std::max(1, engine::defaultThreadCount()); ++k)
      jobs.start(
          QStringLiteral("Latch"), {}, ui::JobQueue::Pool::cpu, {},
          [isOpen = m_isOpen](engine::Progress& progress) -> std::any {
            while (!*isOpen && !progress.cancelled()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
            return {};
          },
          [](const std::any&) {});
  }
  ~Latch() { release(); }
  void release() { *m_isOpen = true; }

 private:
  std::shared_ptr<std::atomic<bool>> m_isOpen = std::make_shared<std::atomic<bool>>(false);
};

class WaitingTest : public test::SampleWindow {
 protected:
  QImage picture(ui::View& of) {
    test::waitForFrame(of.canvas());
    return of.canvas().grab().toImage();
  }
  double progressOf(ui::View& of) { return window->workspace().dockOf(&of)->titleBar().progress(); }
  bool waitForProgress(ui::View& of) {
    return QTest::qWaitFor([&] { return progressOf(of) >= 0; }, 5000);
  }
  /// Share of the pixels of `now` that are those of `before` behind a veil of the canvas' colour.
  static double veiledShare(const QImage& before, const QImage& now) {
    const QColor canvas = ui::ThemeModel::instance().theme().canvas;
    int veiled = 0, all = 0;
    for (int y = 0; y < before.height(); y += 3)
      for (int x = 0; x < before.width(); x += 3) {
        const QColor old = before.pixelColor(x, y), seen = now.pixelColor(x, y);
        const int distance = std::abs(old.red() - canvas.red()) + std::abs(old.green() - canvas.green());
        if (distance < 60) continue;  // the veil does not change what has its colour
        ++all;
        const auto isBetween = [](int a, int b, int c) { return std::min(a, c) - 2 <= b && b <= std::max(a, c) + 2; };
        veiled += isBetween(old.red(), seen.red(), canvas.red()) && isBetween(old.blue(), seen.blue(), canvas.blue()) &&
                  std::abs(seen.red() - canvas.red()) + std::abs(seen.green() - canvas.green()) < 0.6 * distance;
      }
    return all == 0 ? 0 : double(veiled) / all;
  }
  void expectDimmedWhileItWaits(ui::View& of, const std::function<void()>& change) {
    window->workspace().setActiveView(&of);
    settle();
    const QImage before = picture(of);
    EXPECT_LT(progressOf(of), 0);
    Latch latch(session.jobs());
    change();
    ASSERT_TRUE(waitForProgress(of)) << "progress in the title bar";
    EXPECT_GT(veiledShare(before, picture(of)), 0.85) << "the old picture, dimmed";
    latch.release();
    ASSERT_TRUE(QTest::qWaitFor([&] { return progressOf(of) < 0; }, test::kPatience));
    EXPECT_LT(veiledShare(before, picture(of)), 0.5) << "clear again";
  }
  void expectOnlyProgressWhileItWaits(ui::View& of, const std::function<void()>& change) {
    settle();
    const QImage before = picture(of);
    Latch latch(session.jobs());
    change();
    ASSERT_TRUE(waitForProgress(of));
    EXPECT_LT(veiledShare(before, picture(of)), 0.1) << "what is shown is right: no veil";
    latch.release();
    EXPECT_TRUE(QTest::qWaitFor([&] { return progressOf(of) < 0; }, test::kPatience));
  }
  template <typename Wanted>
  Wanted& as(const char* kind) {
    return dynamic_cast<Wanted&>(*view(kind));
  }
  ui::Job* failingJob(ui::View& of, const QString& slot, bool fails = true) {
    return ui::waitFor(&of, session.jobs().start(
                                QStringLiteral("Renewing the picture"), slot, ui::JobQueue::Pool::cpu, {},
                                [fails](engine::Progress&) -> std::any {
                                  if (fails) engine::fail("line 3: expected 20 numbers, found 19");
                                  return {};
                                },
                                [](const std::any&) {}));
  }
};

TEST_F(WaitingTest, realignedDpMatricesAreDimmed) {
  auto& dp = as<ui::DpView>("dp");
  expectDimmedWhileItWaits(dp, [&] {
    engine::AlignmentKnobs knobs = dp.live().knobs();
    knobs.shift += 0.2;
    dp.live().setKnobs(knobs);
  });
}

TEST_F(WaitingTest, sortedAlignmentIsDimmed) {
  auto& alignment = as<ui::AlignmentView>("alignment");
  expectDimmedWhileItWaits(alignment, [&] {
    alignment.model().arranger().change(
        [](ui::AlignmentChoices& choices) { choices.order = engine::RowOrder::identity; });
  });
}

TEST_F(WaitingTest, structureThatGetsOtherColoursIsDimmed) {
  auto& structure = as<ui::StructureView>("structure");
  expectDimmedWhileItWaits(structure, [&] {
    structure.change([](ui::StructureOptions& options) { options.coloring = ui::ResidueColoring::column; });
  });
}

TEST_F(WaitingTest, largeAttentionMapIsDimmed) {
  constexpr engine::Index kLength = 900;
  auto heads = std::make_shared<engine::HeadSet>();
  heads->numHeads = 1;
  heads->numQueries = heads->numKeys = kLength;
  auto map = std::make_shared<engine::AttentionMap>();
  map->weights = engine::Array<float>({kLength, kLength}, 0.3F, "weights");
  heads->maps.push_back(map);
  auto dataset = std::make_shared<engine::Dataset>();
  dataset->id = dataset->title = "large";
  dataset->value = std::shared_ptr<const engine::HeadSet>(heads);
  session.document().publish(dataset);
  auto& attention =
      dynamic_cast<ui::AttentionView&>(*window->workspace().openView(QStringLiteral("attention"), {"large"}));
  window->arrange(app::Layout::attention);
  expectDimmedWhileItWaits(attention, [&] {
    ui::AttentionOptions options = attention.options();
    options.scale = ui::ScaleChoice::rank;
    attention.setOptions(options);
  });
}

TEST_F(WaitingTest, contactLineOfPairGeometryJoinsAClearPicture) {
  auto& geometry =
      dynamic_cast<ui::GeometryView&>(*window->workspace().openView(QStringLiteral("geometry"), {"1ldm-geometry"}));
  expectOnlyProgressWhileItWaits(geometry, [&] {
    ui::GeometryOptions options = geometry.options();
    options.contactLine = ui::ContactLine::onAll;
    options.contactThreshold = 12;
    geometry.setOptions(options);
  });
}

TEST_F(WaitingTest, theTitleBarTellsHowFarItIs) {
  ui::View& alignment = *view("alignment");
  std::atomic<bool> isOpen = false;
  ui::Job* job = ui::waitFor(&alignment, session.jobs().start(
                                             QStringLiteral("Half way"), {}, ui::JobQueue::Pool::cpu, {},
                                             [&isOpen](engine::Progress& progress) -> std::any {
                                               progress.update(0.5, "counting");
                                               while (!isOpen)
                                                 std::this_thread::sleep_for(std::chrono::milliseconds(2));
                                               return {};
                                             },
                                             [](const std::any&) {}));
  ASSERT_TRUE(QTest::qWaitFor([&] { return progressOf(alignment) == 0.5; }, 5000));
  const QImage bar = window->workspace().dockOf(&alignment)->titleBar().grab().toImage();
  const QColor accent = ui::ThemeModel::instance().theme().accent;
  EXPECT_EQ(bar.pixelColor(bar.width() / 2 - 6, 0), accent);
  EXPECT_NE(bar.pixelColor(bar.width() / 2 + 6, 0), accent);
  isOpen = true;
  EXPECT_TRUE(QTest::qWaitFor([&] { return job->isOver() && progressOf(alignment) < 0; }, 5000));
}

TEST_F(WaitingTest, shortJobsDoNotFlicker) {
  ui::View& alignment = *view("alignment");
  int numChanges = 0;
  auto* waiting = ui::ViewWaiting::of(&alignment);
  ASSERT_TRUE(waiting);
  QObject::connect(waiting, &ui::ViewWaiting::changed, waiting,
                   [&] { numChanges += waiting->progress() >= 0 ? 1 : 0; });
  ui::Job* job = failingJob(alignment, {}, false);
  ASSERT_TRUE(QTest::qWaitFor([&] { return job->isOver(); }, 5000));
  EXPECT_EQ(numChanges, 0);
}

TEST_F(WaitingTest, failureLeavesTheOldPictureAndOneLineWithDetails) {
  ui::View& alignment = *view("alignment");
  const QImage before = picture(alignment);
  ui::Job* job = failingJob(alignment, QStringLiteral("slot"));
  ASSERT_TRUE(QTest::qWaitFor([&] { return job->isOver(); }, 5000));
  settle();
  ui::FailureLine* line = ui::ViewWaiting::of(&alignment)->failureLine();
  ASSERT_TRUE(line && line->isVisible());
  EXPECT_TRUE(line->text().text().contains(QStringLiteral("Renewing the picture")));
  EXPECT_FALSE(line->details().isVisible());
  EXPECT_LE(line->height(), 3 * line->fontMetrics().height()) << "one line";
  const QImage after = picture(alignment);
  int different = 0;
  for (int y = 20; y < after.height() / 2; ++y)
    for (int x = 20; x < after.width() / 2; ++x) different += before.pixel(x, y) != after.pixel(x, y) ? 1 : 0;
  EXPECT_EQ(different, 0) << "the old picture";
  QTest::mouseClick(&line->detailsButton(), Qt::LeftButton);
  EXPECT_TRUE(line->details().isVisible());
  EXPECT_TRUE(line->details().text().contains(QStringLiteral("expected 20 numbers")));
  QTest::mouseClick(&line->closeButton(), Qt::LeftButton);
  EXPECT_FALSE(line->isVisible());
}

TEST_F(WaitingTest, successOfTheSameWorkTakesTheLineAway) {
  ui::View& alignment = *view("alignment");
  ui::Job* job = failingJob(alignment, QStringLiteral("slot"));
  ASSERT_TRUE(QTest::qWaitFor([&] { return job->isOver(); }, 5000));
  ui::FailureLine* line = ui::ViewWaiting::of(&alignment)->failureLine();
  ASSERT_TRUE(line);
  job = failingJob(alignment, QStringLiteral("another slot"), false);
  ASSERT_TRUE(QTest::qWaitFor([&] { return job->isOver(); }, 5000));
  EXPECT_TRUE(line->isVisible());
  job = failingJob(alignment, QStringLiteral("slot"), false);
  ASSERT_TRUE(QTest::qWaitFor([&] { return job->isOver(); }, 5000));
  EXPECT_FALSE(line->isVisible());
}

}  // namespace waiting_test
