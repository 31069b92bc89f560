// The keys of a lesson, those of presenter remotes among them.
#include <QAbstractButton>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QDoubleSpinBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QSpinBox>
#include <QTextEdit>

#include "ui/lessons/BlankScreen.h"
#include "ui/lessons/LanguageButton.h"
#include "ui/lessons/LessonPlayer.h"
#include "ui/lessons/StepPage.h"
#include "ui/lessons/StepStage.h"
#include "ui/lessons/answers/QuestionCard.h"
#include "ui/views/base/View.h"
#include "ui/views/teaching/PictureWidget.h"

namespace ui {

namespace {

bool isWithin(const QWidget* widget, const char* className) {
  for (; widget; widget = widget->parentWidget())
    if (widget->inherits(className)) return true;
  return false;
}

/// Keys with which a remote goes on and back.
int directionOf(const QKeyEvent& event) {
  const bool isBack = event.modifiers() & Qt::ShiftModifier;
  switch (event.key()) {
    case Qt::Key_PageDown:
    case Qt::Key_N:
      return 1;
    case Qt::Key_PageUp:
    case Qt::Key_P:
      return -1;
    case Qt::Key_Space:
      return isBack ? -1 : 1;
    default:
      return 0;
  }
}

/// Keys 1 to 9 of the row of digits by their place: with Shift, or on a French keyboard without it, they are other
/// signs.
int keyOf(const QKeyEvent& event) {
#ifdef Q_OS_LINUX
  constexpr quint32 kFirstDigit = 10;  // of X11 and Wayland
  const quint32 place = event.nativeScanCode() - kFirstDigit;
  const bool isLetter = event.key() >= Qt::Key_A && event.key() <= Qt::Key_Z;
  if (place < 9 && !isLetter) return Qt::Key_1 + static_cast<int>(place);
#endif
  return event.key();
}

/// Letters are letters there.
bool isTypingIn(const QWidget& lesson) {
  const QWidget* focus = QApplication::focusWidget();
  if (!focus || !lesson.isAncestorOf(focus)) return false;
  return qobject_cast<const QLineEdit*>(focus) || qobject_cast<const QAbstractSpinBox*>(focus);
}

/// Whether a point is a part of what is typed there.
bool takesPoints(const QWidget& focus) {
  const auto* number = qobject_cast<const QDoubleSpinBox*>(&focus);
  return number ? number->decimals() > 0 : qobject_cast<const QLineEdit*>(&focus) != nullptr;
}

/// Keys that no control keeps from a remote. Views walk with the point themselves.
bool isOfRemote(const QKeyEvent& event) {
  if (event.key() == Qt::Key_PageDown || event.key() == Qt::Key_PageUp) return true;
  const QWidget* focus = QApplication::focusWidget();
  return event.key() == Qt::Key_Period && !(focus && (takesPoints(*focus) || isWithin(focus, "ui::View")));
}

}  // namespace

/// Before any control sees them: keys that no control may keep from a remote.
bool LessonPlayer::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride)
    return QWidget::eventFilter(watched, event);
  auto* widget = qobject_cast<QWidget*>(watched);
  if (!widget || !isVisible() || (widget != this && !isAncestorOf(widget))) return QWidget::eventFilter(watched, event);
  auto* key = static_cast<QKeyEvent*>(event);
  const bool isRemote = isOfRemote(*key);
  if (event->type() == QEvent::ShortcutOverride) {
    // Letters are keys of the lesson before they are shortcuts of the window, except in a view.
    const bool isPlain = !(key->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier));
    const bool isLetter = key->key() >= Qt::Key_Space && key->key() <= Qt::Key_Z;
    if (isPlain && (isRemote || isLetter) && !isWithin(widget, "ui::View")) {
      event->accept();
      return true;
    }
    return false;
  }
  if (isRemote && widget == QApplication::focusWidget()) return onKey(key);
  return QWidget::eventFilter(watched, event);
}

void LessonPlayer::keyPressEvent(QKeyEvent* event) {
  if (!onKey(event)) QWidget::keyPressEvent(event);
}

bool LessonPlayer::onKey(QKeyEvent* event) {
  if (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) return false;
  const int key = event->key();
  if (blank().isOn() && key != Qt::Key_Escape && key != Qt::Key_B && key != Qt::Key_Period) {
    blank().toggle();
    return true;
  }
  if (isTypingIn(*this) && !isOfRemote(*event) && key != Qt::Key_Escape) return false;
  if (const int direction = directionOf(*event)) {
    direction > 0 ? next() : back();
    return true;
  }
  const QWidget* focus = QApplication::focusWidget();
  const bool isControl = focus && focus != this && isAncestorOf(focus) && focus->focusPolicy() != Qt::NoFocus &&
                         !qobject_cast<const QTextEdit*>(focus);
  switch (key) {
    case Qt::Key_Right:
    case Qt::Key_Left:
      if (isControl) return false;
      key == Qt::Key_Right ? next() : back();
      return true;
    case Qt::Key_Home:
      goTo(0);
      return true;
    case Qt::Key_End:
      goTo(static_cast<int>(m_pages.size()) - 1);
      return true;
    case Qt::Key_Escape:
      letGo();
      return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (QuestionCard* card = page() ? page()->currentQuestion() : nullptr) card->check();
      return true;
    default:
      return onLetter(keyOf(*event), event->modifiers());
  }
}

bool LessonPlayer::onLetter(int key, Qt::KeyboardModifiers modifiers) {
  if (!page()) return false;
  QuestionCard* card = page()->currentQuestion();
  switch (key) {
    case Qt::Key_G:
      return beginGoTo(), true;
    case Qt::Key_R:
      return modifiers & Qt::ShiftModifier ? resetLesson() : resetStep(), true;
    case Qt::Key_F:
      return page()->toggleNumbers(), true;
    case Qt::Key_H:
      if (card) card->giveHint();
      return true;
    case Qt::Key_V:
      if (card) card->setVoting(!card->isVoting());
      return true;
    case Qt::Key_C:
      return page()->stage().focusNextControl(), true;
    case Qt::Key_T:
      if (StepRun* run = page()->stage().run()) run->runOrStop();
      return true;
    case Qt::Key_A:
      return setReading(!m_isReading), true;
    case Qt::Key_L:
      return m_language->chooseNext();
    case Qt::Key_S:
      return toggleSpeaker(), true;
    case Qt::Key_B:
    case Qt::Key_Period:
      return blank().toggle(), true;
    default:
      return card && card->onKey(key, modifiers);
  }
}

void LessonPlayer::letGo() {
  if (blank().isOn()) return blank().toggle();
  if (m_goTo->isVisible()) {  // hidden before it loses the keyboard: nobody goes anywhere
    m_goTo->hide();
    return setFocus();
  }
  if (page() && page()->letGo()) return;
  QWidget* focus = QApplication::focusWidget();
  if (focus && focus != this && isAncestorOf(focus)) return setFocus();
  if (window()->isFullScreen()) return window()->setWindowState(window()->windowState() & ~Qt::WindowFullScreen);
  Q_EMIT leaveWanted();
}

}  // namespace ui
