#include "app/window/ShortcutEditor.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSet>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "app/window/MainWindow.h"
#include "app/window/Menus.h"
#include "app/window/Shortcuts.h"
#include "ui/views/ViewKinds.h"

namespace app {

namespace {

constexpr QSize kSize(560, 560);
constexpr int kNameRole = Qt::UserRole;

/// Commands of different views may share a key: only one of them has the focus.
bool canClash(const QAction& a, const QAction& b) {
  const bool areOfViews =
      a.shortcutContext() == Qt::WidgetWithChildrenShortcut && b.shortcutContext() == Qt::WidgetWithChildrenShortcut;
  const auto view = [](const QAction& action) { return action.objectName().section(u'.', 0, 0); };
  return !areOfViews || view(a) == view(b) || view(a) == u"view" || view(b) == u"view";
}

}  // namespace

ShortcutEditor::ShortcutEditor(std::vector<PaletteEntry> entries, QWidget* parent)
    : QDialog(parent), m_entries(std::move(entries)) {
  setWindowTitle(tr("Keyboard shortcuts"));
  auto* layout = new QVBoxLayout(this);
  auto* filter = new QLineEdit(this);
  filter->setPlaceholderText(tr("Find a command"));
  filter->setAccessibleName(tr("Find a command"));
  filter->setClearButtonEnabled(true);
  layout->addWidget(filter);
  m_list = new QTreeWidget(this);
  m_list->setAccessibleName(tr("Commands and their keys"));
  m_list->setHeaderLabels({tr("Command"), tr("Keys")});
  m_list->setRootIsDecorated(false);
  m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  m_list->header()->setStretchLastSection(false);
  layout->addWidget(m_list);
  auto* row = new QHBoxLayout;
  auto* label = new QLabel(tr("&New keys:"), this);
  m_keys = new QKeySequenceEdit(this);
  m_keys->setAccessibleName(tr("New keys"));
  label->setBuddy(m_keys);
  m_reset = new QPushButton(tr("&Default"), this);
  m_reset->setAutoDefault(false);
  row->addWidget(label);
  row->addWidget(m_keys, 1);
  row->addWidget(m_reset);
  layout->addLayout(row);
  m_note = new QLabel(this);
  m_note->setWordWrap(true);
  layout->addWidget(m_note);
  connect(filter, &QLineEdit::textChanged, this, &ShortcutEditor::fill);
  connect(m_list, &QTreeWidget::currentItemChanged, this, &ShortcutEditor::showChosen);
  connect(m_keys, &QKeySequenceEdit::editingFinished, this, [this] { choose(m_keys->keySequence()); });
  connect(m_reset, &QPushButton::clicked, this, [this] {
    const auto actions = actionsNamed(chosenName());
    if (!actions.empty()) choose(shortcuts::defaultOf(*actions.front()));
  });
  fill({});
  resize(kSize);
}

void ShortcutEditor::fill(const QString& filter) {
  m_list->clear();
  QSet<QString> listed;
  for (const PaletteEntry& entry : m_entries) {
    if (!entry.action || entry.action->objectName().isEmpty() || listed.contains(entry.action->objectName())) continue;
    if (!entry.text.contains(filter, Qt::CaseInsensitive)) continue;
    listed.insert(entry.action->objectName());
    auto* item = new QTreeWidgetItem(m_list, {entry.text, entry.action->shortcut().toString(QKeySequence::NativeText)});
    item->setData(0, kNameRole, entry.action->objectName());
  }
  m_list->setCurrentItem(m_list->topLevelItem(0));
  showChosen();
}

QString ShortcutEditor::chosenName() const {
  const QTreeWidgetItem* item = m_list->currentItem();
  return item ? item->data(0, kNameRole).toString() : QString();
}

std::vector<QAction*> ShortcutEditor::actionsNamed(const QString& name) const {
  std::vector<QAction*> actions;
  for (const PaletteEntry& entry : m_entries)
    if (entry.action && !name.isEmpty() && entry.action->objectName() == name) actions.push_back(entry.action);
  return actions;
}

void ShortcutEditor::showChosen() {
  const auto actions = actionsNamed(chosenName());
  m_keys->setEnabled(!actions.empty());
  m_reset->setEnabled(!actions.empty());
  m_keys->setKeySequence(actions.empty() ? QKeySequence() : actions.front()->shortcut());
  m_note->clear();
}

void ShortcutEditor::choose(const QKeySequence& keys) {
  const auto actions = actionsNamed(chosenName());
  if (actions.empty()) return;
  for (const PaletteEntry& entry : m_entries) {
    if (!entry.action || keys.isEmpty() || entry.action->shortcut() != keys) continue;
    if (entry.action->objectName() == chosenName() || !canClash(*entry.action, *actions.front())) continue;
    m_note->setText(tr("%1 already belongs to \"%2\".").arg(keys.toString(QKeySequence::NativeText), entry.text));
    m_keys->setKeySequence(actions.front()->shortcut());
    return;
  }
  for (QAction* action : actions) shortcuts::choose(*action, keys);
  m_list->currentItem()->setText(1, keys.toString(QKeySequence::NativeText));
  m_keys->setKeySequence(keys);
  m_note->clear();
}

ShortcutEditor* openShortcuts(MainWindow& window) {
  // Commands of views belong to views: one of each kind lives as long as the list, next to those that are open.
  fillMenus(window);
  std::vector<PaletteEntry> entries = window.commands(true);
  auto* owner = new QObject;
  for (const ui::ViewKind& kind : ui::viewKinds()) {
    ui::View* view = kind.make(window.session(), nullptr);
    shortcuts::adopt(view->actions());
    addCommandsOf(*view, entries);
    QObject::connect(owner, &QObject::destroyed, view, [view] { delete view; });
  }
  auto* editor = new ShortcutEditor(std::move(entries), &window);
  owner->setParent(editor);
  editor->setAttribute(Qt::WA_DeleteOnClose);
  editor->show();
  return editor;
}

}  // namespace app
