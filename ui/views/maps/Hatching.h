// Hatching of cells that have no value, because a mask says so or because it is not a number: lines, never a colour.
#pragma once

#include <QLineF>
#include <QList>
#include <QPainter>
#include <functional>

#include "ui/look/Theme.h"
#include "ui/views/maps/MapAxes.h"

namespace ui {

/// single, up to the right: masked. crossed: not a number.
enum class Hatching { single, crossed };
enum class HatchSlope { up, down };

/// Pieces of slanting lines, `spacing` pixels from each other, as far as they lie in cells that are marked and in
/// sight. They go through neighbouring cells without a break, and stay lines in SVG and PDF files.
QList<QLineF> hatchLines(const MapFrame& frame, double spacing,
                         const std::function<bool(engine::Index row, engine::Index column)>& isMarked,
                         HatchSlope slope = HatchSlope::up);

void paintHatching(QPainter& painter, const Theme& theme, const MapFrame& frame,
                   const std::function<bool(engine::Index row, engine::Index column)>& isMarked,
                   Hatching hatching = Hatching::single);

/// A hatched swatch with a word beside it, right of a legend that ends at `right`; its width without painting anything
/// where `painter` is null.
double paintHatchKey(QPainter* painter, const Theme& theme, double right, double top, const QString& word,
                     Hatching hatching = Hatching::single);

}  // namespace ui
