// Several heads that were chosen in one view, for the others that show the same heads.
#pragma once

#include <QObject>
#include <QPoint>
#include <vector>

#include "engine/heads/HeadTable.h"
#include "ui/session/Session.h"

namespace ui {

struct ChosenHead {
  int layer = 0, head = 0;  ///< 0-based
  auto operator<=>(const ChosenHead&) const = default;
};

/// The one head of the session, by its number among those of the table; -1: the table has no such head.
engine::Index currentHead(Session& session, const engine::HeadTable& table);
/// Makes it the head of the session, which all views show.
void chooseHead(Session& session, const engine::HeadTable& table, engine::Index head);
/// The neighbour in layers x heads, x to the next head and y to the next layer; at an edge `head` itself.
engine::Index headBeside(const engine::HeadTable& table, engine::Index head, QPoint arrow);

/// Beside the one head of SelectionModel, and forgotten when another one is chosen there. One per session, GUI thread
/// only.
class ChosenHeads : public QObject {
  Q_OBJECT

 public:
  static ChosenHeads& of(Session& session);

  /// In the order of layers and heads, none twice; fewer than two are none.
  const std::vector<ChosenHead>& heads() const { return m_heads; }
  void set(std::vector<ChosenHead> heads);
  /// By their numbers among those of the table; those it does not have are left out.
  std::vector<engine::Index> numbersIn(const engine::HeadTable& table) const;
  void setNumbers(const std::vector<engine::Index>& numbers, const engine::HeadTable& table);

 Q_SIGNALS:
  void changed();

 private:
  explicit ChosenHeads(SelectionModel& selection);

  std::vector<ChosenHead> m_heads;
};

}  // namespace ui
