// Whether everything in a window has its place.
#pragma once

#include <QStringList>
#include <QWidget>

namespace test {

/// Visible widgets that stand out of what they are in, but for what is scrolled and for parts that Qt makes.
QStringList misplacedIn(const QWidget& root);
/// Visible texts and controls in it that are wider or higher than the room that they got.
QStringList cutOffIn(const QWidget& root);

}  // namespace test
