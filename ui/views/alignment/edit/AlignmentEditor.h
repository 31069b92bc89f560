// The edit mode of an alignment view: what keys, the pointer and commands do to the alignment itself.
#pragma once

#include <QObject>
#include <QPointF>
#include <functional>

#include "engine/alignment/MakeEdits.h"
#include "engine/datasets/Dataset.h"
#include "ui/views/alignment/AlignmentPicture.h"

class QKeyEvent;
class QMouseEvent;
class QPainter;

namespace ui {

class AlignmentView;

/// What the pointer drags: residues over gaps, names, or (with Shift) what stands from a column on, which opens and
/// closes gaps in front of it.
struct EditDrag {
  enum class Kind { none, cells, gaps, rows };
  Kind kind = Kind::none;
  const engine::Dataset* of = nullptr;  ///< to be compared with what is shown
  bool hasMoved = false;
  AlignmentHit from;
  QPointF start;               ///< logical pixels
  engine::IndexRanges rows;    ///< of the alignment
  engine::IndexRange columns;  ///< cells: those that slide; gaps: the one in front of which they are
  engine::Index by = 0;        ///< cells, gaps: columns
  engine::Index place = -1;    ///< rows: in front of this one
};

class AlignmentEditor : public QObject {
  Q_OBJECT

 public:
  explicit AlignmentEditor(AlignmentView& view);
  static AlignmentEditor& of(const AlignmentView& view);

  bool isOn() const { return m_isOn; }
  void setOn(bool on);
  const EditDrag& drag() const { return m_drag; }

  /// The selected rows when the cursor is in one of them, else its row alone.
  engine::IndexRanges rows() const;
  void insertGap();
  /// At the cursor, or on its left, where the cursor follows.
  void removeGap(bool isLeft);
  void typeLetter(engine::ResidueCode code);
  /// By one place up (-1) or down.
  void moveRows(int step);
  void moveRowsBefore(const engine::IndexRanges& rows, engine::Index place);
  void removeSelectedRows();
  void removeSelectedColumns();
  void removeColumnsOfGaps();
  /// What is wrong with the name; empty: nothing.
  QString rename(engine::Index row, const QString& name);
  /// The selected rows and columns by the profile of the other rows; all rows to each other.
  void realign();

 Q_SIGNALS:
  void toggled(bool on);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  using Make = std::function<engine::AlignmentEdit(const engine::Alignment&)>;
  void perform(const QString& title, Make make, std::function<void()> then = {});
  bool onKey(const QKeyEvent& event);
  bool onPressed(const QMouseEvent& event);
  bool onMoved(QPointF position);
  bool onReleased();
  void clickAt(const EditDrag& drag);
  void dropCells(const EditDrag& drag);
  void dropGaps(const EditDrag& drag);

  AlignmentView& m_view;
  bool m_isOn = false;
  EditDrag m_drag;
};

/// Where what is dragged would go.
void paintDrag(QPainter& painter, const AlignmentPicture& picture, const EditDrag& drag);

/// Edit mode, rename, move, delete, realign, save: those that change something are there while it is on.
void addAlignmentEditCommands(AlignmentView& view);

}  // namespace ui
