// What is loaded, as a tree by kind.
#include "ui/panels/LibraryPanel.h"

#include <QHeaderView>
#include <QMenu>
#include <QSignalBlocker>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "engine/datasets/Kind.h"
#include "ui/look/Icons.h"
#include "ui/look/Theme.h"
#include "ui/panels/DatasetText.h"
#include "ui/session/DatasetMime.h"
#include "ui/views/base/ContextMenu.h"

namespace ui {

namespace {

/// Behind the title of what was computed from something else than there is now.
QString staleMark() { return LibraryPanel::tr(" (stale)"); }

constexpr int kIdRole = Qt::UserRole;
constexpr int kKindIcon = 16;

/// A tree whose datasets can be dragged onto views.
class LibraryTree : public QTreeWidget {
 public:
  using QTreeWidget::QTreeWidget;

 protected:
  QStringList mimeTypes() const override { return {kDatasetMimeType}; }
  QMimeData* mimeData(const QList<QTreeWidgetItem*>& items) const override {
    const QString id = items.isEmpty() ? QString() : items.front()->data(0, kIdRole).toString();
    return id.isEmpty() ? nullptr : datasetMime(id);
  }
};

QString datasetIdOf(const QTreeWidgetItem* item) { return item->data(0, kIdRole).toString(); }

}  // namespace

LibraryPanel::LibraryPanel(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_tree(new LibraryTree(this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_tree);
  m_tree->setColumnCount(1);
  m_tree->setHeaderHidden(true);
  m_tree->setIndentation(ThemeModel::instance().theme().space(3));
  m_tree->setIconSize({kKindIcon, kKindIcon});
  m_tree->setTextElideMode(Qt::ElideMiddle);
  m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
  m_tree->setAccessibleName(tr("Library"));
  m_tree->setExpandsOnDoubleClick(false);
  m_tree->setEditTriggers(QAbstractItemView::EditKeyPressed);
  connect(m_tree, &QTreeWidget::itemChanged, this, &LibraryPanel::onItemChanged);
  m_tree->setDragEnabled(true);
  m_tree->setDragDropMode(QAbstractItemView::DragOnly);

  connect(m_tree, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem* item) {
    if (const engine::DatasetPtr dataset = datasetOf(item)) Q_EMIT activated(dataset);
  });
  connect(m_tree, &QTreeWidget::currentItemChanged, this, [this](const QTreeWidgetItem* item) {
    Q_EMIT selected(item ? item->data(0, kIdRole).toString() : QString());
  });
  connect(m_tree, &QWidget::customContextMenuRequested, this, &LibraryPanel::openMenu);
  Document& document = session.document();
  for (const engine::DatasetPtr& dataset : document.datasets()) add(dataset);
  connect(&document, &Document::added, this, &LibraryPanel::add);
  connect(&document, &Document::replaced, this, [this, &document](const engine::DatasetPtr& dataset) {
    update(dataset);
    // What was computed from it may be stale now, or no longer.
    for (const auto& [id, item] : m_items)
      if (const engine::DatasetPtr other = document.find(id.toStdString())) describe(*item, *other);
  });
  connect(&document, &Document::removed, this, &LibraryPanel::remove);
}

QString LibraryPanel::selectedId() const {
  const QTreeWidgetItem* item = m_tree->currentItem();
  return item ? item->data(0, kIdRole).toString() : QString();
}

QMenu* LibraryPanel::makeMenu(const engine::DatasetPtr& dataset) {
  auto* menu = new QMenu(this);
  if (extendMenu) extendMenu(*menu, dataset);
  menu->addSeparator();
  menu->addAction(tr("Rename"), QKeySequence(Qt::Key_F2), this, [this, dataset] { beginRename(dataset); });
  menu->addAction(icon(QStringLiteral("clear")), tr("Remove"), this,
                  [this, dataset] { Q_EMIT removeRequested(dataset); });
  return menu;
}

void LibraryPanel::openMenu(QPoint position) {
  const engine::DatasetPtr dataset = datasetOf(m_tree->itemAt(position));
  if (!dataset) return;
  QMenu* menu = makeMenu(dataset);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  limitEntries(*menu);
  menu->popup(m_tree->viewport()->mapToGlobal(position));
}

void LibraryPanel::beginRename(const engine::DatasetPtr& dataset) {
  const auto found = m_items.find(QString::fromStdString(dataset->id));
  if (found == m_items.end()) return;
  m_tree->setCurrentItem(found->second);
  m_tree->editItem(found->second);
}

void LibraryPanel::onItemChanged(QTreeWidgetItem* item) {
  const engine::DatasetPtr dataset = datasetOf(item);
  if (!dataset) return;
  const auto titleIn = [item] {
    const QString title = item->text(0);
    return (title.endsWith(staleMark()) ? title.chopped(staleMark().size()) : title).trimmed();
  };
  const QString title = titleIn();
  describe(*item, *dataset);  // until the owner has agreed
  if (title == titleIn()) return;
  if (!title.isEmpty() && title != QString::fromStdString(dataset->title)) Q_EMIT renameRequested(dataset, title);
}

engine::DatasetPtr LibraryPanel::datasetOf(const QTreeWidgetItem* item) const {
  if (!item) return nullptr;
  const QString id = item->data(0, kIdRole).toString();
  return id.isEmpty() ? nullptr : m_session.document().find(id.toStdString());
}

QTreeWidgetItem* LibraryPanel::mainItemOf(const engine::Dataset& dataset) const {
  const engine::Request& request = dataset.provenance.request;
  if (request.operation.empty() || request.output.empty() || request.output == dataset.id) return nullptr;
  const auto found = m_items.find(QString::fromStdString(request.output));
  return found == m_items.end() ? nullptr : found->second;
}

QTreeWidgetItem* LibraryPanel::heading(engine::DatasetKind kind) {
  QTreeWidgetItem*& item = m_headings[kind];
  if (item) return item;
  // Headings stay in the order of the kinds, whatever is loaded first.
  int position = 0;
  for (const auto& [other, existing] : m_headings) position += other < kind && existing ? 1 : 0;
  item = new QTreeWidgetItem({tr(engine::kindOf(kind).heading().c_str())});
  item->setFlags(Qt::ItemIsEnabled);
  item->setForeground(0, palette().placeholderText());
  m_tree->insertTopLevelItem(position, item);
  item->setExpanded(true);
  return item;
}

void LibraryPanel::describe(QTreeWidgetItem& item, const engine::Dataset& dataset) const {
  const QSignalBlocker isNoEdit(m_tree);
  QString title = QString::fromStdString(dataset.title.empty() ? dataset.id.text() : dataset.title);
  if (mainItemOf(dataset)) title = partTitle(dataset, m_session.document());
  const bool isStale = m_session.document().isStale(dataset);
  item.setText(0, isStale ? title + staleMark() : title);
  item.setIcon(0, icon(QString::fromStdString(engine::kindOf(dataset).icon())));
  item.setToolTip(0, toolTipText(dataset, m_session.document()));
  item.setFlags(item.flags() | Qt::ItemIsEditable);
}

int LibraryPanel::placeAmong(const QTreeWidgetItem& parent, const engine::Dataset& dataset) const {
  // Children stand in the document's order: as many come before as are met before the dataset itself.
  int place = 0;
  for (const engine::DatasetPtr& other : m_session.document().datasets()) {
    if (other->id == dataset.id) break;
    const auto item = m_items.find(QString::fromStdString(other->id));
    place += item != m_items.end() && item->second->parent() == &parent ? 1 : 0;
  }
  return place;
}

void LibraryPanel::add(const engine::DatasetPtr& dataset) {
  const QString id = QString::fromStdString(dataset->id);
  QTreeWidgetItem* main = mainItemOf(*dataset);
  QTreeWidgetItem* const parent = main ? main : heading(dataset->kind());
  auto* item = new QTreeWidgetItem;
  item->setData(0, kIdRole, id);
  parent->insertChild(placeAmong(*parent, *dataset), item);
  describe(*item, *dataset);
  m_items[id] = item;
}

void LibraryPanel::update(const engine::DatasetPtr& dataset) {
  const QString id = QString::fromStdString(dataset->id);
  const auto found = m_items.find(id);
  if (found == m_items.end()) return add(dataset);
  QTreeWidgetItem* parent = found->second->parent();
  if (parent == mainItemOf(*dataset) || parent == m_headings[dataset->kind()])
    return describe(*found->second, *dataset);
  remove(id);  // the same id now holds another kind
  add(dataset);
}

void LibraryPanel::remove(const QString& id) {
  const auto found = m_items.find(id);
  if (found == m_items.end()) return;
  QTreeWidgetItem* item = found->second;
  QTreeWidgetItem* parent = item->parent();
  m_items.erase(found);
  // By-products outlive their main result: they move up to where it stood.
  const QList<QTreeWidgetItem*> parts = item->takeChildren();
  parent->addChildren(parts);
  for (QTreeWidgetItem* part : parts)
    if (const engine::DatasetPtr dataset = datasetOf(part)) describe(*part, *dataset);
  delete item;
  if (parent->childCount() > 0 || !datasetIdOf(parent).isEmpty()) return;
  std::erase_if(m_headings, [&](const auto& entry) { return entry.second == parent; });
  delete parent;
}

}  // namespace ui
