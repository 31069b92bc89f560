// The diagram of RoseTTAFold: boxes apart, arrows beside them, every box opens what there is.
#include "app/window/architecture/ArchitectureDiagram.h"

#include <gtest/gtest.h>

#include <QImage>
#include <QSignalSpy>

#include "app/window/architecture/ArchitecturePicture.h"
#include "engine/base/Error.h"
#include "engine/operations/Operation.h"
#include "tests/support/Files.h"
#include "tests/ui/support/Gui.h"
#include "ui/look/Theme.h"

namespace architecture_test {

using app::ArchitectureArrow;
using app::ArchitectureBox;
using app::ArchitectureDiagram;
using app::rosettaFold;

TEST(Architecture, boxesNameOperationsThatExistAndNearlyAllAreRun) {
  int numRun = 0;
  for (const ArchitectureBox& box : rosettaFold().boxes) {
    EXPECT_FALSE(box.operations.empty() || box.help.isEmpty()) << box.title.toStdString();
    if (box.operation().empty()) continue;
    EXPECT_NO_THROW(engine::findOperation(box.operation()));
    ++numRun;
  }
  EXPECT_GE(numRun, static_cast<int>(rosettaFold().boxes.size()) - 1);
  ArchitectureBox unknown;
  unknown.operations = {"attention of nobody"};
  EXPECT_EQ(unknown.operation(), "");
}

TEST(Architecture, everyBoxButTheFirstHasAnArrowAndNoneLeadsToItself) {
  std::vector<bool> isReached(rosettaFold().boxes.size(), false);
  for (const ArchitectureArrow& arrow : rosettaFold().arrows) {
    EXPECT_NE(arrow.from, arrow.to);
    isReached.at(static_cast<size_t>(arrow.to)) = true;
  }
  for (size_t k = 0; k < isReached.size(); ++k)
    EXPECT_EQ(isReached[k], rosettaFold().boxes[k].row > 0) << rosettaFold().boxes[k].title.toStdString();
}

TEST(ArchitectureDiagram, boxesStandApartAndArrowsGoAroundThem) {
  ArchitectureDiagram diagram(rosettaFold());
  diagram.resize(diagram.sizeHint());
  const auto& buttons = diagram.buttons();
  for (size_t a = 0; a < buttons.size(); ++a) {
    EXPECT_TRUE(QRect(QPoint(), diagram.size()).contains(buttons[a]->geometry()));
    for (size_t b = 0; b < a; ++b) EXPECT_FALSE(buttons[a]->geometry().intersects(buttons[b]->geometry()));
    const QRect text = buttons[a]->fontMetrics().boundingRect(QRect(0, 0, 999, 999), Qt::AlignLeft, buttons[a]->text());
    EXPECT_LE(text.width(), buttons[a]->width() - 8) << buttons[a]->text().toStdString();
    EXPECT_LE(text.height(), buttons[a]->height() - 4);
  }
  for (const ArchitectureArrow& arrow : rosettaFold().arrows) {
    const auto path = diagram.pathOf(arrow);
    for (size_t k = 0; k + 1 < path.size(); ++k)
      for (size_t b = 0; b < buttons.size(); ++b)
        EXPECT_FALSE(QRectF(path[k], path[k + 1])
                         .normalized()
                         .adjusted(-1, -1, 1, 1)
                         .intersects(QRectF(buttons[b]->geometry()).adjusted(3, 3, -3, -3)))
            << arrow.from << " to " << arrow.to << " crosses " << buttons[b]->text().toStdString();
  }
}

TEST(ArchitectureDiagram, aClickAsksForTheOperationOfTheBox) {
  ArchitectureDiagram diagram(rosettaFold());
  std::vector<std::string> asked;
  QObject::connect(&diagram, &ArchitectureDiagram::chosen, [&](const std::string& id) { asked.push_back(id); });
  std::vector<std::string> wanted;
  for (size_t k = 0; k < diagram.buttons().size(); ++k) {
    diagram.buttons()[k]->click();
    if (const std::string id = rosettaFold().boxes[k].operation(); !id.empty()) wanted.push_back(id);
  }
  EXPECT_EQ(asked, wanted);
}

TEST(ArchitectureDiagram, arrowsAndTracksAreDrawnInLightAndDark) {
  for (const ui::ThemeKind kind : {ui::ThemeKind::light, ui::ThemeKind::dark}) {
    ui::ThemeModel::instance().setKind(kind);
    ArchitectureDiagram diagram(rosettaFold());
    diagram.resize(diagram.sizeHint());
    QImage image(diagram.size(), QImage::Format_RGB32);
    image.fill(ui::ThemeModel::instance().theme().window);
    diagram.render(&image);
    int muted = 0;
    for (const ArchitectureArrow& arrow : rosettaFold().arrows) {
      const QPointF middle = (diagram.pathOf(arrow)[0] + diagram.pathOf(arrow)[1]) / 2;
      muted += image.pixelColor(middle.toPoint()) != image.pixelColor(2, 2);
    }
    EXPECT_EQ(muted, static_cast<int>(rosettaFold().arrows.size()));
  }
  ui::ThemeModel::instance().setKind(ui::ThemeKind::light);
}

TEST(ArchitecturePicture, filesShowEveryBoxAndArrowInLightAndDark) {
  const test::TemporaryFolder folder;
  for (const ui::ThemeKind kind : {ui::ThemeKind::light, ui::ThemeKind::dark}) {
    ui::ThemeModel::instance().setKind(kind);
    const ui::Theme& theme = ui::ThemeModel::instance().theme();
    for (const double scale : {0.5, 1.0, 2.0}) {
      const QString path = QString::fromStdString((folder.path() / "diagram.png").string());
      app::saveArchitecture(rosettaFold(), path, scale);
      const QImage image(path);
      ASSERT_EQ(image.size(), (QSizeF(app::architectureSize(rosettaFold(), theme)) * scale).toSize());
      for (const ArchitectureBox& box : rosettaFold().boxes) {
        const QRectF area = app::boxArea(box, theme);
        const QRect inside = QRect(QPointF(area.topLeft() * scale).toPoint(), (area.size() * scale).toSize())
                                 .adjusted(2, 2, -2, -2);
        const int tolerance = scale < 1 ? 130 : 60;  // small letters cover their pixels in part
        EXPECT_GT(test::countColor(image.copy(inside), theme.text, tolerance), 30 * scale * scale)
            << box.title.toStdString();
        const QColor border = image.pixelColor(int(area.center().x() * scale), int((area.top() + 1) * scale));
        EXPECT_NE(border, theme.canvas) << box.title.toStdString();
      }
      for (const ArchitectureArrow& arrow : rosettaFold().arrows) {
        const auto way = app::pathOf(rosettaFold(), arrow, theme);
        const QRect around(((way[0] + way[1]) / 2 * scale).toPoint() - QPoint(1, 1), QSize(3, 3));
        EXPECT_LT(test::countColor(image.copy(around), theme.canvas, 8), 9) << "the arrow is painted";
      }
    }
  }
  ui::ThemeModel::instance().setKind(ui::ThemeKind::light);
}

TEST(ArchitecturePicture, vectorsHaveRealTextAndOtherNamesAreRefused) {
  const test::TemporaryFolder folder;
  const auto path = [&](const char* name) { return QString::fromStdString((folder.path() / name).string()); };
  app::saveArchitecture(rosettaFold(), path("d.svg"), 1);
  EXPECT_NE(test::readText(folder.path() / "d.svg").find("Search for homologues"), std::string::npos);
  app::saveArchitecture(rosettaFold(), path("d.pdf"), 1);
  EXPECT_TRUE(test::readText(folder.path() / "d.pdf").starts_with("%PDF"));
  EXPECT_THROW(app::saveArchitecture(rosettaFold(), path("d.txt"), 1), engine::Error);
}

}  // namespace architecture_test
