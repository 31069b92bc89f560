// Helpers of GUI tests: shown widgets, wheel and key events, pixel counts.
#pragma once

#include <QApplication>
#include <QImage>
#include <QMouseEvent>
#include <QTest>
#include <QWheelEvent>
#include <QWidget>
#include <functional>

#include <gtest/gtest.h>

#include "ui/vtk/VtkWidget.h"

namespace test {

/// Shows a widget at a size and waits until it is on the screen.
inline void show(QWidget& widget, QSize size) {
  widget.resize(size);
  widget.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&widget));
  QCoreApplication::processEvents();
}

/// Makes the widget's window the active one, as shortcuts need. Not activateWindow(), which asks a window manager or
/// the display: there may be none, and the display's answer would come in the middle of what is tested.
inline void activate(QWidget& widget) {
  QT_WARNING_PUSH
  QT_WARNING_DISABLE_DEPRECATED
  QApplication::setActiveWindow(widget.window());
  QT_WARNING_POP
}

/// The keyboard goes to the widget.
inline void giveFocus(QWidget& widget) {
  activate(widget);
  widget.setFocus();
}

/// Waits until the canvas has drawn a frame after what was done before.
inline void waitForFrame(ui::VtkWidget& canvas) {
  ASSERT_TRUE(canvas.isGlAvailable()) << "GUI tests need OpenGL 3.2";
  const int before = canvas.numFrames();
  canvas.update();
  ASSERT_TRUE(QTest::qWaitFor([&] { return canvas.numFrames() > before; }, 5000));
}

/// Moves the pointer over a point of the widget without waiting for the display server to notice.
inline void movePointer(QWidget& widget, QPointF position, Qt::MouseButtons buttons = Qt::NoButton) {
  QMouseEvent event(QEvent::MouseMove, position, widget.mapToGlobal(position), Qt::NoButton, buttons, Qt::NoModifier);
  QCoreApplication::sendEvent(&widget, &event);
}

/// As the mouse does it; QTest's own leaves the button down.
inline void doubleClick(QWidget& widget, QPoint position) {
  QTest::mouseClick(&widget, Qt::LeftButton, {}, position);
  QTest::mouseDClick(&widget, Qt::LeftButton, {}, position);
  QTest::mouseRelease(&widget, Qt::LeftButton, {}, position);
}

/// Turns the wheel by `notches` (positive: away from the user) over a point of the widget.
inline void turnWheel(QWidget& widget, QPointF position, int notches,
                      Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
  QWheelEvent event(position, widget.mapToGlobal(position), {}, QPoint(0, 120 * notches), Qt::NoButton, modifiers,
                    Qt::NoScrollPhase, false);
  QCoreApplication::sendEvent(&widget, &event);
}

/// Number of pixels for which `wanted` is true.
inline int countPixels(const QImage& image, const std::function<bool(QColor)>& wanted) {
  int count = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) count += wanted(image.pixelColor(x, y)) ? 1 : 0;
  }
  return count;
}

/// Number of pixels of this colour, each channel within `tolerance`.
inline int countColor(const QImage& image, QColor color, int tolerance = 8) {
  return countPixels(image, [&](QColor pixel) {
    return std::abs(pixel.red() - color.red()) <= tolerance && std::abs(pixel.green() - color.green()) <= tolerance &&
           std::abs(pixel.blue() - color.blue()) <= tolerance;
  });
}

}  // namespace test
