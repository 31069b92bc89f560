// Irreps in, paths with their weights, irreps out: tensor products and linear maps of equivariant attention.
#pragma once

#include "ui/views/base/ChangeOptions.h"
#include "ui/views/base/View.h"
#include "ui/views/irreps/IrrepsLayout.h"

namespace ui {

class IrrepsView : public View, public ChangeOptions<IrrepsView> {
  Q_OBJECT

 public:
  explicit IrrepsView(Session& session, QWidget* parent = nullptr);

  QString kind() const override { return QStringLiteral("irreps"); }
  QString title() const override;
  bool accepts(const engine::Dataset& dataset) const override;
  /// Throws engine::Error for anything but maps between irreps.
  void setDataset(engine::DatasetPtr dataset) override;
  std::vector<engine::DatasetId> datasetIds() const override;
  std::vector<ReadoutLine> readout() const override { return irrepsReadout(m_shown, m_options, mark()); }
  QWidget* makeControls(QWidget* parent) override;
  void resetView() override;
  QString emptyText() const override;
  QJsonObject state() const override { return toJson(m_options); }
  void setState(const QJsonObject& state) override;
  std::vector<NumberTable> visibleNumbers() const override { return irrepsNumbers(m_shown, m_options); }
  QString captionText() const override;
  QString statusText() const override;
  std::vector<std::string> makers() const override { return {"equivariant paths"}; }

  const IrrepsOptions& options() const { return m_options; }
  void setOptions(const IrrepsOptions& options);
  const IrrepsShown& shown() const { return m_shown; }
  IrrepsLayout layoutIn(QSize size) const { return irrepsLayout(theme(), m_shown, m_options, size); }
  /// Of the graph, from 0; -1: none. What is selected follows where maps of the same graph are open.
  void chooseEdge(int edge);
  /// The path that was clicked or, without one, that is pointed at; empty when it is not on show.
  IrrepMark mark() const;

 protected:
  void prepareScene(QSize, double) override {}
  bool hasScene() const override { return false; }
  void paintOverlay(QPainter& painter, QSize size) override;
  QSizeF largestPicture(QSize size) const override { return layoutIn(size).picture.size(); }
  void onPointerMoved(QPointF position) override;
  void onPointerLeft() override;
  void onClicked(QPointF position) override;
  void onDragged(QPointF from, QPointF to) override;
  void onWheel(QPointF position, double steps, Qt::KeyboardModifiers modifiers) override;
  bool onKey(int key, Qt::KeyboardModifiers modifiers) override;
  void onSelectionChanged() override;

 private:
  void point(const IrrepMark& mark);
  void movePath(int step);
  void moveDistance(double rows);
  bool isShown(const IrrepMark& mark) const;
  /// Whose positions the nodes are, in maps of attention on the same graph that are open: empty where there are none.
  engine::DatasetId nodeAxis() const;

  engine::DatasetId m_id;  ///< of the dataset; empty: none
  engine::DatasetId m_graph;  ///< that it was computed from
  Focus m_followed;           ///< the last one that was looked at for an edge
  IrrepsShown m_shown;
  IrrepsOptions m_options;
  IrrepMark m_pointed, m_kept;
};

}  // namespace ui
