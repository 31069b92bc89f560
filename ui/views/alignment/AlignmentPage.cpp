// Letters of the screen and of pages, insert marks, legend and minimap.
#include <QFontInfo>
#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "ui/views/alignment/AlignmentPainter.h"

#include "engine/base/Nth.h"
#include "ui/views/maps/MapAxes.h"

namespace ui {
namespace {

using engine::Index;
using engine::ResidueCode;
namespace alphabet = engine::alphabet;

constexpr double kTickRow = 6, kTickColumn = 3;  ///< insert ticks need cells of this size
constexpr double kCountColumn = 14;              ///< and their counts columns of this width
constexpr size_t kRunLetters = 50;               ///< a text's letters may drift from their columns in another font
constexpr double kLetterShare = 0.8, kWidestLetter = 1.4, kTallestRun = 1.15;

char letterOf(ResidueCode code) { return code == kSameAsReference ? '.' : alphabet::letterOf(code); }

/// The codes of a row that is seen, with their papers.
struct VectorRow {
  std::vector<ResidueCode> codes;
  double top = 0, height = 0;
};

std::vector<VectorRow> rowsOf(const AlignmentPicture& picture) {
  std::vector<VectorRow> rows;
  const Index first = picture.firstSlot(), last = picture.lastSlot();
  for (Index place = picture.firstPlace(); place < picture.lastPlace(); ++place) {
    VectorRow row;
    row.codes.resize(static_cast<size_t>(last - first));
    picture.content->cells.copyRow(place, first, last, row.codes.data());
    row.top = picture.yOf(static_cast<double>(place));
    row.height = picture.viewport.rowHeight;
    rows.push_back(std::move(row));
  }
  return rows;
}

/// One path per colour: runs of equal colour along a row, and equal runs of rows below each other.
class PaperPaths {
 public:
  PaperPaths(const AlignmentPicture& picture, const AlignmentInk& ink) : m_picture(picture), m_ink(ink) {}

  void add(const VectorRow& row) {
    std::map<std::pair<Index, Index>, Open> next;
    const Index first = m_picture.firstSlot();
    const auto count = static_cast<Index>(row.codes.size());
    const auto paper = [&](Index slot) -> const Rgb& {
      return paperOf(m_picture.content->palette, m_picture.content->cells.columnOf(first + slot),
                     engine::nth(row.codes, slot),
                     m_ink);
    };
    for (Index slot = 0; slot < count;) {
      const Rgb color = paper(slot);
      Index end = slot + 1;
      while (end < count && paper(end) == color) ++end;
      if (color != m_ink.background) {
        Open open{color, row.top, row.top + row.height};
        const auto above = m_open.find({slot, end});
        if (above != m_open.end() && above->second.color == color) {
          open.top = above->second.top;
          m_open.erase(above);
        }
        next[{slot, end}] = open;
      }
      slot = end;
    }
    close();
    m_open = std::move(next);
  }

  void paint(QPainter& painter) {
    close();
    painter.setPen(Qt::NoPen);
    for (auto& [color, rects] : m_rects) {
      painter.setBrush(toColor(color));
      QPainterPath path;
      for (const QRectF& rect : rects) path.addRect(rect);
      painter.drawPath(path);
    }
  }

 private:
  struct Open {
    Rgb color;
    double top = 0, bottom = 0;
  };

  void close() {
    const Index first = m_picture.firstSlot();
    for (const auto& [slots, open] : m_open) {
      const double left = m_picture.xOf(static_cast<double>(first + slots.first));
      const double right = m_picture.xOf(static_cast<double>(first + slots.second));
      m_rects[open.color].emplace_back(left, open.top, right - left, open.bottom - open.top);
    }
    m_open.clear();
  }

  const AlignmentPicture& m_picture;
  const AlignmentInk& m_ink;
  std::map<std::pair<Index, Index>, Open> m_open;  ///< runs that the row above ends with, by slots
  std::map<Rgb, std::vector<QRectF>> m_rects;
};

/// A font whose letters are as wide as a column, so that a text of several letters stands in its columns; nothing when
/// it would be too tall for the rows.
std::optional<QFont> columnFont(const AlignmentPicture& picture) {
  QFont font = picture.theme.residueFont();
  constexpr double kProbeSize = 100;
  font.setPixelSize(static_cast<int>(kProbeSize));
  const double pixels = picture.viewport.columnWidth * kProbeSize / QFontMetricsF(font).horizontalAdvance(u'M');
  if (pixels > kTallestRun * picture.viewport.rowHeight) return std::nullopt;
  // Sizes in points may be fractions; a page has 96 dots per inch.
  font.setPointSizeF(pixels * 72 / 96);
  return font;
}

bool isPdf(const QPainter& painter) { return painter.paintEngine()->type() == QPaintEngine::Pdf; }

/// The letters of a row in one ink: one text for each run of at most `most` columns, blanks where another ink is due.
void paintLettersIn(QPainter& painter, const AlignmentPicture& picture, const VectorRow& row, const Rgb& ink,
                    const std::vector<Rgb>& inks, size_t most, double baseline, double margin) {
  // Qt lays blanks out wider than letters in PDF files: what follows them would leave its column.
  const bool holdsBlanks = !isPdf(painter);
  const Index first = picture.firstSlot();
  for (size_t start = 0; start < inks.size(); ++start) {
    if (inks[start] != ink) continue;
    QString text;
    size_t last = start;
    for (size_t k = start; k < std::min(inks.size(), start + most) && (holdsBlanks || inks[k] == ink); ++k) {
      text += inks[k] == ink ? QChar::fromLatin1(letterOf(row.codes[k])) : QChar(u' ');
      if (inks[k] == ink) last = k;
    }
    text.truncate(static_cast<qsizetype>(last - start + 1));
    painter.drawText(QPointF(picture.xOf(static_cast<double>(first + static_cast<Index>(start))) + margin, baseline),
                     text);
    start = last;
  }
}

void paintLetters(QPainter& painter, const AlignmentPicture& picture, const AlignmentInk& ink,
                  const std::vector<VectorRow>& rows) {
  const std::optional<QFont> runFont = columnFont(picture);
  QFont font = runFont ? *runFont : cellFont(picture);
  if (runFont && isPdf(painter)) {
    // Advances of a PDF are not those of the screen.
    const QString letters(64, u'M');
    const double advance = QFontMetricsF(font, painter.device()).horizontalAdvance(letters) / 64;
    font.setLetterSpacing(QFont::AbsoluteSpacing, picture.viewport.columnWidth - advance);
  }
  painter.setFont(font);
  const QFontMetricsF metrics(font, painter.device());
  const double ascent = (metrics.capHeight() + picture.viewport.rowHeight) / 2;
  const double margin = runFont ? 0 : (picture.viewport.columnWidth - metrics.horizontalAdvance(u'M')) / 2;
  const Index first = picture.firstSlot();
  // One ink after the other: a file says its colour once for many texts.
  for (const Rgb& color : std::set<Rgb>{ink.darkLetter, ink.lightLetter, ink.gap}) {
    painter.setPen(toColor(color));
    for (const VectorRow& row : rows) {
      std::vector<Rgb> inks(row.codes.size());
      for (size_t k = 0; k < inks.size(); ++k) {
        const Index column = picture.content->cells.columnOf(first + static_cast<Index>(k));
        inks[k] = inkOn(paperOf(picture.content->palette, column, row.codes[k], ink), row.codes[k], ink);
      }
      paintLettersIn(painter, picture, row, color, inks, runFont ? kRunLetters : 1, row.top + ascent, margin);
    }
  }
}

}  // namespace

QFont cellFont(const AlignmentPicture& picture) {
  QFont font = picture.theme.residueFont();
  const double size = std::min(picture.viewport.rowHeight * kLetterShare, picture.viewport.columnWidth * kWidestLetter);
  font.setPixelSize(std::max(1, static_cast<int>(size)));
  return font;
}

GlyphAtlas makeGlyphAtlas(double columnWidth, double rowHeight, double pixelRatio, const Theme& theme) {
  GlyphAtlas atlas;
  atlas.width = std::max(1, static_cast<int>(std::ceil(columnWidth * pixelRatio)));
  atlas.height = std::max(1, static_cast<int>(std::ceil(rowHeight * pixelRatio)));
  QImage image(atlas.width * kNumGlyphs, atlas.height, QImage::Format_Grayscale8);
  image.fill(Qt::black);
  QPainter painter(&image);
  QFont font = theme.residueFont();
  font.setPixelSize(std::max(1, static_cast<int>(std::min(atlas.height * kLetterShare, atlas.width * kWidestLetter))));
  font.setStyleStrategy(QFont::StyleStrategy(QFont::PreferAntialias | QFont::NoSubpixelAntialias));
  painter.setFont(font);
  painter.setPen(Qt::white);
  for (int code = 0; code < kNumGlyphs; ++code) {
    const char letter = letterOf(static_cast<ResidueCode>(code));
    if (letter != 0)
      painter.drawText(QRect(code * atlas.width, 0, atlas.width, atlas.height), Qt::AlignCenter,
                       QString(QChar::fromLatin1(letter)));
  }
  painter.end();
  for (int y = 0; y < atlas.height; ++y) {
    const uchar* line = image.constScanLine(y);
    atlas.coverage.insert(atlas.coverage.end(), line, line + image.width());
  }
  return atlas;
}

void paintCellsAsVectors(QPainter& painter, const AlignmentPicture& picture, const AlignmentInk& ink) {
  const std::vector<VectorRow> rows = rowsOf(picture);
  painter.save();
  painter.setClipRect(picture.visibleCells(), Qt::IntersectClip);
  painter.setRenderHint(QPainter::Antialiasing, false);
  PaperPaths papers(picture, ink);
  for (const VectorRow& row : rows) papers.add(row);
  papers.paint(painter);
  if (picture.letterOpacity > 0) paintLetters(painter, picture, ink, rows);
  painter.restore();
}

void paintInserts(QPainter& painter, const AlignmentPicture& picture) {
  if (picture.content->look.inserts == AlignmentInserts::hidden || picture.viewport.rowHeight < kTickRow ||
      picture.viewport.columnWidth < kTickColumn)
    return;
  painter.save();
  painter.setClipRect(picture.visibleCells(), Qt::IntersectClip);
  const engine::AlignmentArrangement& arrangement = picture.arrangement();
  const double width = 2 * picture.theme.lineScale, height = picture.viewport.rowHeight;
  const Index first = picture.firstSlot(), last = picture.lastSlot();
  QFont font = picture.theme.residueFont();
  font.setPixelSize(std::max(1, static_cast<int>(std::min(height * 0.5, picture.viewport.columnWidth * 0.6))));
  painter.setFont(font);
  painter.setPen(picture.theme.text);
  for (Index place = picture.firstPlace(); place < picture.lastPlace(); ++place) {
    const auto& row = engine::nth(picture.alignment().rows, arrangement.rowAt(place));
    const double y = picture.yOf(static_cast<double>(place));
    for (const engine::Insert& insert : row.inserts) {
      // Between the column before and the one behind; an expanded insert stands there itself.
      const Index before = insert.after > 0 ? arrangement.slotOf(insert.after - 1) : -1;
      const Index behind = insert.after < picture.alignment().numColumns ? arrangement.slotOf(insert.after) : -1;
      const Index slot = before >= 0 ? before + 1 : behind;
      const auto isExpanded = [&](Index at) {
        return at >= 0 && at < arrangement.numSlots() && arrangement.slot(at).isInsert() &&
               arrangement.slot(at).column == insert.after;
      };
      if (slot < first || slot > last || isExpanded(slot) || isExpanded(slot - 1)) continue;
      const double x = picture.xOf(static_cast<double>(slot));
      painter.fillRect(QRectF(x - width / 2, y + height * 0.6, width, height * 0.4), picture.theme.text);
      if (picture.viewport.columnWidth < kCountColumn) continue;
      const double half = picture.viewport.columnWidth / 2;
      painter.drawText(QRectF(x - half, y, 2 * half, height * 0.55), Qt::AlignHCenter | Qt::AlignTop,
                       QString::number(insert.codes.size()));
    }
  }
  painter.restore();
}

namespace {

struct LegendPlace {
  QRectF swatch, text;
  QString words;
  QColor color;
};

/// Title and entries from left to right, on as many lines as they need.
std::vector<LegendPlace> legendPlaces(const AlignmentLook& look, const Theme& theme, double width) {
  std::vector<LegendPlace> places;
  std::vector<AlignmentLegendEntry> entries = alignmentLegend(look.scheme, alignmentPage(theme));
  if (look.scheme == AlignmentScheme::annotation) {
    const MapLook map;
    for (const auto& [value, text] : {std::pair{0.0, "lowest"}, {0.5, "middle"}, {1.0, "highest"}})
      entries.push_back({colorOf(map, value), text});
  }
  if (entries.empty()) return places;
  const QFontMetricsF metrics(theme.labelFont());
  const double margin = theme.space(2), line = metrics.height() + theme.space(1), swatch = metrics.ascent();
  double x = margin, y = theme.space(1);
  const auto add = [&](const QString& words, const QColor& color, bool hasSwatch) {
    const double text = metrics.horizontalAdvance(words), all = text + (hasSwatch ? swatch + theme.space(1) : 0);
    if (x > margin && x + all > width - margin) {
      x = margin;
      y += line;
    }
    LegendPlace place;
    if (hasSwatch) place.swatch = QRectF(x, y + (line - swatch) / 2, swatch, swatch);
    place.text = QRectF(x + all - text, y, text + 1, line);
    place.words = words;
    place.color = color;
    places.push_back(place);
    x += all + theme.space(3);
  };
  add(QString::fromStdString(alignmentSchemeInfo(look.scheme).title), {}, false);
  for (const AlignmentLegendEntry& entry : entries)
    add(QString::fromStdString(entry.text), toColor(entry.color), true);
  return places;
}

}  // namespace

double legendHeight(const AlignmentLook& look, const Theme& theme, double width) {
  if (!look.hasLegend || !theme.page.isLegendShown) return 0;
  const std::vector<LegendPlace> places = legendPlaces(look, theme, width);
  return places.empty() ? 0 : places.back().text.bottom() + theme.space(1);
}

void paintLegend(QPainter& painter, const AlignmentPicture& picture) {
  const QRectF& area = picture.layout.legend;
  if (area.isEmpty()) return;
  painter.save();
  painter.setClipRect(area, Qt::IntersectClip);
  painter.fillRect(area, picture.theme.canvas);
  painter.translate(area.topLeft());
  painter.setFont(picture.theme.labelFont());
  for (const LegendPlace& place : legendPlaces(picture.content->look, picture.theme, area.width())) {
    if (!place.swatch.isNull()) {
      painter.fillRect(place.swatch, place.color);
      painter.setPen(picture.theme.line);
      painter.setBrush(Qt::NoBrush);
      painter.drawRect(place.swatch);
    }
    painter.setPen(picture.theme.text);
    painter.drawText(place.text, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, place.words);
  }
  painter.restore();
}

void paintMinimap(QPainter& painter, const AlignmentPicture& picture, const QImage& map) {
  const QRectF& area = picture.layout.minimap;
  if (area.isEmpty() || picture.isWrapped()) return;
  painter.save();
  painter.fillRect(area, picture.theme.canvas);
  if (!map.isNull()) painter.drawImage(area, map);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(picture.theme.line, 1));
  painter.drawLine(area.topLeft(), area.bottomLeft());
  painter.setPen(QPen(picture.theme.accent, 1.5 * picture.theme.lineScale));
  painter.drawRect(minimapFrame(picture).adjusted(0.5, 0.5, -0.5, -0.5));
  painter.restore();
}

}  // namespace ui
