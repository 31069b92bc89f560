// Folders of another machine, listed through the user's ssh, and what of them is opened.
#pragma once

#include <QDialog>
#include <QPointer>
#include <functional>
#include <vector>

#include "engine/remote/RemoteFile.h"

class QComboBox;
class QLabel;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace ui {
class Job;
class Session;
}  // namespace ui

namespace app {

class MainWindow;

class RemoteDialog : public QDialog {
  Q_OBJECT

 public:
  /// `open` takes the addresses of files that were chosen.
  RemoteDialog(ui::Session& session, std::function<void(const QStringList&)> open, QWidget* parent);
  ~RemoteDialog() override;

  /// Lists a folder in the background; an address of a file is opened.
  void go(const QString& address);
  QComboBox& address() { return *m_address; }
  QTreeWidget& list() { return *m_list; }
  QLabel& note() { return *m_note; }
  QPushButton& openButton() { return *m_open; }

 protected:
  void keyPressEvent(QKeyEvent*) override;

 private:
  void addControls();
  void connectControls();
  void fill(const engine::RemoteFolder& folder);
  void follow(QTreeWidgetItem* item);
  void goUp();
  /// What would happen to the files that are chosen.
  void showChosen();
  void openChosen();
  void openFile(const QString& address);
  std::vector<const engine::RemoteEntry*> chosen() const;
  QString addressOf(const std::string& name) const;

  ui::Session& m_session;
  std::function<void(const QStringList&)> m_openFiles;
  engine::RemoteFolder m_folder;  ///< that is listed
  QPointer<ui::Job> m_job;        ///< that lists another
  QComboBox* m_address;
  QPushButton *m_go, *m_up, *m_open;
  QTreeWidget* m_list;
  QLabel* m_note;
};

/// At the folder that was listed last, or at `address`. Goes with Escape, and with the window.
RemoteDialog* openRemote(MainWindow& window, const QString& address = {});

/// Whether an address is better listed than loaded: it ends like a folder, or like no file that is known.
bool looksLikeFolder(const QString& address);

}  // namespace app
