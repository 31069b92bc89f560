#include "ui/views/dp/DpMoment.h"

#include <algorithm>

#include "engine/base/Nth.h"

namespace ui {

namespace {

/// Only the end of the path that is traced already; the rest is blank.
PathEntry traced(PathEntry entry, engine::Index count) {
  const size_t blank = entry.letters.query.size() - std::min(entry.letters.query.size(), static_cast<size_t>(count));
  for (std::string* line : {&entry.letters.query, &entry.letters.match, &entry.letters.templ})
    std::fill_n(line->begin(), blank, ' ');
  std::fill_n(entry.posteriors.begin(), std::min(blank, entry.posteriors.size()), -1.0);
  if (blank > 0)
    entry.titles = {QStringLiteral("Trace back: %1 of %2 steps").arg(count).arg(entry.letters.query.size())};
  return entry;
}

}  // namespace

PathTexts textsAt(const DpPicture& picture, const DpMoment& moment, const Theme& theme) {
  const DpOptions& options = picture.options();
  PathTexts texts;
  texts.offset = options.textOffset;
  texts.i = moment.cell.i;
  texts.j = moment.cell.j;
  texts.band = moment.isHeld ? theme.locked : theme.hover;
  texts.changed = moment.flash.steps;
  texts.flash = moment.flash.strength;
  if (options.isListShown) {
    texts.entries = picture.entries();
    texts.first = options.firstEntry;
  } else if (!picture.entries().empty()) {
    const PathEntry& entry = engine::nth(picture.entries(), options.path);
    texts.entries = {moment.stepper ? traced(entry, moment.stepper->numTraced()) : entry};
  }
  return texts;
}

}  // namespace ui
