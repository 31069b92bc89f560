// Paths as text: what they score, query and template letters with the match line between them, and how sure each
// column is.
#pragma once

#include <QPainter>
#include <QString>
#include <optional>
#include <vector>

#include "ui/look/Theme.h"
#include "ui/views/dp/DpReadout.h"
#include "ui/views/dp/paths/PathChoice.h"

namespace ui {

struct PathEntry {
  std::vector<QString> titles;  ///< the most complete first
  const engine::AlignmentPath* path = nullptr;
  AlignedText letters;             ///< one per step
  std::vector<double> posteriors;  ///< one per step, below 0 unknown; empty: no line for them
  bool isChosen = false;
};

/// One entry per path, with its name where there are several. Letters are those of query and template columns.
std::vector<PathEntry> pathEntries(const std::vector<PathChoice>& paths, const engine::ProfileAlignment& alignment,
                                   int chosen, const std::string& queryLetters, const std::string& templateLetters);

/// What a window of text lines shows.
struct PathTexts {
  std::vector<PathEntry> entries;
  int first = 0;                 ///< entry on top
  engine::Index offset = 0;      ///< first step where nothing is in focus
  engine::Index i = -1, j = -1;  ///< focus, which the text follows; -1 none
  QColor band;                   ///< of the focus
  std::vector<bool> changed;     ///< steps of the chosen path that flash; empty: none
  double flash = 0;              ///< 0..1
};

struct PathTextHit {
  int entry = 0;
  engine::Index step = -1;  ///< -1: on the entry, on no step
};

/// "9" for 0.9 and more, "0" below 0.1, " " for what is not known.
QChar reliabilityDigit(double posterior);
/// The posteriors of all steps; empty when none is known.
std::vector<double> stepPosteriors(const engine::AlignmentPath& path, const engine::DpMatrices& posterior);
double pathTextHeight(const Theme& theme, const PathEntry& entry);
/// Entries below each other from `texts.first` on, as many as fit; the first one whatever fits.
void paintPathTexts(QPainter& painter, const Theme& theme, const QRectF& area, const PathTexts& texts);
/// What stands at a point of the area.
std::optional<PathTextHit> pathTextAt(const Theme& theme, const QRectF& area, const PathTexts& texts, QPointF point);

}  // namespace ui
