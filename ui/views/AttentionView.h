// One attention head as a map, the geometry of the protein beside it, all heads above.
#pragma once

#include <optional>

#include "ui/scenes/MapScene.h"
#include "ui/views/AttentionReadout.h"
#include "ui/views/HeadStrip.h"
#include "ui/views/MapAxes.h"
#include "ui/views/MapNavigation.h"
#include "ui/views/View.h"

namespace ui {

/// What the ends of the colour scale of the weights mean.
enum class WeightRange { ownLargest, largestOfHeads, zeroToOne };
enum class AttentionQuantity { weights, scores };

class AttentionView : public View {
  Q_OBJECT

 public:
  explicit AttentionView(Session& session, QWidget* parent = nullptr);
  ~AttentionView() override;

  QString kind() const override { return QStringLiteral("attention"); }
  QString title() const override;
  /// Attention heads and pair geometry; one of each is shown.
  bool accepts(const engine::Dataset& dataset) const override;
  /// Throws engine::Error for another kind of dataset.
  void setDataset(engine::DatasetPtr dataset) override;
  std::vector<std::string> datasetIds() const override;
  std::vector<ReadoutLine> readout() const override;
  QWidget* makeControls(QWidget* parent) override;
  void resetView() override;
  QString emptyText() const override;
  std::vector<std::string> makers() const override { return {"attention geometric", "geometry"}; }

  /// Zoom about the middle so that a cell is this many logical pixels, around a cell. For tests and saved sessions.
  void showCells(engine::Index row, engine::Index column, double pixelsPerCell);
  /// Where a map is in a picture of this size; empty when it is not shown. For tests and hit testing.
  enum class Plane { attention, companion };
  Rect panelOf(Plane plane, QSize size) const;
  QRectF stripIn(QSize size) const;
  MapViewport viewportIn(QSize size) const;
  const MapLook& attentionLook() const { return m_attentionLook; }

  void setCompanion(Companion companion);
  void setQuantity(AttentionQuantity quantity);
  void setWeightRange(WeightRange range);
  void setScale(ValueScale scale);
  void setColorMap(const QString& id);
  void setContactsShown(bool on);

 protected:
  void prepareScene(QSize size, double pixelRatio) override;
  void paintOverlay(QPainter& painter, QSize size) override;
  void onSelectionChanged() override;
  void onPointerMoved(QPointF position) override;
  void onClicked(QPointF position) override;
  void onDragged(QPointF from, QPointF to) override;
  void onWheel(QPointF position, double steps, Qt::KeyboardModifiers modifiers) override;
  bool onKey(int key, Qt::KeyboardModifiers modifiers) override;

 private:
  struct Layout;
  struct Cell {
    engine::Index row = -1, column = -1;
  };
  Layout layoutFor(QSize size) const;
  const engine::HeadSet* heads() const;
  const engine::ChainGeometry* geometry() const;  ///< only when it fits the heads
  std::shared_ptr<const engine::AttentionMap> map() const;  ///< of the chosen head; null when there is none
  std::shared_ptr<const engine::Array<float>> attentionMatrix() const;
  engine::Index numRows() const;
  engine::Index numColumns() const;
  std::string rowLetters() const;
  std::string columnLetters() const;
  std::string rowAxis() const;
  std::string columnAxis() const;
  Cell cellOf(const Focus& focus) const;
  std::optional<Cell> cellAt(QPointF position);
  MapFrame frameOf(const Rect& panel, const MapViewport& viewport) const;

  HeadStrip::Head chosenHead() const;
  void chooseHead(int offset);
  void changed();
  void updateScene();
  void updateAttentionLook();
  void updateContacts();
  void paintHeader(QPainter& painter, const Rect& area, const QString& title, const QString& note) const;
  void paintMap(QPainter& painter, const Layout& layout, Plane plane) const;
  void paintMarks(QPainter& painter, const MapFrame& frame) const;
  QString attentionTitle() const;
  QString attentionNote() const;
  QString attentionCaption() const;
  QString mismatchText() const;

  std::unique_ptr<MapScene> m_scene;
  engine::DatasetPtr m_heads, m_geometry;
  HeadStrip m_strip;
  HeadStrip::Head m_shown;
  MapNavigation m_navigation;
  MapLook m_attentionLook, m_companionLook;
  std::shared_ptr<const engine::Array<float>> m_companionMatrix;
  QString m_colorMap = QStringLiteral("viridis");
  ValueScale m_scale = ValueScale::logarithmic;  ///< most weights are far below the largest
  WeightRange m_range = WeightRange::ownLargest;
  AttentionQuantity m_quantity = AttentionQuantity::weights;
  Companion m_companion = Companion::distance;
  bool m_areContactsShown = false;
  bool m_isDirty = true;
};

}  // namespace ui
