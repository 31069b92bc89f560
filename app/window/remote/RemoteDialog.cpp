#include "app/window/remote/RemoteDialog.h"

#include <QComboBox>
#include <QDateTime>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "app/session/SessionFiles.h"
#include "app/session/Settings.h"
#include "app/window/MainWindow.h"
#include "engine/base/PrintableText.h"
#include "engine/io/Format.h"
#include "engine/remote/RemoteSettings.h"
#include "ui/look/Icons.h"
#include "ui/session/RunJob.h"
#include "ui/session/Session.h"

namespace app {

namespace {

constexpr QSize kDialogSize(760, 520);
constexpr int kRemoteEntryRole = Qt::UserRole;
enum EntryColumn { kNameColumn, kSizeColumn, kKindColumn, kChangedColumn };

/// By its suffix; null: none.
const engine::Format* formatOf(const std::string& name) {
  QString text = QString::fromStdString(name).toLower();
  if (text.endsWith(QStringLiteral(".gz"))) text.chop(3);
  for (const auto& format : engine::formats())
    for (const std::string& suffix : format->suffixes())
      if (text.endsWith(QString::fromStdString(suffix))) return format.get();
  return nullptr;
}

bool isPacked(const std::string& name) {
  return QString::fromStdString(name).toLower().endsWith(QStringLiteral(".gz"));
}

QString sizeText(std::uint64_t bytes) {
  return QLocale().formattedDataSize(static_cast<qint64>(bytes), 1, QLocale::DataSizeIecFormat);
}

QString kindText(const engine::RemoteEntry& entry) {
  switch (entry.kind) {
    case engine::RemoteKind::folder:
      return RemoteDialog::tr("Folder");
    case engine::RemoteKind::file:
      break;
    default:
      return RemoteDialog::tr("No file");
  }
  const engine::Format* const format = formatOf(entry.name);
  return format ? QString::fromStdString(format->title()) : QString();
}

/// A row; columns sort by what they mean, folders stay before files.
class EntryItem : public QTreeWidgetItem {
 public:
  EntryItem(QTreeWidget& list, const engine::RemoteEntry& entry, int number) : QTreeWidgetItem(&list), m_entry(entry) {
    const bool isFolder = entry.kind == engine::RemoteKind::folder;
    setText(kNameColumn, QString::fromStdString(engine::printable(entry.name)));
    if (!isFolder) setText(kSizeColumn, sizeText(entry.size));
    setText(kKindColumn, kindText(entry));
    if (entry.modified > 0)
      setText(kChangedColumn,
              QLocale().toString(QDateTime::fromSecsSinceEpoch(entry.modified), QStringLiteral("yyyy-MM-dd HH:mm")));
    setTextAlignment(kSizeColumn, Qt::AlignRight | Qt::AlignVCenter);
    setData(kNameColumn, kRemoteEntryRole, number);
    if (isFolder) setIcon(kNameColumn, ui::icon(QStringLiteral("open")));
    const bool canBeOpened = isFolder || (entry.kind == engine::RemoteKind::file && formatOf(entry.name));
    if (!canBeOpened)
      for (int column = kNameColumn; column <= kChangedColumn; ++column)
        setForeground(column, list.palette().brush(QPalette::Disabled, QPalette::Text));
  }

  bool operator<(const QTreeWidgetItem& item) const override {
    const auto& other = static_cast<const EntryItem&>(item);
    const bool isFolder = m_entry.kind == engine::RemoteKind::folder,
               isOtherFolder = other.m_entry.kind == engine::RemoteKind::folder;
    const bool isDescending = treeWidget()->header()->sortIndicatorOrder() == Qt::DescendingOrder;
    if (isFolder != isOtherFolder) return isFolder != isDescending;
    switch (treeWidget()->sortColumn()) {
      case kSizeColumn:
        return m_entry.size < other.m_entry.size;
      case kChangedColumn:
        return m_entry.modified < other.m_entry.modified;
      default:
        return QTreeWidgetItem::operator<(item);
    }
  }

 private:
  const engine::RemoteEntry& m_entry;
};

struct Found {
  bool isFile = false;
  engine::RemoteFolder folder;
};

}  // namespace

bool looksLikeFolder(const QString& address) {
  return address.endsWith(u'/') ||
         (!formatOf(address.toStdString()) && !address.endsWith(QStringLiteral(".headlight")));
}

RemoteDialog::RemoteDialog(ui::Session& session, std::function<void(const QStringList&)> open, QWidget* parent)
    : QDialog(parent), m_session(session), m_openFiles(std::move(open)) {
  setWindowTitle(tr("Open from a server"));
  addControls();
  connectControls();
  resize(kDialogSize);
}

RemoteDialog::~RemoteDialog() {
  if (m_job) m_job->cancel();
}

void RemoteDialog::addControls() {
  auto* layout = new QVBoxLayout(this);
  auto* row = new QHBoxLayout;
  auto* label = new QLabel(tr("&Address:"), this);
  m_address = new QComboBox(this);
  m_address->setEditable(true);
  m_address->setAccessibleName(tr("Address of a folder or file"));
  m_address->lineEdit()->setPlaceholderText(QStringLiteral("ssh://user@host/folder"));
  m_address->addItems(Settings().remoteFolders());
  m_address->setCurrentText(m_address->count() > 0 ? m_address->itemText(0) : QStringLiteral("ssh://"));
  label->setBuddy(m_address);
  m_go = new QPushButton(tr("&List"), this);
  m_up = new QPushButton(tr("&Up"), this);
  m_up->setToolTip(tr("The folder that this one is in (Backspace)"));
  m_up->setEnabled(false);
  row->addWidget(label);
  row->addWidget(m_address, 1);
  row->addWidget(m_go);
  row->addWidget(m_up);
  layout->addLayout(row);
  m_list = new QTreeWidget(this);
  m_list->setAccessibleName(tr("Files of the folder"));
  m_list->setHeaderLabels({tr("Name"), tr("Size"), tr("Kind"), tr("Changed")});
  m_list->headerItem()->setTextAlignment(kSizeColumn, Qt::AlignRight | Qt::AlignVCenter);
  m_list->setRootIsDecorated(false);
  m_list->setUniformRowHeights(true);
  m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_list->header()->setStretchLastSection(false);
  m_list->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  m_list->header()->setSectionResizeMode(kNameColumn, QHeaderView::Stretch);
  m_list->setSortingEnabled(true);
  m_list->sortByColumn(kNameColumn, Qt::AscendingOrder);
  layout->addWidget(m_list, 1);
  m_note = new QLabel(this);
  m_note->setWordWrap(true);
  m_note->setTextFormat(Qt::PlainText);
  m_note->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_note->setMinimumHeight(2 * fontMetrics().lineSpacing());
  m_note->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  layout->addWidget(m_note);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Close, this);
  m_open = buttons->button(QDialogButtonBox::Open);
  m_open->setEnabled(false);
  for (QPushButton* button : findChildren<QPushButton*>()) button->setAutoDefault(false);
  connect(m_open, &QPushButton::clicked, this, &RemoteDialog::openChosen);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  layout->addWidget(buttons);
  m_note->setText(tr("Your own ssh is used, with its settings, keys and agent; nothing is installed on the server."));
}

void RemoteDialog::connectControls() {
  const auto list = [this] { go(m_address->currentText()); };
  connect(m_go, &QPushButton::clicked, this, list);
  connect(m_address->lineEdit(), &QLineEdit::returnPressed, this, list);
  connect(m_address, &QComboBox::activated, this, list);
  connect(m_up, &QPushButton::clicked, this, &RemoteDialog::goUp);
  connect(m_list, &QTreeWidget::itemActivated, this, &RemoteDialog::follow);
  connect(m_list, &QTreeWidget::itemSelectionChanged, this, &RemoteDialog::showChosen);
}

void RemoteDialog::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Backspace && m_up->isEnabled()) return goUp();
  QDialog::keyPressEvent(event);
}

void RemoteDialog::go(const QString& text) {
  const QString typed = text.trimmed();
  const QString address = typed.contains(QStringLiteral("://")) ? typed : QStringLiteral("ssh://") + typed;
  m_address->setCurrentText(address);
  m_note->setText(tr("Listing %1 …").arg(address));
  const auto work = [address = address.toStdString()](engine::Progress& progress) {
    progress.update(0, "waiting for the server");
    const engine::RemoteAddress place = engine::parseRemoteAddress(address);
    Found found;
    found.isFile = engine::remoteFacts(place).kind == engine::RemoteKind::file;
    if (!found.isFile) found.folder = engine::listRemoteFolder(place);
    return found;
  };
  ui::Job* const job = ui::runJob(m_session.jobs(), this, tr("List %1").arg(address), QStringLiteral("remote folder"),
                                  work, [address](RemoteDialog& self, const Found& found) {
                                    found.isFile ? self.openFile(address) : self.fill(found.folder);
                                  });
  m_job = job;
  connect(job, &ui::Job::ended, this, [this, job] {
    if (job->state() == ui::JobState::failed) m_note->setText(job->error());
  });
}

void RemoteDialog::fill(const engine::RemoteFolder& folder) {
  m_list->clear();
  m_folder = folder;
  const QString address = QString::fromStdString(folder.address.text());
  m_list->setSortingEnabled(false);
  for (int k = 0; k < static_cast<int>(m_folder.entries.size()); ++k)
    new EntryItem(*m_list, m_folder.entries[static_cast<size_t>(k)], k);
  m_list->setSortingEnabled(true);
  m_list->setCurrentItem(m_list->topLevelItem(0), 0, QItemSelectionModel::NoUpdate);
  m_address->setCurrentText(address);
  m_up->setEnabled(folder.address.path != "/");
  Settings().addRemoteFolder(address);
  if (m_address->findText(address) < 0) m_address->insertItem(0, address);
  m_address->setCurrentText(address);
  m_list->setFocus();
  showChosen();
}

QString RemoteDialog::addressOf(const std::string& name) const {
  engine::RemoteAddress address = m_folder.address;
  address.path += (address.path.ends_with('/') ? "" : "/") + name;
  return QString::fromStdString(address.text());
}

void RemoteDialog::goUp() {
  engine::RemoteAddress address = m_folder.address;
  const std::size_t slash = address.path.find_last_of('/');
  address.path = slash == 0 || slash == std::string::npos ? "/" : address.path.substr(0, slash);
  go(QString::fromStdString(address.text()));
}

void RemoteDialog::follow(QTreeWidgetItem* item) {
  const auto& entry = m_folder.entries[static_cast<size_t>(item->data(kNameColumn, kRemoteEntryRole).toInt())];
  entry.kind == engine::RemoteKind::folder ? go(addressOf(entry.name)) : openChosen();
}

std::vector<const engine::RemoteEntry*> RemoteDialog::chosen() const {
  std::vector<const engine::RemoteEntry*> files;
  for (const QTreeWidgetItem* item : m_list->selectedItems()) {
    const auto& entry = m_folder.entries[static_cast<size_t>(item->data(kNameColumn, kRemoteEntryRole).toInt())];
    if (entry.kind == engine::RemoteKind::file) files.push_back(&entry);
  }
  return files;
}

void RemoteDialog::showChosen() {
  const std::vector<const engine::RemoteEntry*> files = chosen();
  m_open->setEnabled(!files.empty());
  std::uint64_t whole = 0;
  QStringList lines;
  for (const engine::RemoteEntry* file : files) {
    const engine::Format* const format = formatOf(file->name);
    const bool stays = format && format->staysInFile() && !isPacked(file->name);
    if (!stays) whole += file->size;
  }
  if (files.empty())
    lines << (m_folder.entries.empty() ? tr("The folder is empty.") : tr("Return opens a folder or what is chosen."))
          << (m_folder.isCutOff ? tr("There are more: the list ends here.") : QString());
  else if (whole == 0)
    lines << tr("Heads and weights stay on the server: only the parts that are looked at are fetched.");
  else
    lines << tr("%1 will be fetched.").arg(sizeText(whole));
  if (whole > engine::mostFetchedWhole())
    lines << tr("That is more than %1: copy such a file first.").arg(sizeText(engine::mostFetchedWhole()));
  m_note->setText(lines.join(u' ').trimmed());
}

void RemoteDialog::openChosen() {
  QStringList addresses;
  for (const engine::RemoteEntry* file : chosen()) addresses << addressOf(file->name);
  if (addresses.isEmpty()) return;
  m_openFiles(addresses);
  close();
}

void RemoteDialog::openFile(const QString& address) {
  m_openFiles({address});
  close();
}

RemoteDialog* openRemote(MainWindow& window, const QString& address) {
  auto* dialog = new RemoteDialog(
      window.session(), [&window](const QStringList& addresses) { window.files().openNow(addresses); }, &window);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->open();
  if (!address.isEmpty()) dialog->go(address);
  return dialog;
}

}  // namespace app
