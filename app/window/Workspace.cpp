// The centre of the window: opening, activating and closing views. Where they go is in WorkspaceLayout.cpp.
#include "app/window/Workspace.h"

#include <QApplication>
#include <QEvent>
#include <QTabBar>
#include <algorithm>

#include "app/window/ViewDock.h"
#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "ui/panels/DockTabs.h"
#include "ui/panels/TitleBar.h"
#include "ui/views/ViewKinds.h"

namespace app {

namespace {

/// Docks pass through odd sizes while they are put in place; when none came for this long, they have arrived.
constexpr int kSettlingMilliseconds = 120;

ui::ViewRequest requestOf(const ui::View& view) {
  const std::vector<engine::DatasetId> ids = view.datasetIds();
  return {view.kind().toStdString(), {ids.begin(), ids.end()}, {}, view.state()};
}

/// With all that the request names; what it cannot show becomes a message. Null when the kind is unknown.
ui::View* makeFilledView(const ui::ViewRequest& request, ui::Session& session, QWidget* parent) {
  ui::View* view = nullptr;
  try {
    view = ui::makeView(QString::fromStdString(request.view), session, parent);
    for (const std::string& id : request.datasets) {
      const engine::DatasetPtr dataset = session.document().find(id);
      if (!dataset) engine::fail("there is no dataset \"", id, "\" to show");
      if (!view->accepts(*dataset)) {
        engine::fail("the view \"", request.view, "\" cannot show ", engine::kindName(dataset->kind()), " \"",
                     dataset->title, "\"");
      }
      view->setDataset(dataset);
    }
    if (!request.state.isEmpty()) view->setState(request.state);
  } catch (const engine::Error& error) {
    session.report(ui::MessageKind::error, QString::fromUtf8(error.what()));
  }
  return view;
}

bool isPress(QEvent::Type type) {
  return type == QEvent::MouseButtonPress || type == QEvent::Wheel || type == QEvent::KeyPress;
}

}  // namespace

Workspace::Workspace(ui::Session& session, QWidget* parent) : QMainWindow(parent), m_session(session) {
  setWindowFlags(Qt::Widget);
  setDockNestingEnabled(true);
  setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
  setDocumentMode(true);
  setAnimated(false);
  new ui::DockTabs(*this);
  connect(&session.document(), &ui::Document::removed, this, &Workspace::closeViewsOf);
  // What has changed may make what views show stale.
  for (const auto signal : {&ui::Document::added, &ui::Document::replaced})
    connect(&session.document(), signal, this, [this] { nameDocks(m_docks); });
  m_settling.setSingleShot(true);
  m_settling.setInterval(kSettlingMilliseconds);
  connect(&m_settling, &QTimer::timeout, this, &Workspace::fitUntouchedViews);
  connect(&ui::ThemeModel::instance(), &ui::ThemeModel::changed, this, &Workspace::adaptToRoom);
  connect(this, &QMainWindow::tabifiedDockWidgetActivated, this, &Workspace::onTabChosen);
}

Workspace::~Workspace() {
  // The docks speak when they go: by then this object must not listen.
  for (ViewDock* dock : m_docks) dock->disconnect(this);
}

ui::View* Workspace::openView(const ui::ViewRequest& request, ViewDock* beside) {
  ui::View* view = makeFilledView(request, m_session, this);
  if (!view) return nullptr;
  auto* dock = new ViewDock(view, this);
  dock->setObjectName(QStringLiteral("view-%1").arg(++m_numOpened));
  m_docks.push_back(dock);
  for (QWidget* part : view->findChildren<QWidget*>()) part->installEventFilter(this);
  connectDock(dock);
  place(dock, beside);
  nameDocks(m_docks);
  dock->show();
  if (request.state.isEmpty()) m_untouched.push_back(view);
  m_settling.start();
  setActiveView(view);
  Q_EMIT viewOpened(view);
  Q_EMIT viewsChanged();
  return view;
}

void Workspace::connectDock(ViewDock* dock) {
  ui::View* view = &dock->view();
  connect(dock, &QObject::destroyed, this, [this, dock] { forget(dock); });
  connect(dock, &ViewDock::closing, this, [this, view] { m_closed.push_back(requestOf(*view)); });
  connect(dock, &ViewDock::duplicateRequested, this, [this, dock] { openView(requestOf(dock->view()), dock); });
  connect(&dock->titleBar(), &ui::TitleBar::pressed, this, [this, view] {
    setActiveView(view);
    view->setFocus(Qt::MouseFocusReason);
  });
  connect(view, &ui::View::titleChanged, this, [this] { nameDocks(m_docks); });
  connect(dock, &QDockWidget::topLevelChanged, this, [this] { m_isArrangedByUser |= !m_isArranging; });
  connect(view, &ui::View::operationRequested, this, &Workspace::operationRequested);
  connect(view, &ui::View::openFilesRequested, this, &Workspace::openFilesRequested);
  connect(view, &ui::View::requested, this, &Workspace::requested);
}

void Workspace::forget(ViewDock* dock) {
  std::erase(m_docks, dock);
  if (m_docks.empty()) m_isArrangedByUser = false;
  if (!dockOf(m_active)) {  // the view lives a little longer than its dock
    Q_EMIT hoveredViewChanged(nullptr);
    markActive(m_docks.empty() ? nullptr : &m_docks.back()->view());
    Q_EMIT activeViewChanged(m_active);
  }
  // The dock is half gone: nothing may lay out the window or change its tabs before it is gone altogether.
  QTimer::singleShot(0, this, [this] {
    nameDocks(m_docks);
    if (ViewDock* active = dockOf(m_active)) active->raise();
    Q_EMIT viewsChanged();
  });
}

void Workspace::closeViewsOf(const QString& datasetId) {
  const engine::DatasetId id(datasetId.toStdString());
  const std::vector<ViewDock*> docks = m_docks;
  for (ViewDock* dock : docks) {
    const std::vector<engine::DatasetId> ids = dock->view().datasetIds();
    if (!ids.empty() && ids.front() == id) dock->close();
  }
}

void Workspace::fitUntouchedViews() {
  std::erase_if(m_untouched, [](const QPointer<ui::View>& view) { return view.isNull(); });
  for (const QPointer<ui::View>& view : m_untouched) {
    view->resetView();
    view->canvas().update();
  }
  Q_EMIT settled();
}

void Workspace::markTouched(ui::View* view) { std::erase(m_untouched, view); }

void Workspace::closeActiveView() {
  if (ViewDock* dock = dockOf(m_active)) dock->close();
}

void Workspace::activateNextView(int step) {
  if (m_docks.empty()) return;
  const auto count = static_cast<int>(m_docks.size());
  const auto now = static_cast<int>(std::find(m_docks.begin(), m_docks.end(), dockOf(m_active)) - m_docks.begin());
  ViewDock* next = engine::nth(m_docks, now == count ? 0 : (now + step + count) % count);
  setActiveView(&next->view());
  next->view().setFocus(Qt::ShortcutFocusReason);
}

ui::View* Workspace::reopenClosedView() {
  while (!m_closed.empty()) {
    const ui::ViewRequest request = m_closed.back();
    m_closed.pop_back();
    const bool isThere = std::all_of(request.datasets.begin(), request.datasets.end(),
                                     [&](const std::string& id) { return m_session.document().find(id) != nullptr; });
    if (isThere) return openView(request);
  }
  return nullptr;
}

std::vector<ui::View*> Workspace::views() const {
  std::vector<ui::View*> views;
  for (ViewDock* dock : m_docks) views.push_back(&dock->view());
  return views;
}

std::vector<ui::ViewRequest> Workspace::requests() const {
  std::vector<ui::ViewRequest> requests;
  for (const ui::View* view : views()) requests.push_back(requestOf(*view));
  return requests;
}

std::vector<ui::ViewRequest> Workspace::viewsOf(const std::string& datasetId) const {
  std::vector<ui::ViewRequest> found = requests();
  std::erase_if(found, [&](const ui::ViewRequest& request) {
    return request.datasets.empty() || request.datasets.front() != datasetId;
  });
  return found;
}

void Workspace::closeAll() {
  for (ViewDock* dock : std::vector(m_docks)) delete dock;
  m_closed.clear();
  m_untouched.clear();
  Q_EMIT viewsChanged();
}

ViewDock* Workspace::dockOf(const ui::View* view) const {
  const auto found =
      std::find_if(m_docks.begin(), m_docks.end(), [&](ViewDock* dock) { return &dock->view() == view; });
  return found == m_docks.end() ? nullptr : *found;
}

void Workspace::setActiveView(ui::View* view) {
  if (view == m_active) return;
  markActive(view);
  if (ViewDock* dock = dockOf(view)) dock->raise();
  Q_EMIT activeViewChanged(view);
}

void Workspace::markActive(ui::View* view) {
  m_active = view;
  for (ViewDock* dock : m_docks) dock->setActive(&dock->view() == view);
}

/// As a click into the view; keys on the tabs stay there.
void Workspace::onTabChosen(QDockWidget* chosen) {
  auto* dock = qobject_cast<ViewDock*>(chosen);
  if (!dock || m_isArranging || std::find(m_docks.begin(), m_docks.end(), dock) == m_docks.end()) return;
  setActiveView(&dock->view());
  if (!qobject_cast<QTabBar*>(QApplication::focusWidget())) dock->view().setFocus();
}

ui::View* Workspace::viewOfPart(const QObject* part) const {
  const auto* widget = qobject_cast<const QWidget*>(part);
  for (ViewDock* dock : m_docks) {
    if (widget && dock->view().isAncestorOf(widget)) return &dock->view();
  }
  return nullptr;
}

bool Workspace::eventFilter(QObject* watched, QEvent* event) {
  ui::View* view = viewOfPart(watched);
  if (!view) return QMainWindow::eventFilter(watched, event);
  const QEvent::Type type = event->type();
  if (type == QEvent::Enter) Q_EMIT hoveredViewChanged(view);
  if (type == QEvent::Leave) Q_EMIT hoveredViewChanged(nullptr);
  // While docks are moved about, the focus wanders by itself.
  if ((type == QEvent::FocusIn && !m_isArranging) || type == QEvent::MouseButtonPress) setActiveView(view);
  if (type == QEvent::Resize) m_settling.start();
  if (isPress(type)) markTouched(view);  // what the user does now is to stay
  return QMainWindow::eventFilter(watched, event);
}

}  // namespace app
