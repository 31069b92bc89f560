#include "app/shell/Application.h"

#include "app/shell/Terminal.h"
#include "engine/base/FailureText.h"
#include "engine/base/Progress.h"

namespace app {

namespace {

constexpr qint64 kRepeatMilliseconds = 1000;

}  // namespace

bool Application::notify(QObject* receiver, QEvent* event) {
  bool isHandled = false;
  guard([&] { isHandled = QApplication::notify(receiver, event); });
  return isHandled;
}

void Application::guard(const std::function<void()>& call) {
  try {
    call();
  } catch (const engine::Cancelled&) {
  } catch (...) {
    report(QString::fromStdString(engine::failureText()));
  }
}

void Application::report(const QString& text) {
  // A picture that fails would be painted, and fail, many times a second.
  if (text == m_lastFailure && m_sinceFailure.elapsed() < kRepeatMilliseconds) return;
  m_lastFailure = text;
  m_sinceFailure.start();
  try {
    if (onFailure) return onFailure(text);
  } catch (...) {  // memory may be short for a message too
  }
  printError(text.toStdString());
}

}  // namespace app
