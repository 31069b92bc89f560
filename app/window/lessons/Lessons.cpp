#include "app/window/lessons/Lessons.h"

#include <QFileInfo>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <map>
#include <string>

#include "app/session/Resources.h"
#include "app/session/Settings.h"
#include "app/window/MainWindow.h"
#include "app/window/Panels.h"
#include "app/window/lessons/LessonLinks.h"
#include "app/window/start/StartPage.h"
#include "ui/look/Theme.h"
#include "ui/panels/start/LessonGallery.h"
#include "ui/panels/start/PictureCard.h"
#include "ui/panels/start/WelcomePage.h"
#include "ui/views/base/FileDialogs.h"

namespace app {

namespace {

QString samplesFolder() { return QString::fromStdString(resourceFolder("samples").string()); }

/// "12 minutes, 7 steps: 3 seen, 2 questions answered".
QString noteOf(const LessonEntry& lesson, int seen, int answered) {
  QString note = Lessons::tr("%1 minutes, %2 steps").arg(lesson.minutes).arg(lesson.numSteps);
  if (seen > 0) note += Lessons::tr(": %1 seen, %2 answered").arg(seen).arg(answered);
  if (const QStringList all = lesson.languages(); all.size() > 1) note += Lessons::tr("; %1").arg(all.join(u' '));
  return lesson.isUsers ? Lessons::tr("your own, %1").arg(note) : note;
}

}  // namespace

Lessons::Lessons(MainWindow& window, QStackedWidget& centre)
    : QObject(&window), m_window(window), m_centre(centre), m_covers(samplesFolder()), m_printer(samplesFolder()) {
  // A view that opens wants to be seen.
  connect(&window.workspace(), &Workspace::viewOpened, this, [this] {
    if (isShown() || isGalleryShown()) leaveAll();
  });
  connect(&m_printer, &ui::HandoutPrinter::printed, this, [this](const QString& path, int numPages) {
    m_window.session().report(ui::MessageKind::information,
                              tr("Handout of %1 pages written: %2").arg(numPages).arg(path));
  });
  connect(&m_printer, &ui::HandoutPrinter::failed, this,
          [this](const QString& text) { m_window.session().report(ui::MessageKind::error, text); });
}

const std::vector<LessonEntry>& Lessons::all() {
  if (!m_areFound) m_all = findLessons();
  m_areFound = true;
  return m_all;
}

bool Lessons::isShown() const { return m_player && m_centre.currentWidget() == m_player; }

void Lessons::makePlayer() {
  m_player = new ui::LessonPlayer(samplesFolder(), ui::LessonProgress::userPath(), &m_centre);
  m_centre.addWidget(m_player);
  m_player->ownData = [this] { return m_window.session().document().datasets(); };
  m_player->languages = wantedLessonLanguages();
  m_player->wordsFolders = QStringList{userLessonFolder()};
  m_player->languageChosen = [](const QString& language) { Settings().setLessonLanguage(language); };
  m_player->setReading(Settings().isLessonRead());
  m_player->readingChanged = [](bool isReading) { Settings().setLessonRead(isReading); };
  connect(m_player, &ui::LessonPlayer::leaveWanted, this, &Lessons::leave);
  connect(m_player, &ui::LessonPlayer::workspaceWanted, this, &Lessons::openInWorkspace);
  connect(m_player, &ui::LessonPlayer::lessonWanted, this, [this](const QString& id, const QString& step) {
    const bool isFromGallery = m_isFromGallery;
    open(id, {step, {}, false, false});
    m_isFromGallery = isFromGallery;
  });
  connect(m_player, &ui::LessonPlayer::failed, this,
          [this](const QString& text) { m_window.session().report(ui::MessageKind::error, text); });
}

void Lessons::open(const QString& idOrPath, const ui::LessonTarget& target) {
  const QString path = QFileInfo(idOrPath).isFile() ? idOrPath : lessonPath(idOrPath);
  if (path.isEmpty())
    return m_window.session().report(ui::MessageKind::error, tr("There is no lesson “%1”.").arg(idOrPath));
  if (!m_player) makePlayer();
  m_isFromGallery = isGalleryShown();
  m_player->open(path, target);
  showPlayer();
}

void Lessons::showPlayer() {
  m_centre.setCurrentWidget(m_player);
  m_window.panels().setAway(true);
  m_player->setFocus();
}

void Lessons::makeGallery() {
  m_gallery = new ui::LessonGallery(&m_centre);
  m_centre.addWidget(m_gallery);
  m_gallery->pictureOf = [this](const QString& path) { return m_covers.of(path); };
  connect(m_gallery, &ui::LessonGallery::leaveRequested, this, &Lessons::leaveAll);
  connect(m_gallery, &ui::LessonGallery::lessonRequested, this, [this](const QString& path) { open(path); });
  connect(&m_covers, &ui::LessonCovers::drawn, m_gallery, &ui::LessonGallery::showPictures);
  connect(&ui::ThemeModel::instance(), &ui::ThemeModel::changed, m_gallery, [this] {
    if (isGalleryShown()) fillGallery();
  });
}

void Lessons::fillGallery() {
  const ui::LessonProgress progress(ui::LessonProgress::userPath());
  const QStringList languages = wantedLessonLanguages();
  std::vector<ui::LessonGallery::Lesson> shown;
  QStringList files;
  for (const LessonEntry& lesson : m_all) {
    const int seen = progress.numSeen(lesson.id.toStdString()),
              answered = progress.numAnswered(lesson.id.toStdString());
    const double share = seen > 0 && lesson.numSteps > 0 ? static_cast<double>(seen) / lesson.numSteps : -1;
    const LessonWords words = lesson.in(languages);
    shown.push_back({lesson.id, words.title, words.goal, noteOf(lesson, seen, answered), lesson.path, share});
    files << lesson.path;
  }
  std::vector<ui::LessonGallery::Path> paths;
  for (const LessonPath& path : findLessonPaths(m_all))
    paths.push_back(
        {path.title, tr("%1 lessons, %2 minutes").arg(path.lessons.size()).arg(path.minutes), path.lessons});
  m_gallery->setLessons(std::move(shown), std::move(paths));
  m_covers.want(files);
}

bool Lessons::isGalleryShown() const { return m_gallery && m_centre.currentWidget() == m_gallery; }

void Lessons::showGallery() {
  if (!m_gallery) makeGallery();
  m_all = findLessons();  // some may have been written meanwhile
  m_areFound = true;
  fillGallery();
  m_centre.setCurrentWidget(m_gallery);
  m_window.panels().setAway(true);
  QAbstractButton* first = &m_gallery->backButton();
  if (!m_gallery->cards().empty()) first = m_gallery->cards().front();
  first->setFocus();
}

void Lessons::leave() {
  if (isShown() && m_isFromGallery) return showGallery();
  leaveAll();
}

void Lessons::leaveAll() {
  Workspace& workspace = m_window.workspace();
  const bool hasViews = !workspace.views().empty();
  m_centre.setCurrentWidget(hasViews ? static_cast<QWidget*>(&workspace) : &m_window.start().page());
  if (hasViews) m_window.panels().setAway(false);
}

void Lessons::openInWorkspace() {
  if (!m_player) return;
  ui::Document& document = m_window.session().document();
  std::map<std::string, std::string> ids;
  for (const engine::DatasetPtr& dataset : m_player->datasets()) ids[dataset->id] = document.freeId(dataset->id);
  for (const engine::DatasetPtr& dataset : m_player->datasets()) {
    engine::Dataset copy = *dataset;
    copy.id = ids[dataset->id];
    for (engine::DatasetId& axis : copy.axes)
      if (const auto known = ids.find(axis); known != ids.end()) axis = known->second;
    document.publish(std::make_shared<const engine::Dataset>(std::move(copy)));
  }
  const std::vector<ui::ViewRequest> requests = m_player->viewRequests();
  leaveAll();
  for (ui::ViewRequest request : requests) {
    for (std::string& id : request.datasets) id = ids[id];
    m_window.workspace().openView(request);
  }
  if (requests.empty())
    m_window.session().report(ui::MessageKind::information,
                              tr("The pictures of this step stand in lessons only; nothing to open as a view."));
}

void Lessons::printHandout(const QString& path, bool hasNotes) {
  if (!m_player || !m_player->lesson() || m_printer.isBusy()) return;
  const bool isLetter = QLocale().measurementSystem() == QLocale::ImperialUSSystem;
  const ui::HandoutLanguage language{{m_player->lesson()->language}, {userLessonFolder().toStdString()}};
  m_printer.print(QString::fromStdString(m_player->lesson()->file), path, {hasNotes, isLetter, language});
}

void Lessons::askForHandout(bool hasNotes) {
  const QString name = QString::fromStdString(m_player->lesson()->id) + QStringLiteral(".pdf");
  ui::askForNewFile(m_player, tr("Print handout"), name, {tr("Handout (*.pdf)")},
                    [this, hasNotes](const QString& path) { printHandout(path, hasNotes); });
}

void Lessons::fillMenu(QMenu& menu) {
  menu.clear();
  menu.setToolTipsVisible(true);
  menu.addAction(tr("All lessons as cards"), this, &Lessons::showGallery);
  if (const ui::View* view = isShown() ? nullptr : m_window.workspace().activeView())
    addLessonsOn(menu, m_window, subjectsOf(*view));
  menu.addSeparator();
  QString level;
  const QStringList languages = wantedLessonLanguages();
  for (const LessonEntry& lesson : all()) {
    if (!level.isEmpty() && lesson.level != level) menu.addSeparator();
    level = lesson.level;
    const LessonWords words = lesson.in(languages);
    const QString title = lesson.isUsers ? tr("%1 (your own)").arg(words.title) : words.title;
    menu.addAction(title, this, [this, path = lesson.path] { open(path); })
        ->setToolTip(tr("%1 %2 minutes.").arg(words.goal).arg(lesson.minutes));
  }
  if (all().empty()) menu.addAction(tr("No lessons found"))->setEnabled(false);
  menu.addSeparator();
  menu.addAction(tr("Back to the lesson"), this, [this] { showPlayer(); })->setEnabled(m_player && !isShown());
  QAction* reading = menu.addAction(tr("Reading mode: all of a step at once (A)"), this, [this](bool isRead) {
    Settings().setLessonRead(isRead);
    if (m_player) m_player->setReading(isRead);
  });
  reading->setCheckable(true);
  reading->setChecked(Settings().isLessonRead());
  const bool canPrint = m_player && m_player->lesson() && !m_printer.isBusy();
  menu.addAction(tr("Print handout…"), this, [this] { askForHandout(false); })->setEnabled(canPrint);
  menu.addAction(tr("Print handout with notes…"), this, [this] { askForHandout(true); })->setEnabled(canPrint);
}

}  // namespace app
