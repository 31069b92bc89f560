// The rows of a head table as a widget: names that stay at the left, headings with histograms, groups that fold.
#pragma once

#include <QAbstractTableModel>
#include <QElapsedTimer>
#include <QHeaderView>
#include <QTableView>
#include <vector>

#include "ui/views/headtable/HeadTablePaint.h"

class QToolButton;

namespace ui {

/// What all parts of the table show. They do not own it, it is changed by the table alone.
struct HeadRowsContent {
  HeadTableShown shown;
  HeadHeaderState state;
};

class HeadRowsModel : public QAbstractTableModel {
 public:
  HeadRowsModel(const HeadRowsContent& content, QObject* parent) : QAbstractTableModel(parent), m_content(content) {}
  /// `change` makes other content.
  template <class Change>
  void reset(const Change& change) {
    beginResetModel();
    change();
    endResetModel();
  }
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  const HeadRowsContent& m_content;
};

/// Groups above, histograms and titles below.
class HeadHeadings : public QHeaderView {
  Q_OBJECT

 public:
  HeadHeadings(const HeadRowsContent& content, QWidget* parent);
  /// Number of the group whose name is at a point of the viewport; -1: none.
  int groupAt(QPoint position) const;
  /// Of a group: what can be seen of it, in the viewport.
  QRect groupRect(const HeadGroup& group) const;
  QSize sizeHint() const override;

 Q_SIGNALS:
  void groupClicked(int group);

 protected:
  void paintSection(QPainter* painter, const QRect& rect, int section) const override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  bool viewportEvent(QEvent* event) override;

 private:
  const HeadRowsContent& m_content;
};

class HeadRows : public QTableView {
  Q_OBJECT

 public:
  explicit HeadRows(QWidget* parent = nullptr);

  /// Another table, or the same with other options. The chosen head and the selected ones stay.
  void setContent(HeadTableShown shown, const HeadHeaderState& state);
  const HeadTableShown& shown() const { return m_content.shown; }
  const HeadHeaderState& state() const { return m_content.state; }
  HeadHeadings& headings() const { return *m_headings; }
  QToolButton& corner() const { return *m_corner; }
  void applyTheme();

  /// Marks a head and brings it into sight; -1: none.
  void setCurrentHead(engine::Index head);
  /// The head of the row that is current; -1: none.
  engine::Index currentHead() const;
  /// Heads of the selected rows, from the top.
  std::vector<engine::Index> selectedHeads() const;
  void selectHeads(const std::vector<engine::Index>& heads);
  engine::Index headAt(QPoint position) const;  ///< under a point of the viewport; -1: none
  void keyboardSearch(const QString& typed) override;

 Q_SIGNALS:
  void headChosen(engine::Index head);
  void headsSelected(const std::vector<engine::Index>& heads);
  void headHovered(engine::Index head);  ///< -1: none
  void sortAsked(int column);            ///< -1: by layer and head
  void foldAsked(int group);
  void columnMenuAsked(int column, QPoint onScreen);
  void copyRequested();
  void released();  ///< Escape

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
  void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;
  void updateGeometries() override;

 private:
  void fitColumns();
  void moveTo(int row);

  HeadRowsContent m_content;
  HeadRowsModel* m_model;
  HeadHeadings* m_headings;
  QToolButton* m_corner;
  QString m_typed;
  QElapsedTimer m_sinceTyped;
  bool m_isSettling = false;  ///< rows are being put back: nobody has chosen anything
};

}  // namespace ui
