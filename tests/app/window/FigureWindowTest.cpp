// The page that makes a figure, by mouse and keys.
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>

#include "app/window/figure/FigureWindow.h"
#include "tests/app/window/Geometry.h"
#include "tests/app/window/SampleWindow.h"
#include "ui/panels/figure/FigurePage.h"

namespace figure_window_test {

class FigureWindow : public test::SampleWindow {
 protected:
  ui::FigurePage* page() const { return window->findChild<ui::FigurePage*>(); }
  template <class Field>
  Field* field(const char* name) const {
    return page()->findChild<Field*>(QLatin1String(name));
  }
  void open(const char* kind) {
    window->workspace().setActiveView(view(kind));
    QTest::keyClick(window.get(), Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
    ASSERT_TRUE(page());
    waitForPreview();
  }
  void waitForPreview() {
    QTest::qWait(100);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !page()->preview().image().isNull(); }, test::kPatience));
  }
  bool isGone() {
    return QTest::qWaitFor([&] {
      QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
      return !page();
    }, test::kPatience);
  }
  QString facts() const { return page()->findChild<QLabel*>(QStringLiteral("facts"))->text(); }
};

TEST_F(FigureWindow, opensByKeyShowsTheFigureAndGoesWithEscape) {
  open("attention");
  EXPECT_TRUE(page()->isVisible());
  EXPECT_TRUE(facts().startsWith("88.0 ×")) << facts().toStdString();
  EXPECT_FALSE(page()->caption().isEmpty());
  QTest::keyClick(field<QComboBox>("content"), Qt::Key_Escape);
  EXPECT_TRUE(isGone());
  EXPECT_TRUE(view("attention")->isVisible());
}

TEST_F(FigureWindow, opensFromTheMenuOfAView) {
  QMenu menu;
  window->workspace().dockOf(view("alignment"))->fillMenu(menu);
  for (QAction* action : menu.actions())
    if (action->text() == QStringLiteral("Export a figure…")) action->trigger();
  ASSERT_TRUE(page());
  QTest::mouseClick(field<QPushButton>("close"), Qt::LeftButton);
  EXPECT_TRUE(isGone());
}

TEST_F(FigureWindow, presetsAndFieldsChangeTheFigureAndAreRemembered) {
  open("structure");
  auto* preset = field<QComboBox>("preset");
  preset->setFocus();
  QTest::keyClick(preset, Qt::Key_Down);
  QTest::mouseClick(field<QCheckBox>("transparent"), Qt::LeftButton, {},
                    QPoint(8, field<QCheckBox>("transparent")->height() / 2));
  waitForPreview();
  EXPECT_TRUE(facts().startsWith("180.0 ×")) << facts().toStdString();
  EXPECT_TRUE(page()->preview().image().hasAlphaChannel());
  const ui::FigureOptions chosen = page()->options();
  Q_EMIT page()->closed();
  ASSERT_TRUE(isGone());
  open("structure");
  EXPECT_EQ(page()->options(), chosen);
}

TEST_F(FigureWindow, aChangeOfUnitKeepsTheSizeOnPaper) {
  open("attention");
  field<QComboBox>("unit")->setCurrentIndex(1);
  EXPECT_NEAR(field<QDoubleSpinBox>("width")->value(), 1039.4, 0.1);
  field<QComboBox>("unit")->setCurrentIndex(0);
  EXPECT_NEAR(field<QDoubleSpinBox>("width")->value(), 88, 0.05);
}

TEST_F(FigureWindow, headsOfALayerBecomePanels) {
  open("attention");
  field<QComboBox>("content")->setCurrentIndex(2);
  waitForPreview();
  ASSERT_TRUE(QTest::qWaitFor([&] { return page()->caption().startsWith("(A)"); }, test::kPatience))
      << page()->caption().toStdString();
  const QString path = QString::fromStdString((folder.path() / "heads.svg").string());
  EXPECT_TRUE(page()->saveTo(path));
  EXPECT_NE(test::readText(path.toStdString()).find(">A<"), std::string::npos);
}

TEST_F(FigureWindow, noMarkOfTheSelectionIsInTheFigure) {
  ui::View* map = view("attention");
  ui::Focus focus;
  focus.first = focus.second = {map->datasetIds().front(), 0};
  session.selection().setLocked(focus);
  open("attention");
  field<QComboBox>("content")->setCurrentIndex(1);
  waitForPreview();
  EXPECT_EQ(test::countColor(page()->preview().image(), ui::Theme::light().locked, 3), 0);
  EXPECT_FALSE(session.selection().locked().isEmpty());
}

TEST_F(FigureWindow, nothingIsCutOffAndThePreviewHasRoomAtAnySize) {
  open("attention");
  for (const QSize size : {QSize(800, 600), QSize(1280, 720), QSize(1600, 1000)})
    for (const bool isProjector : {false, true}) {
      ui::ThemeModel::instance().setProjector(isProjector);
      window->resize(size);
      QTest::qWait(300);
      EXPECT_EQ(test::cutOffIn(*page()), QStringList()) << size.width() << isProjector;
      EXPECT_EQ(test::misplacedIn(*page()), QStringList()) << size.width() << isProjector;
      EXPECT_GE(page()->preview().width(), 160) << size.width() << isProjector;
      EXPECT_GE(page()->preview().height(), 160) << size.width() << isProjector;
    }
}

TEST_F(FigureWindow, onlyMapsAskForAColourBar) {
  open("structure");
  EXPECT_FALSE(field<QComboBox>("colorBar")->isVisible());
  EXPECT_FALSE(field<QLineEdit>("heads")->isVisible());
  Q_EMIT page()->closed();
  ASSERT_TRUE(isGone());
  open("dp");
  EXPECT_TRUE(field<QComboBox>("colorBar")->isVisible());
}

TEST_F(FigureWindow, thePageGoesWithItsView) {
  open("structure");
  window->workspace().dockOf(view("structure"))->close();
  EXPECT_TRUE(isGone());
}

TEST_F(FigureWindow, theCaptionIsCopied) {
  open("attention");
  QTest::mouseClick(field<QPushButton>("copyCaption"), Qt::LeftButton);
  EXPECT_EQ(QGuiApplication::clipboard()->text(), page()->caption());
}

}  // namespace figure_window_test
