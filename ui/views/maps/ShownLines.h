// Texts that may be longer than their place.
#pragma once

#include <QFont>
#include <QString>
#include <QStringList>

#include "ui/look/Theme.h"

namespace ui {

/// On the screen one line, cut off with dots where it is longer than `width` (logical pixels); on paper, where nobody can
/// ask for the rest, as many as it takes. None of an empty text.
QStringList shownLines(const Theme& theme, const QFont& font, const QString& text, double width);

}  // namespace ui
