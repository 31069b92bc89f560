// Plots of number tables: curves, points, bars and histograms with their fitted curves.
#pragma once

#include <QStringList>

#include "ui/scenes/PlotTable.h"
#include "ui/views/base/View.h"

namespace ui {

/// Whether the arrays are those of a histogram: "bin_edges" (B + 1) and "counts" (B).
bool isHistogram(const engine::ArrayBundle& arrays);
/// Bars from "bin_edges" and "counts"; a curve from "fit" (B, counts that the fitted distribution expects) where it is
/// there; the title tells "lambda_mu" (lambda, mu, their standard errors) where they are there. Throws engine::Error
/// for arrays that contradict each other.
Plot histogramPlot(const engine::ArrayBundle& arrays);

class PlotView : public View {
  Q_OBJECT

 public:
  explicit PlotView(Session& session, QWidget* parent = nullptr);

  QString kind() const override { return QStringLiteral("plot"); }
  QString title() const override;
  /// Whatever isHistogram() or hasPlotTable().
  bool accepts(const engine::Dataset& dataset) const override;
  /// Throws engine::Error for anything else, and for arrays that contradict each other: what was shown then stays.
  void setDataset(engine::DatasetPtr dataset) override;
  std::vector<std::string> datasetIds() const override;
  std::vector<ReadoutLine> readout() const override;
  QWidget* makeControls(QWidget* parent) override;
  void resetView() override;
  QString emptyText() const override;
  std::vector<std::string> makers() const override { return {"calibrate", "complexity", "geometry"}; }
  QJsonObject state() const override;
  void setState(const QJsonObject& state) override;
  std::vector<NumberTable> visibleNumbers() const override;
  QString captionText() const override;
  QString statusText() const override;

  /// Ignored for calibrated histograms, which are what they are, except for the logarithmic axes.
  void setChoice(const PlotChoice& choice);
  const PlotChoice& choice() const { return m_choice; }
  const PlotTable& table() const { return m_table; }
  const Plot& plot() const { return m_plot; }
  /// Takes a series out of the picture or puts it back; its name stays in the legend.
  void setSeriesHidden(const QString& name, bool on);
  /// Zooms in (factor > 1) about the middle.
  void zoom(double factor);

  /// Where the plot is in a picture of this size, with the ranges in sight.
  PlotPanel panelFor(QSize size) const;
  /// Names in the legend with their places, first to last; none for a single series without a name.
  struct LegendEntry {
    QString name;
    QRectF box;
    bool isHidden = false;
    int series = -1;  ///< -1: the bars
  };
  std::vector<LegendEntry> legendFor(QSize size) const;

 protected:
  void prepareScene(QSize, double) override {}
  bool hasScene() const override { return false; }
  void paintOverlay(QPainter& painter, QSize size) override;
  void onPointerMoved(QPointF position) override;
  void onPointerLeft() override;
  void onClicked(QPointF position) override;
  void onDragged(QPointF from, QPointF to) override;
  void onWheel(QPointF position, double steps, Qt::KeyboardModifiers modifiers) override;
  bool onKey(int key, Qt::KeyboardModifiers modifiers) override;

 private:
  void rebuild();
  /// The horizontal axis has the numbers of the rows, from 1.
  bool countsRows() const { return !isFixed() && m_choice.x.empty() && m_choice.kind != PlotKind::histogram; }
  bool isFixed() const { return m_table.columns.empty(); }  ///< a histogram made elsewhere
  PlotRange shownX() const { return m_xWindow.value_or(m_xWhole); }
  PlotRange shownY() const { return m_yWindow.value_or(m_yWhole); }
  double axisWidth(QSize size) const;
  void zoomBy(QPointF at, double factor, bool horizontally, bool vertically);
  void movePoint(int step);
  void showPoint(const PlotPoint& point);
  engine::Index rowOf(const Focus& focus) const;
  QString rowText(engine::Index row) const;
  Plot visiblePlot() const;  ///< without the hidden series
  void addCommands();
  void addQuantityChoice(class QFormLayout& form);

  std::vector<double> ticksX(const PlotPanel& panel) const;
  std::vector<double> ticksY(const PlotPanel& panel) const;
  void paintAxes(QPainter& painter, const PlotPanel& panel) const;
  void paintBars(QPainter& painter, const PlotPanel& panel) const;
  void paintSeries(QPainter& painter, const PlotPanel& panel) const;
  void paintLegend(QPainter& painter, QSize size) const;
  void paintMarks(QPainter& painter, const PlotPanel& panel) const;
  void paintPointed(QPainter& painter, const PlotPanel& panel) const;

  engine::DatasetPtr m_dataset;
  PlotTable m_table;
  PlotChoice m_choice;
  Plot m_plot;
  PlotRange m_xWhole, m_yWhole;
  std::optional<PlotRange> m_xWindow, m_yWindow;
  QStringList m_hidden;
  std::optional<double> m_pointed;  ///< value of the horizontal axis under the pointer
  PlotPoint m_nearest;
};

}  // namespace ui
