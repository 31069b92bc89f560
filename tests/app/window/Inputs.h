// The widgets of a window that take input, and what the keyboard does to them.
#pragma once

#include <QString>
#include <QWidget>
#include <optional>
#include <vector>

namespace test {

/// Visible and enabled: buttons, lists, boxes, sliders, lines, tables, tab bars, canvases;
/// not the parts of which Qt makes these.
std::vector<QWidget*> inputsIn(const QWidget& root);
/// As a screen reader says it: the name, not the value.
QString spokenName(const QWidget& widget);
/// "QSlider 'Threshold' in InspectorPanel".
QString describe(const QWidget& widget);
/// Its value as text; nothing for those that have none, like push buttons.
std::optional<QString> valueOf(const QWidget& widget);
/// Gives it the focus and presses the key that changes its value, or that of the other direction. True when it changed,
/// or has nothing to choose from.
bool changesByKey(QWidget& widget);

}  // namespace test
