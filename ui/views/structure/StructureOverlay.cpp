#include "ui/views/structure/StructureOverlay.h"

#include <QFontMetricsF>
#include <QImage>
#include <algorithm>
#include <cmath>

#include "ui/views/readout/ShownNumber.h"
#include "ui/views/structure/StructureLegend.h"
#include "ui/views/structure/StructureTexts.h"
#include "ui/views/structure/print/GroundTheme.h"

namespace ui {

using engine::Index;
using engine::Vector3;

namespace {

constexpr double kLabelOffset = 1.3;  ///< Å to the right of the C-alpha
constexpr double kHollowRadius = 5;   ///< logical pixels
constexpr int kSmallWidth = 640, kSmallHeight = 400;  ///< below, the table of a motion would hide the molecule

/// Middle of what is measured: of the two ends, at the vertex of an angle, of the inner bond of a dihedral.
Vector3 labelPlace(const std::vector<Vector3>& at) {
  if (at.size() == 3) return at[1];
  return at.size() == 4 ? Vector3(0.5 * (at[1] + at[2])) : Vector3(0.5 * (at[0] + at[1]));
}

class Overlay {
 public:
  Overlay(QPainter& painter, QSize size, const StructurePicture& picture, const StructureCamera& camera,
          const Theme& theme)
      : m_painter(painter), m_size(size), m_picture(picture), m_camera(camera), m_theme(theme) {}
  void paintIncomplete();
  void paintHeading(const StructureMarks& marks);
  void paintMeasurements();
  void paintLabels(const StructureMarks& marks);
  void paintInvariants();

 private:
  std::optional<ProjectedPoint> projected(const Vector3& position) const {
    return m_camera.project(position, m_size.width(), m_size.height());
  }
  void label(const AtomPick& pick);
  void labelValue(const Measurement& atoms, const std::vector<Vector3>& at);

  QPainter& m_painter;
  QSize m_size;
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
  const double margin = m_theme.space(3);
  m_painter.setFont(m_theme.labelFont());
  const QFontMetricsF metrics(m_painter.font());
  double y = margin + metrics.ascent();
  for (const auto& [text, isWarning] : headingLines(m_picture, marks)) {
    drawHaloText(m_painter, {margin, y}, metrics.elidedText(text, Qt::ElideRight, m_size.width() - 2 * margin),
                 isWarning ? m_theme.warning : m_theme.muted, m_theme);
    y += std::ceil(metrics.height()) + 2;
  }
}

void Overlay::label(const AtomPick& pick) {
  const auto at = projected(m_picture.structure.position(pick));
  if (!at) return;
  const QPointF baseline(at->x + kLabelOffset * at->pixelsPerAngstrom, at->y - 0.4 * at->pixelsPerAngstrom);
  drawHaloText(m_painter, baseline, m_picture.structure.residues().text(pick), m_theme.text, m_theme);
}

void Overlay::labelValue(const Measurement& atoms, const std::vector<Vector3>& at) {
  if (const auto place = projected(labelPlace(at)))
    drawHaloText(m_painter, {place->x + 6, place->y - 6}, labelText(atoms, at), m_theme.text, m_theme);
}

void Overlay::paintMeasurements() {
  m_painter.setFont(m_theme.labelFont());
  for (const Measurement& measurement : m_picture.options.measurements)
    labelValue(measurement, m_picture.structure.positions(measurement));
}

void Overlay::paintLabels(const StructureMarks& marks) {
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

}  // namespace

void paintVeil(QPainter& painter, QSize size, const Veil& veil) {
  if (veil.pixels.empty()) return;
  const QImage image(reinterpret_cast<const uchar*>(veil.pixels.data()), veil.width, veil.height,
                     QImage::Format_ARGB32_Premultiplied);
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  painter.drawImage(QRectF(QPointF(0, 0), size), image);
}

void paintStructureOverlay(QPainter& painter, QSize size, const StructurePicture& picture, const StructureMarks& marks,
                           const StructureCamera& camera, const Theme& window) {
  const Theme theme = groundTheme(window, picture.options.shading.ground);
  Overlay overlay(painter, size, picture, camera, theme);
  overlay.paintIncomplete();
  if (theme.page.isLegendShown) {
    paintLegend(painter, size, picture.legend, theme);
    overlay.paintHeading(marks);
  }
  overlay.paintMeasurements();
  overlay.paintLabels(marks);
  overlay.paintInvariants();
}

}  // namespace ui
