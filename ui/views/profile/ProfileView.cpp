#include "ui/views/profile/ProfileView.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "engine/base/Error.h"
#include "ui/views/base/PictureKeys.h"
#include "ui/views/base/figure/ShownSize.h"
#include "ui/views/profile/ColumnField.h"
#include "ui/views/profile/ProfileControls.h"
#include "ui/views/profile/ProfilePicture.h"
#include "ui/views/profile/ProfileText.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kColumnsPerNotch = 3, kPixelsPerNotch = 60, kLeastWidth = 0.01;
constexpr Index kLargeStep = 10;

/// Where a key leads from a column, perhaps out of the profile; nothing for other keys.
std::optional<Index> columnByKey(int key, Index column, Index step, Index page, Index last) {
  switch (key) {
    case Qt::Key_Left:
      return column - step;
    case Qt::Key_Right:
      return column + step;
    case Qt::Key_PageUp:
      return column - page;
    case Qt::Key_PageDown:
      return column + page;
    case Qt::Key_Home:
      return 0;
    case Qt::Key_End:
      return last;
    default:
      return std::nullopt;
  }
}

}  // namespace

ProfileView::ProfileView(Session& session, QWidget* parent) : View(session, parent), m_goTo(new ColumnField(this)) {
  connect(m_goTo, &ColumnField::chosen, this, [this](int column) {
    goToColumn(column);
    canvas().setFocus();
  });
  connect(this, &View::themeChanged, this, &ProfileView::refresh);
  addProfileCommands(*this);
}

View* makeProfileView(Session& session, QWidget* parent) { return new ProfileView(session, parent); }

bool isForProfileView(const engine::Dataset& dataset, const Document&) {
  return dataset.kind() == engine::DatasetKind::profile;
}

bool ProfileView::accepts(const engine::Dataset& dataset) const {
  return isForProfileView(dataset, session().document());
}

void ProfileView::setDataset(engine::DatasetPtr dataset) {
  if (!dataset || !accepts(*dataset))
    engine::fail("the profile view shows profile HMMs, not ", dataset ? engine::kindName(dataset->kind()) : "nothing");
  m_profile = ShownProfile(*dataset, m_options.scale);
  m_id = dataset->id;
  m_options = withinLimits(m_options, length(), theme().scale);
  refresh();
  Q_EMIT readoutChanged();
  Q_EMIT titleChanged();
  Q_EMIT controlsOutdated();
}

std::vector<engine::DatasetId> ProfileView::datasetIds() const {
  if (m_id.empty()) return {};
  return {m_id};
}

QString ProfileView::title() const { return m_id.empty() ? QStringLiteral("Profile") : m_profile.title; }

QString ProfileView::emptyText() const {
  return QStringLiteral("No profile yet. Open an .hhm or .hmm file, or build a profile from an alignment.");
}

void ProfileView::resetView() {
  change([](ProfileOptions& options) { options.first = options.columnWidth = 0; });
}

void ProfileView::setOptions(const ProfileOptions& options) {
  const ProfileOptions before = std::exchange(m_options, withinLimits(options, length(), theme().scale));
  if (m_options == before) return;
  refresh();
  if (m_options.scale != before.scale) {
    m_profile.setScale(m_options.scale);
    Q_EMIT readoutChanged();
  }
  Q_EMIT stateChanged();
}

ProfileLayout ProfileView::layoutFor(QSize size) const { return profileLayout(theme(), m_profile, m_options, size); }

ProfileColumns ProfileView::columnsIn(QSize size) const {
  return profileColumns(theme(), length(), m_options, layoutFor(size).logo.size());
}

void ProfileView::paintOverlay(QPainter& painter, QSize size) {
  const SelectionModel& selection = session().selection();
  ProfilePicture picture{m_profile, m_options, layoutFor(size), columnsIn(size), {}};
  picture.marks.detail = detailColumn();
  for (const Focus& focus : selection.kept()) picture.marks.kept.push_back(columnOf(focus));
  picture.marks.locked = columnOf(selection.locked());
  picture.marks.hovered = columnOf(selection.hover());
  picture.marks.isPointedAt = !selection.current().isEmpty();
  picture.marks.isHoverLocked = selection.hover() == selection.locked();
  paintProfile(painter, theme(), picture, size);
}

Focus ProfileView::focusOf(Index column) const {
  Focus focus;
  if (column >= 0) focus.first = {m_id, column};
  return focus;
}

Index ProfileView::columnOf(const Focus& focus) const {
  if (m_id.empty() || focus.isEmpty()) return -1;
  for (const Position& position : {focus.first, focus.second}) {
    const Index column = translated(position, m_id);
    if (column >= 0 && column < length()) return column;
  }
  return -1;
}

Index ProfileView::detailColumn() const {
  const Index current = columnOf(session().selection().current());
  return current >= 0 ? current : length() > 0 ? std::min(m_options.column, length() - 1) : -1;
}

void ProfileView::onSelectionChanged() {
  const SelectionModel& selection = session().selection();
  if (const Index current = columnOf(selection.current()); current >= 0) m_options.column = current;
  // A lock from elsewhere may be out of sight; a hover must not make the logo jump.
  if (const Index locked = columnOf(selection.locked()); locked >= 0) moveColumn(locked);
  refresh();
}

void ProfileView::onPointerMoved(QPointF position) {
  session().selection().setHover(focusOf(columnAt(layoutFor(size()), columnsIn(size()), length(), position)));
}

void ProfileView::onClicked(QPointF position) {
  const ProfileLayout layout = layoutFor(size());
  if (layout.overview.contains(position))
    return scrollTo(columnInOverview(layout, length(), position.x()) -
                    layout.logo.width() / columnsIn(size()).width / 2);
  onPointerMoved(position);
  View::onClicked(position);
}

void ProfileView::onDragged(QPointF from, QPointF to) {
  const ProfileLayout layout = layoutFor(size());
  const ProfileColumns columns = columnsIn(size());
  const double moved = to.x() - from.x();
  if (layout.overview.contains(from)) {
    scrollTo(columns.first + moved / layout.overview.width() * static_cast<double>(length()));
  } else if (from.y() < layout.ruler.bottom()) {
    scrollTo(columns.first - moved / columns.width);
  }
}

void ProfileView::onWheel(QPointF position, double steps, Qt::KeyboardModifiers modifiers) {
  const ProfileColumns columns = columnsIn(size());
  if (modifiers.testFlag(Qt::ControlModifier)) return zoomAt(position.x(), std::pow(kZoomPerStep, steps));
  scrollTo(columns.first - steps * std::max(kColumnsPerNotch, kPixelsPerNotch / columns.width));
  onPointerMoved(position);
}

/// No farther out than the whole profile.
void ProfileView::zoomAt(double x, double factor) {
  const QRectF logo = layoutFor(size()).logo;
  const ProfileColumns before = columnsIn(size());
  const double column = before.first + (x - logo.left()) / before.width;
  const double whole = length() > 0 ? logo.width() / static_cast<double>(length()) : kWidestColumn;
  change([&](ProfileOptions& options) {
    options.columnWidth = std::max({before.width * factor, std::min(whole, kWidestColumn), kLeastWidth});
  });
  scrollTo(column - (x - logo.left()) / columnsIn(size()).width);
}

void ProfileView::scrollTo(double firstColumn) {
  const double room = layoutFor(size()).logo.width();
  change([&](ProfileOptions& options) {
    options.first = firstInReach(std::isfinite(firstColumn) ? firstColumn : 0, length(), columnsIn(size()).width, room);
  });
}

/// Scrolls by no more than needed to have a column in sight.
void ProfileView::moveColumn(Index column) {
  const ProfileColumns columns = columnsIn(size());
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
  if (length() > 0)
    m_goTo->ask(static_cast<int>(detailColumn()), static_cast<int>(length()), static_cast<int>(theme().space(2)));
}

bool ProfileView::onKey(int key, Qt::KeyboardModifiers modifiers) {
  const QRectF logo = layoutFor(size()).logo;
  const Index page = std::max<Index>(1, static_cast<Index>(logo.width() / columnsIn(size()).width));
  const Index step = modifiers.testFlag(Qt::ShiftModifier) ? kLargeStep : 1;
  if (const int steps = zoomStepsOf(key); steps != 0) {
    zoomAt(logo.center().x(), std::pow(kZoomPerStep, steps));
    return true;
  }
  const auto column = columnByKey(key, detailColumn(), step, page, length() - 1);
  if (!column) return View::onKey(key, modifiers);
  if (length() == 0) return true;
  const Focus focus = focusOf(std::clamp(*column, Index{0}, length() - 1));
  pointAt(focus);
  moveColumn(focus.first.index);
  Q_EMIT stateChanged();
  return true;
}

QWidget* ProfileView::makeControls(QWidget* parent) { return makeProfileControls(*this, parent); }

QJsonObject ProfileView::state() const { return toJson(m_options); }

void ProfileView::setState(const QJsonObject& state) {
  change([&](ProfileOptions& options) { takeJson(options, state); });
  Q_EMIT stateChanged();
  Q_EMIT controlsOutdated();
}

std::vector<ReadoutLine> ProfileView::readout() const {
  const Index column = columnOf(session().selection().current());
  return column < 0 ? std::vector<ReadoutLine>{} : profileReadout(m_profile, m_options.scale, column);
}

QString ProfileView::statusText() const {
  const Index column = columnOf(session().selection().current());
  return column < 0 ? QString() : profileStatus(m_profile, m_options.scale, column);
}

QString ProfileView::captionText() const {
  if (m_id.empty()) return title();
  const QSize shown = shownSize(size());
  return profileCaption(m_profile, m_options.scale, layoutFor(shown), columnsIn(shown), detailColumn());
}

std::vector<NumberTable> ProfileView::visibleNumbers() const {
  const QSize shown = shownSize(size());
  return profileNumbers(m_profile, columnsIn(shown), layoutFor(shown).logo.width());
}

}  // namespace ui
