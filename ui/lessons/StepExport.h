// A step of a lesson, or one part of it, as a file.
#pragma once

#include <QSize>
#include <QString>
#include <QStringList>

namespace ui {

class StepPage;

/// What of a page can be drawn alone: "page", "formula" (all formulae and algorithms) where it has some, "picture:NAME"
/// for each; a picture without a name is called by its kind, with a number from the second on.
QStringList exportedParts(const StepPage& page);

/// Draws one of them: the page and a picture as large as `size` (logical pixels), formulae as wide and as high as they
/// need. What is covered is a "?". `path` ends in png (`scale` pixels each), svg or pdf: vectors, but for what VTK
/// draws. Throws engine::Error, for a part that there is not with those that there are.
void exportPart(StepPage& page, const QString& part, const QString& path, QSize size, double scale = 1);

}  // namespace ui
