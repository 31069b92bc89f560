// Dialogs that ask for files without blocking the program: what is chosen arrives later.
#include "ui/views/base/FileDialogs.h"

#include <QFileDialog>
#include <QFileInfo>

namespace ui {

namespace {

/// ".svg" of "SVG drawing (*.svg)", the first of several.
QString suffixOf(const QString& filter) {
  const QString first = filter.section(u'*', 1, 1).section(u')', 0, 0).section(u' ', 0, 0);
  return first.startsWith(u'.') ? first : QString();
}

/// "figure.svg" of "figure.png"; suffixes that no filter has are part of the name.
QString renamed(const QString& path, const QStringList& filters, const QString& suffix) {
  for (const QString& filter : filters) {
    const QString old = suffixOf(filter);
    if (!old.isEmpty() && path.endsWith(old)) return path.chopped(old.size()) + suffix;
  }
  return path + suffix;
}

}  // namespace

void askForNewFile(QWidget* parent, const QString& title, const QString& suggestion, const QStringList& filters,
                   std::function<void(const QString& path)> then) {
  auto* dialog = new QFileDialog(parent, title);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setNameFilters(filters);
  dialog->selectFile(suggestion);
  QObject::connect(dialog, &QFileDialog::filterSelected, dialog, [dialog, filters](const QString& filter) {
    const QString name = QFileInfo(dialog->selectedFiles().value(0)).fileName();
    if (!name.isEmpty() && !suffixOf(filter).isEmpty()) dialog->selectFile(renamed(name, filters, suffixOf(filter)));
  });
  QObject::connect(dialog, &QFileDialog::fileSelected, parent, [dialog, then = std::move(then)](const QString& path) {
    then(QFileInfo(path).suffix().isEmpty() ? path + suffixOf(dialog->selectedNameFilter()) : path);
  });
  dialog->open();
}

void askForFiles(QWidget* parent, const QString& title, std::function<void(const QStringList& paths)> then) {
  auto* dialog = new QFileDialog(parent, title);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFiles);
  QObject::connect(dialog, &QFileDialog::filesSelected, parent, then);
  dialog->open();
}

}  // namespace ui
