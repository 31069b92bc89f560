// A view as a picture or as a page: the VTK part is one image, marks and text are painted on top of it.
#include <QBuffer>
#include <QFileInfo>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include "engine/io/Format.h"
#include "ui/views/base/PngFile.h"
#include "ui/views/base/StartButton.h"
#include "ui/views/base/View.h"

namespace ui {

namespace {

/// One logical pixel of the page is 1/96 inch, as on the screen: the same font sizes give the same layout.
constexpr int kPageDotsPerInch = 96;
constexpr double kPointsPerInch = 72;
/// Device pixels per logical pixel of the image part of a page.
constexpr double kPageImageScale = 3;

/// Null when there is nothing but painted marks.
QImage scenePicture(View& view, QSize devicePixels, double scale) {
  if (view.datasetIds().empty() || !view.hasScene()) return {};
  QImage picture = view.canvas().renderImage(devicePixels, scale);
  if (picture.isNull())
    engine::fail(
        "the view ", view.kind().toStdString(),
        " needs OpenGL 3.2, which this machine does not offer; expected a graphics driver, or Mesa's in software "
        "(Debian: libegl-mesa0 and libgl1-mesa-dri)");
  return picture;
}

/// What goes on top of the picture by VTK, or the text of a view that shows nothing.
void paintMarks(View& view, QPainter& painter, QSize size) {
  painter.setRenderHint(QPainter::Antialiasing);
  if (view.datasetIds().empty()) return paintEmptyText(painter, size, view.emptyText());
  paintShown(view, painter, size, true);
}

void paintPageOf(View& view, QPaintDevice& page, QSize size, const QImage& picture) {
  QPainter painter(&page);
  painter.setRenderHint(QPainter::Antialiasing);
  if (picture.isNull()) {
    painter.fillRect(QRect(QPoint(0, 0), size), ThemeModel::instance().theme().canvas);
  } else {
    painter.drawImage(QRectF(QPointF(0, 0), QSizeF(size)), picture);
  }
  paintMarks(view, painter, size);
}

}  // namespace

QImage View::renderImage(QSize size, double scale) {
  checkPageSize(size, scale);
  const QSize devicePixels(qRound(size.width() * scale), qRound(size.height() * scale));
  QImage image = scenePicture(*this, devicePixels, scale);
  if (image.isNull()) {
    image = QImage(devicePixels, QImage::Format_RGB32);
    image.fill(theme().canvas);
  }
  image.setDevicePixelRatio(scale);
  QPainter painter(&image);
  paintMarks(*this, painter, size);
  painter.end();
  image.setDevicePixelRatio(1);
  return image;
}

void View::exportVector(const QString& path, QSize size) {
  const QString suffix = QFileInfo(path).suffix().toLower();
  if (suffix != QStringLiteral("svg") && suffix != QStringLiteral("pdf")) {
    engine::fail(path.toStdString(), ": vector pictures end in .svg or .pdf, found \"", suffix.toStdString(), "\"");
  }
  checkPageSize(size, hasScene() ? kPageImageScale : 1);
  const QImage picture = scenePicture(*this, size * kPageImageScale, kPageImageScale);
  QBuffer buffer;
  buffer.open(QIODevice::WriteOnly);
  if (suffix == QStringLiteral("svg")) {
    QSvgGenerator page;
    page.setOutputDevice(&buffer);
    page.setResolution(kPageDotsPerInch);
    page.setSize(size);
    page.setViewBox(QRect(QPoint(0, 0), size));
    page.setTitle(title());
    paintPageOf(*this, page, size, picture);
  } else {
    QPdfWriter page(&buffer);
    page.setResolution(kPageDotsPerInch);
    page.setPageSize(QPageSize(QSizeF(size) * (kPointsPerInch / kPageDotsPerInch), QPageSize::Point));
    page.setPageMargins(QMarginsF(0, 0, 0, 0));
    page.setTitle(title());
    paintPageOf(*this, page, size, picture);
  }
  engine::writeFileWhole(path.toStdString(), {buffer.data().constData(), static_cast<size_t>(buffer.size())});
}

}  // namespace ui
