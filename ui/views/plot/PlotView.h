// Plots of number tables: curves, points, bars and histograms with their fitted curves.
#pragma once

#include "ui/views/base/ChangeOptions.h"
#include "ui/views/base/View.h"
#include "ui/views/plot/PlotLayout.h"

namespace ui {

class PlotView : public View, public ChangeOptions<PlotView> {
  Q_OBJECT

 public:
  explicit PlotView(Session& session, QWidget* parent = nullptr);

  QString kind() const override { return QStringLiteral("plot"); }
  QString title() const override;
  /// Whatever isHistogram() or hasPlotTable().
  bool accepts(const engine::Dataset& dataset) const override;
  /// Throws engine::Error for anything else, and for arrays that contradict each other: what was shown then stays.
  void setDataset(engine::DatasetPtr dataset) override;
  std::vector<engine::DatasetId> datasetIds() const override;
  std::vector<ReadoutLine> readout() const override;
  QWidget* makeControls(QWidget* parent) override;
  void resetView() override;
  QString emptyText() const override;
  std::vector<std::string> makers() const override {
    return {"calibrate", "complexity", "feature-error", "fourier", "geometry"};
  }
  QJsonObject state() const override;
  void setState(const QJsonObject& state) override;
  std::vector<NumberTable> visibleNumbers() const override;
  QString captionText() const override;
  QString statusText() const override;

  const PlotOptions& options() const { return m_options; }
  /// Columns and kind are ignored for calibrated histograms, which are what they are.
  void setOptions(const PlotOptions& options);
  const ShownPlot& shown() const { return m_shown; }
  /// The step so many after the one on show; nothing beyond the ends.
  void goSteps(int number);
  /// Zooms in (factor > 1) about the middle.
  void zoom(double factor);
  PlotLayout layoutFor(QSize size) const;

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
  void zoomBy(QPointF at, double factor, bool horizontally, bool vertically);
  void pan(double dx, double dy);
  void movePoint(int step);
  void point(const PlotPointer& pointer);
  bool chooseHead();
  bool has(const PlotPointer& pointer) const;
  void keepPoint();
  const PlotPointer& shownPointer() const { return has(m_kept) ? m_kept : m_pointer; }
  engine::Index rowOf(const Focus& focus) const;

  engine::DatasetId m_id;  ///< of the dataset; empty: none
  std::string m_title;
  ShownPlot m_shown;
  PlotOptions m_options;
  PlotPointer m_pointer;
  PlotPointer m_kept;  ///< clicked, until the next click or Escape; empty: none
};

}  // namespace ui
