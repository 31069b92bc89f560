// What the style sheet draws of itself: arrows and check marks.
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QImageReader>
#include <QListWidget>
#include <QRegularExpression>
#include <QSpinBox>
#include <QStyle>
#include <algorithm>

#include "tests/ui/support/Gui.h"
#include "ui/look/Icons.h"
#include "ui/look/StyleSheet.h"

namespace look_test {

class LookTest : public ::testing::TestWithParam<ui::ThemeKind> {
 protected:
  void SetUp() override {
    ui::ThemeModel::instance().setKind(GetParam());
    ui::ThemeModel::instance().applyTo(*qApp);
  }
  void TearDown() override {
    ui::ThemeModel::instance().setKind(ui::ThemeKind::light);
    ui::ThemeModel::instance().applyTo(*qApp);
  }
  static int numInk(const QImage& image) {
    const QColor paper = ui::ThemeModel::instance().theme().panel;
    return test::countPixels(image, [&](QColor pixel) { return std::abs(pixel.lightness() - paper.lightness()) > 50; });
  }
};

TEST_P(LookTest, picturesOfTheStyleSheetNeedNoPlugin) {
  ui::icon(QStringLiteral("close"));  // makes the resources known
  const QRegularExpression pattern(QStringLiteral("url\\(([^)]+)\\)"));
  auto found = pattern.globalMatch(ui::styleSheet(ui::ThemeModel::instance().theme()));
  ASSERT_TRUE(found.hasNext());
  while (found.hasNext()) {
    const QString path = found.next().captured(1);
    EXPECT_EQ(QImageReader::imageFormat(path), "png") << path.toStdString() << ": PNG is part of QtGui itself";
    EXPECT_FALSE(QImage(path).isNull()) << path.toStdString();
  }
}

TEST_P(LookTest, listsOfChoicesAndNumberBoxesShowTheirArrows) {
  QComboBox list;
  list.addItem({});
  QSpinBox box;
  for (QWidget* each : std::initializer_list<QWidget*>{&list, &box}) {
    test::show(*each, {120, 30});
    const QImage image = each->grab().toImage();
    const double ratio = image.devicePixelRatio();
    const QRect right(qRound((each->width() - 20) * ratio), qRound(4 * ratio), qRound(16 * ratio),
                      qRound((each->height() - 8) * ratio));
    EXPECT_GT(numInk(image.copy(right)), 6) << each->metaObject()->className();
  }
}

TEST_P(LookTest, uncheckedBoxesStandOutFromPanels) {
  QCheckBox box;
  box.setAutoFillBackground(true);
  box.setBackgroundRole(QPalette::Base);
  test::show(box, {60, 30});
  EXPECT_GT(numInk(box.grab().toImage()), 20);
  QListWidget list;
  auto* item = new QListWidgetItem(&list);
  item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
  item->setCheckState(Qt::Unchecked);
  test::show(list, {60, 60});
  EXPECT_GT(numInk(list.viewport()->grab().toImage()), 20) << "in a list, too";
}

TEST_P(LookTest, buttonsOfDialogsHaveWordsAndStandardIconsTheThemesColours) {
  QDialogButtonBox buttons(QDialogButtonBox::Close | QDialogButtonBox::Save);
  for (const QAbstractButton* button : buttons.buttons()) EXPECT_TRUE(button->icon().isNull());
  const QColor ground = ui::ThemeModel::instance().theme().panel;
  for (const auto which : {QStyle::SP_MessageBoxWarning, QStyle::SP_TitleBarCloseButton,
                           QStyle::SP_ToolBarHorizontalExtensionButton}) {
    const QImage image = qApp->style()->standardIcon(which).pixmap(16, 16).toImage();
    double contrast = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) {
        const QColor ink = image.pixelColor(x, y);
        if (ink.alphaF() > 0.5) contrast = std::max(contrast, std::abs(ink.lightnessF() - ground.lightnessF()) * 1.0);
      }
    EXPECT_GT(contrast, 0.25) << which;
  }
}

INSTANTIATE_TEST_SUITE_P(Themes, LookTest, ::testing::Values(ui::ThemeKind::light, ui::ThemeKind::dark),
                         [](const auto& info) { return info.param == ui::ThemeKind::light ? "light" : "dark"; });

}  // namespace look_test
