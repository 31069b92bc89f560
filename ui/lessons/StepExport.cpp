#include "ui/lessons/StepExport.h"

#include <QPainter>
#include <QSet>
#include <functional>

#include "engine/io/FileContent.h"
#include "ui/lessons/StepPage.h"
#include "ui/lessons/pictures/OffscreenPicture.h"
#include "ui/lessons/text/FormulaPanel.h"
#include "ui/look/Theme.h"
#include "ui/views/base/PngFile.h"
#include "ui/views/base/ViewExport.h"

namespace ui {

namespace {

const QString kPage = QStringLiteral("page"), kFormula = QStringLiteral("formula"),
              kPicture = QStringLiteral("picture:");

struct NamedPicture {
  QString name;
  ShownPicture* picture;
};

std::vector<NamedPicture> namedPictures(const StepPage& page) {
  std::vector<NamedPicture> named;
  QSet<QString> taken;
  for (ShownPicture* picture : page.pictures()) {
    const engine::LessonPicture& block = picture->picture();
    const QString own = QString::fromStdString(block.name.empty() ? block.kind : block.name);
    QString name = own;
    for (int k = 2; taken.contains(name); ++k) name = own + QString::number(k);
    taken.insert(name);
    named.push_back({kPicture + name, picture});
  }
  return named;
}

/// What is drawn, and how large.
struct Drawing {
  QSize size;
  std::function<void(QPainter&)> paint;
};

/// A widget as it stands on the page, in another size as long as it is drawn.
Drawing drawingOf(QWidget& widget, QSize size) {
  return {size, [&widget, size](QPainter& painter) {
            const QRect before = widget.geometry();
            if (widget.size() != size) widget.resize(size);
            widget.render(&painter, {}, {}, QWidget::DrawChildren);
            widget.setGeometry(before);
          }};
}

/// Null: the step has none.
FormulaPanel* formulasOf(const StepPage& page) {
  auto* panel = page.findChild<FormulaPanel*>();
  return panel && !panel->widgets().empty() ? panel : nullptr;
}

Drawing drawingOf(StepPage& page, const QString& part, QSize size) {
  if (part == kPage) return drawingOf(page, size);
  FormulaPanel* formulas = formulasOf(page);
  if (part == kFormula && formulas)
    return drawingOf(*formulas, QSize(size.width(), formulas->heightForWidth(size.width())));
  for (const NamedPicture& named : namedPictures(page))
    if (named.name == part)
      return {size, [&page, picture = named.picture, size](QPainter& painter) {
                paintShown(painter, *picture, *page.reading()->values, QRectF(QPointF(), size),
                           ThemeModel::instance().theme());
              }};
  engine::fail("the step has no part \"", part.toStdString(),
               "\", expected one of: ", exportedParts(page).join(QStringLiteral(", ")).toStdString());
}

}  // namespace

QStringList exportedParts(const StepPage& page) {
  QStringList parts{kPage};
  if (formulasOf(page)) parts << kFormula;
  for (const NamedPicture& named : namedPictures(page)) parts << named.name;
  return parts;
}

void exportPart(StepPage& page, const QString& part, const QString& path, QSize size, double scale) {
  if (!page.reading()) engine::fail("the step is not computed yet");
  const Drawing drawing = drawingOf(page, part, size);
  const Theme& theme = ThemeModel::instance().theme();
  const QColor ground = part.startsWith(kPicture) ? theme.canvas : theme.window;
  if (!path.endsWith(QStringLiteral(".png")))
    return writeVectorPage(path, {QString::fromStdString(page.step().title), drawing.size, {}}, [&](QPainter& painter) {
      painter.fillRect(QRect(QPoint(), drawing.size), ground);
      drawing.paint(painter);
    });
  checkPageSize(drawing.size, scale);
  QImage image((QSizeF(drawing.size) * scale).toSize(), QImage::Format_RGB32);
  image.fill(ground);
  QPainter painter(&image);
  painter.scale(scale, scale);
  drawing.paint(painter);
  painter.end();
  engine::writeFileWhole(path.toStdString(), pngBytes(image).toStdString());
}

}  // namespace ui
