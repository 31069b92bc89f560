// What is loaded, as a tree by kind.
#pragma once

#include <QWidget>
#include <functional>
#include <map>

#include "ui/session/Session.h"

class QMenu;
class QTreeWidget;
class QTreeWidgetItem;

namespace ui {

class LibraryPanel : public QWidget {
  Q_OBJECT

 public:
  explicit LibraryPanel(Session& session, QWidget* parent = nullptr);
  QTreeWidget& tree() { return *m_tree; }
  /// Id of the selected dataset; empty when none is.
  QString selectedId() const;
  /// Adds the owner's entries (open in a view, run an operation) to a dataset's context menu.
  std::function<void(QMenu&, engine::DatasetPtr)> extendMenu;
  /// Lets the user type another title in place.
  void beginRename(const engine::DatasetPtr& dataset);
  /// The context menu of a dataset; the caller deletes it.
  QMenu* makeMenu(const engine::DatasetPtr& dataset);

 Q_SIGNALS:
  /// Double click or Return on a dataset.
  void activated(engine::DatasetPtr dataset);
  /// Another dataset became the selected one; an empty id: none.
  void selected(const QString& id);
  /// Another title was typed (F2, or the context menu); the owner gives it, in a way that can be undone.
  void renameRequested(engine::DatasetPtr dataset, const QString& title);
  /// Of the context menu: the owner takes it away, in a way that can be undone.
  void removeRequested(engine::DatasetPtr dataset);

 private:
  void add(const engine::DatasetPtr& dataset);
  void update(const engine::DatasetPtr& dataset);
  void remove(const QString& id);
  /// The context menu of what is there in the tree.
  void openMenu(QPoint position);
  void onItemChanged(QTreeWidgetItem* item);
  void describe(QTreeWidgetItem& item, const engine::Dataset& dataset) const;
  /// Number among the children of `parent` that the dataset belongs to.
  int placeAmong(const QTreeWidgetItem& parent, const engine::Dataset& dataset) const;
  QTreeWidgetItem* heading(engine::DatasetKind kind);
  /// Of the result that this dataset came along with (arrays beside attention maps); null for a main result.
  QTreeWidgetItem* mainItemOf(const engine::Dataset& dataset) const;
  engine::DatasetPtr datasetOf(const QTreeWidgetItem* item) const;

  Session& m_session;
  QTreeWidget* m_tree;
  std::map<QString, QTreeWidgetItem*> m_items;
  std::map<engine::DatasetKind, QTreeWidgetItem*> m_headings;
};

}  // namespace ui
