// The hits of a search: a table that sorts and filters, and the aligned rows of the hit that is chosen.
#pragma once

#include "ui/views/base/View.h"
#include "ui/views/hits/HitAlignment.h"
#include "ui/views/hits/HitModel.h"
#include "ui/views/hits/HitTable.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QScrollBar;
class QSplitter;

namespace ui {

class HitsView : public View {
  Q_OBJECT

 public:
  explicit HitsView(Session& session, QWidget* parent = nullptr);
  ~HitsView() override;

  QString kind() const override { return QStringLiteral("hits"); }
  QString title() const override;
  bool accepts(const engine::Dataset& dataset) const override;
  /// Throws engine::Error for anything but a search result.
  void setDataset(engine::DatasetPtr dataset) override;
  std::vector<std::string> datasetIds() const override;
  std::vector<ReadoutLine> readout() const override;
  QWidget* makeControls(QWidget* parent) override;
  void resetView() override;
  QString emptyText() const override;
  /// Filter, order, chosen hit and how far its rows are scrolled.
  QJsonObject state() const override;
  void setState(const QJsonObject& state) override;
  std::vector<std::string> makers() const override { return {"search"}; }

  HitTableView& table() { return *m_table; }
  const HitModel& model() const { return *m_model; }
  QLineEdit& filterField() { return *m_filter; }
  QPushButton& openButton() { return *m_open; }
  /// Asks for the alignment of a hit with all its matrices; nothing happens for a hit without profiles.
  void openHit(int sourceRow);
  /// The selected rows, or all that are shown when there is no selection, as tab-separated text.
  QString rowsText() const;
  void copyRows() const;
  /// All shown rows. Throws engine::Error when the file cannot be written.
  void saveTable(const QString& path) const;
  /// Step of the chosen hit's path under a point of the canvas; -1 when there is none.
  engine::Index stepAt(QPointF position);

 protected:
  void prepareScene(QSize, double) override {}
  bool hasScene() const override { return false; }
  void paintOverlay(QPainter& painter, QSize size) override;
  void paintPage(QPainter& painter, QSize size) override;
  void onSelectionChanged() override;
  void onPointerMoved(QPointF position) override;
  void onDragged(QPointF from, QPointF to) override;
  void onWheel(QPointF position, double steps, Qt::KeyboardModifiers modifiers) override;
  bool onKey(int key, Qt::KeyboardModifiers modifiers) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  const engine::SearchResult* result() const;
  /// The dataset whose positions the query columns are.
  engine::DatasetId queryAxis() const;
  engine::Index markedColumn() const;
  QColor markColor() const;
  void makeToolBar();
  void makeParts();
  void connectParts();
  void hoverQueryColumn(engine::Index column);
  void showHit();
  void showCount();
  void applyTheme();
  void fitScrollBar();
  QString countText() const;
  QString whyClosed() const;
  void addStepReadout(std::vector<ReadoutLine>& lines) const;
  QRectF rowsArea(QSizeF size) const;
  void chooseTableFile();

  engine::DatasetPtr m_dataset;
  HitModel* m_model;
  HitOrder* m_order;
  HitTableView* m_table;
  QWidget *m_bar, *m_legend;
  QLineEdit* m_filter;
  QLabel* m_count;
  QPushButton* m_open;
  QSplitter* m_splitter;
  QScrollBar* m_scroll;
  HitAlignment m_alignment;
};

}  // namespace ui
