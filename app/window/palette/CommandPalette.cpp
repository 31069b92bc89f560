#include "app/window/palette/CommandPalette.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPainter>
#include <QPixmap>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <algorithm>

#include "app/window/palette/Synonyms.h"
#include "ui/look/Theme.h"

namespace app {

namespace {

constexpr int kWidth = 520, kHeight = 320, kIconSize = 14;
constexpr int kRunBonus = 3, kWordBonus = 2;
/// What works in another view stands behind what fits as well, what works in none that is open behind both.
constexpr int kElsewhereMalus = 3;
constexpr int kEntryRole = Qt::UserRole, kKeysRole = Qt::UserRole + 1;
/// Of each letter, where they stand in the text as they were typed; more at the start of a word.
constexpr int kWholeBonus = 4, kWholeWordBonus = 8;

int wholeFit(const QString& typed, const QString& text) {
  int best = 0;
  const auto length = static_cast<int>(typed.size());
  for (qsizetype at = length > 0 ? text.indexOf(typed, 0, Qt::CaseInsensitive) : -1; at >= 0;
       at = text.indexOf(typed, at + 1, Qt::CaseInsensitive)) {
    const bool isWord = at == 0 || !text[at - 1].isLetterOrNumber();
    best = std::max(best, length * (isWord ? kWholeWordBonus : kWholeBonus));
  }
  return best;
}

/// A command at the left, its keys at the right.
class EntryDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QStyledItemDelegate::paint(painter, option, index);
    const bool isChosen = option.state & QStyle::State_Selected;
    painter->save();
    painter->setFont(option.font);
    painter->setPen(isChosen ? option.palette.highlightedText().color() : theme().muted);
    painter->drawText(option.rect.adjusted(0, 0, -theme().space(2), 0), Qt::AlignRight | Qt::AlignVCenter,
                      index.data(kKeysRole).toString());
    painter->restore();
  }

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    const int icon = option->icon.isNull() ? 0 : option->decorationSize.width();
    const int keys = option->fontMetrics.horizontalAdvance(index.data(kKeysRole).toString());
    option->text = option->fontMetrics.elidedText(option->text, Qt::ElideMiddle,
                                                  option->rect.width() - icon - keys - theme().space(6));
  }

 private:
  static const ui::Theme& theme() { return ui::ThemeModel::instance().theme(); }
};

}  // namespace

int fitOf(const QString& typed, const QString& text) {
  int score = wholeFit(typed.trimmed(), text);
  qsizetype place = -1;
  for (const QChar letter : typed) {
    if (letter.isSpace()) continue;
    const qsizetype next = text.indexOf(letter, place + 1, Qt::CaseInsensitive);
    if (next < 0) return -1;
    score += 1;
    if (next == place + 1 && place >= 0) score += kRunBonus;
    if (next == 0 || !text[next - 1].isLetterOrNumber()) score += kWordBonus;
    place = next;
  }
  return score;
}

CommandPalette::CommandPalette(QWidget* parent)
    : QFrame(parent), m_field(new QLineEdit(this)), m_list(new QListWidget(this)) {
  setFrameShape(QFrame::StyledPanel);
  setAutoFillBackground(true);
  setObjectName(QStringLiteral("commandPalette"));
  m_field->setPlaceholderText(tr("Type a command"));
  m_field->setAccessibleName(tr("Command"));
  m_list->setAccessibleName(tr("Commands that fit"));
  m_list->setFocusPolicy(Qt::NoFocus);
  m_list->setItemDelegate(new EntryDelegate(m_list));
  m_list->setUniformItemSizes(true);
  m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* layout = new QVBoxLayout(this);
  const int space = ui::ThemeModel::instance().theme().space(2);
  layout->setContentsMargins(space, space, space, space);
  layout->addWidget(m_field);
  layout->addWidget(m_list);
  connect(m_field, &QLineEdit::textChanged, this, &CommandPalette::fill);
  connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::run);
  m_field->installEventFilter(this);
  hide();
}

void CommandPalette::open(std::vector<PaletteEntry> entries) {
  m_entries = std::move(entries);
  std::erase_if(m_entries, [](const PaletteEntry& entry) {
    if (entry.place == PaletteEntry::Place::closedView) return false;
    return !entry.action || !entry.action->isEnabled() || entry.action->isSeparator() || entry.action->menu();
  });
  m_focusBefore = QApplication::focusWidget();
  const double scale = ui::ThemeModel::instance().theme().scale;
  m_list->setIconSize(QSize(kIconSize, kIconSize) * scale);
  const QSize size = QSize(qRound(kWidth * scale), qRound(kHeight * scale)).boundedTo(parentWidget()->size());
  setGeometry((parentWidget()->width() - size.width()) / 2, 0, size.width(), size.height());
  m_field->clear();
  fill({});
  show();
  raise();
  m_field->setFocus();
}

void CommandPalette::fill(const QString& typed) {
  std::vector<std::pair<int, size_t>> fitting;
  for (size_t k = 0; k < m_entries.size(); ++k) {
    const QString name = m_entries[k].action ? m_entries[k].action->objectName() : QString();
    const int byOtherWord = wholeFit(typed.trimmed(), synonymsOf(name));
    const int fit = std::max(fitOf(typed, m_entries[k].text), byOtherWord > 0 ? byOtherWord : -1);
    const int elsewhere = static_cast<int>(m_entries[k].place);
    if (fit < 0 || (elsewhere > 0 && typed.trimmed().isEmpty())) continue;
    fitting.emplace_back(kElsewhereMalus * elsewhere - fit, k);
  }
  std::stable_sort(fitting.begin(), fitting.end());
  m_list->clear();
  QPixmap empty(m_list->iconSize());
  empty.fill(Qt::transparent);
  for (const auto& [fit, k] : fitting) {
    const PaletteEntry& entry = m_entries[k];
    const bool isHere = entry.place == PaletteEntry::Place::now;
    const QString keys = isHere && entry.action ? entry.action->shortcut().toString(QKeySequence::NativeText)
                                                : entry.where;
    auto* item = new QListWidgetItem(entry.text, m_list);
    item->setData(kEntryRole, static_cast<qulonglong>(k));
    item->setData(kKeysRole, keys);
    if (entry.place == PaletteEntry::Place::closedView)
      item->setForeground(QColor(ui::ThemeModel::instance().theme().muted));
    // One without an icon stands where the others do.
    const bool hasIcon = entry.action && !entry.action->icon().isNull();
    item->setIcon(hasIcon ? entry.action->icon() : QIcon(empty));
  }
  m_list->setCurrentRow(0);
}

void CommandPalette::leave() {
  hide();
  if (m_focusBefore) m_focusBefore->setFocus();
}

void CommandPalette::run() {
  const QListWidgetItem* item = m_list->currentItem();
  const PaletteEntry entry = item ? m_entries[item->data(kEntryRole).toULongLong()] : PaletteEntry{};
  leave();
  if (entry.first) entry.first();
  if (entry.action) entry.action->trigger();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::FocusOut && isVisible()) hide();
  if (event->type() != QEvent::KeyPress) return QFrame::eventFilter(watched, event);
  switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Escape:
      leave();
      return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      run();
      return true;
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
      QCoreApplication::sendEvent(m_list, event);
      return true;
    default:
      return false;
  }
}

}  // namespace app
