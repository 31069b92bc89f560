// The program's icons: line drawings in resources/icons, painted in the colours of the theme in use.
#pragma once

#include <QIcon>
#include <QString>

namespace ui {

/// The icon of this name; follows theme changes by itself. An unknown name gives an empty picture.
QIcon icon(const QString& name);
/// The coloured icon of the program.
QIcon programIcon();

}  // namespace ui
