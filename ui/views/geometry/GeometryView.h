// Pair geometry of a chain: distance, omega, theta and phi of all pairs of residues as linked maps.
#pragma once

#include <optional>

#include "ui/scenes/maps/MapScene.h"
#include "ui/views/base/ChangeOptions.h"
#include "ui/views/base/View.h"
#include "ui/views/base/figure/HasColorBar.h"
#include "ui/views/geometry/GeometryPicture.h"

namespace ui {

class GeometryView : public View, public HasColorBar, public ChangeOptions<GeometryView> {
  Q_OBJECT

 public:
  explicit GeometryView(Session& session, QWidget* parent = nullptr);

  QString kind() const override { return QStringLiteral("geometry"); }
  QString title() const override;
  bool accepts(const engine::Dataset& dataset) const override;
  /// Throws engine::Error for anything but pair geometry.
  void setDataset(engine::DatasetPtr dataset) override;
  std::vector<engine::DatasetId> datasetIds() const override;
  std::vector<ReadoutLine> readout() const override;
  QWidget* makeControls(QWidget* parent) override;
  void resetView() override;
  QString emptyText() const override;
  std::vector<std::string> makers() const override { return {"geometry"}; }
  QJsonObject state() const override;
  void setState(const QJsonObject& state) override;
  std::vector<NumberTable> visibleNumbers() const override;
  QString captionText() const override;
  QString statusText() const override;

  const GeometryOptions& options() const { return m_options; }
  /// Numbers out of range become the nearest valid ones. Throws engine::Error for an unknown colour map.
  void setOptions(const GeometryOptions& options);
  /// Zoom so that a cell is this many logical pixels, around a cell.
  void showCells(engine::Index row, engine::Index column, double pixelsPerCell);
  GeometryLayout layoutFor(QSize size) const;
  MapViewport viewportOf(GeometryQuantity quantity, QSize size) const;
  const MapLook& lookOf(GeometryQuantity quantity) const { return m_looks[static_cast<size_t>(quantity)]; }

 protected:
  void prepareScene(QSize size, double pixelRatio) override;
  void resizeEvent(QResizeEvent* event) override;
  void paintOverlay(QPainter& painter, QSize size) override;
  QSizeF largestPicture(QSize size) const override;
  void onPointerMoved(QPointF position) override;
  void onClicked(QPointF position) override;
  void onDragged(QPointF from, QPointF to) override;
  void onWheel(QPointF position, double steps, Qt::KeyboardModifiers modifiers) override;
  bool onKey(int key, Qt::KeyboardModifiers modifiers) override;

 private:
  GeometryCell cellOf(const Focus& focus) const;
  Focus focusOf(const GeometryCell& cell) const;
  std::optional<GeometryCell> cellAt(QPointF position) const;
  bool moveCell(QPoint way);
  void zoomAt(const Rect& panel, QPointF position, double factor);
  void changed();
  void updateScene();
  void startContactLine();

  MapScene m_scene;
  engine::DatasetId m_id;  ///< of the dataset; empty: none
  GeometryChain m_chain;
  GeometryOptions m_options;
  MapNavigation m_navigation;
  GeometryLooks m_looks;
  std::vector<MapLine> m_contactLines;
  bool m_isDirty = true;
  bool m_isOneTold = false;  ///< the controls say that one map is shown
};

}  // namespace ui
