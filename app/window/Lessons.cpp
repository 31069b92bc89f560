#include "app/window/Lessons.h"

#include <QFileInfo>
#include <QMenu>
#include <QStackedWidget>
#include <map>
#include <string>

#include "app/session/Resources.h"
#include "app/window/MainWindow.h"
#include "app/window/Panels.h"
#include "app/window/start/StartPage.h"
#include "ui/panels/start/WelcomePage.h"

namespace app {

Lessons::Lessons(MainWindow& window, QStackedWidget& centre) : QObject(&window), m_window(window), m_centre(centre) {
  // A view that opens wants to be seen.
  connect(&window.workspace(), &Workspace::viewOpened, this, [this] {
    if (isShown()) leave();
  });
}

const std::vector<LessonEntry>& Lessons::all() {
  if (!m_areFound) m_all = findLessons();
  m_areFound = true;
  return m_all;
}

bool Lessons::isShown() const { return m_player && m_centre.currentWidget() == m_player; }

void Lessons::makePlayer() {
  m_player = new ui::LessonPlayer(QString::fromStdString(resourceFolder("samples").string()),
                                  ui::LessonProgress::userPath(), &m_centre);
  m_centre.addWidget(m_player);
  connect(m_player, &ui::LessonPlayer::leaveWanted, this, &Lessons::leave);
  connect(m_player, &ui::LessonPlayer::workspaceWanted, this, &Lessons::openInWorkspace);
  connect(m_player, &ui::LessonPlayer::lessonWanted, this, [this](const QString& id, const QString& step) {
    open(id, {step, {}, false, false});
  });
  connect(m_player, &ui::LessonPlayer::failed, this,
          [this](const QString& text) { m_window.session().report(ui::MessageKind::error, text); });
}

void Lessons::open(const QString& idOrPath, const ui::LessonTarget& target) {
  const QString path = QFileInfo(idOrPath).isFile() ? idOrPath : lessonPath(idOrPath);
  if (path.isEmpty())
    return m_window.session().report(ui::MessageKind::error, tr("There is no lesson “%1”.").arg(idOrPath));
  if (!m_player) makePlayer();
  m_player->open(path, target);
  showPlayer();
}

void Lessons::showPlayer() {
  m_centre.setCurrentWidget(m_player);
  m_window.panels().setAway(true);
  m_player->setFocus();
}

void Lessons::leave() {
  if (!m_player) return;
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
  leave();
  for (ui::ViewRequest request : requests) {
    for (std::string& id : request.datasets) id = ids[id];
    m_window.workspace().openView(request);
  }
  if (requests.empty())
    m_window.session().report(ui::MessageKind::information,
                              tr("The pictures of this step stand in lessons only; nothing to open as a view."));
}

QString Lessons::progressOf(const QString& id) const {
  const ui::LessonProgress progress(ui::LessonProgress::userPath());
  const int seen = progress.numSeen(id.toStdString()), answered = progress.numAnswered(id.toStdString());
  return seen == 0 ? QString() : tr("%1 steps seen, %2 questions answered").arg(seen).arg(answered);
}

void Lessons::fillMenu(QMenu& menu) {
  menu.clear();
  menu.setToolTipsVisible(true);
  QString level;
  for (const LessonEntry& lesson : all()) {
    if (!level.isEmpty() && lesson.level != level) menu.addSeparator();
    level = lesson.level;
    const QString title = lesson.isUsers ? tr("%1 (your own)").arg(lesson.title) : lesson.title;
    menu.addAction(title, this, [this, path = lesson.path] { open(path); })
        ->setToolTip(tr("%1 %2 minutes.").arg(lesson.goal).arg(lesson.minutes));
  }
  if (menu.isEmpty()) menu.addAction(tr("No lessons found"))->setEnabled(false);
  menu.addSeparator();
  menu.addAction(tr("Back to the lesson"), this, [this] { showPlayer(); })->setEnabled(m_player && !isShown());
}

}  // namespace app
