// Dialogs that ask for files without blocking the program: what is chosen arrives later.
#pragma once

#include <QString>
#include <QStringList>
#include <functional>

class QWidget;

namespace ui {

/// Asks where to write. `filters` are like "PNG picture (*.png)"; choosing one gives the proposed name its suffix, and
/// a name without a suffix gets that of the chosen filter. `then` is not called when nothing was chosen.
void askForNewFile(QWidget* parent, const QString& title, const QString& suggestion, const QStringList& filters,
                   std::function<void(const QString& path)> then);
/// Asks for one or more files that exist.
void askForFiles(QWidget* parent, const QString& title, std::function<void(const QStringList& paths)> then);

}  // namespace ui
