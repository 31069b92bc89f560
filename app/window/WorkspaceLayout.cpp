// Where the views go: each layout is a list of columns, each column a list of view kinds from top to bottom.
#include <QApplication>
#include <QJsonArray>
#include <QLayout>
#include <QTimer>
#include <algorithm>
#include <limits>
#include <optional>

#include "app/window/ViewDock.h"
#include "app/window/Workspace.h"

namespace app {

namespace {

/// A column narrower or a row lower than this (logical pixels) shows no map that can be read.
constexpr int kLeastColumn = 345, kLeastRow = 360;

struct Column {
  int weight;  ///< share of the width
  std::vector<QString> kinds;
};

std::vector<Column> columnsOf(Layout layout) {
  const QString attention = QStringLiteral("attention"), alignment = QStringLiteral("alignment");
  const QString structure = QStringLiteral("structure"), dp = QStringLiteral("dp");
  switch (layout) {
    case Layout::grid:
      return {{1, {attention, alignment}}, {1, {structure, dp}}};
    case Layout::attention:
      return {{3, {attention}}, {2, {structure, alignment, dp}}};
    case Layout::alignment:
      return {{3, {alignment, dp}}, {2, {structure, attention}}};
    case Layout::structure:
      return {{3, {structure}}, {2, {attention, alignment, dp}}};
    case Layout::teach:
      return {{1, {attention, dp, alignment, structure}}};
  }
  return {};
}

/// The docks of one cell; all but the first become tabs of it.
using Cell = std::vector<ViewDock*>;

struct PlacedColumn {
  int weight;
  std::vector<Cell> cells;
};

std::vector<PlacedColumn> placedColumns(Layout layout, const std::vector<ViewDock*>& docks) {
  std::vector<PlacedColumn> placed;
  std::vector<ViewDock*> left = docks;
  for (const Column& column : columnsOf(layout)) {
    PlacedColumn next{column.weight, {}};
    for (const QString& kind : column.kinds) {
      Cell cell;
      std::copy_if(left.begin(), left.end(), std::back_inserter(cell),
                   [&](ViewDock* dock) { return dock->view().kind() == kind; });
      std::erase_if(left, [&](ViewDock* dock) { return dock->view().kind() == kind; });
      if (!cell.empty()) next.cells.push_back(cell);
    }
    if (!next.cells.empty()) placed.push_back(next);
  }
  if (left.empty()) return placed;
  if (placed.empty()) placed.push_back({1, {}});
  placed.back().cells.push_back(left);  // kinds that no layout names share one cell
  return placed;
}

/// One column, each former column a cell of tabs: for windows too narrow for columns side by side.
std::vector<PlacedColumn> stacked(const std::vector<PlacedColumn>& columns) {
  PlacedColumn single{1, {}};
  for (const PlacedColumn& column : columns) {
    Cell& cell = single.cells.emplace_back();
    for (const Cell& part : column.cells) cell.insert(cell.end(), part.begin(), part.end());
  }
  return {single};
}

/// All views as tabs of one cell: where not even two rows can be read.
std::vector<PlacedColumn> inOneCell(const std::vector<PlacedColumn>& columns) {
  Cell all;
  for (const PlacedColumn& column : columns)
    for (const Cell& cell : column.cells) all.insert(all.end(), cell.begin(), cell.end());
  if (all.empty()) return {};
  return {{1, {all}}};
}

void shareOut(QMainWindow& window, const std::vector<PlacedColumn>& columns) {
  constexpr int kUnit = 1000;  // only the proportions count
  int sum = 0, least = std::numeric_limits<int>::max();
  for (const PlacedColumn& column : columns) {
    sum += column.weight;
    least = std::min(least, column.weight);
  }
  const double scale = ui::ThemeModel::instance().theme().scale;
  const bool hasRoomForWeights = window.width() * least >= kLeastColumn * scale * sum;
  QList<QDockWidget*> tops;
  QList<int> widths;
  for (const PlacedColumn& column : columns) {
    tops << column.cells.front().front();
    widths << (hasRoomForWeights ? column.weight : 1) * kUnit;
    QList<QDockWidget*> rows;
    QList<int> heights;
    for (const Cell& cell : column.cells) {
      rows << cell.front();
      heights << kUnit;
    }
    window.resizeDocks(rows, heights, Qt::Vertical);
  }
  window.resizeDocks(tops, widths, Qt::Horizontal);
}

/// Columns first, then rows, then tabs: Qt splits the cell that a dock is in, and never a cell with tabs.
void dockInto(QMainWindow& window, const std::vector<PlacedColumn>& columns) {
  ViewDock* left = nullptr;
  for (const PlacedColumn& column : columns) {
    ViewDock* top = column.cells.front().front();
    if (left) {
      window.splitDockWidget(left, top, Qt::Horizontal);
    } else {
      window.addDockWidget(Qt::LeftDockWidgetArea, top);
    }
    left = top;
  }
  for (const PlacedColumn& column : columns)
    for (size_t k = 1; k < column.cells.size(); ++k)
      window.splitDockWidget(column.cells[k - 1].front(), column.cells[k].front(), Qt::Vertical);
  for (const PlacedColumn& column : columns)
    for (const Cell& cell : column.cells)
      for (size_t k = 1; k < cell.size(); ++k) window.tabifyDockWidget(cell[k - 1], cell[k]);
}

/// The docked one that has most room; null when there is none.
ViewDock* largestOf(const std::vector<ViewDock*>& docks, const ViewDock* except) {
  ViewDock* largest = nullptr;
  for (ViewDock* dock : docks) {
    if (dock == except || dock->isFloating() || dock->isHidden()) continue;
    const auto area = [](const ViewDock* each) { return each->width() * each->height(); };
    if (!largest || area(dock) > area(largest)) largest = dock;
  }
  return largest;
}

/// Along its longer side where that leaves two views that can be read, else along the other; none: for neither.
std::optional<Qt::Orientation> directionToSplit(const ViewDock& dock) {
  const double scale = ui::ThemeModel::instance().theme().scale;
  const bool isWide = dock.width() >= 2 * kLeastColumn * scale, isHigh = dock.height() >= 2 * kLeastRow * scale;
  if (isWide && (dock.width() >= dock.height() || !isHigh)) return Qt::Horizontal;
  return isHigh ? std::optional(Qt::Vertical) : std::nullopt;
}

/// Beside or below another, or as a tab of it where half of its room is too little. Qt splits no cell with tabs:
/// `isWantedInSight` has it beside all others then, where these keep room.
void placeBeside(QMainWindow& window, ViewDock* first, ViewDock* added, bool isWantedInSight) {
  const std::optional<Qt::Orientation> direction = directionToSplit(*first);
  const bool hasTabs = !window.tabifiedDockWidgets(first).isEmpty();
  const bool hasThirds = window.width() >= 3 * kLeastColumn * ui::ThemeModel::instance().theme().scale;
  if (direction && hasTabs && isWantedInSight && hasThirds) {
    window.addDockWidget(Qt::LeftDockWidgetArea, added, Qt::Horizontal);
    added->show();
    return window.resizeDocks({added}, {window.width() / 3}, Qt::Horizontal);
  }
  if (!direction || hasTabs) return window.tabifyDockWidget(first, added);
  window.splitDockWidget(first, added, *direction);
  added->show();
  window.resizeDocks({first, added}, {1, 1}, *direction);
}

}  // namespace

void Workspace::arrange(Layout layout) {
  m_layout = layout;
  m_isArrangedByUser = false;
  m_isArranging = true;
  const bool hadFocus = m_active && m_active->isAncestorOf(QApplication::focusWidget());
  // To teach, one view is shown: none may float over it.
  if (layout == Layout::teach)
    for (ViewDock* dock : m_docks) dock->setFloating(false);
  std::vector<ViewDock*> docked;
  std::copy_if(m_docks.begin(), m_docks.end(), std::back_inserter(docked),
               [](ViewDock* dock) { return !dock->isFloating(); });
  for (ViewDock* dock : docked) removeDockWidget(dock);

  m_arrangedFor = room();
  std::vector<PlacedColumn> columns = placedColumns(layout, docked);
  if (m_arrangedFor == Room::oneColumn && columns.size() > 1) columns = stacked(columns);
  if (layout == Layout::teach || m_arrangedFor == Room::oneCell) columns = inOneCell(columns);
  dockInto(*this, columns);
  for (ViewDock* dock : docked) dock->show();
  shareOut(*this, columns);
  if (hadFocus) m_active->setFocus();
  m_isArranging = false;
  if (ViewDock* dock = dockOf(m_active)) dock->raise();
  // Once more: docks that were tabs have sizes of their own only when they are shown.
  QTimer::singleShot(0, this, [this, columns, layout, room = m_arrangedFor, docks = m_docks] {
    const bool isSame = layout == m_layout && room == m_arrangedFor && docks == m_docks;
    if (isSame && !m_isArrangedByUser) shareOut(*this, columns);
  });
}

Workspace::Room Workspace::room() const {
  const double scale = ui::ThemeModel::instance().theme().scale;
  if (width() >= 2 * kLeastColumn * scale) return Room::columns;
  return height() >= 2 * kLeastRow * scale ? Room::oneColumn : Room::oneCell;
}

void Workspace::adaptToRoom() {
  if (m_isArrangedByUser || m_docks.empty() || room() == m_arrangedFor) return;
  arrange(m_layout);
}

void Workspace::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  // Not from here: docks must not move while the window lays them out.
  if (room() != m_arrangedFor) QTimer::singleShot(0, this, &Workspace::adaptToRoom);
}

void Workspace::place(ViewDock* dock, ViewDock* beside) {
  const bool isWantedThere = beside && !beside->isFloating();
  if (!m_isArrangedByUser && !isWantedThere) return arrange(m_layout);
  m_isArranging = true;
  ViewDock* first = isWantedThere ? beside : largestOf(m_docks, dock);
  first ? placeBeside(*this, first, dock, isWantedThere) : addDockWidget(Qt::RightDockWidgetArea, dock);
  layout()->activate();  // the next one is placed by the sizes that there are then
  if (first) first->raise();
  m_isArranging = false;
  m_isArrangedByUser = true;
}

QJsonObject Workspace::arrangement() const {
  QJsonArray docks;
  for (const ViewDock* dock : m_docks)
    docks.append(QJsonObject{{QStringLiteral("name"), dock->objectName()},
                             {QStringLiteral("kind"), const_cast<ViewDock*>(dock)->view().kind()}});
  QJsonObject all{{QStringLiteral("docks"), docks},
                  {QStringLiteral("state"), QString::fromLatin1(saveState().toBase64())}};
  if (!m_isArrangedByUser) all[QStringLiteral("layout")] = static_cast<int>(m_layout);
  if (m_arrangedFor != Room::columns) all[QStringLiteral("room")] = static_cast<int>(m_arrangedFor);
  return all;
}

void Workspace::restoreArrangementSoon(const QJsonObject& arrangement) {
  if (arrangement.isEmpty()) return;
  // Sizes are kept as shares of what is there.
  QTimer::singleShot(0, this, [this, arrangement] {
    if (restoreArrangement(arrangement)) return;
    m_session.report(ui::MessageKind::warning, tr("The places of the views could not be read; the layout is used."));
  });
}

bool Workspace::restoreArrangement(const QJsonObject& arrangement) {
  const QByteArray state = QByteArray::fromBase64(arrangement[QStringLiteral("state")].toString().toLatin1());
  if (state.isEmpty()) return false;
  std::vector<ViewDock*> left = m_docks;
  for (const QJsonValue& saved : arrangement[QStringLiteral("docks")].toArray()) {
    const QString kind = saved[QStringLiteral("kind")].toString();
    const auto match =
        std::find_if(left.begin(), left.end(), [&](ViewDock* dock) { return dock->view().kind() == kind; });
    if (match == left.end()) continue;
    (*match)->setObjectName(saved[QStringLiteral("name")].toString());
    left.erase(match);
  }
  // No two docks may share a name, now or later.
  m_numOpened += static_cast<int>(m_docks.size() + left.size());
  for (ViewDock* dock : left) dock->setObjectName(QStringLiteral("view-%1-other").arg(++m_numOpened));
  m_isArranging = true;
  const bool hadFocus = m_active && m_active->isAncestorOf(QApplication::focusWidget());
  const bool isRestored = restoreState(state);
  if (hadFocus) m_active->setFocus();
  m_isArranging = false;
  const int layout = arrangement[QStringLiteral("layout")].toInt(-1);
  const bool isLayout = layout >= 0 && layout <= static_cast<int>(Layout::teach);
  if (isRestored) m_isArrangedByUser = !isLayout;
  if (isRestored && isLayout) m_layout = static_cast<Layout>(layout);
  for (ViewDock* dock : m_docks) dock->show();
  // What was arranged for another size of the window; once the docks have their sizes.
  m_arrangedFor = static_cast<Room>(std::clamp(arrangement[QStringLiteral("room")].toInt(), 0, 2));
  QTimer::singleShot(0, this, &Workspace::adaptToRoom);
  return isRestored;
}

}  // namespace app
