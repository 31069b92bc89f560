// The sample session in the main window: one selection in four views, and pictures that can be read.
#include "tests/app/window/SampleWindow.h"
#include "ui/views/dp/DpView.h"

namespace sample_session_test {

class SampleSessionTest : public test::SampleWindow {
 protected:
  QImage picture(const char* kind) {
    test::waitForFrame(view(kind)->canvas());
    return view(kind)->canvas().grab().toImage();
  }
  /// Pixels of a view that differ between nothing hovered and `focus` hovered.
  int markedPixels(const char* kind, const ui::Focus& focus) {
    session.selection().clearHover();
    const QImage before = picture(kind);
    session.selection().setHover(focus);
    const QImage after = picture(kind);
    int count = 0;
    for (int y = 0; y < before.height(); ++y)
      for (int x = 0; x < before.width(); ++x) count += before.pixel(x, y) != after.pixel(x, y) ? 1 : 0;
    return count;
  }
  /// Moves the pointer over a view until it is on something.
  ui::Focus pointAtSomething(ui::View& target) {
    const QSize size = target.canvas().size();
    for (int y = size.height() / 3; y < size.height(); y += 7)
      for (int x = size.width() / 3; x < size.width(); x += 11) {
        test::movePointer(target.canvas(), QPointF(x, y));
        if (!session.selection().hover().isEmpty()) return session.selection().hover();
      }
    return {};
  }
  QString valueOf(const ui::View& target, const QString& label) {
    for (const ui::ReadoutLine& line : target.readout())
      if (line.label == label) return line.value;
    return {};
  }
};

TEST_F(SampleSessionTest, residueUnderThePointerInTheStructureIsMarkedInEveryView) {
  const ui::Focus focus = pointAtSomething(*view("structure"));
  ASSERT_FALSE(focus.isEmpty());
  EXPECT_EQ(focus.first.dataset, "1ldm");
  const auto column = session.document().translate("1ldm", focus.first.index, "lactate");
  ASSERT_TRUE(column.has_value());
  const QString number = QString::number(focus.first.index + 1);
  EXPECT_TRUE(valueOf(*view("attention"), QStringLiteral("Query")).contains(u' ' + number));
  EXPECT_TRUE(valueOf(*view("dp"), QStringLiteral("Query column")).contains(QString::number(*column + 1)));
  for (const char* kind : {"attention", "alignment", "dp", "structure"})
    EXPECT_GT(markedPixels(kind, focus), 20) << kind;
}

TEST_F(SampleSessionTest, cellOfTheDpMatricesIsMarkedInEveryView) {
  auto& dp = dynamic_cast<ui::DpView&>(*view("dp"));
  const ui::DpLayout layout = dp.layoutFor(dp.canvas().size());
  const auto main = static_cast<size_t>(dp.options().mainPlane);
  const ui::PixelPoint point = layout.viewports[main].toPixel(layout.panels[main], 99.5, 80.5);
  test::movePointer(dp.canvas(), QPointF(point.x, point.y));
  const ui::Focus focus = session.selection().hover();
  ASSERT_TRUE(focus.isPair());
  EXPECT_NEAR(static_cast<double>(focus.first.index), 99, 2);
  EXPECT_FALSE(view("structure")->readout().empty());
  EXPECT_FALSE(valueOf(*view("attention"), QStringLiteral("Query")).isEmpty());
  for (const char* kind : {"attention", "alignment", "structure"}) EXPECT_GT(markedPixels(kind, focus), 20) << kind;
}

TEST_F(SampleSessionTest, structureFillsItsViewWhateverSizesTheDockWentThrough) {
  for (const QSize size : {QSize(1440, 900), QSize(1700, 700), QSize(1440, 900)}) {
    window->resize(size);
    settle();
    const QImage image = picture("structure");
    const int helices = test::countPixels(image, [](QColor color) {
      return color.red() > 120 && color.red() > color.green() + 60 && color.blue() > color.green();
    });
    EXPECT_GT(helices, image.width() * image.height() / 50) << size.width();
  }
}

TEST_F(SampleSessionTest, viewsKeepAReadableSizeInASmallWindowAndOnAProjector) {
  const auto smallest = [&] {
    int width = 10000;
    for (ui::View* each : window->workspace().views())
      if (!each->canvas().visibleRegion().isEmpty()) width = std::min(width, each->canvas().width());
    return width;
  };
  window->resize(1024, 700);
  settle();
  EXPECT_GE(smallest(), 330);
  window->resize(1440, 900);
  ui::ThemeModel::instance().setProjector(true);
  settle();
  EXPECT_GE(smallest(), 528);
}

TEST_F(SampleSessionTest, everyViewFollowsTheTheme) {
  ui::ThemeModel::instance().setKind(ui::ThemeKind::dark);
  settle();
  for (ui::View* each : window->workspace().views()) {
    const QImage image = picture(each->kind().toUtf8().constData());
    const int bright = test::countPixels(image, [](QColor color) { return color.lightness() > 240; });
    EXPECT_LT(bright, image.width() * image.height() / 20) << each->kind().toStdString();
  }
}

TEST_F(SampleSessionTest, firstViewIsActiveAndTheTitleNamesTheSession) {
  ASSERT_NE(window->workspace().activeView(), nullptr);
  EXPECT_EQ(window->workspace().activeView(), window->workspace().views().front());
  EXPECT_TRUE(window->windowTitle().contains(QStringLiteral("proteins")));
}

}  // namespace sample_session_test
