// The start page of the window: what stands on it, when it is shown, where its pictures come from.
#include "app/window/start/StartPage.h"

#include <QAction>
#include <QFile>
#include <QFileInfo>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <algorithm>
#include <utility>

#include "app/session/Samples.h"
#include "app/session/SessionFiles.h"
#include "app/session/SessionKeeper.h"
#include "app/session/Settings.h"
#include "app/window/MainWindow.h"
#include "app/window/Menus.h"
#include "app/window/Panels.h"
#include "app/window/RunOperation.h"
#include "app/window/ViewDock.h"
#include "app/window/lessons/Lessons.h"
#include "ui/look/Theme.h"
#include "ui/panels/start/WelcomePage.h"

namespace app {

namespace {

/// The page is to be there before the machine is kept busy.
constexpr int kDrawingMilliseconds = 1500;
constexpr qsizetype kMostNews = 4;

const QString kLearn = QStringLiteral("learn");

QStringList news() {
  QFile file(QStringLiteral(":/news.md"));
  QStringList lines;
  if (file.open(QIODevice::ReadOnly))
    for (const QString& line : QString::fromUtf8(file.readAll()).split(u'\n'))
      if (line.startsWith(QStringLiteral("- "))) lines << line.mid(2);
  return lines.mid(0, kMostNews);
}

QString sizeOf(const Sample& sample) {
  if (sample.numFiles == 0) return MainWindow::tr("needs no file");
  return MainWindow::tr("%1 %2, %3")
      .arg(sample.numFiles)
      .arg(sample.numFiles == 1 ? MainWindow::tr("file") : MainWindow::tr("files"),
           QLocale().formattedDataSize(sample.bytes, 0, QLocale::DataSizeSIFormat));
}

std::vector<ui::StartDoor::Sample> behindDoor(const QString& door, const std::vector<Sample>& samples) {
  std::vector<ui::StartDoor::Sample> shown;
  for (const Sample& sample : samples)
    if (sample.door == door) shown.push_back({sample.path, sample.title, sample.shows, sizeOf(sample), door == kLearn});
  return shown;
}

/// As it comes with a sample: shown until this program has drawn its own; null when there is none.
QImage pictureBeside(const QString& session) {
  const QFileInfo file(session);
  const bool isDark = ui::ThemeModel::instance().theme().kind == ui::ThemeKind::dark;
  const QString look = isDark ? QStringLiteral("dark") : QStringLiteral("light");
  return QImage(QStringLiteral("%1/pictures/%2-%3.png").arg(file.path(), file.completeBaseName(), look));
}

QAction* operationAction(const QString& text, const std::string& id, MainWindow& window, QObject* owner) {
  auto* action = new QAction(text, owner);
  const engine::Operation& operation = engine::findOperation(id);
  action->setToolTip(QString::fromStdString(operation.help()));
  QObject::connect(action, &QAction::triggered, owner, [&window, &operation] { openOperation(window, operation); });
  return action;
}

QAction* mechanismsAction(MainWindow& window) {
  auto* menu = new QMenu(MainWindow::tr("All mechanisms"), &window);
  addMechanisms(*menu, window, {});
  menu->menuAction()->setToolTip(MainWindow::tr("Each runs on a sample of its own, or on arrays"));
  return menu->menuAction();
}

/// Nothing is read for it at the start.
QAction* lessonsAction(MainWindow& window, QObject* owner) {
  auto* action = new QAction(MainWindow::tr("Lessons"), owner);
  action->setToolTip(MainWindow::tr("Predict, drag, and see numbers follow, step by step"));
  QObject::connect(action, &QAction::triggered, owner, [&window] { window.lessons().showGallery(); });
  return action;
}

}  // namespace

StartPage::StartPage(MainWindow& window, QStackedWidget& centre, std::vector<Sample> samples)
    : QObject(&window),
      m_window(window),
      m_centre(centre),
      m_page(new ui::WelcomePage(&centre)),
      m_samples(std::move(samples)) {
  Workspace& workspace = window.workspace();
  ui::Session& session = window.session();
  centre.addWidget(m_page);
  centre.addWidget(&workspace);
  fill();
  m_page->pictureOf = [this](const QString& path) { return pictureOf(path); };
  m_drawing.setSingleShot(true);
  m_drawing.setInterval(kDrawingMilliseconds);
  connect(&m_thumbnails, &Thumbnails::drawn, m_page, &ui::WelcomePage::showPictures);
  connect(&centre, &QStackedWidget::currentChanged, this, &StartPage::refresh);
  bringPanelsWhenNeeded();
  connect(&session.document(), &ui::Document::added, this, &StartPage::showButtons);
  connect(&session.document(), &ui::Document::removed, this, &StartPage::showButtons);
  connect(&workspace, &Workspace::viewsChanged, this, [this] {
    if (!m_window.workspace().views().empty()) return leave();
    m_centre.setCurrentWidget(m_page);
    makeWay();
  });
  connect(&session, &ui::Session::fileOpened, this, [this](const QString& path) {
    if (!m_toTeach.isEmpty() && path == m_toTeach) m_isTeaching = true;
  });
  connect(&session, &ui::Session::sessionOpened, this, [this] {
    if (m_isTeaching) {
      m_window.arrange(Layout::teach);
      m_window.keeper().setKept(m_window.keeper().path());  // nothing that the user has changed
    }
    m_isTeaching = false;
    m_toTeach.clear();
  });
  connect(&window.files(), &SessionFiles::leaving, this, &StartPage::keepPictures);
  refresh();
}

void StartPage::bringPanelsWhenNeeded() {
  Panels& panels = m_window.panels();
  ui::Session& session = m_window.session();
  const auto comeBack = [&panels] { panels.setAway(false); };
  // Later, when the session knows what the job is for: the one that opens the device is no work of the user's.
  const auto comeBackToOpen = [&session, comeBack] {
    if (session.isOpening()) comeBack();
  };
  connect(&session.jobs(), &ui::JobQueue::started, this, comeBackToOpen, Qt::QueuedConnection);
  connect(&session.document(), &ui::Document::added, this, comeBack);
  connect(&session, &ui::Session::message, this, [comeBack](ui::MessageKind kind) {
    if (kind == ui::MessageKind::error) comeBack();
  });
  connect(&m_window.files(), &SessionFiles::begun, this, &StartPage::makeWay);
}

void StartPage::makeWay() {
  // A library without a view is all that there is to see of what is open.
  const bool areOfUse = m_window.workspace().views().empty() && !m_window.session().isEmpty();
  m_window.panels().setAway(isShown() && !areOfUse);
}

void StartPage::fill() {
  const auto operation = [this](const QString& text, const char* id) {
    return operationAction(text, id, m_window, this);
  };
  m_page->setDoors({{tr("Learn"),
                     tr("Change a number and see scores, weights and outputs follow."),
                     ui::paintShares,
                     behindDoor(kLearn, m_samples),
                     {lessonsAction(m_window, this), mechanismsAction(m_window)}},
                    {tr("Inspect heads"),
                     tr("See what each head looks at, on the map, the chain and the structure."),
                     ui::paintHead,
                     behindDoor(QStringLiteral("heads"), m_samples),
                     {operation(tr("Heads of a structure…"), "attention geometric")}},
                    {tr("Explore alignments"),
                     tr("Read families, build profiles, and look inside their alignment."),
                     ui::paintColumns,
                     behindDoor(QStringLiteral("alignments"), m_samples),
                     {operation(tr("Search a database…"), "search")}}});
  m_page->setNews(news());
  connect(m_page, &ui::WelcomePage::openRequested, &m_window.files(), &SessionFiles::chooseAndOpen);
  connect(m_page, &ui::WelcomePage::newRequested, &m_window.files(), &SessionFiles::beginNew);
  connect(m_page, &ui::WelcomePage::leaveRequested, this, &StartPage::leave);
  connect(m_page, &ui::WelcomePage::fileRequested, this, &StartPage::open);
}

void StartPage::open(const QString& path, bool toTeach) {
  m_toTeach = toTeach ? path : QString();
  m_isTeaching = false;
  m_window.openPaths({path});
}

bool StartPage::isShown() const { return m_centre.currentWidget() == m_page; }

void StartPage::show() {
  keepPictures();
  m_centre.setCurrentWidget(m_page);
  m_page->openButton().setFocus();
}

void StartPage::leave() {
  const Workspace& workspace = m_window.workspace();
  if (workspace.views().empty() || !isShown()) return;
  showViews();
  if (workspace.activeView()) workspace.activeView()->setFocus();
}

QImage StartPage::pictureOf(const QString& path) const {
  const QImage drawn = m_thumbnails.of(path);
  const bool isSample =
      std::any_of(m_samples.begin(), m_samples.end(), [&path](const Sample& sample) { return sample.path == path; });
  return drawn.isNull() && isSample ? pictureBeside(path) : drawn;
}

void StartPage::showViews() {
  m_window.panels().setAway(false);  // first: the views find the room that they had
  m_centre.setCurrentWidget(&m_window.workspace());
}

void StartPage::showButtons() {
  m_page->newButton().setVisible(!m_window.session().document().datasets().empty());
  m_page->backButton().setVisible(!m_window.workspace().views().empty());
}

void StartPage::refresh() {
  showButtons();
  if (!isShown()) return m_drawing.stop();  // lessons have the panels out of their way too
  makeWay();
  m_page->setRecentFiles(Settings().recentFiles());
  m_drawing.start();
}

void StartPage::drawSamplesWith(const QString& program) {
  m_thumbnails.setProgram(program);
  m_page->showPictures();
  const auto draw = [this] {
    std::vector<SessionPicture> pictures;
    for (const Sample& sample : m_samples) pictures.push_back({sample.path, sample.picture});
    m_thumbnails.draw(pictures);
  };
  connect(&m_drawing, &QTimer::timeout, this, draw);
  connect(&ui::ThemeModel::instance(), &ui::ThemeModel::changed, this, &StartPage::refresh);
  if (isShown()) m_drawing.start();
}

void StartPage::keepPictures() {
  Workspace& workspace = m_window.workspace();
  if (isShown() || !workspace.isVisible()) return;
  const QStringList recent = Settings().recentFiles();
  for (ui::View* view : workspace.views()) {
    const engine::DatasetPtr dataset = workspace.dockOf(view)->dataset();
    if (!dataset || dataset->source.empty() || view->canvas().visibleRegion().isEmpty()) continue;
    const QString path = QFileInfo(QString::fromStdString(dataset->source)).absoluteFilePath();
    if (recent.contains(path)) m_thumbnails.keep(path, view->grab().toImage());
  }
  const QString session = m_window.keeper().path();
  if (!session.isEmpty()) m_thumbnails.keep(session, workspace.grab().toImage());
}

}  // namespace app
