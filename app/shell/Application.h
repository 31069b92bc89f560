// The application object of the window: what goes wrong in a handler ends as a message, never as the end of the
// program.
#pragma once

#include <QApplication>
#include <QElapsedTimer>
#include <functional>

namespace app {

class Application : public QApplication {
 public:
  using QApplication::QApplication;

  /// Every event of every object comes by here, and with it every slot, timer and call that is made in the event loop.
  bool notify(QObject* receiver, QEvent* event) override;
  /// Runs `call`; what it throws is reported (engine::Cancelled is not), whatever its type.
  void guard(const std::function<void()>& call);
  /// Told one sentence per failure, the same one at most once a second; standard error while it is not set.
  std::function<void(const QString&)> onFailure;

 private:
  void report(const QString& text);

  QString m_lastFailure;
  QElapsedTimer m_sinceFailure;
};

}  // namespace app
