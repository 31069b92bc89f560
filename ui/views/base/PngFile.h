// Large pictures as PNG in a fraction of the time and memory: the picture is painted band by band, and bands are
// compressed beside each other.
#pragma once

#include <QByteArray>
#include <QImage>
#include <functional>

namespace ui {

/// Paints rows [top, top + band.height()) of the picture. Called on the caller's thread, from the top to the bottom.
using PaintBand = std::function<void(QImage& band, int top)>;

/// What a file says besides the colours.
struct PngForm {
  bool hasAlpha = false;    ///< bands are of Format_ARGB32, not of Format_RGB32
  double dotsPerInch = 0;   ///< 0: not said
};

/// The file as bytes: 8-bit red, green, blue and perhaps alpha. `size` in pixels. Empty for an empty size.
QByteArray pngBytes(QSize size, const PaintBand& paint, const PngForm& form = {});
/// Of a picture that is there, transparent where it is.
QByteArray pngBytes(const QImage& image, double dotsPerInch = 0);

/// Throws engine::Error unless a page of this size (logical pixels) can be drawn at this many pixels per logical pixel.
void checkPageSize(QSize size, double scale);

/// A view whose page may be painted in bands: it never needs the memory of the whole picture.
class BandedPage {
 public:
  virtual ~BandedPage() = default;
  /// `size` in logical pixels, `scale` pixels per logical pixel.
  virtual QByteArray pagePng(QSize size, double scale) = 0;
};

}  // namespace ui
