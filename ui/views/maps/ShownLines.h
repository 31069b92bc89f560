// Texts that may be longer than their place.
#pragma once

#include <QFont>
#include <QRectF>
#include <QString>
#include <QStringList>

#include "ui/look/Theme.h"

class QPainter;

namespace ui {

/// On the screen one line, cut off with dots where it is longer than `width` (logical pixels); on paper, where nobody can
/// ask for the rest, as many as it takes. None of an empty text.
QStringList shownLines(const Theme& theme, const QFont& font, const QString& text, double width);

/// One line in the painter's font: where it is longer than the area cut off with dots on the screen, in smaller letters
/// on paper.
void paintLine(QPainter& painter, const Theme& theme, const QRectF& area, int flags, const QString& text);

}  // namespace ui
