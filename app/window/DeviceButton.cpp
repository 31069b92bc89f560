// The compute device in the status bar: says which one, a click changes it. Devices are listed in a job, on first use.
#include "app/window/DeviceButton.h"

#include <QMenu>
#include <utility>

#include "app/session/Settings.h"
#include "ui/look/Icons.h"
#include "ui/session/RunJob.h"

namespace app {

namespace {

using DeviceList = std::pair<std::vector<engine::DeviceInfo>, std::string>;

}  // namespace

DeviceButton::DeviceButton(ui::Session& session, QWidget* parent)
    : QToolButton(parent), m_session(session), m_menu(new QMenu(this)) {
  setIcon(ui::icon(QStringLiteral("device")));
  setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  setPopupMode(QToolButton::InstantPopup);
  setMenu(m_menu);
  setAccessibleName(tr("Compute device"));
  m_menu->setToolTipsVisible(true);
  connect(m_menu, &QMenu::aboutToShow, this, &DeviceButton::listDevices);
  connect(m_menu, &QMenu::aboutToShow, this, &DeviceButton::fillMenu);
  connect(&session, &ui::Session::deviceChanged, this, &DeviceButton::showDevice);
  fillMenu();
  showDevice();
}

void DeviceButton::showDevice() {
  setText(m_session.deviceText());
  setToolTip(m_session.deviceReason().isEmpty() ? tr("Compute device; click to change it") : m_session.deviceReason());
}

void DeviceButton::listDevices() {
  if (m_isListed) return;
  m_isListed = true;
  const auto work = [](engine::Progress&) {
    DeviceList list;
    list.first = engine::listDevices(list.second);
    return list;
  };
  const auto take = [](DeviceButton& button, const DeviceList& list) {
    button.m_devices = list.first;
    button.m_reason = QString::fromStdString(list.second);
    button.fillMenu();
  };
  ui::runJob(m_session.jobs(), this, tr("List compute devices"), QStringLiteral("list devices"), work, take);
}

void DeviceButton::addChoice(const QString& text, const QString& choice) {
  QAction* action = m_menu->addAction(text, this, [this, choice] {
    Settings().setDevice(choice);
    m_session.chooseDevice(choice);
  });
  action->setCheckable(true);
  action->setChecked(Settings().device() == choice);
}

void DeviceButton::fillMenu() {
  m_menu->clear();
  addChoice(tr("Automatic"), QStringLiteral("auto"));
  addChoice(tr("Native CPU"), QStringLiteral("cpu"));
  m_menu->addSeparator();
  for (const engine::DeviceInfo& device : m_devices) {
    const QString name = QString::fromStdString(device.name).trimmed();
    addChoice(tr("OpenCL: %1, %2 units").arg(name).arg(device.computeUnits),
              QStringLiteral("opencl:%1").arg(device.index));
  }
  if (!m_devices.empty()) return;
  const bool isKnown = !m_reason.isEmpty();
  m_menu->addAction(isKnown ? tr("No OpenCL device") : tr("Looking for OpenCL devices…"))->setEnabled(false);
  m_menu->actions().back()->setToolTip(m_reason);
}

}  // namespace app
