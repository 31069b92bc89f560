#include "ui/views/dp/paths/DpPathText.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"
#include "ui/views/maps/MapAxes.h"

namespace ui {

using engine::Index;

namespace {

constexpr float kBandAlpha = 0.35F, kReliabilityAlpha = 0.5F;
constexpr int kDigits = 10;

/// Where the letters of one entry are.
struct EntryFrame {
  QRectF area;
  double line = 0, advance = 0, label = 0, tail = 0;
  Index first = 0, count = 0;  ///< steps on show
};

EntryFrame frameOf(const Theme& theme, const QRectF& area, const PathTexts& texts, const PathEntry& entry) {
  const QFontMetricsF metrics(theme.residueFont());
  EntryFrame frame{area, metrics.height(), metrics.horizontalAdvance(QLatin1Char('M'))};
  frame.label = metrics.horizontalAdvance(QStringLiteral("template 00000 "));
  frame.tail = metrics.horizontalAdvance(QStringLiteral(" 00000"));
  const auto total = static_cast<Index>(entry.letters.query.size());
  if (total == 0) return frame;
  frame.count =
      std::clamp<Index>(static_cast<Index>((area.width() - frame.label - frame.tail) / frame.advance), 1, total);
  const bool hasFocus = texts.i >= 0 || texts.j >= 0;
  const Index start =
      hasFocus ? nearestStep(*entry.path, texts.i >= 0 ? texts.i : texts.j, texts.j >= 0 ? texts.j : texts.i) -
                     frame.count / 2
               : texts.offset;
  frame.first = std::clamp<Index>(start, 0, total - frame.count);
  return frame;
}

QRectF letterRect(const EntryFrame& frame, Index step, int row, int rows = 1) {
  return {frame.area.left() + frame.label + static_cast<double>(step - frame.first) * frame.advance,
          frame.area.top() + row * frame.line, frame.advance, rows * frame.line};
}

void paintLine(QPainter& painter, const Theme& theme, const EntryFrame& frame, int row, const QString& name,
               const std::string& letters, Index start, Index end) {
  const double y = frame.area.top() + row * frame.line;
  painter.setPen(theme.muted);
  painter.drawText(QRectF(frame.area.left(), y, frame.label, frame.line), Qt::AlignLeft | Qt::AlignVCenter, name);
  if (start >= 0)
    painter.drawText(QRectF(frame.area.left(), y, frame.label - frame.advance, frame.line),
                     Qt::AlignRight | Qt::AlignVCenter, QString::number(start + 1));
  painter.setPen(theme.text);
  for (Index k = frame.first; k < frame.first + frame.count; ++k)
    painter.drawText(letterRect(frame, k, row), Qt::AlignCenter, QString(QLatin1Char(engine::nth(letters, k))));
  painter.setPen(theme.muted);
  if (end >= 0)
    painter.drawText(
        QRectF(letterRect(frame, frame.first + frame.count, row).left() + frame.advance, y, frame.tail, frame.line),
        Qt::AlignLeft | Qt::AlignVCenter, QString::number(end + 1));
}

void paintReliability(QPainter& painter, const Theme& theme, const EntryFrame& frame, const PathEntry& entry) {
  paintLine(painter, theme, frame, 4, QStringLiteral("reliable"), std::string(entry.posteriors.size(), ' '), -1, -1);
  for (Index k = frame.first; k < frame.first + frame.count; ++k) {
    const double posterior = engine::nth(entry.posteriors, k);
    if (posterior < 0) continue;
    QColor color = toColor(posteriorColor(posterior));
    color.setAlphaF(kReliabilityAlpha);
    painter.fillRect(letterRect(frame, k, 4), color);
    painter.setPen(theme.text);
    painter.drawText(letterRect(frame, k, 4), Qt::AlignCenter, QString(reliabilityDigit(posterior)));
  }
}

void paintBands(QPainter& painter, const Theme& theme, const EntryFrame& frame, const PathTexts& texts,
                const PathEntry& entry) {
  if (entry.isChosen && texts.flash > 0) {
    QColor color = theme.locked;
    color.setAlphaF(static_cast<float>(texts.flash) * 0.7F);
    for (Index k = frame.first; k < frame.first + frame.count; ++k)
      if (k < static_cast<Index>(texts.changed.size()) && engine::nth(texts.changed, k))
        painter.fillRect(letterRect(frame, k, 1, 3), color);
  }
  if (texts.i < 0 && texts.j < 0) return;
  const Index at = nearestStep(*entry.path, texts.i >= 0 ? texts.i : texts.j, texts.j >= 0 ? texts.j : texts.i);
  if (at < frame.first || at >= frame.first + frame.count) return;
  QColor band = texts.band;
  band.setAlphaF(kBandAlpha);
  painter.fillRect(letterRect(frame, at, 1, 3), band);
}

void paintEntry(QPainter& painter, const Theme& theme, const EntryFrame& frame, const PathTexts& texts,
                const PathEntry& entry) {
  const QRectF title(frame.area.left(), frame.area.top(), frame.area.width(), frame.line);
  const bool isList = texts.entries.size() > 1;
  painter.setFont(theme.labelFont());
  painter.setPen(isList && entry.isChosen ? theme.text : theme.muted);
  const double mark = isList ? frame.line : 0;
  if (isList && entry.isChosen) painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("▸"));
  painter.drawText(title.adjusted(mark, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                   fittingText(QFontMetricsF(theme.labelFont()), entry.titles, title.width() - mark));
  if (frame.count == 0) return;
  painter.setFont(theme.residueFont());
  paintBands(painter, theme, frame, texts, entry);
  const engine::PathStep& from = engine::nth(entry.path->steps, frame.first);
  const engine::PathStep& to = engine::nth(entry.path->steps, frame.first + frame.count - 1);
  paintLine(painter, theme, frame, 1, QStringLiteral("query"), entry.letters.query, from.i, to.i);
  paintLine(painter, theme, frame, 2, {}, entry.letters.match, -1, -1);
  paintLine(painter, theme, frame, 3, QStringLiteral("template"), entry.letters.templ, from.j, to.j);
  if (!entry.posteriors.empty()) paintReliability(painter, theme, frame, entry);
}

}  // namespace

std::vector<PathEntry> pathEntries(const std::vector<PathChoice>& paths, const engine::ProfileAlignment& alignment,
                                   int chosen, const std::string& queryLetters, const std::string& templateLetters) {
  std::vector<PathEntry> entries;
  for (size_t k = 0; k < paths.size(); ++k) {
    const PathChoice& choice = paths[k];
    PathEntry entry;
    const QString name = pathChoiceText(choice, paths.front());
    entry.titles = pathSummaries(choice);
    if (paths.size() > 1)
      for (QString& title : entry.titles) title = name + QStringLiteral(" · ") + title;
    entry.titles.push_back(name);
    entry.path = choice.path;
    entry.letters = alignedText(*choice.path, queryLetters, templateLetters);
    entry.posteriors = stepPosteriors(*choice.path, alignment.posterior);
    entry.isChosen = static_cast<int>(k) == chosen;
    entries.push_back(std::move(entry));
  }
  return entries;
}

QChar reliabilityDigit(double posterior) {
  if (!(posterior >= 0)) return u' ';
  const int digit = std::clamp(static_cast<int>(std::floor(kDigits * posterior)), 0, kDigits - 1);
  return QChar(u'0' + digit);
}

std::vector<double> stepPosteriors(const engine::AlignmentPath& path, const engine::DpMatrices& posterior) {
  std::vector<double> values;
  bool isKnown = false;
  for (const engine::PathStep& step : path.steps) {
    values.push_back(stepPosterior(step, posterior));
    isKnown = isKnown || values.back() >= 0;
  }
  return isKnown ? values : std::vector<double>{};
}

double pathTextHeight(const Theme& theme, const PathEntry& entry) {
  return QFontMetricsF(theme.residueFont()).height() * (entry.posteriors.empty() ? 4 : 5) + theme.space(1);
}

void paintPathTexts(QPainter& painter, const Theme& theme, const QRectF& area, const PathTexts& texts) {
  if (texts.entries.empty()) {
    painter.setFont(theme.labelFont());
    painter.setPen(theme.muted);
    painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("No path scored above 0"));
    return;
  }
  double y = area.top();
  for (size_t k = static_cast<size_t>(texts.first); k < texts.entries.size(); ++k) {
    const PathEntry& entry = texts.entries[k];
    const double height = pathTextHeight(theme, entry);
    if (static_cast<int>(k) > texts.first && y + height > area.bottom() + 1) return;
    paintEntry(painter, theme, frameOf(theme, QRectF(area.left(), y, area.width(), height), texts, entry), texts,
               entry);
    y += height;
  }
}

std::optional<PathTextHit> pathTextAt(const Theme& theme, const QRectF& area, const PathTexts& texts, QPointF point) {
  if (!area.contains(point)) return std::nullopt;
  double y = area.top();
  for (size_t k = static_cast<size_t>(texts.first); k < texts.entries.size(); ++k) {
    const double height = pathTextHeight(theme, texts.entries[k]);
    if (point.y() < y + height) {
      const EntryFrame frame = frameOf(theme, QRectF(area.left(), y, area.width(), height), texts, texts.entries[k]);
      const auto step = static_cast<Index>(std::floor((point.x() - area.left() - frame.label) / frame.advance));
      const bool isOnLetters = point.y() > y + frame.line && step >= 0 && step < frame.count;
      return PathTextHit{static_cast<int>(k), isOnLetters ? frame.first + step : -1};
    }
    y += height;
  }
  return std::nullopt;
}

}  // namespace ui
