// The hits of a search: a table that sorts and filters, and the aligned rows of the hit that is chosen.
#pragma once

#include "ui/views/base/View.h"
#include "ui/views/hits/HitAlignment.h"
#include "ui/views/hits/HitModel.h"
#include "ui/views/hits/HitTable.h"
#include "ui/views/hits/HitsOptions.h"

class QScrollBar;
class QSplitter;

namespace ui {

class HitsBar;

class HitsView : public View {
  Q_OBJECT

 public:
  explicit HitsView(Session& session, QWidget* parent = nullptr);

  QString kind() const override { return QStringLiteral("hits"); }
  QString title() const override;
  bool accepts(const engine::Dataset& dataset) const override;
  /// Throws engine::Error for anything but a search result.
  void setDataset(engine::DatasetPtr dataset) override;
  std::vector<engine::DatasetId> datasetIds() const override;
  std::vector<ReadoutLine> readout() const override;
  QWidget* makeControls(QWidget* parent) override;
  void resetView() override;
  QString emptyText() const override;
  QJsonObject state() const override;
  void setState(const QJsonObject& state) override;
  QString captionText() const override;
  std::vector<std::string> makers() const override { return {"search"}; }

  HitsOptions options() const;
  /// A hit or column that there is not leaves what is.
  void setOptions(const HitsOptions& options);
  HitTableView& table() const { return *m_table; }
  const HitModel& model() const { return *m_model; }
  HitsBar& bar() { return *m_bar; }
  /// Asks for the alignment of a hit with all its matrices; nothing happens for a hit without profiles.
  void openHit(int sourceRow);
  /// The selected rows, or all that are shown when there is no selection, as tab-separated text.
  QString rowsText() const;
  /// Step of the chosen hit's path under a point of the canvas; -1 when there is none.
  engine::Index stepAt(QPointF position);

 protected:
  void prepareScene(QSize, double) override {}
  bool hasScene() const override { return false; }
  void paintOverlay(QPainter& painter, QSize size) override;
  void paintPage(QPainter& painter, QSize size) override;
  QSizeF largestPicture(QSize size) const override;
  void onSelectionChanged() override;
  void onPointerMoved(QPointF position) override;
  void onDragged(QPointF from, QPointF to) override;
  void onWheel(QPointF position, double steps, Qt::KeyboardModifiers modifiers) override;
  bool onKey(int key, Qt::KeyboardModifiers modifiers) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void makeParts();
  void connectParts();
  void applyTheme();
  void showHit();
  void fitScrollBar();
  /// The query column that is pointed at, here or in another view.
  HitMark mark() const;
  void hoverQueryColumn(engine::Index column);

  engine::DatasetPtr m_dataset;
  HitModel* m_model;
  HitOrder* m_order;
  HitsBar* m_bar;
  HitTableView* m_table;
  QSplitter* m_splitter;
  QScrollBar* m_scroll;
  HitAlignment m_alignment;
};

}  // namespace ui
