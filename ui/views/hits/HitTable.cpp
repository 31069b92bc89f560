#include "ui/views/hits/HitTable.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "engine/base/Nth.h"
#include "ui/scenes/ColorMap.h"
#include "ui/views/maps/MapAxes.h"

namespace ui {

using engine::Index;

namespace {

/// The widest text that a column is made for; the hit's name gets a share of the rest.
constexpr const char* kWidestTexts[kNumHitColumns] = {
    "10000",   "",       "",    "100.0",     "1.0e-100",         "1.0e-100",
    "1000.00", "100.00", "000", "0000–0000", "0000–0000 (0000)", "100%"};
constexpr double kNameShare = 0.55, kLeastName = 120, kMostName = 420, kLeastBar = 90;  // logical pixels
constexpr float kSelectedOpacity = 0.18F;
constexpr double kLegendWidth = 90;

double padding(const Theme& theme) { return theme.space(1); }

QRectF barArea(const Theme& theme, const QRectF& cell) { return cell.adjusted(theme.space(2), 0, -theme.space(2), 0); }

double barX(const QRectF& area, Index numColumns, double column) {
  return area.left() + area.width() * column / static_cast<double>(std::max<Index>(numColumns, 1));
}

void paintBar(QPainter& painter, const Theme& theme, const QRectF& cell, const HitModel& model, int row,
              const HitMark& mark) {
  const QRectF area = barArea(theme, cell);
  const Index length = model.result()->numQueryColumns;
  const double middle = cell.center().y(), height = std::max(cell.height() * 0.45, 4.0);
  painter.fillRect(QRectF(area.left(), middle - 0.5 * theme.lineScale, area.width(), theme.lineScale), theme.line);
  const HitRange range = model.queryRange(row);
  if (range.first >= 0) {
    const double left = barX(area, length, static_cast<double>(range.first));
    const double right = std::min(barX(area, length, static_cast<double>(range.last + 1)), area.right());
    painter.fillRect(QRectF(left, middle - height / 2, std::max(right - left, 1.0), height),
                     probabilityColor(theme, model.hit(row).scores.probability));
  }
  if (mark.queryColumn < 0) return;
  const double x = barX(area, length, static_cast<double>(mark.queryColumn) + 0.5);
  painter.fillRect(QRectF(x - theme.lineScale, cell.top(), 2 * theme.lineScale, cell.height()), mark.color);
}

void paintName(QPainter& painter, const Theme& theme, const QRectF& room, const engine::SearchHit& hit) {
  const QFontMetricsF metrics(painter.font());
  const bool mayElide = theme.page.mayElide;
  const auto fitting = [&](const std::string& text, double width) {
    const QString whole = QString::fromStdString(text);
    return mayElide ? metrics.elidedText(whole, Qt::ElideRight, width) : whole;
  };
  const QString name = fitting(hit.name, room.width());
  painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft, name);
  const double used = metrics.horizontalAdvance(name + QLatin1Char(' '));
  if (used >= room.width()) return;
  painter.setPen(theme.muted);
  const QString description = fitting(hit.description, room.width() - used);
  // On paper what has no room is left out: the name says which hit it is.
  if (mayElide || metrics.horizontalAdvance(description) <= room.width() - used)
    painter.drawText(room.adjusted(used, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, description);
}

void paintCell(QPainter& painter, const Theme& theme, const QRectF& cell, const HitModel& model, int row,
               HitColumn column, bool isSelected, const HitMark& mark) {
  if (isSelected) {
    QColor background = theme.accent;
    background.setAlphaF(kSelectedOpacity);
    painter.fillRect(cell, background);
  }
  if (column == HitColumn::onQuery) return paintBar(painter, theme, cell, model, row, mark);
  painter.setFont(theme.labelFont());
  painter.setPen(theme.text);
  const QRectF room = cell.adjusted(padding(theme), 0, -padding(theme), 0);
  if (column == HitColumn::hit) return paintName(painter, theme, room, model.hit(row));
  painter.drawText(room, Qt::AlignVCenter | Qt::AlignRight, model.text(row, column));
}

/// Paints what paintHitTable paints: one code for screen and paper.
class HitDelegate : public QStyledItemDelegate {
 public:
  HitDelegate(HitModel& model, HitOrder& order, HitTableView& table)
      : QStyledItemDelegate(&table), m_model(model), m_order(order), m_table(table) {}

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    painter->save();
    painter->setClipRect(option.rect);
    painter->fillRect(option.rect, ThemeModel::instance().theme().panel);  // over the style's own selection
    paintCell(*painter, ThemeModel::instance().theme(), option.rect, m_model, m_order.mapToSource(index).row(),
              static_cast<HitColumn>(index.column()), (option.state & QStyle::State_Selected) != 0, m_table.mark());
    painter->restore();
  }

 private:
  HitModel& m_model;
  HitOrder& m_order;
  HitTableView& m_table;
};

}  // namespace

QColor probabilityColor(const Theme& theme, double percent) {
  if (std::isnan(percent)) return theme.muted;
  const double share = std::clamp(percent / 100, 0.0, 1.0);
  // The end of the map that is near the background is left out.
  return toColor(colorOf(MapLook{}, theme.kind == ThemeKind::light ? 0.92 * (1 - share) : 0.15 + 0.85 * share));
}

namespace {
QString leastText() { return QObject::tr("Probability  0"); }
QString mostText() { return QStringLiteral("100 %"); }
}  // namespace

double probabilityLegendWidth(const Theme& theme) {
  const QFontMetricsF metrics(theme.labelFont());
  return metrics.horizontalAdvance(leastText()) + metrics.horizontalAdvance(mostText()) + 2 * theme.space(1) +
         kLegendWidth * theme.scale;
}

void paintProbabilityLegend(QPainter& painter, const Theme& theme, const QRectF& area) {
  painter.setFont(theme.labelFont());
  const QFontMetricsF metrics(theme.labelFont());
  const double gap = theme.space(1), width = kLegendWidth * theme.scale;
  const double right = area.right() - metrics.horizontalAdvance(mostText()) - gap, left = right - width;
  const double height = metrics.height() * 0.6, top = area.center().y() - height / 2;
  painter.setPen(theme.muted);
  painter.drawText(area, Qt::AlignRight | Qt::AlignVCenter, mostText());
  painter.drawText(QRectF(area.left(), area.top(), left - gap - area.left(), area.height()),
                   Qt::AlignRight | Qt::AlignVCenter, leastText());
  QLinearGradient colors(left, 0, right, 0);
  for (int step = 0; step <= 10; ++step) colors.setColorAt(step / 10.0, probabilityColor(theme, step * 10.0));
  painter.fillRect(QRectF(left, top, width, height), colors);
}

double hitRowHeight(const Theme& theme) { return std::ceil(QFontMetricsF(theme.labelFont()).height() * 1.4); }

std::vector<double> hitColumnWidths(const Theme& theme, double width) {
  const QFontMetricsF metrics(theme.labelFont());
  const double space = 2 * padding(theme);
  const double sign = metrics.horizontalAdvance(QStringLiteral(" ▾"));  // of the column that is sorted by
  std::vector<double> widths(kNumHitColumns, 0);
  double taken = 0;
  for (int column = 0; column < kNumHitColumns; ++column) {
    const auto which = static_cast<HitColumn>(column);
    if (which == HitColumn::hit || which == HitColumn::onQuery) continue;
    const double heading = metrics.horizontalAdvance(hitHeading(which)) + sign;
    const double widest = metrics.horizontalAdvance(QString::fromUtf8(kWidestTexts[column]));
    engine::nth(widths, column) = std::ceil(std::max(heading, widest) + space);
    taken += engine::nth(widths, column);
  }
  const double rest = width - taken;
  double& name = engine::nth(widths, HitColumn::hit);
  name = std::floor(std::clamp(rest * kNameShare, kLeastName * theme.scale, kMostName * theme.scale));
  const double heading = metrics.horizontalAdvance(hitHeading(HitColumn::onQuery)) + sign + 2 * theme.space(2);
  engine::nth(widths, HitColumn::onQuery) = std::max({rest - name, kLeastBar * theme.scale, std::ceil(heading)});
  return widths;
}

namespace {

/// On paper: each column as wide as what is in it; those that matter least are left out (0) where there is no room for
/// all. Descriptions and bars share what is left.
std::vector<double> paperColumnWidths(const Theme& theme, double width, const HitModel& model,
                                      const std::vector<int>& sourceRows) {
  constexpr HitColumn kLeastFirst[] = {HitColumn::secondaryStructure, HitColumn::pValue,     HitColumn::columns,
                                       HitColumn::identities,         HitColumn::score,      HitColumn::templateRange,
                                       HitColumn::queryRange,         HitColumn::onQuery,    HitColumn::eValue};
  const QFontMetricsF metrics(theme.labelFont());
  const double space = 2 * padding(theme);
  std::vector<double> widths;
  double longest = 0;  // name with its description
  for (int column = 0; column < kNumHitColumns; ++column) {
    const auto which = static_cast<HitColumn>(column);
    double widest = metrics.horizontalAdvance(hitHeading(which));
    for (const int row : sourceRows) {
      const engine::SearchHit& hit = model.hit(row);
      const QString text = which == HitColumn::hit ? QString::fromStdString(hit.name) : model.text(row, which);
      if (which != HitColumn::onQuery) widest = std::max(widest, metrics.horizontalAdvance(text));
      const QString whole = QString::fromStdString(hit.name + ' ' + hit.description);
      if (which == HitColumn::hit) longest = std::max(longest, metrics.horizontalAdvance(whole));
    }
    widths.push_back(std::ceil(which == HitColumn::onQuery ? kLeastBar * theme.scale : widest + space));
  }
  double taken = std::accumulate(widths.begin(), widths.end(), 0.0);
  for (const HitColumn column : kLeastFirst)
    if (taken > width) taken -= std::exchange(engine::nth(widths, column), 0);
  double& name = engine::nth(widths, HitColumn::hit);
  const double more = std::clamp(longest + space + 1 - name, 0.0, std::max(width - taken, 0.0));
  name += more;
  if (double& bars = engine::nth(widths, HitColumn::onQuery); bars > 0) bars += std::max(width - taken - more, 0.0);
  return widths;
}

}  // namespace

void paintHitTable(QPainter& painter, const Theme& theme, const QRectF& area, const HitModel& model,
                   const std::vector<int>& sourceRows, int selectedRow, const HitMark& mark) {
  const double height = hitRowHeight(theme), top = area.top() + height + theme.space(1);
  std::vector<int> rows = sourceRows;
  rows.resize(std::min(rows.size(), static_cast<size_t>(std::max((area.bottom() - top) / height, 0.0))));
  const std::vector<double> widths = theme.page.mayElide ? hitColumnWidths(theme, area.width())
                                                         : paperColumnWidths(theme, area.width(), model, rows);
  painter.save();
  painter.setClipRect(area);
  const auto paintLine = [&](double y, const auto& paintOne) {
    double x = area.left();
    for (int column = 0; column < kNumHitColumns; ++column) {
      const double width = engine::nth(widths, column);
      if (width > 0) paintOne(static_cast<HitColumn>(column), QRectF(x, y, width, height));
      x += width;
    }
  };
  painter.setFont(theme.labelFont());
  painter.setPen(theme.muted);
  paintLine(area.top(), [&](HitColumn column, const QRectF& cell) {
    const int section = static_cast<int>(column);
    const QString heading = model.headerData(section, Qt::Horizontal, Qt::DisplayRole).toString();
    const int alignment = model.headerData(section, Qt::Horizontal, Qt::TextAlignmentRole).toInt();
    const double gap = column == HitColumn::onQuery ? theme.space(2) : padding(theme);
    painter.drawText(cell.adjusted(gap, 0, -gap, 0), alignment, heading);
  });
  painter.fillRect(QRectF(area.left(), area.top() + height, area.width(), theme.lineScale), theme.line);
  double y = top;
  for (const int row : rows) {
    paintLine(y, [&](HitColumn column, const QRectF& cell) {
      paintCell(painter, theme, cell, model, row, column, row == selectedRow, mark);
    });
    y += height;
  }
  painter.restore();
}

HitTableView::HitTableView(HitModel& model, HitOrder& order, QWidget* parent)
    : QTableView(parent), m_model(model), m_order(order) {
  setObjectName(QStringLiteral("hits"));
  setAccessibleName(tr("Search hits"));
  setModel(&order);
  setItemDelegate(new HitDelegate(model, order, *this));
  setSelectionBehavior(SelectRows);
  setSelectionMode(ExtendedSelection);
  setShowGrid(false);
  setWordWrap(false);
  setTabKeyNavigation(false);
  setMouseTracking(true);
  setHorizontalScrollMode(ScrollPerPixel);
  verticalHeader()->hide();
  verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  horizontalHeader()->setHighlightSections(false);
  horizontalHeader()->setSectionsClickable(true);
  order.sort(0, Qt::AscendingOrder);
  connect(horizontalHeader(), &QHeaderView::sectionClicked, this,
          [this](int section) { sortBy(static_cast<HitColumn>(section)); });
  connect(this, &QTableView::doubleClicked, this,
          [this](const QModelIndex& index) { Q_EMIT opened(m_order.mapToSource(index).row()); });
  applyTheme();
}

void HitTableView::applyTheme() {
  const Theme& theme = ThemeModel::instance().theme();
  setFont(theme.labelFont());
  horizontalHeader()->setFont(theme.labelFont());
  const int height = static_cast<int>(hitRowHeight(theme));
  verticalHeader()->setMinimumSectionSize(height);
  verticalHeader()->setDefaultSectionSize(height);
  horizontalHeader()->setMinimumSectionSize(theme.space(5));
  fitColumns();
}

void HitTableView::fitColumns() {
  const std::vector<double> widths = hitColumnWidths(ThemeModel::instance().theme(), viewport()->width());
  for (int column = 0; column < kNumHitColumns; ++column)
    setColumnWidth(column, static_cast<int>(engine::nth(widths, column)));
}

void HitTableView::resizeEvent(QResizeEvent* event) {
  QTableView::resizeEvent(event);
  fitColumns();
}

void HitTableView::sortBy(HitColumn column) {
  const int section = static_cast<int>(column);
  Qt::SortOrder direction = bestFirst(column);
  if (m_order.sortColumn() == section)
    direction = m_order.sortOrder() == Qt::AscendingOrder ? Qt::DescendingOrder : Qt::AscendingOrder;
  sortBy(column, direction);
}

void HitTableView::sortBy(HitColumn column, Qt::SortOrder direction) {
  m_order.sort(static_cast<int>(column), direction);
  Q_EMIT m_order.headerDataChanged(Qt::Horizontal, 0, kNumHitColumns - 1);
  if (currentIndex().isValid()) scrollTo(currentIndex());
  Q_EMIT sorted();
}

int HitTableView::currentHit() const { return m_order.mapToSource(currentIndex()).row(); }

void HitTableView::selectHit(int sourceRow) {
  const int row = m_order.rowOf(sourceRow);
  if (row < 0) return;
  selectRow(row);
  scrollTo(m_order.index(row, 0));
}

std::vector<int> HitTableView::selectedHits() const {
  std::vector<int> rows;
  for (const QModelIndex& index : selectionModel()->selectedRows()) rows.push_back(index.row());
  std::sort(rows.begin(), rows.end());
  for (int& row : rows) row = m_order.sourceRow(row);
  return rows;
}

std::vector<int> HitTableView::shownHits() const {
  std::vector<int> rows;
  for (int row = 0; row < m_order.rowCount(); ++row) rows.push_back(m_order.sourceRow(row));
  return rows;
}

void HitTableView::setMark(const HitMark& mark) {
  m_mark = mark;
  viewport()->update();
}

Index HitTableView::queryColumnAt(QPoint position) const {
  const QModelIndex index = indexAt(position);
  if (!index.isValid() || static_cast<HitColumn>(index.column()) != HitColumn::onQuery) return -1;
  const QRectF area = barArea(ThemeModel::instance().theme(), visualRect(index));
  const double share = (position.x() - area.left()) / area.width();
  if (!(share >= 0 && share < 1)) return -1;
  return static_cast<Index>(share * static_cast<double>(m_model.result()->numQueryColumns));
}

void HitTableView::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) return Q_EMIT copyRequested();
  const int last = m_order.rowCount() - 1;
  switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (currentHit() >= 0) Q_EMIT opened(currentHit());
      return;
    case Qt::Key_Home:
    case Qt::Key_End:
      if (last >= 0 && event->modifiers() == Qt::NoModifier) {
        selectHit(m_order.sourceRow(event->key() == Qt::Key_Home ? 0 : last));
        return;
      }
      break;
    case Qt::Key_Escape:
      return Q_EMIT released();
    default:
      break;
  }
  QTableView::keyPressEvent(event);
}

void HitTableView::mouseMoveEvent(QMouseEvent* event) {
  QTableView::mouseMoveEvent(event);
  if (event->buttons() == Qt::NoButton) Q_EMIT queryColumnHovered(queryColumnAt(event->pos()));
}

void HitTableView::mousePressEvent(QMouseEvent* event) {
  QTableView::mousePressEvent(event);
  const Index column = queryColumnAt(event->pos());
  if (event->button() == Qt::LeftButton && column >= 0) Q_EMIT queryColumnClicked(column);
}

void HitTableView::leaveEvent(QEvent* event) {
  QTableView::leaveEvent(event);
  Q_EMIT queryColumnHovered(-1);
}

void HitTableView::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  QTableView::currentChanged(current, previous);
  Q_EMIT currentHitChanged();
}

}  // namespace ui
