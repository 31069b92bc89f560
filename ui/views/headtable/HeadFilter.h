// Which heads a line of text keeps: words of their labels, and conditions on their numbers.
#pragma once

#include <QString>
#include <QStringList>
#include <string>
#include <vector>

#include "engine/heads/HeadColumns.h"

namespace ui {

enum class HeadRelation { less, atMost, equal, atLeast, more };

/// "P@L > 0.2": only heads that have the number can fulfil it.
struct HeadCondition {
  std::string key;  ///< of the column
  HeadRelation relation = HeadRelation::more;
  double limit = 0;
  QString words = {};  ///< after "=" where the column has words: the cell has to begin with them
};

struct HeadFilter {
  QStringList words;  ///< each stands somewhere in the label or one of the tags, whatever its case
  std::vector<HeadCondition> conditions;
  QString problem;  ///< what is not understood, which then keeps nothing out; empty: all is

  bool keeps(const engine::HeadStatistics& head, const std::vector<engine::HeadColumn>& columns) const;
};

/// Words and conditions "COLUMN < NUMBER" (<=, =, >=, >, ≤, ≥) in any order, with or without commas between them. A
/// column goes by its title or its key, whatever their case, spaces and signs. Shares may be percentages.
HeadFilter readHeadFilter(const QString& text, const std::vector<engine::HeadColumn>& columns);

}  // namespace ui
