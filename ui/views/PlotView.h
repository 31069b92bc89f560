// Plots: a histogram with the curve that was fitted to it (the calibration of scores against shuffled profiles), or
// curves over one axis.
#pragma once

#include "ui/scenes/PlotScene.h"
#include "ui/views/View.h"

namespace ui {

/// Whether the arrays are those of a histogram: "bin_edges" (B + 1) and "counts" (B).
bool isHistogram(const engine::ArrayBundle& arrays);
/// Bars from "bin_edges" and "counts"; a curve from "fit" (B, counts that the fitted distribution expects) where it is
/// there; the title tells "lambda_mu" (lambda, mu, their standard errors) where they are there. Throws engine::Error
/// for arrays that contradict each other.
Plot histogramPlot(const engine::ArrayBundle& arrays);

/// Whether the arrays are curves over an axis: "axis_NAME" and some "curve_NAME" (curvesOf).
bool areCurves(const engine::ArrayBundle& arrays);

class PlotView : public View {
  Q_OBJECT

 public:
  explicit PlotView(Session& session, QWidget* parent = nullptr);

  QString kind() const override { return QStringLiteral("plot"); }
  QString title() const override;
  bool accepts(const engine::Dataset& dataset) const override;
  /// Throws engine::Error for anything but arrays of a histogram or of curves.
  void setDataset(engine::DatasetPtr dataset) override;
  std::vector<std::string> datasetIds() const override;
  std::vector<ReadoutLine> readout() const override;
  QWidget* makeControls(QWidget* parent) override;
  void resetView() override {}
  QString emptyText() const override;
  std::vector<std::string> makers() const override { return {"calibrate", "complexity"}; }

  /// Where the plot is in a picture of this size, with its ranges.
  PlotPanel panelFor(QSize size) const;

 protected:
  void prepareScene(QSize, double) override {}
  bool hasScene() const override { return false; }
  void paintOverlay(QPainter& painter, QSize size) override;
  void onPointerMoved(QPointF position) override;
  void onPointerLeft() override;
  void onClicked(QPointF) override {}
  void onDragged(QPointF, QPointF) override {}
  void onWheel(QPointF, double, Qt::KeyboardModifiers) override {}

 private:
  void paintAxes(QPainter& painter, const PlotPanel& panel) const;
  void paintBars(QPainter& painter, const PlotPanel& panel) const;
  void paintCurves(QPainter& painter, const PlotPanel& panel) const;
  void paintLegend(QPainter& painter, const PlotPanel& panel) const;

  engine::DatasetPtr m_dataset;
  Plot m_plot;
  std::optional<double> m_pointed;  ///< value under the pointer
};

}  // namespace ui
