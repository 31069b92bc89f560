// The compute device in the status bar: says which one, a click changes it.
#pragma once

#include <QToolButton>
#include <vector>

#include "ui/session/Session.h"

class QMenu;

namespace app {

class DeviceButton : public QToolButton {
  Q_OBJECT

 public:
  explicit DeviceButton(ui::Session& session, QWidget* parent = nullptr);

 private:
  void showDevice();
  void listDevices();
  void fillMenu();
  void addChoice(const QString& text, const QString& choice);

  ui::Session& m_session;
  QMenu* m_menu;
  std::vector<engine::DeviceInfo> m_devices;
  QString m_reason;  ///< why there are no devices
  bool m_isListed = false;
};

}  // namespace app
