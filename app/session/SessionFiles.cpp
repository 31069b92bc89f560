// The session that is open and its files: opened, joined, saved, begun anew.
#include "app/session/SessionFiles.h"

#include <QFileInfo>
#include <QWidget>
#include <algorithm>
#include <iterator>
#include <utility>

#include "app/session/Samples.h"
#include "app/session/SessionKeeper.h"
#include "app/session/Settings.h"
#include "app/window/RunOperation.h"
#include "app/window/ShowDataset.h"
#include "app/window/Workspace.h"
#include "engine/operations/MapsOfArrays.h"
#include "ui/session/Session.h"
#include "ui/views/base/FileDialogs.h"
#include "ui/views/base/ViewHistory.h"

namespace app {

namespace {

bool isSessionFile(const QString& path) { return QFileInfo(path).suffix() == QStringLiteral("headlight"); }

QString comparable(const QString& path) {
  const QString canonical = QFileInfo(path).canonicalFilePath();
  return canonical.isEmpty() ? path : canonical;
}

}  // namespace

SessionFiles::SessionFiles(Workspace& workspace, ui::ViewHistory& history, std::function<QJsonObject()> places,
                           QWidget& window)
    : QObject(&window),
      m_workspace(workspace),
      m_session(workspace.session()),
      m_history(history),
      m_places(std::move(places)),
      m_window(window) {
  m_keeper = new SessionKeeper(workspace, history, *this, &window);
  connect(&m_session, &ui::Session::fileOpened, this, &SessionFiles::onFileOpened);
}

void SessionFiles::open(const QStringList& asked) {
  QStringList paths = asked;
  if (openElsewhere) paths.removeIf([this](const QString& path) { return openElsewhere(path); });
  if (paths.isEmpty()) return;
  const bool isSessionAmong = std::any_of(paths.begin(), paths.end(), isSessionFile);
  if (!isSessionAmong || m_session.isEmpty()) return openNow(paths);
  m_keeper->beforeOpening(
      [this, paths] {
        clear();
        openNow(paths);
      },
      [this, paths] { openNow(paths); });
}

void SessionFiles::openNow(const QStringList& paths) {
  // Sessions come first: what is given along with one joins it.
  QStringList ordered = paths;
  std::stable_partition(ordered.begin(), ordered.end(), isSessionFile);
  for (const QString& path : ordered) {
    m_isJoining = !m_session.isEmpty();
    m_chosenByUser.insert(comparable(path));
    m_session.openFiles({path});
  }
}

void SessionFiles::chooseAndOpen() {
  ui::askForFiles(&m_window, tr("Open files"), [this](const QStringList& paths) { open(paths); });
}

void SessionFiles::openSample() {
  const std::vector<Sample> samples = findSamples();
  if (samples.empty()) {
    m_session.report(ui::MessageKind::error,
                     tr("The sample session was not found; set HEADLIGHT_RESOURCES to the resources folder."));
    return;
  }
  open({samples.front().path});
}

void SessionFiles::onFileOpened(const QString& path) {
  if (!m_chosenByUser.remove(comparable(path))) return;  // part of a session
  Settings().addRecentFile(path);
  if (isSessionFile(path)) {
    m_isJoining ? m_keeper->setUnnamed() : adopt(path);
    if (m_isJoining) m_window.setWindowTitle(tr("Headlight"));
  }
  const auto& datasets = m_session.document().datasets();
  const auto found = std::find_if(datasets.rbegin(), datasets.rend(), [&](const engine::DatasetPtr& dataset) {
    return !dataset->source.empty() && comparable(QString::fromStdString(dataset->source)) == comparable(path);
  });
  if (found == datasets.rend()) return;
  showNew(m_workspace, *found);
  // Arrays that a mechanism gave are opened with their maps, as they were beside them when they were computed.
  if (engine::hasMaps(**found))
    runAndShow(m_workspace, {engine::kMapsOperation, {(*found)->id}, {}, (*found)->id + ".maps"});
}

void SessionFiles::adopt(const QString& path) {
  m_window.setWindowTitle(tr("%1 – Headlight").arg(QFileInfo(path).completeBaseName()));
  const std::vector<Sample> samples = findSamples();
  const bool isSample = std::any_of(samples.begin(), samples.end(),
                                    [&](const Sample& sample) { return comparable(sample.path) == comparable(path); });
  m_keeper->setKept(isSample ? QString() : path);
}

void SessionFiles::beginNew() {
  m_keeper->beforeLosing(tr("Begin &without saving"), [this] { clear(); });
}

void SessionFiles::clear() {
  Q_EMIT leaving();
  m_workspace.closeAll();
  m_session.clear();
  m_chosenByUser.clear();
  m_history.forget();
  m_keeper->setNew();
  m_window.setWindowTitle(tr("Headlight"));
  Q_EMIT begun();
}

void SessionFiles::chooseAndSave(const std::function<void()>& next) {
  ui::askForNewFile(&m_window, tr("Save session"), QStringLiteral("session.headlight"),
                    {tr("Headlight session (*.headlight)")}, [this, next](const QString& path) {
                      if (saveTo(path) && next) next();
                    });
}

void SessionFiles::save(const std::function<void()>& next) {
  if (m_keeper->path().isEmpty()) return chooseAndSave(next);
  if (saveTo(m_keeper->path()) && next) next();
}

ui::SessionFile SessionFiles::current() const {
  std::vector<ui::ViewRequest> views = m_workspace.requests();
  std::vector<std::string> shown;
  for (const ui::ViewRequest& view : views) shown.insert(shown.end(), view.datasets.begin(), view.datasets.end());
  ui::SessionFile file = m_session.describe(shown);
  file.views.insert(file.views.begin(), std::make_move_iterator(views.begin()), std::make_move_iterator(views.end()));
  if (!file.views.empty()) file.window = m_places();
  return file;
}

bool SessionFiles::saveTo(const QString& path) {
  ui::SessionFile file = current();
  file.title = QFileInfo(path).completeBaseName().toStdString();
  try {
    ui::writeSessionFile(file, path.toStdString());
    Settings().addRecentFile(path);
    adopt(path);
    m_session.report(ui::MessageKind::information, tr("Saved %1").arg(path));
    return true;
  } catch (const engine::Error& error) {
    m_session.report(ui::MessageKind::error, QString::fromUtf8(error.what()));
    return false;
  }
}

}  // namespace app
