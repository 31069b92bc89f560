// The main window: panels, opening and showing datasets, closing. Menus are in MainWindowMenus.cpp.
#include "app/MainWindow.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QFileInfo>
#include <QMimeData>
#include <QPushButton>
#include <QScreen>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTimer>
#include <algorithm>

#include "app/CommandPalette.h"
#include "app/DeviceButton.h"
#include "app/Samples.h"
#include "app/SessionKeeper.h"
#include "app/StatusText.h"
#include "ui/look/Icons.h"
#include "ui/panels/InspectorPanel.h"
#include "ui/panels/JobPanel.h"
#include "ui/panels/LibraryPanel.h"
#include "ui/panels/MessagePanel.h"
#include "ui/panels/OperationForm.h"
#include "ui/panels/TitleBar.h"
#include "ui/panels/WelcomePage.h"
#include "ui/panels/WheelGuard.h"
#include "ui/views/ViewKinds.h"
#include "ui/views/base/ViewHistory.h"

namespace app {

namespace {

constexpr QSize kFirstSize(1440, 900), kSmallestSize(640, 480);
constexpr double kShareOfScreen = 0.75;  ///< of a large one
constexpr int kJobsHeight = 200;
constexpr int kStatusMilliseconds = 8000;

bool haveCommonId(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  return std::any_of(a.begin(), a.end(),
                     [&](const std::string& id) { return std::find(b.begin(), b.end(), id) != b.end(); });
}

bool isSessionFile(const QString& path) { return QFileInfo(path).suffix() == QStringLiteral("headlight"); }

QString comparable(const QString& path) {
  const QString canonical = QFileInfo(path).canonicalFilePath();
  return canonical.isEmpty() ? path : canonical;
}

}  // namespace

MainWindow::MainWindow(ui::Session& session, QWidget* parent) : QMainWindow(parent), m_session(session) {
  setWindowTitle(tr("Headlight"));
  setWindowIcon(ui::programIcon());
  setAcceptDrops(true);
  setAnimated(false);
  setMinimumSize(kSmallestSize);
  qApp->installEventFilter(new ui::WheelGuard(this));
  applyTheme();
  makePanels();
  makeStatusBar();
  makeMenus();
  connectSession();
  restoreWindow();
}

MainWindow::~MainWindow() = default;

QDockWidget* MainWindow::addPanel(const QString& name, const QString& title, QWidget* panel, Qt::DockWidgetArea area) {
  auto* dock = new QDockWidget(title, this);
  dock->setObjectName(name);
  dock->setWidget(panel);
  new ui::TitleBar(dock);
  addDockWidget(area, dock);
  return dock;
}

void MainWindow::makePanels() {
  m_centre = new QStackedWidget(this);
  m_welcome = new ui::WelcomePage(m_centre);
  m_workspace = new Workspace(m_session, m_centre);
  m_centre->addWidget(m_welcome);
  m_centre->addWidget(m_workspace);
  m_history = new ui::ViewHistory(m_session.selection(), this);
  m_keeper = new SessionKeeper(m_session, *m_history, *this);
  placeQuestions();

  m_library = new ui::LibraryPanel(m_session, this);
  m_inspector = new ui::InspectorPanel(m_session, this);
  m_jobs = new ui::JobPanel(m_session.jobs(), this);
  m_messages = new ui::MessagePanel(m_session, this);
  m_libraryDock = addPanel(QStringLiteral("library"), tr("Library"), m_library, Qt::LeftDockWidgetArea);
  m_inspectorDock = addPanel(QStringLiteral("inspector"), tr("Inspector"), m_inspector, Qt::RightDockWidgetArea);
  m_jobsDock = addPanel(QStringLiteral("jobs"), tr("Jobs"), m_jobs, Qt::LeftDockWidgetArea);
  m_messagesDock = addPanel(QStringLiteral("messages"), tr("Messages"), m_messages, Qt::LeftDockWidgetArea);
  arrangePanels();

  connect(m_welcome, &ui::WelcomePage::openRequested, this, &MainWindow::chooseFiles);
  connect(m_welcome, &ui::WelcomePage::sampleRequested, this, &MainWindow::openSample);
  connect(m_welcome, &ui::WelcomePage::newRequested, this, &MainWindow::newSession);
  const auto offerNew = [this] { m_welcome->newButton().setVisible(!m_session.document().datasets().empty()); };
  offerNew();
  connect(&m_session.document(), &ui::Document::added, m_welcome, offerNew);
  connect(&m_session.document(), &ui::Document::removed, m_welcome, offerNew);
  m_palette = new CommandPalette(this);
  connect(m_workspace, &Workspace::viewOpened, this, &MainWindow::onViewOpened);
  connect(m_workspace, &Workspace::hoveredViewChanged, this, [this](const ui::View* view) {
    m_isViewHovered = view;
    showStatusOf(view);
  });
  connect(m_workspace, &Workspace::activeViewChanged, m_inspector, &ui::InspectorPanel::setActiveView);
  connect(m_workspace, &Workspace::activeViewChanged, this, [this] { m_isViewHovered = false; });
  connect(m_workspace, &Workspace::hoveredViewChanged, m_inspector, &ui::InspectorPanel::setHoveredView);
  connect(m_workspace, &Workspace::openFilesRequested, this, &MainWindow::chooseFiles);
  connect(m_workspace, &Workspace::requested, this, &MainWindow::runAndShow);
  connect(m_workspace, &Workspace::operationRequested, this,
          [this](const QString& id) { openOperation(engine::findOperation(id.toStdString())); });
  connect(m_workspace, &Workspace::viewsChanged, this, &MainWindow::showCentre);
  connect(m_workspace, &Workspace::settled, m_history, &ui::ViewHistory::adoptStates);
  connect(m_inspector, &ui::InspectorPanel::controlsUsed, m_workspace, &Workspace::markTouched);
  m_library->extendMenu = [this](QMenu& menu, const engine::DatasetPtr& dataset) { fillDatasetMenu(menu, dataset); };
  connect(m_library, &ui::LibraryPanel::removeRequested, this, &MainWindow::removeDataset);
  connect(m_library, &ui::LibraryPanel::activated, this,
          [this](const engine::DatasetPtr& dataset) { showDataset(dataset); });
}

void MainWindow::arrangePanels() {
  // Below the library, not below the views: maps and structures need the height.
  setTabPosition(Qt::LeftDockWidgetArea, QTabWidget::North);
  splitDockWidget(m_libraryDock, m_jobsDock, Qt::Vertical);
  tabifyDockWidget(m_jobsDock, m_messagesDock);
  m_jobsDock->raise();
  sharePanelWidths();
  const double scale = m_panelScale;
  resizeDocks({m_libraryDock, m_jobsDock}, {qRound(3 * kJobsHeight * scale), qRound(kJobsHeight * scale)},
              Qt::Vertical);
}

void MainWindow::restoreWindow() {
  const QSize available = screen()->availableSize();
  resize(kFirstSize.expandedTo(available * kShareOfScreen).boundedTo(available));
  const QByteArray geometry = m_settings.windowGeometry();
  if (!geometry.isEmpty()) restoreGeometry(geometry);
  const QByteArray state = m_settings.windowState();
  if (!state.isEmpty()) restoreState(state);
}

void MainWindow::makeStatusBar() {
  statusBar()->setSizeGripEnabled(false);
  m_statusText = new StatusText(this);
  statusBar()->addWidget(m_statusText, 1);
  statusBar()->addPermanentWidget(new DeviceButton(m_session, this));
}

void MainWindow::connectSession() {
  connect(&m_session, &ui::Session::message, this, &MainWindow::onMessage);
  connect(&m_session, &ui::Session::fileOpened, this, &MainWindow::onFileOpened);
  connect(&m_session, &ui::Session::viewRequested, this, [this](const ui::ViewRequest& request) {
    ui::View* active = m_workspace->activeView();
    m_workspace->openView(QString::fromStdString(request.view), request.datasets, request.state);
    if (active) m_workspace->setActiveView(active);  // a session starts with its first view
  });
  connect(&m_session, &ui::Session::sessionOpened, this, &MainWindow::applyArrangement);
  connect(&ui::ThemeModel::instance(), &ui::ThemeModel::changed, this, [this] {
    ui::ThemeModel::instance().applyTo(*qApp);
    QTimer::singleShot(0, this, &MainWindow::sharePanelWidths);
    QTimer::singleShot(0, this, &MainWindow::foldPanels);
  });
}

void MainWindow::onMessage(ui::MessageKind kind, const QString& text) {
  m_statusText->showMessage(text, kStatusMilliseconds);
  if (kind == ui::MessageKind::error) {
    m_messagesDock->show();
    m_messagesDock->raise();
  }
}

void MainWindow::showCentre() {
  m_centre->setCurrentWidget(m_workspace->views().empty() ? static_cast<QWidget*>(m_welcome) : m_workspace);
}

void MainWindow::openPaths(const QStringList& paths) {
  const bool isSessionAmong = std::any_of(paths.begin(), paths.end(), isSessionFile);
  if (!isSessionAmong || m_session.isEmpty()) return openNow(paths);
  m_keeper->beforeOpening(
      [this, paths] {
        beginNew();
        openNow(paths);
      },
      [this, paths] { openNow(paths); });
}

void MainWindow::openNow(const QStringList& paths) {
  // Sessions come first: what is given along with one joins it.
  QStringList ordered = paths;
  std::stable_partition(ordered.begin(), ordered.end(), isSessionFile);
  for (const QString& path : ordered) {
    m_isJoining = !m_session.isEmpty();
    m_chosenByUser.insert(comparable(path));
    m_session.openFiles({path});
  }
}

void MainWindow::openSample() {
  const std::vector<Sample> samples = findSamples();
  if (samples.empty()) {
    m_session.report(ui::MessageKind::error,
                     tr("The sample session was not found; set HEADLIGHT_RESOURCES to the resources folder."));
    return;
  }
  openPaths({samples.front().path});
}

void MainWindow::onFileOpened(const QString& path) {
  if (!m_chosenByUser.remove(comparable(path))) return;  // part of a session
  m_settings.addRecentFile(path);
  if (isSessionFile(path)) {
    m_isJoining ? m_keeper->setUnnamed() : adoptSessionFile(path);
    if (m_isJoining) setWindowTitle(tr("Headlight"));
  }
  const auto& datasets = m_session.document().datasets();
  const auto found = std::find_if(datasets.rbegin(), datasets.rend(), [&](const engine::DatasetPtr& dataset) {
    return !dataset->source.empty() && comparable(QString::fromStdString(dataset->source)) == comparable(path);
  });
  if (found != datasets.rend()) showNew(*found);
}

void MainWindow::adoptSessionFile(const QString& path) {
  setWindowTitle(tr("%1 – Headlight").arg(QFileInfo(path).completeBaseName()));
  const std::vector<Sample> samples = findSamples();
  const bool isSample = std::any_of(samples.begin(), samples.end(),
                                    [&](const Sample& sample) { return comparable(sample.path) == comparable(path); });
  m_keeper->setKept(isSample ? QString() : path);
}

void MainWindow::addToRelatedViews(const engine::DatasetPtr& dataset) {
  for (ui::View* view : m_workspace->views()) {
    const std::vector<std::string> ids = view->datasetIds();
    if (!haveCommonId(ids, dataset->axes) || !view->accepts(*dataset)) continue;
    view->showDataset(dataset);
  }
}

ui::View* MainWindow::viewWithRoomFor(const engine::Dataset& dataset, const QString& kind) const {
  for (ui::View* view : m_workspace->views()) {
    if (view->kind() != kind) continue;
    bool isSameKindShown = false, isRelated = view->datasetIds().empty();
    for (const std::string& id : view->datasetIds()) {
      const engine::DatasetPtr shown = m_session.document().find(id);
      isSameKindShown |= shown && shown->kind() == dataset.kind();
      isRelated |= shown && haveCommonId(shown->axes, dataset.axes);
    }
    if (isRelated && !isSameKindShown && view->accepts(dataset)) return view;
  }
  return nullptr;
}

void MainWindow::showDataset(const engine::DatasetPtr& dataset) {
  for (ui::View* view : m_workspace->views()) {
    const std::vector<std::string> ids = view->datasetIds();
    if (ids.empty() || ids.front() != dataset->id) continue;
    m_workspace->setActiveView(view);
    view->setFocus();
    return;
  }
  const std::vector<ui::ViewKind> kinds = ui::viewKindsFor(*dataset, m_session.document());
  if (kinds.empty()) {
    m_session.report(ui::MessageKind::information,
                     tr("\"%1\" is in the library; right-click it for what can be computed from it.")
                         .arg(QString::fromStdString(dataset->title)));
    return;
  }
  const QString own = kinds.front().id;
  if (ui::View* view = viewWithRoomFor(*dataset, own)) {
    view->showDataset(dataset);
    m_workspace->setActiveView(view);
    view->setFocus();
  } else {
    m_workspace->openView(own, {dataset->id});
  }
}

void MainWindow::showNew(const engine::DatasetPtr& dataset) {
  addToRelatedViews(dataset);
  showDataset(dataset);
}

ui::OperationForm* MainWindow::openOperation(const engine::Operation& operation, const engine::DatasetPtr& dataset) {
  auto* form = new ui::OperationForm(operation, m_session, this);
  form->setAttribute(Qt::WA_DeleteOnClose);
  if (dataset) form->choose(*dataset);
  connect(form, &ui::OperationForm::requested, this, [this, form](const engine::Request& request) {
    runAndShow(request);
    form->close();
  });
  form->show();
  return form;
}

void MainWindow::showResult(const std::string& id) {
  const engine::DatasetPtr main = m_session.document().find(id);
  if (!main) return;
  // Arrays are a table at best: a by-product that is more tells more, and so do the curves made of the table.
  const bool isTable = main->kind() == engine::DatasetKind::arrays;
  for (const bool areArrays : {false, true})
    for (const engine::DatasetPtr& dataset : m_session.document().datasets())
      if (isTable && (dataset->kind() == engine::DatasetKind::arrays) == areArrays &&
          dataset->id.starts_with(id + ".") && !ui::viewKindsFor(*dataset, m_session.document()).empty())
        return showNew(dataset);
  showNew(main);
}

void MainWindow::runAndShow(const engine::Request& request) {
  ui::Job* job = m_session.run(request);
  if (!job) return;
  connect(job, &ui::Job::ended, this, [this, job, id = request.output] {
    if (job->state() != ui::JobState::finished) return;
    showResult(id);
  });
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!m_mayClose && m_keeper->isUnsaved()) {
    event->ignore();
    return m_keeper->beforeLosing(tr("&Quit without saving"), [this] {
      m_mayClose = true;
      close();
    });
  }
  if (m_beforeTeaching) restorePanels(*m_beforeTeaching);
  unfoldPanels();  // a larger screen may be next
  m_settings.setWindow(saveGeometry(), saveState());
  m_session.jobs().cancelAll();  // the queue's destructor waits for the workers
  event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  const auto urls = event->mimeData()->urls();
  if (std::any_of(urls.begin(), urls.end(), [](const QUrl& url) { return url.isLocalFile(); })) {
    event->acceptProposedAction();
  }
}

void MainWindow::dropEvent(QDropEvent* event) {
  QStringList paths;
  for (const QUrl& url : event->mimeData()->urls()) {
    if (url.isLocalFile()) paths << url.toLocalFile();
  }
  event->acceptProposedAction();
  openPaths(paths);
}

}  // namespace app
