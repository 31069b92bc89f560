// Large pictures as PNG in a fraction of the time: bands of rows are compressed beside each other.
#pragma once

#include <QByteArray>
#include <QImage>

namespace ui {

/// The file as bytes: 8-bit colours without transparency, or a palette when there are at most 256 of them. Empty for an
/// empty picture. `threads` 0: all cores.
QByteArray pngBytes(const QImage& image, int threads = 0);

}  // namespace ui
