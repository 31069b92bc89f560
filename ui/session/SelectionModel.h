// What is pointed at and what is selected, as values that every view can translate. GUI thread only.
#pragma once

#include <QJsonObject>
#include <QObject>
#include <vector>

#include "engine/base/Array.h"
#include "engine/datasets/DatasetId.h"

namespace ui {

/// One position of a dataset's axis: structure residue, alignment column, profile column, sequence residue.
struct Position {
  engine::DatasetId dataset;
  engine::Index index = -1;  ///< 0-based
  bool operator==(const Position&) const = default;
};

/// What the pointer is on. `first` alone: a residue or column. Both: a pair (attention: query and key; DP: query column
/// and template column; geometry: i and j).
struct Focus {
  Position first, second;
  int row = -1;  ///< alignment row under the pointer, for the readout; -1 none
  bool isEmpty() const { return first.index < 0; }
  bool isPair() const { return second.index >= 0; }
  bool operator==(const Focus&) const = default;
};

class SelectionModel : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  const Focus& hover() const { return m_hover; }    ///< follows the pointer
  const Focus& locked() const { return m_locked; }  ///< kept by a click until the next click or Escape
  /// The locked focus when there is one, else the hovered one: what panels describe.
  const Focus& current() const { return m_locked.isEmpty() ? m_hover : m_locked; }
  /// What the user has put aside with B or by selecting rows and columns, in that order; no two are equal.
  const std::vector<Focus>& kept() const { return m_kept; }
  int layer() const { return m_layer; }
  int head() const { return m_head; }

  /// Setters do nothing when the value is already there.
  void setHover(const Focus& focus);
  void clearHover() { setHover({}); }
  void setLocked(const Focus& focus);
  void clearLocked() { setLocked({}); }
  /// Adds a focus to the kept ones, or removes it when it is there; an empty one is ignored.
  void keep(const Focus& focus);
  /// Repetitions and empty ones are left out.
  void setKept(std::vector<Focus> kept);
  void clearKept() { setKept({}); }
  void setHead(int layer, int head);
  /// What is locked and kept, and the head, to be put back by setState(). What the pointer is on passes.
  QJsonObject state() const;
  /// Missing keys and values of a wrong type count as nothing. Never throws.
  void setState(const QJsonObject& state);

  /// Unlocks, or else forgets what is kept, or else what is pointed at; false when there was nothing.
  bool letGo();

 Q_SIGNALS:
  void hoverChanged();
  void lockedChanged();
  void keptChanged();
  void headChanged();

 private:
  Focus m_hover, m_locked;
  std::vector<Focus> m_kept;
  int m_layer = 0, m_head = 0;
};

}  // namespace ui
