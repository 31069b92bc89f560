// The table of hits on the screen and on the page of an exported picture: both paint their cells with the same code.
#pragma once

#include <QTableView>
#include <vector>

#include "ui/look/Theme.h"
#include "ui/views/hits/HitModel.h"

namespace ui {

/// Colour of a probability in %: the surer, the further from the background. Muted when it is not known.
QColor probabilityColor(const Theme& theme, double percent);
/// "Probability 0 % [colours] 100 %", at the right of `area`.
void paintProbabilityLegend(QPainter& painter, const Theme& theme, const QRectF& area);

/// Logical pixels that the legend needs.
double probabilityLegendWidth(const Theme& theme);

/// A query column that is marked in all bars; -1: none.
struct HitMark {
  engine::Index queryColumn = -1;
  QColor color;
};

/// Logical pixels of each column in a table of this width; the bars take what is left.
std::vector<double> hitColumnWidths(const Theme& theme, double width);
double hitRowHeight(const Theme& theme);
/// The hits `sourceRows` from the top of `area` on, as many as there is room for, below a line of headings.
void paintHitTable(QPainter& painter, const Theme& theme, const QRectF& area, const HitModel& model,
                   const std::vector<int>& sourceRows, int selectedRow, const HitMark& mark);

class HitTableView : public QTableView {
  Q_OBJECT

 public:
  HitTableView(HitModel& model, HitOrder& order, QWidget* parent = nullptr);
  void applyTheme();
  void fitColumns();  ///< to the width of the table
  /// Sorts by a column: its best first, or the other way round when it is sorted so already.
  void sortBy(HitColumn column);
  void sortBy(HitColumn column, Qt::SortOrder direction);
  /// Row of the model that is current; -1: none.
  int currentHit() const;
  void selectHit(int sourceRow);
  /// Rows of the model in the order of the screen.
  std::vector<int> selectedHits() const;
  std::vector<int> shownHits() const;
  const HitMark& mark() const { return m_mark; }
  void setMark(const HitMark& mark);
  /// Query column under a point of the viewport; -1 outside the bars.
  engine::Index queryColumnAt(QPoint position) const;

 Q_SIGNALS:
  void sorted();
  /// Double click or Enter.
  void opened(int sourceRow);
  void currentHitChanged();
  void copyRequested();
  void queryColumnHovered(engine::Index column);  ///< -1: none
  void queryColumnClicked(engine::Index column);
  void released();  ///< Escape

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

 private:
  HitModel& m_model;
  HitOrder& m_order;
  HitMark m_mark;
};

}  // namespace ui
