// Convolution, recurrence and self-attention: what reads what, and the way of a signal from token to token.
#pragma once

#include "ui/views/base/ChangeOptions.h"
#include "ui/views/base/View.h"
#include "ui/views/layers/LayersLayout.h"

namespace ui {

class LayersView : public View, public ChangeOptions<LayersView> {
  Q_OBJECT

 public:
  explicit LayersView(Session& session, QWidget* parent = nullptr);

  QString kind() const override { return QStringLiteral("layers"); }
  QString title() const override;
  bool accepts(const engine::Dataset& dataset) const override;
  /// Throws engine::Error for anything but what the operation "layer-paths" gives.
  void setDataset(engine::DatasetPtr dataset) override;
  std::vector<engine::DatasetId> datasetIds() const override;
  std::vector<ReadoutLine> readout() const override { return layersReadout(m_shown, m_options, m_pointed); }
  QWidget* makeControls(QWidget* parent) override;
  void resetView() override;
  QString emptyText() const override;
  QJsonObject state() const override { return toJson(m_options); }
  void setState(const QJsonObject& state) override;
  std::vector<NumberTable> visibleNumbers() const override;
  QString captionText() const override;
  QString statusText() const override;
  std::vector<std::string> makers() const override { return {"layer-paths"}; }

  const LayersOptions& options() const { return m_options; }
  void setOptions(const LayersOptions& options);
  const LayersShown& shown() const { return m_shown; }
  LayersLayout layoutIn(QSize size) const { return layersLayout(theme(), m_shown, size); }
  /// The signal by so many steps, from none to all.
  void walk(engine::Index steps);
  /// Puts an end of the way on a token; on the last one it stays last when there are more.
  void moveEnd(engine::Index LayersOptions::*end, engine::Index token);

 protected:
  void prepareScene(QSize, double) override {}
  bool hasScene() const override { return false; }
  void paintOverlay(QPainter& painter, QSize size) override;
  QSizeF largestPicture(QSize size) const override { return layoutIn(size).picture.size(); }
  void onPointerMoved(QPointF position) override;
  void onPointerLeft() override;
  void onPressed(QPointF position) override;
  void onClicked(QPointF position) override;
  void onDragged(QPointF from, QPointF to) override;
  void onWheel(QPointF position, double steps, Qt::KeyboardModifiers modifiers) override;
  bool onKey(int key, Qt::KeyboardModifiers modifiers) override;

 private:
  void point(const LayerMark& mark);
  void takeEndTo(engine::Index token);

  engine::DatasetId m_id;  ///< of the dataset; empty: none
  LayersShown m_shown;
  LayersOptions m_options;
  LayerMark m_pointed;
  engine::Index LayersOptions::*m_held = &LayersOptions::to;  ///< the end that a click or drag moves
};

}  // namespace ui
