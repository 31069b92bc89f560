// Screens with two device pixels per logical pixel: everything is drawn with all of them, nothing is magnified.
#include <QProcess>
#include <QToolButton>

#include "tests/app/window/SampleWindow.h"
#include "ui/panels/InspectorPanel.h"
#include "ui/panels/LibraryPanel.h"
#include "ui/panels/TitleBar.h"

namespace high_dpi_test {

constexpr int kRatio = 2;

class HighDpiTest : public test::SampleWindow {
 protected:
  static bool isDense() { return qRound(qApp->devicePixelRatio()) == kRatio; }
  void SetUp() override {
    if (isDense()) SampleWindow::SetUp();
  }
  /// The pixel ratio belongs to the process: runs this very test again in one that has it.
  static void runAgainDense() {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    QProcess process;
    QProcessEnvironment environment = test::environmentOfOneTest();
    environment.insert(QStringLiteral("QT_SCALE_FACTOR"), QString::number(kRatio));
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(QCoreApplication::applicationFilePath(),
                  {QStringLiteral("--gtest_filter=%1.%2")
                       .arg(QLatin1String(test->test_suite_name()), QLatin1String(test->name()))});
    ASSERT_TRUE(process.waitForFinished(2 * test::kPatience));
    const QByteArray output = process.readAll();
    EXPECT_TRUE(process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0) << output.toStdString();
    EXPECT_TRUE(output.contains("[  PASSED  ] 1 test.")) << output.toStdString();
  }
  static double detail(const QImage& image) {
    double sum = 0;
    for (int y = 1; y < image.height(); ++y)
      for (int x = 1; x < image.width(); ++x)
        sum += std::abs(qGray(image.pixel(x, y)) - qGray(image.pixel(x - 1, y))) +
               std::abs(qGray(image.pixel(x, y)) - qGray(image.pixel(x, y - 1)));
    return sum;
  }
  /// Differences between neighbours, compared with those of the same picture magnified from half its size: about 1 when
  /// it was itself magnified.
  static double sharpness(QImage image) {
    image.setDevicePixelRatio(1);
    const QImage small = image.scaled(image.size() / kRatio, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    return detail(image) / detail(small.scaled(image.size(), Qt::IgnoreAspectRatio, Qt::SmoothTransformation));
  }
};

TEST_F(HighDpiTest, everyViewIsDrawnWithAllPixelsAndSharp) {
  if (!isDense()) return runAgainDense();
  for (ui::View* each : window->workspace().views()) {
    test::waitForFrame(each->canvas());
    const QImage image = each->canvas().grab().toImage();
    EXPECT_EQ(image.size(), each->canvas().size() * kRatio) << each->kind().toStdString();
    EXPECT_GT(sharpness(image), 1.25) << each->kind().toStdString();
  }
}

TEST_F(HighDpiTest, textAndIconsOfPanelsAreSharp) {
  if (!isDense()) return runAgainDense();
  const QImage library = window->library().grab().toImage();
  EXPECT_EQ(library.size(), window->library().size() * kRatio);
  EXPECT_GT(sharpness(library), 1.25);
  EXPECT_GT(sharpness(window->inspector().grab().toImage()), 1.25);
  ui::TitleBar& bar = window->workspace().dockOf(view("attention"))->titleBar();
  for (QToolButton* button : bar.findChildren<QToolButton*>())
    EXPECT_GT(sharpness(button->grab().toImage()), 1.25) << button->objectName().toStdString();
}

TEST_F(HighDpiTest, aLineOfOnePixelIsTwoPixelsWide) {
  if (!isDense()) return runAgainDense();
  window->workspace().setActiveView(view("attention"));
  const QImage bar = window->workspace().dockOf(view("structure"))->titleBar().grab().toImage();
  const QColor line = ui::ThemeModel::instance().theme().line;
  const int x = bar.width() - 4, bottom = bar.height() - 1;
  EXPECT_EQ(bar.pixelColor(x, bottom), line);
  EXPECT_EQ(bar.pixelColor(x, bottom - 1), line);
  EXPECT_NE(bar.pixelColor(x, bottom - 2), line);
}

TEST_F(HighDpiTest, thePointerFindsWhatIsUnderIt) {
  if (!isDense()) return runAgainDense();
  ui::View* alignment = view("alignment");
  const QSize size = alignment->canvas().size();
  const QImage before = alignment->canvas().grab().toImage();
  test::movePointer(alignment->canvas(), QPointF(size.width() * 0.6, size.height() * 0.6));
  ASSERT_FALSE(session.selection().hover().isEmpty());
  test::waitForFrame(alignment->canvas());
  const QImage after = alignment->canvas().grab().toImage();
  int left = after.width(), right = 0;
  const int y = qRound(size.height() * 0.6 * kRatio);
  for (int x = 0; x < after.width(); ++x)
    if (before.pixel(x, y) != after.pixel(x, y)) left = std::min(left, x), right = std::max(right, x);
  EXPECT_LE(left, size.width() * 0.6 * kRatio);
  EXPECT_GE(right, size.width() * 0.6 * kRatio - 2);
}

}  // namespace high_dpi_test
