// All heads of a set in numbers: rows that sort and filter, and the layers x heads in the colours of one of them.
#pragma once

#include <optional>

#include "ui/views/base/ChangeOptions.h"
#include "ui/views/base/View.h"
#include "ui/views/headtable/HeadRows.h"
#include "ui/views/headtable/HeadTableOptions.h"
#include "ui/views/headtable/HeadTableShown.h"

class QSplitter;

namespace ui {

class ChosenHeads;
class HeadTableBar;

class HeadTableView : public View, public ChangeOptions<HeadTableView> {
  Q_OBJECT

 public:
  explicit HeadTableView(Session& session, QWidget* parent = nullptr);

  QString kind() const override { return QStringLiteral("headtable"); }
  QString title() const override;
  bool accepts(const engine::Dataset& dataset) const override;
  /// Throws engine::Error for anything but a head table.
  void setDataset(engine::DatasetPtr dataset) override;
  std::vector<engine::DatasetId> datasetIds() const override;
  std::vector<ReadoutLine> readout() const override;
  QWidget* makeControls(QWidget* parent) override;
  void resetView() override;
  QString emptyText() const override;
  QJsonObject state() const override;
  void setState(const QJsonObject& state) override;
  std::vector<NumberTable> visibleNumbers() const override;
  QString captionText() const override;
  QString statusText() const override;
  std::vector<std::string> makers() const override { return {"heads"}; }

  const HeadTableOptions& options() const { return m_options; }
  void setOptions(const HeadTableOptions& options);
  const HeadTableShown& shown() const { return m_rows->shown(); }
  HeadRows& rows() const { return *m_rows; }
  HeadTableBar& bar() const { return *m_bar; }

 protected:
  void prepareScene(QSize, double) override {}
  bool hasScene() const override { return false; }
  void paintOverlay(QPainter& painter, QSize size) override;
  void paintPage(QPainter& painter, QSize size) override;
  QSizeF largestPicture(QSize size) const override;
  void onSelectionChanged() override;
  void onPointerMoved(QPointF position) override;
  void onPointerLeft() override;
  void onClicked(QPointF position) override;
  void onDragged(QPointF, QPointF) override {}
  void onWheel(QPointF, double, Qt::KeyboardModifiers) override {}
  bool onKey(int key, Qt::KeyboardModifiers modifiers) override;
  void addMenuEntries(QMenu& menu) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void connectParts();
  void applyTheme();
  void showContent();
  void showParts();
  void setHovered(engine::Index head);

  ChosenHeads& m_chosen;
  engine::DatasetPtr m_dataset;
  HeadTableOptions m_options;
  HeadTableBar* m_bar;
  HeadRows* m_rows;
  QSplitter* m_splitter;
  engine::Index m_hovered = -1;
};

}  // namespace ui
