// What a view offers besides its picture: commands, context menu, caption, numbers.
#include <QAction>
#include <QFileInfo>
#include <QMenu>

#include "engine/base/Parameters.h"
#include "ui/views/base/ContextMenu.h"
#include "ui/views/base/View.h"

namespace ui {

namespace {

/// "file 1abc.cif" or "computed by align profiles from a, b (shift -0.03) on native CPU".
QString originOf(const engine::Dataset& dataset, const Document& document) {
  const engine::Provenance& provenance = dataset.provenance;
  if (provenance.request.operation.empty()) {
    return dataset.source.empty()
               ? QString()
               : View::tr("file %1").arg(QFileInfo(QString::fromStdString(dataset.source)).fileName());
  }
  QStringList inputs, parameters;
  for (const std::string& id : provenance.request.inputs) {
    const engine::DatasetPtr input = document.find(id);
    inputs << QString::fromStdString(input ? input->title : id);
  }
  for (const auto& [key, value] : provenance.request.parameters.all()) {
    const std::string shown = engine::parameterText(value);
    if (!shown.empty()) parameters << QString::fromStdString(key + " " + shown);
  }
  QString text = View::tr("computed by %1").arg(QString::fromStdString(provenance.request.operation));
  if (!inputs.isEmpty()) text += View::tr(" from %1").arg(inputs.join(QStringLiteral(", ")));
  if (!parameters.isEmpty()) text += QStringLiteral(" (%1)").arg(parameters.join(QStringLiteral(", ")));
  if (!provenance.device.empty()) text += View::tr(" on %1").arg(QString::fromStdString(provenance.device));
  return text;
}

}  // namespace

QAction* View::addCommand(const QString& id, const QString& text, const QKeySequence& shortcut,
                          std::function<void()> run) {
  auto* action = new QAction(text, this);
  action->setObjectName(id);
  action->setShortcut(shortcut);
  action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  connect(action, &QAction::triggered, this, [run = std::move(run)] { run(); });
  addAction(action);
  return action;
}

void View::onRightClicked(QPoint globalPosition) {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  addMenuEntries(*menu);
  if (!menu->isEmpty()) menu->addSeparator();
  addGrouped(*menu, actions());
  limitEntries(*menu, kMostMenuEntries - 1);
  if (extendMenu) {
    menu->addSeparator();
    auto* ofWindow = new QMenu(tr("Picture and view"), menu);
    extendMenu(*ofWindow);
    limitEntries(*ofWindow);
    const bool hasRoom = numEntries(*menu) + numEntries(*ofWindow) <= kMostMenuEntries;
    hasRoom ? menu->addActions(ofWindow->actions()) : void(menu->addMenu(ofWindow));
  }
  menu->popup(globalPosition);
}

QString View::caption() const {
  QString text = captionText().trimmed();
  if (!text.isEmpty() && !text.endsWith(u'.')) text += u'.';
  for (const engine::DatasetId& id : datasetIds()) {
    const engine::DatasetPtr dataset = m_session.document().find(id);
    const QString origin = dataset ? originOf(*dataset, m_session.document()) : QString();
    if (!origin.isEmpty()) text += QStringLiteral(" %1: %2.").arg(QString::fromStdString(dataset->title), origin);
  }
  return text;
}

void View::exportNumbers(const QString& path) const {
  const std::vector<NumberTable> tables = visibleNumbers();
  if (tables.empty()) engine::fail(path.toStdString(), ": ", title().toStdString(), " shows no numbers to save");
  writeNumbers(tables, path.toStdString());
}

}  // namespace ui
