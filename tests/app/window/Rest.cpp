#include "tests/app/window/Rest.h"

#include <QAbstractEventDispatcher>
#include <QGuiApplication>
#include <QTest>
#include <QTimer>
#include <QVariantAnimation>
#include <algorithm>
#include <array>

#include <gtest/gtest.h>

namespace test {
namespace {

constexpr int kPatienceMilliseconds = 60000;
constexpr int kMomentMilliseconds = 10;    // longer than Qt waits before it paints
constexpr int kLongestMilliseconds = 400;  // longer timers are no layout that has not settled yet

/// Counts what shows that something still moves.
class Unrest : public QObject {
 public:
  Unrest() { qApp->installEventFilter(this); }
  /// Since it was asked last, the class of the last thing that moved.
  QString take() { return std::exchange(m_last, {}); }
  bool eventFilter(QObject* receiver, QEvent* event) override {
    static constexpr std::array kKinds = {QEvent::Paint,  QEvent::UpdateRequest, QEvent::LayoutRequest,
                                          QEvent::Resize, QEvent::Move,          QEvent::Show,
                                          QEvent::Hide,   QEvent::DeferredDelete};
    if (std::find(kKinds.begin(), kKinds.end(), event->type()) != kKinds.end())
      m_last = QLatin1String(receiver->metaObject()->className()) + QStringLiteral(" moves");
    return false;
  }

 private:
  QString m_last;
};

/// A timer or an animation that will soon do something, in words; empty when there is none.
QString pendingIn(const QObject& root) {
  for (const QTimer* timer : root.findChildren<QTimer*>())
    if (timer->isActive() && timer->isSingleShot() && timer->interval() < kLongestMilliseconds)
      return QStringLiteral("a timer of ") + QLatin1String(timer->parent()->metaObject()->className());
  for (const QVariantAnimation* animation : root.findChildren<QVariantAnimation*>())
    if (animation->state() == QAbstractAnimation::Running) return QStringLiteral("an animation");
  return {};
}

/// Those of QTimer::singleShot with a time belong to the dispatcher.
QString pendingSingleShot() {
  QAbstractEventDispatcher& dispatcher = *QAbstractEventDispatcher::instance();
  for (QObject* each : dispatcher.findChildren<QObject*>())
    for (const auto& timer : dispatcher.registeredTimers(each))
      if (each->inherits("QSingleShotTimer") && timer.interval < kLongestMilliseconds)
        return QStringLiteral("a single shot of %1 ms").arg(timer.interval);
  return {};
}

/// Empty when there is none.
QString reasonOfUnrest(Unrest& unrest, const QWidget& window, ui::Session& session) {
  if (session.jobs().numActive() > 0) return QStringLiteral("a job");
  for (const QString& reason : {unrest.take(), pendingIn(window), pendingIn(session), pendingSingleShot()})
    if (!reason.isEmpty()) return reason;
  return {};
}

}  // namespace

void waitForRest(const QWidget& window, ui::Session& session) {
  Unrest unrest;
  QDeadlineTimer deadline(kPatienceMilliseconds);
  QString reason;
  for (int numCalm = 0; numCalm < 3; numCalm = reason.isEmpty() ? numCalm + 1 : 0) {
    ASSERT_FALSE(deadline.hasExpired()) << "the window does not come to rest: " << reason.toStdString();
    QGuiApplication::sync();
    QTest::qWait(kMomentMilliseconds);
    reason = reasonOfUnrest(unrest, window, session);
  }
}

}  // namespace test
