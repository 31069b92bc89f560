#include "ui/views/dp/lanes/DpLanes.h"

#include <QFontMetricsF>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "ui/views/dp/DpReadout.h"
#include "ui/views/dp/DpStepper.h"
#include "ui/views/dp/lanes/DpByte.h"
#include "ui/views/maps/MapAxes.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::Index;
using engine::PairState;

namespace {

constexpr double kLagShare = 0.25;  ///< of the best score: whoever lies further behind is out of the race
constexpr int kTableLines = 17;     ///< below the small matrices
constexpr double kMostMatrixHeight = 320, kIdleShare = 0.35;
constexpr float kForgottenAlpha = 0.55F, kMaskAlpha = 0.35F;

double lineOf(const Theme& theme) { return QFontMetricsF(theme.residueFont()).height(); }
double labelWidth(const Theme& theme) {
  return QFontMetricsF(theme.labelFont()).horizontalAdvance(QStringLiteral("MM from MM  "));
}
QString nameOf(PairState state) { return QString::fromUtf8(engine::stateName(state).data()); }

QString bitsText(double value) {
  if (std::isinf(value)) return QStringLiteral("−∞");
  return withMinus(QString::number(value, 'f', 1));
}

/// The last text that still fits the width, longest first; nothing when none does.
QString whatFits(const QFontMetricsF& metrics, const std::vector<QString>& texts, double width) {
  for (const QString& text : texts)
    if (metrics.horizontalAdvance(text) <= width) return text;
  return {};
}

class LanePainter {
 public:
  LanePainter(QPainter& painter, const Theme& theme, const QRectF& area, const LanePicture& picture,
              const LaneMoment& moment)
      : m_painter(painter),
        m_theme(theme),
        m_area(area),
        m_picture(picture),
        m_moment(moment),
        m_view(picture.lanes->at(moment.i, moment.j)),
        m_line(lineOf(theme)) {}

  void paint() {
    for (size_t lane = 0; lane < size_t{engine::kViewedLanes}; ++lane) paintMatrix(lane);
    m_y = laneMatrixArea(m_theme, m_area, m_picture, 0).top() + matrixHeight() + m_line * 0.5;
    paintRow(QStringLiteral("S(i, j)"), {}, [this](size_t lane) { return bitsText(m_view.columnScore[lane]); });
    int done = 0;
    for (const engine::LaneMaximum& maximum : m_view.maxima) {
      const bool isMatch = maximum.state == PairState::MM;
      const QString name = nameOf(maximum.state);
      if (isMatch)
        paintRow(QStringLiteral("MM STOP"), stateColorOf(maximum.state),
                 [&](size_t lane) { return bitsText(maximum.start[lane]); });
      for (const engine::LaneStep& step : maximum.steps) {
        const bool isLatest = done == m_moment.comparisons - 1 && m_moment.comparisons < kLaneComparisons;
        if (isLatest) tintRow();
        if (done++ < m_moment.comparisons)
          paintStep(maximum, step, isMatch);
        else
          paintRow(stepLabel(maximum, step, isMatch), stateColorOf(isMatch ? step.from : maximum.state),
                   [](size_t) { return QChar(u'·'); });
      }
    }
    paintBytes(done <= m_moment.comparisons);
    paintLegend();
  }

 private:
  double matrixHeight() const {
    double height = 0;
    for (size_t lane = 0; lane < m_picture.images.size(); ++lane)
      height = std::max(height, laneMatrixArea(m_theme, m_area, m_picture, lane).height());
    return height;
  }
  static QColor stateColorOf(PairState state) { return toColor(stateColor(state)); }
  QString stepLabel(const engine::LaneMaximum& maximum, const engine::LaneStep& step, bool isMatch) const {
    return isMatch ? QStringLiteral("MM from %1").arg(nameOf(step.from))
                   : QStringLiteral("%1 opens").arg(nameOf(maximum.state));
  }
  QRectF laneRow(size_t lane, double lines = 1) const {
    const QRectF column = laneArea(m_theme, m_area, m_picture, lane);
    return {column.left(), m_y, column.width(), lines * m_line};
  }
  void tintRow() {
    QColor tint = m_theme.locked;
    tint.setAlphaF(kMaskAlpha);
    m_painter.fillRect(QRectF(m_area.left(), m_y, m_area.width(), m_line), tint);
  }
  void paintLabel(const QString& label, const QColor& color) {
    const double swatch = m_theme.space(2);
    if (color.isValid()) m_painter.fillRect(QRectF(m_area.left(), m_y + (m_line - swatch) / 2, swatch, swatch), color);
    m_painter.setFont(m_theme.labelFont());
    m_painter.setPen(m_theme.muted);
    m_painter.drawText(QRectF(m_area.left() + swatch + m_theme.space(1), m_y, labelWidth(m_theme), m_line),
                       Qt::AlignLeft | Qt::AlignVCenter, label);
  }
  template <class Text>
  void paintRow(const QString& label, const QColor& color, Text text) {
    paintLabel(label, color);
    m_painter.setFont(m_theme.residueFont());
    for (size_t lane = 0; lane < m_picture.images.size(); ++lane) {
      m_painter.setPen(m_view.isUsed[lane] ? m_theme.text : m_theme.muted);
      m_painter.drawText(laneRow(lane), Qt::AlignCenter,
                         m_view.isUsed[lane] ? QString(text(lane)) : QStringLiteral("–"));
    }
    m_y += m_line;
  }

  /// candidate, mask, index: the mask is filled where the candidate is ahead of the best so far.
  void paintStep(const engine::LaneMaximum& maximum, const engine::LaneStep& step, bool isMatch) {
    paintLabel(stepLabel(maximum, step, isMatch), stateColorOf(isMatch ? step.from : maximum.state));
    m_painter.setFont(m_theme.residueFont());
    const QFontMetricsF metrics(m_theme.residueFont());
    for (size_t lane = 0; lane < m_picture.images.size(); ++lane) {
      const QRectF row = laneRow(lane);
      if (!m_view.isUsed[lane]) continue;
      const bool isAhead = step.mask[lane];
      if (isAhead) {
        QColor tint = stateColorOf(isMatch ? step.from : maximum.state);
        tint.setAlphaF(kMaskAlpha);
        m_painter.fillRect(row.adjusted(1, 0, -1, 0), tint);
      }
      const QString value = bitsText(step.candidate[lane]),
                    mask = isAhead ? QStringLiteral("1s") : QStringLiteral("0s");
      const QString index = QString::number(step.index[lane]);
      m_painter.setPen(isAhead ? m_theme.text : m_theme.muted);
      m_painter.drawText(row, Qt::AlignCenter,
                         whatFits(metrics,
                                  {QStringLiteral("%1 %2 → %3").arg(value, mask, index),
                                   QStringLiteral("%1 %2").arg(value, mask), value},
                                  row.width()));
    }
    m_y += m_line;
  }

  void paintBytes(bool isDone) {
    m_y += m_line * 0.4;
    paintLabel(QStringLiteral("byte kept"), {});
    for (size_t lane = 0; lane < m_picture.images.size(); ++lane)
      if (m_view.isUsed[lane] && isDone)
        paintByte(m_painter, m_theme, laneRow(lane, 1.2).adjusted(2, 0, -2, 0), m_view.packed[lane],
                  ByteForm::fiveStates, false);
    m_y += m_line * 1.2;
    paintRow(QStringLiteral("hexadecimal"), {}, [&](size_t lane) {
      return isDone ? QStringLiteral("0x%1").arg(m_view.packed[lane], 2, 16, QLatin1Char('0')) : QStringLiteral("·");
    });
  }

  void paintLegend() {
    m_painter.setFont(m_theme.labelFont());
    m_painter.setPen(m_theme.muted);
    m_painter.drawText(
        QRectF(m_area.left(), m_y + m_line * 0.3, m_area.width(), m_area.bottom() - m_y),
        Qt::AlignLeft | Qt::TextWordWrap,
        QStringLiteral("Each row compares all lanes at once: candidate in bits, mask (1s: ahead of the best so far), "
                       "index = max(index, mask & code). Bits: 7 cell off; 6 MI, 5 DG, 4 IM, 3 GD opened from MM (0: "
                       "went on); 2–0 origin of MM: 0 STOP, 2 MM, 3 GD, 4 IM, 5 DG, 6 MI. Only the present and the "
                       "previous row of scores are kept (the others are pale); the bytes stay for the trace back."));
  }

  void paintMatrix(size_t lane) {
    const QRectF column = laneArea(m_theme, m_area, m_picture, lane);
    const double line = QFontMetricsF(m_theme.labelFont()).height();
    m_painter.setFont(m_theme.labelFont());
    const bool hasTemplate = lane < m_picture.images.size();
    m_painter.setPen(hasTemplate ? m_theme.text : m_theme.muted);
    const QString name =
        hasTemplate ? QString::fromStdString(m_picture.lanes->templ(lane).name) : QStringLiteral("idle");
    m_painter.drawText(
        QRectF(column.left(), column.top(), column.width() - 2, line), Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetricsF(m_theme.labelFont())
            .elidedText(QStringLiteral("%1  %2").arg(lane + 1).arg(name), Qt::ElideRight, column.width() - 2));
    if (!hasTemplate) return;
    const QRectF area = laneMatrixArea(m_theme, m_area, m_picture, lane);
    m_painter.drawImage(area, m_picture.images[lane]);
    const double cellWidth = area.width() / m_picture.images[lane].width(),
                 cellHeight = area.height() / m_picture.images[lane].height();
    QColor pale = m_theme.canvas;
    pale.setAlphaF(kForgottenAlpha);
    const double kept = std::max(0.0, static_cast<double>(m_moment.i - 1)) * cellHeight;
    m_painter.fillRect(QRectF(area.left(), area.top(), area.width(), kept), pale);
    if (m_moment.stepper) paintBlank(area, cellWidth, cellHeight, m_picture.images[lane].width());
    m_painter.setPen(QPen(m_theme.line, 1));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawRect(area);
    if (!m_view.isUsed[lane]) return;
    const double least = 4 * m_theme.lineScale;
    QRectF cell(area.left() + static_cast<double>(m_moment.j) * cellWidth,
                area.top() + static_cast<double>(m_moment.i) * cellHeight, cellWidth, cellHeight);
    const QPointF middle = cell.center();
    cell.setSize({std::max(cellWidth, least), std::max(cellHeight, least)});
    cell.moveCenter(middle);
    m_painter.setPen(QPen(m_theme.locked, 2 * m_theme.lineScale));
    m_painter.drawRect(cell);
  }

  void paintBlank(const QRectF& area, double cellWidth, double cellHeight, int columns) {
    QPainterPath blank;
    for (Index i = 0; i < m_picture.lanes->numRows(); ++i) {
      const double first = static_cast<double>(std::min<Index>(m_moment.stepper->firstBlank(i), columns)) * cellWidth;
      if (first < area.width())
        blank.addRect(QRectF(area.left() + first, area.top() + static_cast<double>(i) * cellHeight,
                             area.width() - first, cellHeight));
    }
    m_painter.fillPath(blank, m_theme.canvas);
  }

  QPainter& m_painter;
  const Theme& m_theme;
  const QRectF m_area;
  const LanePicture& m_picture;
  const LaneMoment& m_moment;
  const engine::LaneView m_view;
  const double m_line;
  double m_y = 0;
};

QImage imageOf(const engine::Array<float>& behind, const MapLook& look) {
  QImage image(static_cast<int>(behind.length(1)), static_cast<int>(behind.length(0)), QImage::Format_RGB32);
  for (int y = 0; y < image.height(); ++y) {
    auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
    for (int x = 0; x < image.width(); ++x) {
      const Rgb color = colorOf(look, behind(y, x));
      line[x] = qRgb(color[0], color[1], color[2]);
    }
  }
  return image;
}

}  // namespace

LanePicture lanePicture(std::shared_ptr<const engine::LaneMatrices> lanes, const std::string& colorMapId) {
  LanePicture picture{std::move(lanes), {}};
  for (size_t lane = 0; lane < picture.lanes->numLanes(); ++lane) {
    const auto plane = innerPlane(picture.lanes->matrices(lane), PairState::MM);
    float best = 0;
    for (const float value : *plane)
      if (std::isfinite(value)) best = std::max(best, value);
    MapLook look;
    look.colorMapId = colorMapId;
    look.low = -std::max(kLagShare * static_cast<double>(best), 1.0);
    look.high = 0;
    picture.images.push_back(imageOf(*behindBest({plane}).front(), look));
  }
  return picture;
}

QRectF laneArea(const Theme& theme, const QRectF& area, const LanePicture& picture, size_t lane) {
  const double label = labelWidth(theme) + theme.space(3);
  const size_t numUsed = picture.images.size(), numIdle = size_t{engine::kViewedLanes} - numUsed;
  const double width =
      std::max(0.0, area.width() - label) / (static_cast<double>(numUsed) + kIdleShare * static_cast<double>(numIdle));
  const double before = static_cast<double>(std::min(lane, numUsed)) +
                        kIdleShare * static_cast<double>(lane > numUsed ? lane - numUsed : 0);
  return {area.left() + label + before * width, area.top(), lane < numUsed ? width : kIdleShare * width, area.height()};
}

QRectF laneMatrixArea(const Theme& theme, const QRectF& area, const LanePicture& picture, size_t lane) {
  const double header = QFontMetricsF(theme.labelFont()).height() + 2, gap = theme.space(1);
  const QRectF column = laneArea(theme, area, picture, lane);
  const auto rows = static_cast<double>(picture.lanes->numRows()),
             longest = static_cast<double>(picture.lanes->numColumns());
  const double height =
      std::min(kMostMatrixHeight * theme.scale, area.height() - header - (kTableLines + 4) * lineOf(theme));
  const double scale = std::max(std::min((column.width() - gap) / longest, height / rows), 0.0);
  const auto columns = static_cast<double>(lane < picture.images.size() ? picture.images[lane].width() : 0);
  return {column.left(), column.top() + header, columns * scale, rows * scale};
}

void paintLanes(QPainter& painter, const Theme& theme, const QRectF& area, const LanePicture& picture,
                const LaneMoment& moment) {
  painter.save();
  painter.setClipRect(area);
  LanePainter(painter, theme, area, picture, moment).paint();
  painter.restore();
}

}  // namespace ui
