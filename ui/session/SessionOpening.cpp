// What is still to come of session files that are being opened.
#include "ui/session/SessionOpening.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <set>
#include <utility>

#include "engine/base/Error.h"
#include "engine/operations/Operation.h"
#include "ui/session/SessionSources.h"

namespace ui {

void SessionOpening::open(const std::filesystem::path& path) {
  const bool isAlone = m_session.isEmpty();
  SessionFile file = read(path);
  m_requests.insert(m_requests.end(), file.requests.begin(), file.requests.end());
  m_edits.insert(file.edits.begin(), file.edits.end());
  m_views.insert(m_views.end(), file.views.begin(), file.views.end());
  m_selection = isAlone ? file.selection : QJsonObject();
  m_window = isAlone ? file.window : QJsonObject();
  m_isOpening = true;
  for (const SessionFile::Source& source : file.sources) m_session.load(source.path, source.id, source.title);
  Q_EMIT m_session.fileOpened(QString::fromStdString(path.string()));
  if (file.sources.empty()) advance();
}

SessionFile SessionOpening::read(const std::filesystem::path& path) {
  if (const char* found = noDataAt(path)) engine::fail(path.string(), ": found ", found, ", expected a session file");
  SessionFile file = readSessionFile(path);
  std::transform(file.requests.begin(), file.requests.end(), file.requests.begin(), withDefaults);
  file = withFreeIds(std::move(file), [this](const std::string& id) {
    const std::string free = m_session.m_document.freeId(id);
    m_session.m_document.expect({free});
    return free;
  });
  m_session.m_titles.insert(file.titles.begin(), file.titles.end());
  return file;
}

void SessionOpening::openAndWait(const std::filesystem::path& path, engine::Progress& progress) {
  const bool isAlone = m_session.isEmpty();
  const SessionFile file = read(path);
  m_edits = file.edits;
  engine::Diagnostics diagnostics;
  const double total = double(std::max<size_t>(1, file.sources.size() + file.requests.size()));
  double done = 0;
  const auto part = [&] {
    const double from = done++ / total;
    return engine::PartProgress(progress, from, done / total);
  };
  for (const SessionFile::Source& source : file.sources) {
    auto step = part();
    m_session.m_document.publish(
        std::make_shared<const engine::Dataset>(loadSource(source, takeEdits(source.id), diagnostics, step)));
  }
  for (const engine::Request& request : file.requests) {
    auto step = part();
    std::vector<engine::DatasetPtr> inputs;
    for (const std::string& id : request.inputs) inputs.push_back(m_session.m_document.find(id));
    const engine::Operation& operation = engine::findOperation(request.operation);
    requireDataPaths(operation, request.parameters);
    m_session.publishAll(operation.run(inputs, request.parameters, m_session.compute(), diagnostics, step), request);
  }
  for (const std::string& text : diagnostics.warnings())
    m_session.report(MessageKind::warning, QString::fromStdString(text));
  for (const ViewRequest& view : file.views) Q_EMIT m_session.viewRequested(view);
  if (isAlone && !file.selection.isEmpty()) m_session.m_selection.setState(file.selection);
}

void SessionOpening::advance() {
  const auto isReady = [this](const std::vector<std::string>& ids) {
    return std::all_of(ids.begin(), ids.end(),
                       [this](const std::string& id) { return id.empty() || m_session.m_document.find(id); });
  };
  // Taken out before they start: a start may fail at once and come back here.
  std::vector<engine::Request> ready;
  std::erase_if(m_requests, [&](const engine::Request& request) {
    if (!isReady(request.inputs)) return false;
    ready.push_back(request);
    return true;
  });
  for (const engine::Request& request : ready) m_session.run(request);

  // Views keep the order of the file: a later one waits for the earlier ones.
  while (!m_views.empty() && isReady(m_views.front().datasets)) {
    const ViewRequest view = m_views.front();
    m_views.erase(m_views.begin());
    Q_EMIT m_session.viewRequested(view);
  }
  finish();
}

void SessionOpening::finish() {
  if (!m_isOpening || !m_requests.empty() || !m_views.empty()) return;
  m_isOpening = false;
  if (!m_selection.isEmpty()) m_session.m_selection.setState(m_selection);
  const QJsonObject window = m_window;  // who hears of it may open another
  Q_EMIT m_session.sessionOpened(window);
}

void SessionOpening::drop(const std::string& failedId) {
  Q_EMIT m_session.gaveUp(failedId);
  const auto needs = [&](const std::vector<std::string>& ids) {
    return std::any_of(ids.begin(), ids.end(),
                       [&](const std::string& id) { return id == failedId || id.starts_with(failedId + "."); });
  };
  std::vector<std::string> dropped;
  std::erase_if(m_requests, [&](const engine::Request& request) {
    if (!needs(request.inputs)) return false;
    dropped.push_back(request.output);
    return true;
  });
  const auto numDroppedViews = std::erase_if(m_views, [&](const ViewRequest& v) { return needs(v.datasets); });
  for (const std::string& id : dropped) {
    m_session.report(MessageKind::warning, Session::tr("\"%1\" was not computed: it needs \"%2\".")
                                               .arg(QString::fromStdString(id), QString::fromStdString(failedId)));
    drop(id);
  }
  if (numDroppedViews > 0) advance();  // views behind the dropped ones
  finish();
}

void SessionOpening::dropUnmade(const std::string& output) {
  std::set<std::string> unmade;
  const auto note = [&](const std::vector<std::string>& ids) {
    std::copy_if(ids.begin(), ids.end(), std::inserter(unmade, unmade.end()), [&](const std::string& id) {
      return !output.empty() && id.starts_with(output + ".") && !m_session.m_document.find(id);
    });
  };
  for (const engine::Request& request : m_requests) note(request.inputs);
  for (const ViewRequest& view : m_views) note(view.datasets);
  for (const std::string& id : unmade) {
    m_session.report(MessageKind::warning, Session::tr("\"%1\" is not among the results of \"%2\".")
                                               .arg(QString::fromStdString(id), QString::fromStdString(output)));
    drop(id);
  }
}

std::vector<std::string> SessionOpening::takeEdits(const std::string& id) {
  auto node = m_edits.extract(id);
  return node ? std::move(node.mapped()) : std::vector<std::string>();
}

/// In place: it may be one of its own functions that somebody answered by this.
void SessionOpening::forget() {
  m_requests.clear();
  m_edits.clear();
  m_views.clear();
  m_selection = m_window = {};
  m_isOpening = false;
}

}  // namespace ui
