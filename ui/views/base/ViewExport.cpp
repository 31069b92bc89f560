// A view as a picture or as a page: the VTK part is one image, marks and text are painted on top of it.
#include "ui/views/base/ViewExport.h"

#include <QBuffer>
#include <QFileInfo>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSvgGenerator>
#include <algorithm>

#include "engine/io/Format.h"
#include "ui/views/base/PngFile.h"
#include "ui/views/base/StartButton.h"
#include "ui/views/base/View.h"

namespace ui {

namespace {

constexpr int kPageDotsPerInch = 96;
constexpr double kMillimetresPerInch = 25.4;
/// Device pixels per logical pixel of the image part of a page.
constexpr double kPageImageScale = 3;

/// Qt tells the size of an SVG in whole pixels: says the wanted one instead. The drawing is stretched by the
/// difference, less than a pixel in all.
QByteArray withSize(const QByteArray& svg, QSizeF millimetres) {
  static const QRegularExpression pattern(QStringLiteral("<svg width=\"[^\"]*\" height=\"[^\"]*\""));
  QString text = QString::fromUtf8(svg);
  const QRegularExpressionMatch match = pattern.match(text);
  if (!match.hasMatch()) return svg;
  text.replace(match.capturedStart(), match.capturedLength(),
               QStringLiteral("<svg width=\"%1mm\" height=\"%2mm\" preserveAspectRatio=\"none\"")
                   .arg(millimetres.width())
                   .arg(millimetres.height()));
  return text.toUtf8();
}

QByteArray svgOf(const VectorPage& what, const std::function<void(QPainter&)>& paint) {
  QBuffer buffer;
  buffer.open(QIODevice::WriteOnly);
  QSvgGenerator page;
  page.setOutputDevice(&buffer);
  page.setResolution(kPageDotsPerInch);
  page.setSize(what.size);
  page.setViewBox(QRect(QPoint(0, 0), what.size));
  page.setTitle(what.title);
  QPainter painter(&page);
  paint(painter);
  painter.end();
  return what.millimetres.isEmpty() ? buffer.data() : withSize(buffer.data(), what.millimetres);
}

QByteArray pdfOf(const VectorPage& what, const std::function<void(QPainter&)>& paint) {
  const QSizeF millimetres =
      what.millimetres.isEmpty() ? QSizeF(what.size) * (kMillimetresPerInch / kPageDotsPerInch) : what.millimetres;
  QBuffer buffer;
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter page(&buffer);
  page.setResolution(kPageDotsPerInch);
  page.setPageSize(QPageSize(millimetres, QPageSize::Millimeter, QString(), QPageSize::ExactMatch));
  page.setPageMargins(QMarginsF(0, 0, 0, 0));
  page.setTitle(what.title);
  QPainter painter(&page);
  // Sizes of pages are whole points: nothing is cut off for the part of one that is missing.
  painter.scale(static_cast<double>(page.width()) / what.size.width(),
                static_cast<double>(page.height()) / what.size.height());
  paint(painter);
  painter.end();
  return buffer.data();
}

bool isSvg(const QString& path) { return QFileInfo(path).suffix().toLower() == QStringLiteral("svg"); }

}  // namespace

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

void paintOnScene(View& view, QPainter& painter, QSize size) {
  painter.setRenderHint(QPainter::Antialiasing);
  if (view.datasetIds().empty()) return paintEmptyText(painter, size, view.emptyText());
  paintShown(view, painter, size, true);
}

void checkIsVector(const QString& path) {
  const QString suffix = QFileInfo(path).suffix().toLower();
  if (suffix != QStringLiteral("svg") && suffix != QStringLiteral("pdf"))
    engine::fail(path.toStdString(), ": vector pictures end in .svg or .pdf, found \"", suffix.toStdString(), "\"");
}

void writeVectorPage(const QString& path, const VectorPage& page, const std::function<void(QPainter&)>& paint) {
  checkIsVector(path);
  const QByteArray bytes = isSvg(path) ? svgOf(page, paint) : pdfOf(page, paint);
  engine::writeFileWhole(path.toStdString(), {bytes.constData(), static_cast<size_t>(bytes.size())});
}

QImage View::renderImage(QSize size, double scale) {
  checkPageSize(size, scale);
  const QSize devicePixels(qRound(size.width() * scale), qRound(size.height() * scale));
  QImage image = scenePicture(*this, devicePixels, scale);
  if (image.isNull()) {
    image = QImage(devicePixels, QImage::Format_RGB32);
    image.fill(theme().canvas);
  }
  // A painter takes a ratio below 1 for 1.
  image.setDevicePixelRatio(std::max(scale, 1.0));
  QPainter painter(&image);
  if (scale < 1) painter.scale(scale, scale);
  paintOnScene(*this, painter, size);
  painter.end();
  image.setDevicePixelRatio(1);
  return image;
}

void View::exportVector(const QString& path, QSize size) {
  checkIsVector(path);
  checkPageSize(size, hasScene() ? kPageImageScale : 1);
  const QImage picture = scenePicture(*this, size * kPageImageScale, kPageImageScale);
  writeVectorPage(path, {title(), size, {}}, [&](QPainter& painter) {
    painter.setRenderHint(QPainter::Antialiasing);
    if (picture.isNull())
      painter.fillRect(QRect(QPoint(0, 0), size), theme().canvas);
    else
      painter.drawImage(QRectF(QPointF(0, 0), QSizeF(size)), picture);
    paintOnScene(*this, painter, size);
  });
}

}  // namespace ui
