#include "app/window/lessons/LessonLinks.h"

#include <QMenu>
#include <algorithm>

#include "app/window/MainWindow.h"
#include "app/window/lessons/Lessons.h"
#include "engine/heads/HeadLabels.h"
#include "ui/views/base/View.h"

namespace app {

namespace {

constexpr size_t kMostLinks = 4;  ///< of a menu
constexpr char kLabel[] = "label ";

/// "label sink" is every sink, wherever it is.
bool areSame(const std::string& subject, const std::string& explained) {
  if (!subject.starts_with(kLabel) || !explained.starts_with(kLabel)) return subject == explained;
  const std::string head = subject.substr(sizeof(kLabel) - 1), told = explained.substr(sizeof(kLabel) - 1);
  const engine::HeadRule rule = engine::ruleOfLabel(head);
  return head == told || (rule == engine::ruleOfLabel(told) && rule != engine::HeadRule::offset);
}

/// Of the table of heads that the view shows, or else of one that is open.
const engine::HeadTable* tableBeside(const ui::View& view) {
  const ui::Document& document = view.session().document();
  const std::vector<engine::DatasetId> ids = view.datasetIds();
  for (const engine::DatasetId& id : ids)
    if (const engine::DatasetPtr dataset = document.find(id))
      if (const auto* table = dataset->as<engine::HeadTable>()) return table;
  for (const engine::DatasetPtr& dataset : document.datasets()) {
    const auto& inputs = dataset->provenance.request.inputs;
    const bool isAbout = std::any_of(
        ids.begin(), ids.end(), [&](const engine::DatasetId& id) { return !inputs.empty() && inputs.front() == id; });
    if (isAbout && dataset->as<engine::HeadTable>()) return dataset->as<engine::HeadTable>();
  }
  return nullptr;
}

}  // namespace

QString LessonLink::text() const { return QStringLiteral("%1: %2").arg(lesson, step); }

std::vector<LessonLink> lessonsOn(MainWindow& window, const std::vector<std::string>& subjects) {
  std::vector<LessonLink> links;
  for (const LessonEntry& lesson : window.lessons().all())
    for (const LessonExplains& explains : lesson.explains) {
      const bool isWanted = std::any_of(subjects.begin(), subjects.end(),
                                        [&](const std::string& subject) { return areSame(subject, explains.subject); });
      const bool isThere = std::any_of(links.begin(), links.end(), [&](const LessonLink& link) {
        return link.path == lesson.path && link.slug == explains.slug;
      });
      if (isWanted && !isThere) links.push_back({lesson.path, explains.slug, lesson.title, explains.title});
    }
  return links;
}

std::vector<std::string> subjectsOf(const engine::Dataset& dataset) {
  const std::string& operation = dataset.provenance.request.operation;
  return operation.empty() ? std::vector<std::string>{} : std::vector<std::string>{operation};
}

std::vector<std::string> subjectsOf(const ui::View& view) {
  std::vector<std::string> subjects = {"view " + view.kind().toStdString()};
  for (const engine::DatasetId& id : view.datasetIds())
    if (const engine::DatasetPtr dataset = view.session().document().find(id))
      for (const std::string& subject : subjectsOf(*dataset)) subjects.push_back(subject);
  const engine::HeadTable* table = tableBeside(view);
  const int layer = view.session().selection().layer(), head = view.session().selection().head();
  if (table && layer >= 0 && head >= 0 && layer < table->numLayers && head < table->numHeads)
    subjects.push_back(kLabel + table->at(layer, head).label());
  return subjects;
}

void addLessonsOn(QMenu& menu, MainWindow& window, const std::vector<std::string>& subjects) {
  std::vector<LessonLink> links = lessonsOn(window, subjects);
  if (links.size() > kMostLinks) links.resize(kMostLinks);
  if (links.empty()) return;
  menu.addSeparator();
  for (const LessonLink& link : links)
    menu.addAction(MainWindow::tr("Lesson “%1”").arg(link.text()), &window, [&window, link] {
      window.lessons().open(link.path, {link.slug, {}, false, false});
    });
}

}  // namespace app
