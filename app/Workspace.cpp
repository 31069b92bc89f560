// The centre of the window: opening, activating and closing views. Where they go is in WorkspaceLayout.cpp.
#include "app/Workspace.h"

#include <QEvent>
#include <algorithm>

#include "app/ViewDock.h"
#include "engine/base/Error.h"

namespace app {

namespace {

/// Docks pass through odd sizes while they are put in place; when none came for this long, they have arrived.
constexpr int kSettlingMilliseconds = 120;

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
  connect(&session.document(), &ui::Document::removed, this, &Workspace::closeViewsOf);
  m_settling.setSingleShot(true);
  m_settling.setInterval(kSettlingMilliseconds);
  connect(&m_settling, &QTimer::timeout, this, &Workspace::resetFreshViews);
}

Workspace::~Workspace() {
  // The docks speak when they go: by then this object must not listen.
  for (ViewDock* dock : m_docks) dock->disconnect(this);
}

ui::View* Workspace::openView(const QString& kind, const std::vector<std::string>& datasetIds) {
  ui::View* view = nullptr;
  try {
    view = ui::makeView(kind, m_session, this);
    for (const std::string& id : datasetIds) {
      const engine::DatasetPtr dataset = m_session.document().find(id);
      if (!dataset) engine::fail("there is no dataset \"", id, "\" to show");
      if (!view->accepts(*dataset)) {
        engine::fail("the view \"", kind.toStdString(), "\" cannot show ", engine::kindName(dataset->kind()), " \"",
                     dataset->title, "\"");
      }
      view->setDataset(dataset);
    }
  } catch (const engine::Error& error) {
    m_session.report(ui::MessageKind::error, QString::fromUtf8(error.what()));
  }
  if (!view) return nullptr;

  auto* dock = new ViewDock(view, this);
  dock->setObjectName(QStringLiteral("view-%1-%2").arg(kind).arg(quintptr(dock)));
  m_docks.push_back(dock);
  view->canvas().installEventFilter(this);
  connect(dock, &QObject::destroyed, this, [this, dock] { forget(dock); });
  connect(dock, &QDockWidget::topLevelChanged, this, [this] { m_isArrangedByUser |= !m_isArranging; });
  place(dock);
  dock->show();
  m_fresh.push_back(view);
  m_settling.start();
  setActiveView(view);
  Q_EMIT viewsChanged();
  return view;
}

void Workspace::forget(ViewDock* dock) {
  std::erase(m_docks, dock);
  if (m_docks.empty()) m_isArrangedByUser = false;
  if (!m_active) {
    Q_EMIT hoveredViewChanged(nullptr);
    setActiveView(m_docks.empty() ? nullptr : &m_docks.back()->view());
    if (m_docks.empty()) Q_EMIT activeViewChanged(nullptr);
  }
  Q_EMIT viewsChanged();
}

void Workspace::closeViewsOf(const QString& datasetId) {
  const std::string id = datasetId.toStdString();
  const std::vector<ViewDock*> docks = m_docks;
  for (ViewDock* dock : docks) {
    const std::vector<std::string> ids = dock->view().datasetIds();
    if (!ids.empty() && ids.front() == id) dock->close();
  }
}

void Workspace::resetFreshViews() {
  for (const QPointer<ui::View>& view : m_fresh) {
    if (view) view->resetView();
  }
  m_fresh.clear();
}

std::vector<ui::View*> Workspace::views() const {
  std::vector<ui::View*> views;
  for (ViewDock* dock : m_docks) views.push_back(&dock->view());
  return views;
}

ViewDock* Workspace::dockOf(const ui::View* view) const {
  const auto found =
      std::find_if(m_docks.begin(), m_docks.end(), [&](ViewDock* dock) { return &dock->view() == view; });
  return found == m_docks.end() ? nullptr : *found;
}

void Workspace::setActiveView(ui::View* view) {
  if (view == m_active) return;
  m_active = view;
  for (ViewDock* dock : m_docks) dock->setActive(&dock->view() == view);
  Q_EMIT activeViewChanged(view);
}

ui::View* Workspace::viewOfCanvas(const QObject* canvas) const {
  for (ViewDock* dock : m_docks) {
    if (&dock->view().canvas() == canvas) return &dock->view();
  }
  return nullptr;
}

bool Workspace::eventFilter(QObject* watched, QEvent* event) {
  ui::View* view = viewOfCanvas(watched);
  if (!view) return QMainWindow::eventFilter(watched, event);
  const QEvent::Type type = event->type();
  if (type == QEvent::Enter) Q_EMIT hoveredViewChanged(view);
  if (type == QEvent::Leave) Q_EMIT hoveredViewChanged(nullptr);
  if (type == QEvent::FocusIn || type == QEvent::MouseButtonPress) setActiveView(view);
  if (type == QEvent::Resize && !m_fresh.empty()) m_settling.start();
  if (isPress(type)) std::erase(m_fresh, view);  // what the user does now is to stay
  return QMainWindow::eventFilter(watched, event);
}

}  // namespace app
