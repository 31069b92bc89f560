#include "ui/views/structure/StructureOverlay.h"

#include <QFontMetricsF>
#include <QImage>
#include <algorithm>
#include <array>
#include <cmath>

#include "engine/base/Nth.h"
#include "ui/views/maps/MapAxes.h"
#include "ui/views/maps/ShownLines.h"
#include "ui/views/readout/ShownNumber.h"
#include "ui/views/structure/MeasurePlanes.h"
#include "ui/views/structure/StructureLegend.h"
#include "ui/views/structure/StructureTexts.h"
#include "ui/views/structure/print/GroundTheme.h"
#include "ui/views/structure/print/LabelPlaces.h"
#include "ui/views/structure/print/NamedResidues.h"

namespace ui {

using engine::Index;
using engine::Vector3;

namespace {

constexpr double kLabelOffset = 1.3;  ///< Å to the right of the C-alpha
constexpr double kHollowRadius = 5;   ///< logical pixels
constexpr double kReadableAxis = 30, kShortestLeader = 8;  ///< logical pixels
constexpr size_t kMostLetteredFrames = 12;                 ///< of more the legend alone tells the axes
constexpr int kSmallWidth = 640, kSmallHeight = 400;  ///< below, the table of a motion would hide the molecule

/// Middle of what is measured: of the two ends, at the vertex of an angle, of the inner bond of a dihedral.
Vector3 labelPlace(const std::vector<Vector3>& at) {
  if (at.size() == 3) return at[1];
  return at.size() == 4 ? Vector3(0.5 * (at[1] + at[2])) : Vector3(0.5 * (at[0] + at[1]));
}

/// Each with whether it is a warning. Returns their lower edge.
double paintHeadingLines(QPainter& painter, QSize size, const std::vector<std::pair<QString, bool>>& lines,
                         const Theme& theme) {
  const double margin = theme.space(3);
  painter.setFont(theme.labelFont());
  const QFontMetricsF metrics(painter.font());
  double y = margin + metrics.ascent();
  for (const auto& [text, isWarning] : lines)
    for (const QString& line : shownLines(theme, painter.font(), text, size.width() - 2 * margin)) {
      drawHaloText(painter, {margin, y}, line, isWarning ? theme.warning : theme.muted, theme);
      y += std::ceil(metrics.height()) + 2;
    }
  return y - metrics.ascent();
}

/// What the colours of frames and bars mean; without entries where there are neither.
ColorLegend markLegend(const StructurePicture& picture, const Theme& theme) {
  ColorLegend legend;
  constexpr std::array<const char*, 3> kAxes{"frame x", "y", "z"};
  if (picture.options.areFramesShown && picture.structure.structure())
    for (int axis = 0; axis < 3; ++axis)
      legend.entries.push_back({engine::nth(kAxisColors, axis), engine::nth(kAxes, axis)});
  if (picture.head.areRanked) {
    const int touching = numTouchingBars(picture), others = numShownBars(picture) - touching;
    if (touching > 0) legend.entries.push_back({contactColor(true), QObject::tr("touch").toStdString()});
    if (others > 0) legend.entries.push_back({contactColor(false), QObject::tr("do not touch").toStdString()});
  } else if (numShownBars(picture) > 0) {
    const QString quantity = picture.head.quantity;
    legend.entries.push_back({toRgb(theme.accent), quantity.isEmpty() ? "attention" : quantity.toStdString()});
  }
  return legend;
}

/// Of the residues above that of frames and bars. Returns their upper edge.
double paintLegends(QPainter& painter, QSize size, const StructurePicture& picture, const Theme& theme) {
  const ColorLegend marks = markLegend(picture, theme);
  if (marks.entries.empty()) return paintLegend(painter, size, picture.legend, theme);
  const double top = paintLegend(painter, size, marks, theme);
  const int bottom = static_cast<int>(top + theme.space(2));
  return paintLegend(painter, QSize(size.width(), bottom), picture.legend, theme);
}

class Overlay {
 public:
  Overlay(QPainter& painter, QSize size, const StructurePicture& picture, const StructureCamera& camera,
          const Theme& theme)
      : m_painter(painter),
        m_size(size),
        m_bottom(size.height()),
        m_picture(picture),
        m_camera(camera),
        m_theme(theme) {}
  void paintIncomplete();
  void paintHeading(const StructureMarks& marks);
  void labelMeasurements();
  void labelMarks(const StructureMarks& marks);
  void labelNamed(const StructureMarks& marks);
  void labelAxes(const StructureMarks& marks);
  void paintLegendBelow();
  void paintLabels();
  void paintInvariants();

 private:
  std::optional<ProjectedPoint> projected(const Vector3& position) const {
    return m_camera.project(position, m_size.width(), m_size.height());
  }
  /// At the anchor and so far from it, in the painter's font.
  void addLabel(const QPointF& anchor, const QPointF& offset, const QString& text, const QColor& color);
  void label(const AtomPick& pick);
  void labelValue(const Measurement& atoms, const std::vector<Vector3>& at);

  struct Label {
    QString text;
    QFont font;
    QColor color;
  };
  QPainter& m_painter;
  QSize m_size;
  double m_top = 0, m_bottom = 0;  ///< of what is between heading and legend
  std::vector<Label> m_labels;
  std::vector<WantedLabel> m_wanted;  ///< as many
  const StructurePicture& m_picture;
  const StructureCamera& m_camera;
  const Theme& m_theme;
};

/// A ring where a residue has no complete backbone: at the first of its atoms that is there.
void Overlay::paintIncomplete() {
  const PlacedStructure& structure = m_picture.structure;
  if (structure.incomplete().size() > kMostHollow) return;
  m_painter.setBrush(Qt::NoBrush);
  m_painter.setPen(QPen(m_theme.warning, 1.5 * m_theme.lineScale));
  for (const Index residue : structure.incomplete()) {
    const std::vector<engine::Atom>& atoms = structure.residues().find(residue)->atoms;
    const auto first = std::find_if(atoms.begin(), atoms.end(),
                                    [](const engine::Atom& atom) { return engine::isSet(atom.position); });
    const auto at = first == atoms.end() ? std::nullopt : projected(structure.motion()(first->position));
    if (!at) continue;
    const double radius = std::max(kHollowRadius, 0.7 * at->pixelsPerAngstrom);
    m_painter.drawEllipse(QPointF(at->x, at->y), radius, radius);
  }
}

void Overlay::paintHeading(const StructureMarks& marks) {
  m_top = paintHeadingLines(m_painter, m_size, headingLines(m_picture, marks), m_theme);
}

void Overlay::paintLegendBelow() { m_bottom = paintLegends(m_painter, m_size, m_picture, m_theme); }

void Overlay::addLabel(const QPointF& anchor, const QPointF& offset, const QString& text, const QColor& color) {
  if (text.isEmpty() || !QRectF(QPointF(0, 0), m_size).contains(anchor)) return;
  const QFontMetricsF metrics(m_painter.font());
  const QPointF corner = anchor + offset - QPointF(0, metrics.ascent());
  m_wanted.push_back({anchor, QRectF(corner, QSizeF(metrics.horizontalAdvance(text), metrics.height()))});
  m_labels.push_back({text, m_painter.font(), color});
}

void Overlay::label(const AtomPick& pick) {
  const auto at = projected(m_picture.structure.position(pick));
  if (!at) return;
  const QPointF offset(kLabelOffset * at->pixelsPerAngstrom, -0.4 * at->pixelsPerAngstrom);
  addLabel({at->x, at->y}, offset, m_picture.structure.residues().text(pick), m_theme.text);
}

void Overlay::labelValue(const Measurement& atoms, const std::vector<Vector3>& at) {
  if (const auto place = projected(labelPlace(at)))
    addLabel({place->x, place->y}, {6, -6}, labelText(atoms, at), m_theme.text);
}

void Overlay::labelMeasurements() {
  m_painter.setFont(m_theme.labelFont());
  for (const Measurement& measurement : m_picture.options.measurements)
    labelValue(measurement, m_picture.structure.positions(measurement));
}

void Overlay::labelMarks(const StructureMarks& marks) {
  if (!m_picture.structure.structure()) return;
  m_painter.setFont(m_theme.titleFont());
  std::vector<ResiduePair> shown = marks.kept;
  shown.push_back(marks.locked);
  if (marks.hover != marks.locked) shown.push_back(marks.hover);
  for (const ResiduePair& pair : shown) {
    const AtomPick first{pair.first, "CA"}, second{pair.second, "CA"};
    const bool isHovered = pair == marks.hover && pair.first == marks.hovered.residue;
    label(isHovered ? marks.hovered : first);
    label(second);
    labelValue({first, second}, {m_picture.structure.alpha(pair.first), m_picture.structure.alpha(pair.second)});
  }
  for (const AtomPick& pick : marks.picked) label(pick);
}

/// Those of the options that no mark names already.
void Overlay::labelNamed(const StructureMarks& marks) {
  if (!m_picture.structure.structure() || m_picture.options.labels.empty()) return;
  m_painter.setFont(m_theme.titleFont());
  std::vector<ResiduePair> marked = marks.kept;
  marked.insert(marked.end(), {marks.locked, marks.hover});
  for (const Index residue :
       namedResidues(*m_picture.structure.structure(), m_picture.options.labels, kMostLabels))
    if (std::none_of(marked.begin(), marked.end(),
                     [&](const ResiduePair& pair) { return pair.first == residue || pair.second == residue; }))
      label({residue, "CA"});
}

/// The letters of residue frames that are large enough to be looked at one by one, and few.
void Overlay::labelAxes(const StructureMarks& marks) {
  if (!m_picture.options.areFramesShown || !m_picture.structure.structure()) return;
  m_painter.setFont(m_theme.titleFont());
  const engine::Frames frames = m_picture.structure.frames();
  const auto lengthOf = [&](size_t k) {  // logical pixels; 0 out of sight
    const auto origin = frames.valid[k] ? projected(frames.frames[k].origin) : std::nullopt;
    const bool isSeen = origin && QRectF(QPointF(0, 0), m_size).contains(QPointF(origin->x, origin->y));
    return isSeen ? m_picture.options.frameLength * origin->pixelsPerAngstrom : 0.0;
  };
  const auto isMarked = [&](size_t k) { return static_cast<Index>(k) == marks.current.first; };
  std::vector<size_t> lettered;
  for (size_t k = 0; k < frames.frames.size(); ++k)
    if (lengthOf(k) >= (isMarked(k) ? kReadableAxis : 2 * kReadableAxis)) lettered.push_back(k);
  const bool areFew = lettered.size() <= kMostLetteredFrames;
  constexpr std::array<const char*, 3> kLetters{"x", "y", "z"};
  for (const size_t k : lettered) {
    if (!areFew && !isMarked(k)) continue;
    for (int axis = 0; axis < 3; ++axis) {
      const Vector3 tip = frames.frames[k].origin + m_picture.options.frameLength * frames.frames[k].rotation.col(axis);
      if (const auto at = projected(tip))
        addLabel({at->x, at->y}, {4, 4}, QLatin1String(engine::nth(kLetters, axis)),
                 toColor(engine::nth(kAxisColors, axis)));
    }
  }
}

/// Moved apart; a line leads from what is named to a label that lies farther from it than a word.
void Overlay::paintLabels() {
  const QRectF area(0, 0, m_size.width(), m_size.height());
  const std::vector<QRectF> taken{{0, 0, area.width(), m_top}, {0, m_bottom, area.width(), area.height() - m_bottom}};
  const std::vector<QRectF> places = placeLabels(m_wanted, area, taken);
  for (size_t k = 0; k < places.size(); ++k) {
    const QLineF leader = leaderLine(m_wanted[k].anchor, places[k]);
    if (places[k] == m_wanted[k].box || leader.length() < kShortestLeader) continue;
    m_painter.setPen(QPen(m_theme.canvas3d, 3 * m_theme.lineScale));
    m_painter.drawLine(leader);
    m_painter.setPen(QPen(m_theme.muted, m_theme.lineScale));
    m_painter.drawLine(leader);
  }
  for (size_t k = 0; k < places.size(); ++k) {
    m_painter.setFont(m_labels[k].font);
    const double ascent = QFontMetricsF(m_labels[k].font).ascent();
    drawHaloText(m_painter, places[k].topLeft() + QPointF(0, ascent), m_labels[k].text, m_labels[k].color, m_theme);
  }
}

void Overlay::paintInvariants() {
  if (m_picture.invariants.empty() || m_size.width() < kSmallWidth * m_theme.scale ||
      m_size.height() < kSmallHeight * m_theme.scale)
    return;
  m_painter.setFont(m_theme.labelFont());
  const QFontMetricsF metrics(m_painter.font());
  const double line = std::ceil(metrics.height()) + 2, margin = m_theme.space(3);
  const double name = metrics.horizontalAdvance(QStringLiteral("Centre from the origin (Å)  ")),
               number = metrics.horizontalAdvance(QStringLiteral("-000.000 "));
  const double left = m_size.width() - margin - name - 3 * number;
  double y = margin;
  const double rows = static_cast<double>(m_picture.invariants.size() + 1);
  QColor page = m_theme.canvas3d;
  page.setAlphaF(0.85f);
  m_painter.fillRect(QRectF(left - margin, 0, m_size.width() - left + margin, rows * line + 2 * margin), page);
  const auto write = [&](const QString& title, const QStringList& numbers, const QColor& color) {
    m_painter.setPen(color);
    m_painter.drawText(QPointF(left, y + metrics.ascent()), title);
    for (int k = 0; k < numbers.size(); ++k)
      m_painter.drawText(QRectF(left + name + k * number, y, number, line), Qt::AlignRight | Qt::AlignTop, numbers[k]);
    y += line;
  };
  write(QObject::tr("Mean, before and after"), {QObject::tr("before"), QObject::tr("after"), QObject::tr("|Δ| ≤")},
        m_theme.muted);
  for (const auto& row : m_picture.invariants) {
    const QString unit = row.unit.empty() ? QString() : QStringLiteral(" (%1)").arg(QString::fromStdString(row.unit));
    const auto text = [](double value) {
      return std::isfinite(value) ? withMinus(QString::number(value, 'f', 3)) : QObject::tr("none");
    };
    write(QString::fromStdString(row.name) + unit, {text(row.before), text(row.after), text(row.largestChange)},
          row.largestChange > kRounding ? m_theme.warning : m_theme.text);
  }
}

/// Over the whole picture.
void paintVeil(QPainter& painter, QSize size, const Veil& veil) {
  if (veil.pixels.empty()) return;
  const QImage image(reinterpret_cast<const uchar*>(veil.pixels.data()), veil.width, veil.height,
                     QImage::Format_ARGB32_Premultiplied);
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  painter.drawImage(QRectF(QPointF(0, 0), size), image);
}

}  // namespace

void paintStructureOverlay(QPainter& painter, QSize size, const Veil& veil, const StructurePicture& picture,
                           const StructureMarks& marks, const StructureCamera& camera, const Theme& window) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  paintVeil(painter, size, veil);
  const Theme theme = groundTheme(window, picture.options.shading.ground);
  Overlay overlay(painter, size, picture, camera, theme);
  overlay.paintIncomplete();
  if (theme.page.isLegendShown) {
    overlay.paintLegendBelow();
    overlay.paintHeading(marks);
  }
  if (picture.options.arePlanesShown)
    for (const Measurement& measurement : picture.options.measurements)
      paintMeasurePlanes(painter, picture.structure.positions(measurement), camera, size, theme);
  overlay.labelMeasurements();
  overlay.labelMarks(marks);
  overlay.labelNamed(marks);
  overlay.labelAxes(marks);
  overlay.paintLabels();
  overlay.paintInvariants();
  painter.restore();
}

QSizeF pictureExtent(const StructurePicture& picture, const FlyingCamera& camera, QSize screen, const Theme& window,
                     QSize size) {
  if (camera.isMoved()) {
    const double shape = static_cast<double>(screen.height()) / std::max(screen.width(), 1);
    return {double(size.width()), std::min<double>(size.height(), shape * size.width())};
  }
  QImage nothing(1, 1, QImage::Format_ARGB32);
  QPainter painter(&nothing);
  painter.setFont(window.labelFont());
  double words = 0;
  if (window.page.isLegendShown) {
    const double legend = size.height() - paintLegends(painter, size, picture, window);
    const double heading = paintHeadingLines(painter, size, headingLines(picture, {}), window);
    words = std::max(legend, heading);
  }
  // As wide as the page, on one that is high enough.
  const int room = 2 * size.width();
  StructureCamera fitted;
  fitted.fit(shownAlphas(picture), 0.5, fitMargin(picture));
  QRectF box;
  for (const Vector3& position : shownAlphas(picture))
    if (const auto at = fitted.project(position, size.width(), room)) {
      const double margin = fitMargin(picture) * at->pixelsPerAngstrom;
      box |= QRectF(at->x - margin, at->y - margin, 2 * margin, 2 * margin);
    }
  if (box.isEmpty()) return size;
  return {double(size.width()), std::min<double>(size.height(), box.height() + 2 * words)};
}

}  // namespace ui
