// What of the session is on disk, where, and what is asked before any of it is let go.
#include "app/session/SessionKeeper.h"

#include <QJsonArray>
#include <QLocale>
#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "app/session/SessionFiles.h"
#include "app/window/Workspace.h"
#include "ui/session/Session.h"
#include "ui/views/base/ViewHistory.h"

namespace app {

namespace {

/// Keys of views' states that say where one looks. A key that is missing here makes the program ask once too often.
bool isPlace(const QString& key) {
  static const std::set<QString> kPlaces = {
      QStringLiteral("region"),     QStringLiteral("arcRegion"),  QStringLiteral("camera"),
      QStringLiteral("zoom"),       QStringLiteral("textOffset"), QStringLiteral("firstEntry"),
      QStringLiteral("columnZoom"), QStringLiteral("rowZoom"),    QStringLiteral("firstColumn"),
      QStringLiteral("firstRow"),   QStringLiteral("scroll"),     QStringLiteral("first"),
      QStringLiteral("fitted"),     QStringLiteral("row"),        QStringLiteral("column"),
      QStringLiteral("cellShare"),  QStringLiteral("whole"),      QStringLiteral("horizontal"),
      QStringLiteral("vertical"),   QStringLiteral("columnWidth")};
  return kPlaces.count(key) > 0;
}

bool isSetOtherwise(const QJsonObject& before, const QJsonObject& after) {
  QStringList keys = before.keys() + after.keys();
  return std::any_of(keys.begin(), keys.end(),
                     [&](const QString& key) { return !isPlace(key) && before[key] != after[key]; });
}

/// What counts of a session, in an order that does not depend on what came first: data, views by what they show, places
/// put aside.
ui::SessionFile essential(ui::SessionFile file) {
  for (ui::ViewRequest& view : file.views) {
    view.title.clear();
    view.state = {};
    std::sort(view.datasets.begin(), view.datasets.end());
  }
  std::sort(file.views.begin(), file.views.end(),
            [](const auto& a, const auto& b) { return std::tie(a.view, a.datasets) < std::tie(b.view, b.datasets); });
  std::sort(file.sources.begin(), file.sources.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  std::sort(file.requests.begin(), file.requests.end(),
            [](const auto& a, const auto& b) { return a.output < b.output; });
  file.title.clear();
  file.window = {};
  const QJsonValue kept = file.selection[QStringLiteral("kept")];
  file.selection = {};
  if (!kept.toArray().isEmpty()) file.selection[QStringLiteral("kept")] = kept;
  return file;
}

bool areEqual(const ui::SessionFile& a, const ui::SessionFile& b) {
  return ui::sessionText(a, "/") == ui::sessionText(b, "/");
}

bool uses(const std::vector<std::string>& ids, const std::string& id) {
  return std::any_of(ids.begin(), ids.end(),
                     [&](const std::string& other) { return other == id || other.starts_with(id + "."); });
}

}  // namespace

SessionKeeper::SessionKeeper(Workspace& workspace, ui::ViewHistory& history, SessionFiles& files, QWidget* window)
    : QObject(window),
      m_session(workspace.session()),
      m_history(history),
      m_files(files),
      m_autosave([&files] { return files.current(); }, nullptr),
      m_question(new QuestionBar(window)),
      m_leftOver(new QuestionBar(window)) {
  connect(&m_autosave, &Autosave::failed, this,
          [this](const QString& text) { m_session.report(ui::MessageKind::warning, text); });
  connect(&m_autosave, &Autosave::landed, this, &SessionKeeper::onLanded);
  connect(&m_session, &ui::Session::gaveUp, this, &SessionKeeper::forgetGivenUp);
  // Views tell which datasets they show, and put aside what is selected in them, once they are open.
  connect(&m_session, &ui::Session::sessionOpened, this, [this] {
    if (!m_kept) return;
    ui::SessionFile now = essential(m_files.current());
    m_kept->views = std::move(now.views);
    m_kept->selection = std::move(now.selection);
  });
  noteChanges(workspace);
}

void SessionKeeper::noteChanges(const Workspace& workspace) {
  const auto note = [this] { m_autosave.note(); };
  const ui::Document& document = m_session.document();
  connect(&document, &ui::Document::added, this, note);
  connect(&document, &ui::Document::replaced, this, note);
  connect(&document, &ui::Document::removed, this, note);
  connect(&m_session.jobs(), &ui::JobQueue::started, this, note);
  connect(&m_session.jobs(), &ui::JobQueue::ended, this, note);
  for (auto signal :
       {&ui::SelectionModel::lockedChanged, &ui::SelectionModel::keptChanged, &ui::SelectionModel::headChanged})
    connect(&m_session.selection(), signal, this, note);
  connect(&workspace, &Workspace::viewsChanged, this, note);
  connect(&workspace, &Workspace::settled, this, note);
  connect(&workspace, &Workspace::viewOpened, this,
          [this, note](const ui::View* view) { connect(view, &ui::View::stateChanged, this, note); });
}

void SessionKeeper::setKept(const QString& path) {
  m_path = path;
  m_history.commit();
  m_kept = essential(m_files.current());
  m_keptPosition = m_history.position();
  m_isRestored = false;
}

void SessionKeeper::setUnnamed() {
  m_path.clear();
  m_kept.reset();
}

void SessionKeeper::setNew() {
  setUnnamed();
  m_keptPosition = m_history.position();
  m_isRestored = false;
}

void SessionKeeper::forgetGivenUp(const std::string& id) {
  m_restoring.reset();  // its copy remains for another start: the file may be there again then
  if (!m_kept || m_session.document().find(id)) return;
  std::erase_if(m_kept->sources, [&](const auto& source) { return source.id == id; });
  std::erase_if(m_kept->requests, [&](const auto& request) { return request.output == id; });
  std::erase_if(m_kept->edits, [&](const auto& edits) { return uses({edits.first}, id); });
  std::erase_if(m_kept->views, [&](const auto& view) { return uses(view.datasets, id); });
}

bool SessionKeeper::isUnsaved() const {
  if (m_session.isEmpty() && !m_kept) return false;
  m_history.commit();
  if (m_isRestored || m_history.differsFrom(m_keptPosition, isSetOtherwise)) return true;
  const ui::SessionFile now = essential(m_files.current());
  if (m_kept) return !areEqual(now, *m_kept);
  return !now.requests.empty() || !now.edits.empty() || !now.selection.isEmpty();
}

void SessionKeeper::beforeLosing(const QString& without, std::function<void()> next) {
  if (!isUnsaved()) return next();
  m_question->ask(tr("Results or changes of this session have not been saved."),
                  {{tr("&Save"), [this, next] { m_files.save(next); }}, {without, next}, {tr("&Cancel"), {}}},
                  true);
}

void SessionKeeper::beforeOpening(std::function<void()> replace, std::function<void()> join) {
  const QString joinText = tr("&Add to what is open"), cancelText = tr("&Cancel");
  if (isUnsaved()) {
    m_question->ask(tr("Results or changes of the session that is open have not been saved."),
                    {{tr("&Save it first"), [this, replace] { m_files.save(replace); }},
                     {tr("Open &without saving"), replace},
                     {joinText, join},
                     {cancelText, {}}},
                    true);
  } else if (!m_session.isEmpty() && !m_kept) {
    m_question->ask(tr("Files are open that belong to no session."),
                    {{joinText, join}, {tr("&Replace them"), replace}, {cancelText, {}}}, true);
  } else {
    replace();
  }
}

void SessionKeeper::offerLeftOver() {
  m_autosave.start();
  const std::optional<LeftOver> copy = LeftOver::newest();
  if (!copy) return;
  const auto discard = [this, copy = *copy] {
    copy.remove();
    QTimer::singleShot(0, this, &SessionKeeper::offerLeftOver);  // there may be another, of another run
  };
  m_leftOver->ask(tr("Headlight did not end properly. What was open has been kept (%1).")
                      .arg(QLocale().toString(copy->time, QLocale::ShortFormat)),
                  {{tr("&Open it again"), [this, copy = *copy] { restore(copy); }},
                   {tr("&Discard"), discard},
                   {tr("&Later"), [this] { m_leftOver->forget(); }}},
                  false);
}

void SessionKeeper::restore(const LeftOver& copy) {
  m_restoring = copy;
  m_leftOver->forget();
  setUnnamed();
  m_session.openFiles({copy.path});
  m_isRestored = m_session.isOpening();
  if (!m_isRestored) m_restoring.reset();  // it could not be read
  m_autosave.note();
}

void SessionKeeper::onLanded() {
  if (!m_restoring || m_session.isOpening()) return;
  m_restoring->remove();
  m_restoring.reset();
  offerLeftOver();
}

}  // namespace app
