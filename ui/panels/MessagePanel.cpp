// The log: what was done, what was odd, what failed.
#include "ui/panels/MessagePanel.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QListWidget>
#include <QTextDocument>
#include <QTime>
#include <QVBoxLayout>

#include "ui/look/Icons.h"
#include "ui/look/Theme.h"

namespace ui {

namespace {

constexpr int kKindRole = Qt::UserRole;
constexpr int kMaxMessages = 2000;

QString iconName(MessageKind kind) {
  switch (kind) {
    case MessageKind::information:
      return QStringLiteral("information");
    case MessageKind::warning:
      return QStringLiteral("warning");
    case MessageKind::error:
      return QStringLiteral("error");
  }
  return {};
}

QColor colorOf(MessageKind kind) {
  const Theme& theme = ThemeModel::instance().theme();
  switch (kind) {
    case MessageKind::information:
      return theme.text;
    case MessageKind::warning:
      return theme.warning;
    case MessageKind::error:
      return theme.error;
  }
  return theme.text;
}

}  // namespace

MessagePanel::MessagePanel(Session& session, QWidget* parent) : QWidget(parent), m_list(new QListWidget(this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_list);
  m_list->setWordWrap(true);
  m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_list->setAccessibleName(tr("Messages"));
  m_list->setContextMenuPolicy(Qt::ActionsContextMenu);

  auto* copy = new QAction(icon(QStringLiteral("copy")), tr("Copy"), m_list);
  copy->setShortcut(QKeySequence::Copy);
  copy->setShortcutContext(Qt::WidgetShortcut);
  connect(copy, &QAction::triggered, this, &MessagePanel::copySelected);
  auto* copyEverything = new QAction(tr("Copy all"), m_list);
  connect(copyEverything, &QAction::triggered, this, &MessagePanel::copyAll);
  auto* clear = new QAction(icon(QStringLiteral("clear")), tr("Clear"), m_list);
  connect(clear, &QAction::triggered, m_list, &QListWidget::clear);
  m_list->addActions({copy, copyEverything, clear});

  connect(&session, &Session::message, this, &MessagePanel::add);
  connect(&ThemeModel::instance(), &ThemeModel::changed, this, &MessagePanel::recolor);
}

void MessagePanel::add(MessageKind kind, const QString& text) {
  if (m_list->count() >= kMaxMessages) delete m_list->takeItem(0);
  const QString time = QTime::currentTime().toString(QStringLiteral("HH:mm:ss"));
  auto* item = new QListWidgetItem(icon(iconName(kind)), QStringLiteral("%1  %2").arg(time, text), m_list);
  item->setData(kKindRole, static_cast<int>(kind));
  item->setForeground(colorOf(kind));
  item->setToolTip(Qt::convertFromPlainText(text, Qt::WhiteSpaceNormal));
  m_list->scrollToBottom();
}

void MessagePanel::recolor() {
  for (int row = 0; row < m_list->count(); ++row) {
    QListWidgetItem* item = m_list->item(row);
    item->setForeground(colorOf(static_cast<MessageKind>(item->data(kKindRole).toInt())));
  }
}

void MessagePanel::copySelected() {
  QStringList lines;
  for (int row = 0; row < m_list->count(); ++row) {
    if (m_list->item(row)->isSelected()) lines << m_list->item(row)->text();
  }
  if (!lines.isEmpty()) QGuiApplication::clipboard()->setText(lines.join(u'\n'));
}

void MessagePanel::copyAll() {
  m_list->selectAll();
  copySelected();
}

}  // namespace ui
