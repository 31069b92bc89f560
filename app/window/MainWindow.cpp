// The main window: what is in it, and who listens to whom.
#include "app/window/MainWindow.h"

#include <QApplication>
#include <QCloseEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>
#include <QScreen>
#include <QStackedWidget>
#include <QStatusBar>
#include <QVBoxLayout>
#include <algorithm>
#include <future>
#include <iterator>
#include <utility>

#include "app/session/Samples.h"
#include "app/session/SessionFiles.h"
#include "app/session/SessionKeeper.h"
#include "app/session/Settings.h"
#include "app/window/DeviceButton.h"
#include "app/window/KeepDataset.h"
#include "app/window/Layouts.h"
#include "app/window/Menus.h"
#include "app/window/Mutations.h"
#include "app/window/Panels.h"
#include "app/window/RunOperation.h"
#include "app/window/Shortcuts.h"
#include "app/window/ShowDataset.h"
#include "app/window/StatusText.h"
#include "app/window/ViewDock.h"
#include "app/window/figure/FigureWindow.h"
#include "app/window/lessons/LessonLinks.h"
#include "app/window/lessons/Lessons.h"
#include "app/window/palette/CommandPalette.h"
#include "app/window/remote/RemoteDialog.h"
#include "app/window/start/StartPage.h"
#include "engine/remote/RemoteAddress.h"
#include "ui/look/Icons.h"
#include "ui/panels/InspectorPanel.h"
#include "ui/panels/LibraryPanel.h"
#include "ui/panels/WheelGuard.h"
#include "ui/views/base/ViewHistory.h"

namespace app {

namespace {

constexpr QSize kFirstSize(1440, 900), kSmallestSize(640, 480);
constexpr double kShareOfScreen = 0.75;  ///< of a large one
constexpr int kStatusMilliseconds = 8000;

/// What can be opened of a thing that is dropped: a local file, or one of a server as file managers name them.
QString pathOf(const QUrl& url) {
  if (url.isLocalFile()) return url.toLocalFile();
  const QString text = url.toString(QUrl::FullyEncoded);
  return engine::isRemote(text.toStdString()) ? text : QString();
}

}  // namespace

MainWindow::MainWindow(ui::Session& session, QWidget* parent) : QMainWindow(parent), m_session(session) {
  QCoreApplication::applicationDirPath();  // Qt keeps it at the first call, which must not be made twice at once
  auto samples = std::async(std::launch::async, findSamples);  // read while the panels are made
  setWindowTitle(tr("Headlight"));
  setWindowIcon(ui::programIcon());
  setAcceptDrops(true);
  setAnimated(false);
  setMinimumSize(kSmallestSize);
  qApp->installEventFilter(new ui::WheelGuard(this));
  applyTheme();
  makeCentre();
  m_panels = new Panels(session, *this);
  m_layouts = new Layouts(*this, *m_workspace, *m_panels, *m_history);
  restoreWindow();
  m_start = new StartPage(*this, *m_centre, samples.get());
  m_lessons = new Lessons(*this, *m_centre);
  m_files->openElsewhere = [this](const QString& path) {
    const qsizetype slug = path.indexOf(QStringLiteral(".md#"));  // a step of it
    const QString file = slug < 0 ? path : path.left(slug + 3);
    const bool isOfServer = engine::isRemote(path.toStdString());
    if (isOfServer && looksLikeFolder(path)) openRemote(*this, path);
    if (isOfServer || !isLessonFile(file)) return isOfServer && looksLikeFolder(path);
    ui::LessonTarget target;
    if (slug >= 0) target.step = path.mid(slug + 4);
    m_lessons->open(file, target);
    return true;
  };
  m_palette = new CommandPalette(this);
  connectWorkspace();
  connectLibrary();
  makeStatusBar();
  makeMenus(*this);
  connectSession();
}

MainWindow::~MainWindow() {
  library().disconnect(this);  // a title that is being typed is taken when the tree goes, after the inspector
}

void MainWindow::makeCentre() {
  m_centre = new QStackedWidget(this);
  m_workspace = new Workspace(m_session, m_centre);
  m_history = new ui::ViewHistory(m_session.selection(), this);
  const auto places = [this] { return m_layouts->forSession(); };
  m_files = new SessionFiles(*m_workspace, *m_history, places, *this);
  auto* centre = new QWidget(this);
  auto* layout = new QVBoxLayout(centre);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(&keeper().question());
  layout->addWidget(&keeper().leftOver());
  layout->addWidget(m_centre, 1);
  setCentralWidget(centre);
}

void MainWindow::connectWorkspace() {
  ui::InspectorPanel* inspector = &m_panels->inspector();
  connect(m_workspace, &Workspace::viewOpened, this, &MainWindow::onViewOpened);
  connect(m_workspace, &Workspace::hoveredViewChanged, this, [this](const ui::View* view) {
    m_isViewHovered = view;
    showStatusOf(view);
  });
  connect(m_workspace, &Workspace::activeViewChanged, inspector, &ui::InspectorPanel::setActiveView);
  connect(m_workspace, &Workspace::activeViewChanged, this, [this] { m_isViewHovered = false; });
  connect(m_workspace, &Workspace::hoveredViewChanged, inspector, &ui::InspectorPanel::setHoveredView);
  connect(m_workspace, &Workspace::openFilesRequested, m_files, &SessionFiles::chooseAndOpen);
  connect(m_workspace, &Workspace::requested, this,
          [this](const engine::Request& request) { runAndShow(*m_workspace, request); });
  connect(m_workspace, &Workspace::operationRequested, this,
          [this](const QString& id) { openOperation(*this, engine::findOperation(id.toStdString())); });
  connect(m_workspace, &Workspace::settled, m_history, &ui::ViewHistory::adoptStates);
  connect(inspector, &ui::InspectorPanel::controlsUsed, m_workspace, &Workspace::markTouched);
  connect(inspector, &ui::InspectorPanel::parametersChanged, this,
          [this](const engine::Request& before, const engine::Request& after) {
            m_history->record([this, before] { m_session.rerun(before); }, [this, after] { m_session.rerun(after); });
          });
}

void MainWindow::connectLibrary() {
  connect(&inspector(), &ui::InspectorPanel::partWanted, this,
          [this](const engine::DatasetPtr& dataset) { showDataset(*m_workspace, dataset); });
  library().extendMenu = [this](QMenu& menu, const engine::DatasetPtr& dataset) {
    fillDatasetMenu(menu, *this, dataset);
    addLessonsOn(menu, *this, subjectsOf(*dataset));
  };
  connect(&library(), &ui::LibraryPanel::removeRequested, this,
          [this](const engine::DatasetPtr& dataset) { removeDataset(*m_workspace, *m_history, dataset); });
  connect(&library(), &ui::LibraryPanel::renameRequested, this,
          [this](const engine::DatasetPtr& dataset, const QString& title) {
            renameDataset(*m_workspace, *m_history, dataset, title);
          });
  connect(&library(), &ui::LibraryPanel::activated, this, [this](const engine::DatasetPtr& dataset) {
    // What no view shows, as weights of a model, is there to be computed from.
    const engine::Operation* first = canBeShown(*m_workspace, *dataset) ? nullptr : firstOperationOn(dataset->kind());
    if (first) return void(openOperation(*this, *first, dataset));
    showDataset(*m_workspace, dataset);
  });
}

void MainWindow::restoreWindow() {
  const QSize available = screen()->availableSize();
  resize(kFirstSize.expandedTo(available * kShareOfScreen).boundedTo(available));
  const QByteArray geometry = Settings().windowGeometry();
  if (!geometry.isEmpty()) restoreGeometry(geometry);
  const QByteArray state = Settings().windowState();
  if (!state.isEmpty()) restoreState(state);
  inspector().restoreSplit(Settings().inspectorSplit());
}

void MainWindow::makeStatusBar() {
  statusBar()->setSizeGripEnabled(false);
  m_statusText = new StatusText(this);
  statusBar()->addWidget(m_statusText, 1);
  statusBar()->addPermanentWidget(new DeviceButton(m_session, this));
}

void MainWindow::connectSession() {
  connect(&m_session, &ui::Session::message, this, &MainWindow::onMessage);
  showChangesOfModels(*this);
  connect(&m_session, &ui::Session::viewRequested, this, [this](const ui::ViewRequest& request) {
    ui::View* active = m_workspace->activeView();
    m_workspace->openView(request);
    // A session starts with its first view, also one that joins what is open.
    if (std::exchange(m_isFirstViewOpen, true) && active) m_workspace->setActiveView(active);
  });
  connect(&m_session, &ui::Session::sessionOpened, this, [this] { m_isFirstViewOpen = false; });
  connect(&m_session, &ui::Session::sessionOpened, m_layouts, &Layouts::restoreForSession);
  connect(&ui::ThemeModel::instance(), &ui::ThemeModel::changed, this,
          [] { ui::ThemeModel::instance().applyTo(*qApp); });
}

void MainWindow::onMessage(ui::MessageKind kind, const QString& text) {
  m_statusText->showMessage(text, kStatusMilliseconds);
  if (kind == ui::MessageKind::error) m_panels->showMessages();
}

ui::LibraryPanel& MainWindow::library() { return m_panels->library(); }

ui::InspectorPanel& MainWindow::inspector() { return m_panels->inspector(); }

ui::MessagePanel& MainWindow::messages() { return m_panels->messages(); }

SessionKeeper& MainWindow::keeper() { return m_files->keeper(); }

void MainWindow::openPaths(const QStringList& paths) { m_files->open(paths); }

bool MainWindow::saveSession(const QString& path) { return m_files->saveTo(path); }

ui::SessionFile MainWindow::sessionFile() const { return m_files->current(); }

void MainWindow::arrange(Layout layout) {
  m_start->leave();
  m_layouts->arrange(layout);
}

std::vector<PaletteEntry> MainWindow::commands(bool ofAllViews) const { return commandsOf(*this, ofAllViews); }

void MainWindow::openPalette() {
  fillMenus(*this);
  if (!QApplication::focusWidget() && m_workspace->activeView()) m_workspace->activeView()->setFocus();
  std::vector<PaletteEntry> entries = commands(false), others = commandsElsewhere(*this);
  entries.insert(entries.end(), std::make_move_iterator(others.begin()), std::make_move_iterator(others.end()));
  m_palette->open(std::move(entries));
}

void MainWindow::onViewOpened(ui::View* view) {
  ViewDock* dock = m_workspace->dockOf(view);
  offerMutations(*this, *view);
  view->extendMenu = [this, view, ofDock = view->extendMenu](QMenu& menu) {
    if (ofDock) ofDock(menu);
    addLessonsOn(menu, *this, subjectsOf(*view));
  };
  shortcuts::adopt(view->actions() + dock->actions());
  m_history->watch(view);
  connect(dock, &ViewDock::figureRequested, this, [this, view] { openFigure(*this, *view); });
  connect(view, &ui::View::chainWanted, this,
          [this](const std::string& heads, const std::string& structure, const std::string& chain) {
            showOnChain(*m_workspace, heads, structure, chain);
          });
  connect(view, &ui::View::readoutChanged, this, [this, view] {
    const bool isPointedAt = view->canvas().underMouse() || (view->canvas().hasFocus() && !m_isViewHovered);
    if (isPointedAt || m_statusView == view) showStatusOf(view);
  });
}

void MainWindow::showStatusOf(const ui::View* view) {
  m_statusView = view;
  m_statusText->setText(view ? view->statusText() : QString());
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!m_mayClose && keeper().isUnsaved()) {
    event->ignore();
    return keeper().beforeLosing(tr("&Quit without saving"), [this] {
      m_mayClose = true;
      close();
    });
  }
  m_start->keepPictures();
  m_layouts->restorePanels();
  Settings().setWindow(saveGeometry(), saveState(), inspector().split());
  m_session.jobs().cancelAll();  // the queue's destructor waits for the workers
  event->accept();
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Escape || !m_session.selection().letGo()) QMainWindow::keyPressEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  const auto urls = event->mimeData()->urls();
  if (std::any_of(urls.begin(), urls.end(), [](const QUrl& url) { return !pathOf(url).isEmpty(); })) {
    event->acceptProposedAction();
  }
}

void MainWindow::dropEvent(QDropEvent* event) {
  QStringList paths;
  for (const QUrl& url : event->mimeData()->urls()) {
    if (const QString path = pathOf(url); !path.isEmpty()) paths << path;
  }
  event->acceptProposedAction();
  openPaths(paths);
}

}  // namespace app
