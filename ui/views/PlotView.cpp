#include "ui/views/PlotView.h"

#include <QFormLayout>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "engine/base/Error.h"
#include "ui/views/HitModel.h"
#include "ui/views/MapAxes.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kCurveWidth = 2;
constexpr double kBarGap = 1;  // logical pixels between wide bars

QColor barColor() { return toColor(okabeIto()[2]); }
QColor curveColor(size_t curve) {
  constexpr size_t kOrder[] = {6, 3, 1, 5, 2, 7};  // far from each other, also for the colour-blind
  return toColor(okabeIto()[kOrder[curve % std::size(kOrder)]]);
}

/// A value of an axis that may be logarithmic, for the eye.
QString valueText(double value, bool isLogarithmic) {
  return isLogarithmic ? QString::number(std::pow(10.0, value), 'g', 3) : decimalText(value, 2);
}

/// "λ = 0.412 ± 0.012 per bit,  μ = 5.31 ± 0.09 bits"
std::string parameterText(const engine::Array<double>& values) {
  engine::requireShape(values.name, values.shape(), {4});
  const auto number = [&](engine::Index k) { return QString::number(values(k), 'f', 3).toStdString(); };
  return "λ = " + number(0) + " ± " + number(2) + " per bit,  μ = " + number(1) + " ± " + number(3) + " bits";
}

/// Through the middles of the bars.
PlotCurve fitCurve(const PlotBars& bars, const engine::Array<double>& expected) {
  engine::requireShape(expected.name, expected.shape(), {static_cast<Index>(bars.heights.size())});
  PlotCurve curve{"extreme value distribution", {}, {expected.begin(), expected.end()}};
  for (size_t k = 0; k < bars.heights.size(); ++k) curve.x.push_back((bars.edges[k] + bars.edges[k + 1]) / 2);
  return curve;
}

/// At an axis: powers of ten of logarithmic ones.
QString tickText(double value, bool isLogarithmic) {
  return isLogarithmic ? QString::number(std::pow(10.0, value), 'g', 6) : scaleText(value);
}

/// As many as there is room for without touching.
std::vector<double> ticksOf(const PlotRange& range, double length, double spacing, bool isLogarithmic) {
  if (isLogarithmic) {
    const double room = std::max(1.0, length / spacing), decades = std::ceil(range.high) - std::floor(range.low);
    const double step = std::max(1.0, std::ceil(decades / room));
    std::vector<double> ticks;
    const bool hasRoomWithin = room >= 3 * decades;
    for (double decade = std::floor(range.low); decade <= range.high; decade += step)
      for (const double within : {0.0, std::log10(2.0), std::log10(5.0)}) {
        const double tick = decade + within;
        if ((within == 0 || hasRoomWithin) && tick >= range.low && tick <= range.high) ticks.push_back(tick);
      }
    return ticks;
  }
  MapLook look;
  look.low = range.low;
  look.high = range.high;
  return scaleTicks(look, std::max(2, static_cast<int>(length / spacing)));
}

}  // namespace

bool isHistogram(const engine::ArrayBundle& arrays) {
  return arrays.count("bin_edges") != 0 && arrays.count("counts") != 0;
}

Plot histogramPlot(const engine::ArrayBundle& arrays) {
  const auto numbers = [&](const char* name) { return engine::numbersOf<double>(arrays, name); };
  Plot plot;
  plot.xTitle = "score, bits";
  plot.yTitle = "templates per bar";
  plot.bars = barsOf("shuffled templates", numbers("bin_edges"), numbers("counts"));
  if (arrays.count("fit") != 0) plot.curves.push_back(fitCurve(plot.bars, numbers("fit")));
  if (arrays.count("lambda_mu") != 0) plot.title = parameterText(numbers("lambda_mu"));
  return plot;
}

bool areCurves(const engine::ArrayBundle& arrays) {
  const auto has = [&](const char* prefix) {
    const auto found = arrays.lower_bound(prefix);
    return found != arrays.end() && found->first.starts_with(prefix);
  };
  return has("axis_") && has("curve_");
}

PlotView::PlotView(Session& session, QWidget* parent) : View(session, parent) {}

View* makePlotView(Session& session, QWidget* parent) { return new PlotView(session, parent); }

bool PlotView::accepts(const engine::Dataset& dataset) const {
  const auto* arrays = dataset.as<engine::ArrayBundle>();
  return arrays && (isHistogram(*arrays) || areCurves(*arrays));
}

void PlotView::setDataset(engine::DatasetPtr dataset) {
  if (!dataset || !accepts(*dataset))
    engine::fail("the plot shows arrays with a histogram (bin_edges, counts) or curves (axis_NAME, curve_NAME), not ",
                 dataset ? engine::kindName(dataset->kind()) : "nothing");
  const auto& arrays = *dataset->as<engine::ArrayBundle>();
  m_plot = isHistogram(arrays) ? histogramPlot(arrays) : curvesOf(arrays);
  if (m_plot.title.empty()) m_plot.title = dataset->title;
  m_dataset = std::move(dataset);
  m_pointed.reset();
  refresh();
  Q_EMIT titleChanged();
  Q_EMIT readoutChanged();
}

std::vector<std::string> PlotView::datasetIds() const {
  return m_dataset ? std::vector<std::string>{m_dataset->id} : std::vector<std::string>{};
}

QString PlotView::title() const {
  return m_dataset ? QString::fromStdString(m_dataset->title) : QStringLiteral("Plot");
}

QString PlotView::emptyText() const {
  return QStringLiteral(
      "No plot yet. Calibrate the scores of a profile against shuffled ones, or compare the layers of the lecture.");
}

QWidget* PlotView::makeControls(QWidget*) { return nullptr; }

PlotPanel PlotView::panelFor(QSize size) const {
  const QFontMetricsF label(theme().labelFont());
  const double margin = theme().space(3), top = margin + 2.4 * QFontMetricsF(theme().titleFont()).height();
  const double left = margin + label.horizontalAdvance(QStringLiteral("00000")) + theme().space(2);
  const double bottom = margin + 2.4 * label.height() + theme().space(1);
  PlotPanel panel;
  panel.area = {left, top, std::max(size.width() - left - 2 * margin, 0.0),
                std::max(size.height() - top - bottom, 0.0)};
  panel.x = horizontalRange(m_plot);
  panel.y = verticalRange(m_plot);
  return panel;
}

void PlotView::paintAxes(QPainter& painter, const PlotPanel& panel) const {
  const QFontMetricsF metrics(theme().labelFont());
  const double tick = theme().space(1);
  painter.setFont(theme().labelFont());
  for (const double value : ticksOf(panel.y, panel.area.height, 2.2 * metrics.height(), m_plot.isLogarithmicY)) {
    const double y = panel.toPixel(panel.x.low, value).y;
    const QString text = tickText(value, m_plot.isLogarithmicY);
    painter.setPen(QPen(theme().line, theme().lineScale));
    painter.drawLine(QPointF(panel.area.x, y), QPointF(panel.area.right(), y));
    painter.setPen(theme().text);
    painter.drawText(QRectF(0, y - metrics.height() / 2, panel.area.x - tick, metrics.height()),
                     Qt::AlignRight | Qt::AlignVCenter, text);
  }
  for (const double value : ticksOf(panel.x, panel.area.width, 9 * metrics.averageCharWidth(), m_plot.isLogarithmicX)) {
    const QString text = tickText(value, m_plot.isLogarithmicX);
    const double x = panel.toPixel(value, panel.y.low).x, width = metrics.horizontalAdvance(text) + 2;
    painter.setPen(QPen(theme().muted, theme().lineScale));
    painter.drawLine(QPointF(x, panel.area.bottom()), QPointF(x, panel.area.bottom() + tick));
    painter.setPen(theme().text);
    painter.drawText(QRectF(x - width / 2, panel.area.bottom() + 1.5 * tick, width, metrics.height()), Qt::AlignCenter,
                     text);
  }
  painter.setPen(theme().muted);
  painter.drawText(
      QRectF(panel.area.x, panel.area.bottom() + 2 * tick + metrics.height(), panel.area.width, metrics.height() * 1.2),
      Qt::AlignRight | Qt::AlignVCenter, QString::fromStdString(m_plot.xTitle));
  painter.drawText(QRectF(theme().space(3), panel.area.y - 1.4 * metrics.height(), panel.area.width, metrics.height()),
                   Qt::AlignLeft | Qt::AlignVCenter, QString::fromStdString(m_plot.yTitle));
}

void PlotView::paintBars(QPainter& painter, const PlotPanel& panel) const {
  const Index pointed = m_pointed ? barAt(m_plot.bars, *m_pointed) : -1;
  for (size_t k = 0; k < m_plot.bars.heights.size(); ++k) {
    const PixelPoint corner = panel.toPixel(m_plot.bars.edges[k], m_plot.bars.heights[k]);
    const PixelPoint base = panel.toPixel(m_plot.bars.edges[k + 1], 0);
    const double width = base.x - corner.x, gap = width > 4 * kBarGap ? kBarGap : 0;
    const QRectF bar(corner.x, corner.y, width - gap, base.y - corner.y);
    painter.fillRect(bar, barColor());
    if (static_cast<Index>(k) == pointed) painter.fillRect(bar, theme().hover);
  }
  painter.setPen(QPen(theme().muted, theme().lineScale));
  painter.drawLine(QPointF(panel.area.x, panel.area.bottom()), QPointF(panel.area.right(), panel.area.bottom()));
}

void PlotView::paintCurves(QPainter& painter, const PlotPanel& panel) const {
  for (size_t c = 0; c < m_plot.curves.size(); ++c) {
    const PlotCurve& curve = m_plot.curves[c];
    QPolygonF line;
    for (size_t k = 0; k < curve.x.size(); ++k) {
      const PixelPoint point = panel.toPixel(curve.x[k], curve.y[k]);
      line << QPointF(point.x, point.y);
    }
    painter.setPen(QPen(curveColor(c), kCurveWidth * theme().lineScale, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(line);
  }
}

/// At the right, above the panel: names with samples of their colours.
void PlotView::paintLegend(QPainter& painter, const PlotPanel& panel) const {
  const QFontMetricsF metrics(theme().labelFont());
  const double sample = theme().space(4), gap = theme().space(1), y = panel.area.y - 1.4 * metrics.height();
  double right = panel.area.right();
  painter.setFont(theme().labelFont());
  const auto add = [&](const std::string& name, const QColor& color, double thickness) {
    const QString text = QString::fromStdString(name);
    const double width = metrics.horizontalAdvance(text) + 2;
    painter.setPen(theme().text);
    painter.drawText(QRectF(right - width, y, width, metrics.height()), Qt::AlignRight | Qt::AlignVCenter, text);
    right -= width + gap + sample;
    painter.fillRect(QRectF(right, y + (metrics.height() - thickness) / 2, sample, thickness), color);
    right -= 3 * gap;
  };
  for (size_t c = 0; c < m_plot.curves.size(); ++c)
    add(m_plot.curves[c].name, curveColor(c), kCurveWidth * theme().lineScale);
  if (!m_plot.bars.heights.empty()) add(m_plot.bars.name, barColor(), theme().space(2));
}

void PlotView::paintOverlay(QPainter& painter, QSize size) {
  const PlotPanel panel = panelFor(size);
  painter.setFont(theme().titleFont());
  painter.setPen(theme().text);
  const QFontMetricsF metrics(theme().titleFont());
  const double margin = theme().space(3), room = std::max(size.width() - 2 * margin, 0.0);
  painter.drawText(QRectF(margin, theme().space(2), room, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
                   metrics.elidedText(QString::fromStdString(m_plot.title), Qt::ElideRight, room));
  paintAxes(painter, panel);
  paintBars(painter, panel);
  paintCurves(painter, panel);
  paintLegend(painter, panel);
}

void PlotView::onPointerMoved(QPointF position) {
  const PlotPanel panel = panelFor(canvas().size());
  const bool isInside = panel.area.contains(position.x(), position.y());
  m_pointed = isInside ? std::optional<double>(panel.xValueAt(position.x())) : std::nullopt;
  refresh();
  Q_EMIT readoutChanged();
}

void PlotView::onPointerLeft() {
  m_pointed.reset();
  refresh();
  Q_EMIT readoutChanged();
}

std::vector<ReadoutLine> PlotView::readout() const {
  if (!m_pointed) return {};
  std::vector<ReadoutLine> lines = {
      {QString::fromStdString(m_plot.xTitle), valueText(*m_pointed, m_plot.isLogarithmicX)}};
  const Index bar = barAt(m_plot.bars, *m_pointed);
  if (bar >= 0) {
    const auto k = static_cast<size_t>(bar);
    lines.push_back({"Bar", QStringLiteral("%1 to %2")
                                .arg(decimalText(m_plot.bars.edges[k], 2), decimalText(m_plot.bars.edges[k + 1], 2))});
    lines.push_back({QString::fromStdString(m_plot.yTitle), QString::number(m_plot.bars.heights[k])});
  }
  for (const PlotCurve& curve : m_plot.curves)
    if (const auto height = heightAt(curve, *m_pointed))
      lines.push_back({QString::fromStdString(curve.name), valueText(*height, m_plot.isLogarithmicY)});
  return lines;
}

}  // namespace ui
