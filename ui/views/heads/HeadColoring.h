// Heads in colours: by one of their numbers, or by their labels; and what the colours stand for.
#pragma once

#include <QColor>
#include <QPainter>
#include <QString>
#include <optional>
#include <vector>

#include "engine/heads/HeadColumns.h"
#include "ui/look/Theme.h"
#include "ui/scenes/ColorMap.h"

namespace ui {

/// "Layer 3, head 5"; "Head 5" where all heads are of one layer.
QString headName(const engine::HeadTable& table, engine::Index head);
/// "3 · 5"; "5" where all heads are of one layer.
QString headShortName(const engine::HeadTable& table, engine::Index head);
/// With the minus of print; "–" where it is not defined.
QString headCellText(const engine::HeadColumn& column, const engine::HeadStatistics& head);
/// With the unit behind the number.
QString headValueText(const engine::HeadColumn& column, const engine::HeadStatistics& head);

/// Words have no order by size and no colour scale. False where no head has a word.
bool hasWords(const engine::HeadTable& table, const engine::HeadColumn& column);
/// One per head, NaN where it is not defined.
std::vector<double> numbersOf(const engine::HeadTable& table, const engine::HeadColumn& column);

/// The colour of a kind of label, the same everywhere. Fair to the colour-blind where rules are often seen together.
QColor ruleColor(engine::HeadRule rule, const Theme& theme);

/// One line of a legend of labels.
struct HeadLabelEntry {
  engine::HeadRule rule = engine::HeadRule::other;
  QString name;             ///< of the label; of the rule, where heads differ in what they see
  engine::Index count = 0;  ///< heads with it as their first label
};

struct HeadColoring {
  std::string key;                      ///< of the column; empty: by label
  QString caption;                      ///< "P@L", "Entropy, bits", "Label"
  MapLook look;                         ///< of numbers
  bool hasValues = true;                ///< false: no head has this number
  std::vector<double> values;           ///< one per head, NaN where it is not defined; none for labels
  std::vector<QColor> colors;           ///< one per head
  std::vector<HeadLabelEntry> entries;  ///< of labels, in the order of the rules

  bool isByLabel() const { return key.empty(); }
};

/// What colours heads unless something was chosen: empty, the label, where rules name one in four heads or more; else
/// the key of how well they see contacts, or of how evenly they look.
std::string tellingColor(const engine::HeadTable& table, const std::vector<engine::HeadColumn>& columns);

/// By the column with this key; empty: by what tells (tellingColor). By label where there is no such column or its
/// cells are words.
HeadColoring headColoring(const engine::HeadTable& table, const std::vector<engine::HeadColumn>& columns,
                          const std::string& key, const Theme& theme);

/// "Layer 2, head 1: P@L 0.520", by label "Layer 2, head 1: contacts"; empty for -1.
QString headWords(const engine::HeadTable& table, const std::vector<engine::HeadColumn>& columns,
                  const HeadColoring& coloring, engine::Index head);

/// How the best head sees contacts beside what the best of as many reaches by chance, and how many are better than
/// that; empty without a structure.
QString contactVerdict(const engine::HeadTable& table);

/// Logical pixels that the legend needs in this width.
double headLegendHeight(const Theme& theme, const HeadColoring& coloring, double width);
/// A colour bar, or the labels with their colours and how many heads have them. `marked`: a line across the colours at
/// the value of this head; -1: none.
void paintHeadLegend(QPainter& painter, const Theme& theme, const HeadColoring& coloring, const QRectF& area,
                     engine::Index marked = -1);

}  // namespace ui
