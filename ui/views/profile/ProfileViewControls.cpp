// Gestures, commands, controls, saved state and numbers of the profile view.
#include <QFormLayout>
#include <QJsonObject>
#include <QSpinBox>
#include <algorithm>
#include <cmath>

#include "engine/sequence/Alphabet.h"
#include "ui/views/maps/MapControls.h"
#include "ui/views/profile/ProfileView.h"
#include "ui/views/profile/TransitionDiagram.h"

namespace ui {

using engine::Index;
using engine::LogoScale;

namespace {

constexpr double kZoomPerStep = 1.25, kColumnsPerNotch = 3, kWidestColumn = 80;
constexpr const char* kScaleIds[engine::kNumLogoScales] = {"information", "relative entropy", "above background",
                                                           "probability"};

QString scaleId(LogoScale scale) { return QString::fromLatin1(kScaleIds[static_cast<size_t>(scale)]); }

}  // namespace

Index ProfileView::columnAt(QPointF position) const {
  if (length() == 0) return -1;
  const Layout layout = layoutFor(size());
  const Columns columns = columnsIn(size());
  if (layout.overview.contains(position))
    return std::clamp(static_cast<Index>((position.x() - layout.overview.left()) / layout.overview.width() *
                                         static_cast<double>(length())),
                      Index{0}, length() - 1);
  const QRectF whole(layout.logo.left(), layout.logo.top(), layout.logo.width(),
                     layout.ruler.bottom() - layout.logo.top());
  if (!whole.contains(position)) return -1;
  const auto column = static_cast<Index>(std::floor(columns.first + (position.x() - whole.left()) / columns.width));
  return column >= 0 && column < length() ? column : -1;
}

void ProfileView::onSelectionChanged() {
  const SelectionModel& selection = session().selection();
  if (const Index current = columnOf(selection.current()); current >= 0) m_column = current;
  // A lock from elsewhere may be out of sight; a hover must not make the logo jump.
  if (const Index locked = columnOf(selection.locked()); locked >= 0) moveColumn(locked);
  refresh();
}

void ProfileView::onPointerMoved(QPointF position) { session().selection().setHover(focusOf(columnAt(position))); }

void ProfileView::onClicked(QPointF position) {
  const Layout layout = layoutFor(size());
  if (layout.overview.contains(position)) {
    const Columns columns = columnsIn(size());
    const double column =
        (position.x() - layout.overview.left()) / layout.overview.width() * static_cast<double>(length());
    return scrollTo(column - layout.logo.width() / columns.width / 2);
  }
  onPointerMoved(position);
  View::onClicked(position);
}

void ProfileView::onDragged(QPointF from, QPointF to) {
  const Layout layout = layoutFor(size());
  const Columns columns = columnsIn(size());
  if (layout.overview.contains(from)) {
    scrollTo(columns.first + (to.x() - from.x()) / layout.overview.width() * static_cast<double>(length()));
  } else if (from.y() < layout.ruler.bottom()) {
    scrollTo(columns.first - (to.x() - from.x()) / columns.width);
  }
}

void ProfileView::onWheel(QPointF position, double steps, Qt::KeyboardModifiers modifiers) {
  const Columns columns = columnsIn(size());
  if (modifiers.testFlag(Qt::ControlModifier)) return zoomAt(position.x(), std::pow(kZoomPerStep, steps));
  scrollTo(columns.first - steps * std::max(kColumnsPerNotch, 60 / columns.width));
  onPointerMoved(position);
}

void ProfileView::zoomAt(double x, double factor) {
  const QRectF logo = layoutFor(size()).logo;
  const Columns before = columnsIn(size());
  const double column = before.first + (x - logo.left()) / before.width;
  setColumnWidth(before.width * factor);
  scrollTo(column - (x - logo.left()) / columnsIn(size()).width);
}

void ProfileView::scrollTo(double firstColumn) {
  const double room = layoutFor(size()).logo.width();
  const double first = clampedFirst(std::isfinite(firstColumn) ? firstColumn : 0, columnsIn(size()).width, room);
  if (first == m_first) return;
  m_first = first;
  refresh();
  Q_EMIT stateChanged();
}

/// Scrolls by no more than needed to have a column in sight.
void ProfileView::moveColumn(Index column) {
  const Columns columns = columnsIn(size());
  const double seen = layoutFor(size()).logo.width() / columns.width, at = static_cast<double>(column);
  if (at < columns.first) {
    scrollTo(at);
  } else if (at + 1 > columns.first + seen) {
    scrollTo(at + 1 - seen);
  }
}

void ProfileView::goToColumn(Index column) {
  if (length() == 0) return;
  column = std::clamp(column, Index{0}, length() - 1);
  const double seen = layoutFor(size()).logo.width() / columnsIn(size()).width;
  scrollTo(static_cast<double>(column) + 0.5 - seen / 2);
  session().selection().setLocked(focusOf(column));
}

void ProfileView::askForColumn() {
  if (length() == 0) return;
  m_goTo->setValue(static_cast<int>(detailColumn()) + 1);
  m_goTo->adjustSize();
  m_goTo->move(width() - m_goTo->width() - theme().space(2), theme().space(2));
  m_goTo->show();
  m_goTo->raise();
  m_goTo->setFocus();
  m_goTo->selectAll();
}

bool ProfileView::onKey(int key, Qt::KeyboardModifiers modifiers) {
  const Index page = std::max<Index>(1, static_cast<Index>(layoutFor(size()).logo.width() / columnsIn(size()).width));
  const Index step = modifiers.testFlag(Qt::ShiftModifier) ? 10 : 1, now = detailColumn();
  Index column = now;
  switch (key) {
    case Qt::Key_Left:
      column = now - step;
      break;
    case Qt::Key_Right:
      column = now + step;
      break;
    case Qt::Key_PageUp:
      column = now - page;
      break;
    case Qt::Key_PageDown:
      column = now + page;
      break;
    case Qt::Key_Home:
      column = 0;
      break;
    case Qt::Key_End:
      column = length() - 1;
      break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
    case Qt::Key_Minus: {
      const QRectF logo = layoutFor(size()).logo;
      zoomAt(logo.center().x(), key == Qt::Key_Minus ? 1 / kZoomPerStep : kZoomPerStep);
      return true;
    }
    case Qt::Key_Return:
    case Qt::Key_Enter:
      View::onClicked({});
      return true;
    default:
      return View::onKey(key, modifiers);
  }
  if (length() == 0) return true;
  SelectionModel& selection = session().selection();
  const Focus focus = focusOf(std::clamp(column, Index{0}, length() - 1));
  selection.locked().isEmpty() ? selection.setHover(focus) : selection.setLocked(focus);
  moveColumn(focus.first.index);
  Q_EMIT stateChanged();
  return true;
}

void ProfileView::addCommands() {
  addCommand(QStringLiteral("profile.goTo"), tr("Go to column…"), QKeySequence(Qt::CTRL | Qt::Key_G),
             [this] { askForColumn(); });
  addCommand(QStringLiteral("profile.fit"), tr("Show the whole profile"), QKeySequence(Qt::Key_F), [this] {
    if (length() > 0) setColumnWidth(layoutFor(size()).logo.width() / static_cast<double>(length()));
  });
  addCommand(QStringLiteral("profile.details"), tr("Show or hide the column in detail"), QKeySequence(Qt::Key_D),
             [this] {
               setDetailsShown(!m_areDetailsShown);
               Q_EMIT controlsOutdated();
             });
  addCommand(QStringLiteral("profile.scale"), tr("Next scale of the letters"), QKeySequence(Qt::Key_S), [this] {
    setScale(static_cast<LogoScale>((static_cast<int>(m_scale) + 1) % engine::kNumLogoScales));
    Q_EMIT controlsOutdated();
  });
}

void ProfileView::resetView() {
  m_first = m_columnWidth = 0;
  refresh();
  Q_EMIT stateChanged();
}

void ProfileView::setScale(LogoScale scale) {
  if (scale == m_scale) return;
  m_scale = scale;
  updateHeights();
  changed();
  Q_EMIT stateChanged();
}

void ProfileView::setRowsShown(bool on) {
  m_areRowsShown = on;
  changed();
  Q_EMIT stateChanged();
}

void ProfileView::setDetailsShown(bool on) {
  m_areDetailsShown = on;
  changed();
  Q_EMIT stateChanged();
}

void ProfileView::setResidueOrder(ResidueOrder order) {
  m_order = order;
  changed();
  Q_EMIT stateChanged();
}

void ProfileView::setColumnWidth(double width) {
  if (!std::isfinite(width)) return;
  const double room = layoutFor(size()).logo.width();
  const double least = length() > 0 ? std::min(room / static_cast<double>(length()), kWidestColumn) : kWidestColumn;
  m_columnWidth = width <= 0 ? 0 : std::clamp(width, std::max(least, 0.01), kWidestColumn * theme().scale);
  refresh();
  Q_EMIT stateChanged();
}

void ProfileView::addNumberRows(QFormLayout& form) {
  auto* column = new QSpinBox;
  column->setObjectName(tr("Column"));
  column->setAccessibleName(tr("Column"));
  column->setRange(1, std::max(1, static_cast<int>(length())));
  column->setValue(static_cast<int>(std::max(detailColumn(), Index{0})) + 1);
  column->setKeyboardTracking(false);
  connect(column, &QSpinBox::valueChanged, this, [this](int number) { goToColumn(number - 1); });
  form.addRow(column->objectName(), column);
}

QWidget* ProfileView::makeControls(QWidget* parent) {
  auto* widget = new QWidget(parent);
  auto* form = new QFormLayout(widget);
  form->setContentsMargins(0, 0, 0, 0);
  const auto number = [](auto value) { return QVariant(static_cast<int>(value)); };
  addChoice(*form, *this, tr("Letter height"),
            {{tr("Information (bits)"), number(LogoScale::information)},
             {tr("Relative entropy (bits)"), number(LogoScale::relativeEntropy)},
             {tr("Relative entropy, above background"), number(LogoScale::aboveBackground)},
             {tr("Probability"), number(LogoScale::probability)}},
            number(m_scale), [this](const QVariant& value) { setScale(static_cast<LogoScale>(value.toInt())); });
  addNumberRows(*form);
  addChoice(*form, *this, tr("Residues"),
            {{tr("In alphabetical order"), number(ResidueOrder::alphabetical)},
             {tr("Most probable first"), number(ResidueOrder::byProbability)}},
            number(m_order),
            [this](const QVariant& value) { setResidueOrder(static_cast<ResidueOrder>(value.toInt())); });
  addSwitch(*form, *this, tr("Rows below the logo"), m_areRowsShown ? Qt::Checked : Qt::Unchecked,
            [this](bool on) { setRowsShown(on); });
  addSwitch(*form, *this, tr("Column in detail"), m_areDetailsShown ? Qt::Checked : Qt::Unchecked,
            [this](bool on) { setDetailsShown(on); });
  return widget;
}

QJsonObject ProfileView::state() const {
  return {{"scale", scaleId(m_scale)},
          {"order", m_order == ResidueOrder::alphabetical ? "alphabetical" : "probability"},
          {"rows", m_areRowsShown},
          {"details", m_areDetailsShown},
          {"first", m_first},
          {"columnWidth", m_columnWidth},
          {"column", static_cast<double>(m_column)}};
}

void ProfileView::setState(const QJsonObject& state) {
  for (int k = 0; k < engine::kNumLogoScales; ++k)
    if (scaleId(static_cast<LogoScale>(k)) == state["scale"].toString()) m_scale = static_cast<LogoScale>(k);
  const QString order = state["order"].toString();
  if (order == QStringLiteral("alphabetical")) m_order = ResidueOrder::alphabetical;
  if (order == QStringLiteral("probability")) m_order = ResidueOrder::byProbability;
  m_areRowsShown = state["rows"].toBool(m_areRowsShown);
  m_areDetailsShown = state["details"].toBool(m_areDetailsShown);
  const double width = state["columnWidth"].toDouble(m_columnWidth), first = state["first"].toDouble(m_first);
  m_columnWidth = width <= 0 || !std::isfinite(width) ? 0 : std::clamp(width, 0.01, kWidestColumn * theme().scale);
  m_first = std::clamp(std::isfinite(first) ? first : 0.0, 0.0, static_cast<double>(length()));
  const double column = state["column"].toDouble(static_cast<double>(m_column));
  m_column = static_cast<Index>(std::clamp(column, 0.0, static_cast<double>(std::max(length() - 1, Index{0}))));
  updateHeights();
  changed();
  Q_EMIT stateChanged();
  Q_EMIT controlsOutdated();
}

/// Of the columns in sight.
std::vector<NumberTable> ProfileView::visibleNumbers() const {
  if (length() == 0) return {};
  const Columns columns = columnsIn(size());
  const double seen = layoutFor(size()).logo.width() / columns.width;
  const Index first = std::clamp(static_cast<Index>(std::floor(columns.first + 1e-6)), Index{0}, length() - 1);
  const Index last = std::clamp(static_cast<Index>(std::ceil(columns.first + seen - 1e-6)), first + 1, length());
  const auto tableOf = [&](const char* name, const std::vector<std::string>& labels,
                           const std::function<double(Index, size_t)>& value) {
    NumberTable table{name, "column", name,
                      {},   labels,   engine::Array<float>({last - first, static_cast<Index>(labels.size())}, 0.0F)};
    for (Index column = first; column < last; ++column) {
      table.rowLabels.push_back(std::to_string(column + 1));
      for (size_t k = 0; k < labels.size(); ++k)
        table.values(column - first, static_cast<Index>(k)) = static_cast<float>(value(column, k));
    }
    return table;
  };
  std::vector<std::string> letters, numbers;
  for (int code = 0; code < engine::alphabet::kNumResidues; ++code)
    letters.emplace_back(1, engine::alphabet::letterOf(static_cast<engine::ResidueCode>(code)));
  std::vector<const Row*> bars;
  for (const Row& row : m_rows)
    if (row.kind == Row::Kind::bars) {
      bars.push_back(&row);
      numbers.push_back(row.title.toStdString());
    }
  const auto at = [](Index column) { return static_cast<size_t>(column); };
  return {tableOf("letter_heights", letters, [&](Index column, size_t k) { return m_heights[at(column)][k]; }),
          tableOf("emissions", letters, [&](Index column, size_t k) { return profile()->emissions[at(column)][k]; }),
          tableOf("transitions", {"MM", "MI", "MD", "IM", "II", "DM", "DD"},
                  [&](Index column, size_t k) { return transitionProbabilities(*profile(), column)[k]; }),
          tableOf("rows", numbers, [&](Index column, size_t k) { return bars[k]->numbers[at(column)]; })};
}

}  // namespace ui
