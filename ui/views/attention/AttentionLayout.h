// Where the parts of a picture of attention are, in logical pixels.
#pragma once

#include <QRectF>
#include <QSize>
#include <QSizeF>

#include "ui/views/attention/ArcPicture.h"
#include "ui/views/attention/AttentionShown.h"
#include "ui/views/maps/MapAxes.h"

namespace ui {

struct AttentionLayout {
  struct Map {
    Rect header;  ///< two lines: what it is, and how to read it
    Rect panel, bar;
    double captionWidth = 0;  ///< what stands below the bar may be wider than the map
  };
  QRectF strip;  ///< of the thumbnails
  Map attention, companion;
  Rect arcs;                     ///< instead of the map of attention
  Rect rowMargin, columnMargin;  ///< empty: not shown
  QRectF notes;
  bool areAxesTitled = true;
  int mostNoteLines = 0;  ///< per paragraph
};

/// In a picture of this size; what has no room is empty. `strip` has the heads that are shown.
AttentionLayout layoutOf(const AttentionShown& shown, const HeadStrip& strip, const Theme& theme, QSize size);

/// What of it is in sight, for captions; empty for all.
QString sightSentence(const AttentionShown& shown, const AttentionLayout& layout);
/// Of the larger map, or of the arcs: no higher than what makes them steeper.
QSizeF pictureSize(const AttentionShown& shown, const AttentionLayout& layout);
/// The map that zoom and keys are about.
const Rect& mainPanel(const AttentionShown& shown, const AttentionLayout& layout);
MapViewport viewportIn(const AttentionShown& shown, const AttentionLayout& layout);
/// One of the maps with the words of its axes.
MapFrame frameOf(const AttentionShown& shown, const AttentionLayout& layout, const Rect& panel);
ArcFrame arcFrameOf(const AttentionShown& shown, const AttentionLayout& layout);

/// The first of the titles that fits into a line, else the last: what of it does not fit ends with dots, on paper it
/// takes more lines.
struct FittingTitle {
  QString text;
  double height = 0;
};
FittingTitle fittingTitle(const std::vector<QString>& titles, const Theme& theme, double width);

/// The text of a paragraph of notes as far as it fits into so many lines: what does not ends with dots.
struct FittingNote {
  QString text;
  double height = 0;
};
FittingNote fittingNote(const QString& text, const Theme& theme, double width, int mostLines);

}  // namespace ui
