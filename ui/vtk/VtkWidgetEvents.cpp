// The bridge between Qt and VTK: mouse, keys, timers and cursor, in both directions.
#include <QMouseEvent>
#include <QTimer>
#include <QWheelEvent>

#include <vtkCommand.h>

#include "ui/vtk/VtkWidget.h"

namespace ui {

void VtkWidget::onWindowEvent(vtkObject*, unsigned long event, void* data) {
  switch (event) {
    case vtkCommand::WindowMakeCurrentEvent:
      makeCurrent();
      break;
    case vtkCommand::WindowIsCurrentEvent:
      *static_cast<bool*>(data) = m_context && m_context->isCurrent();
      break;
    case vtkCommand::WindowIsDirectEvent:
    case vtkCommand::WindowSupportsOpenGLEvent:
      *static_cast<int*>(data) = 1;
      break;
    case vtkCommand::CursorChangedEvent: {
      const int shape = *static_cast<int*>(data);
      setCursor(shape == VTK_CURSOR_HAND        ? Qt::PointingHandCursor
                : shape == VTK_CURSOR_CROSSHAIR ? Qt::CrossCursor
                : shape == VTK_CURSOR_SIZEALL   ? Qt::SizeAllCursor
                                                : Qt::ArrowCursor);
      break;
    }
    default:
      break;
  }
}

void VtkWidget::onInteractorEvent(vtkObject*, unsigned long event, void* data) {
  if (event == vtkCommand::RenderEvent) update();
  if (event == vtkCommand::CreateTimerEvent) startTimer(static_cast<const int*>(data));
  if (event == vtkCommand::DestroyTimerEvent) {
    const auto found = m_timers.find(*static_cast<int*>(data));
    if (found == m_timers.end()) return;
    found->second->deleteLater();
    m_timers.erase(found);
  }
}

void VtkWidget::startTimer(const int* request) {
  const int id = request[0];
  auto* timer = new QTimer(this);
  timer->setSingleShot(request[1] == vtkRenderWindowInteractor::OneShotTimer);
  connect(timer, &QTimer::timeout, this, [this, id] {
    int fired = id;
    m_interactor->InvokeEvent(vtkCommand::TimerEvent, &fired);
  });
  timer->start(request[2]);
  m_timers[id] = timer;
}

void VtkWidget::setEventInformation(QPointF position, Qt::KeyboardModifiers modifiers, int repeat) {
  const double ratio = devicePixelRatioF();
  m_interactor->SetEventInformationFlipY(static_cast<int>(position.x() * ratio), static_cast<int>(position.y() * ratio),
                                         modifiers.testFlag(Qt::ControlModifier), modifiers.testFlag(Qt::ShiftModifier),
                                         0, repeat, nullptr);
  m_interactor->SetAltKey(modifiers.testFlag(Qt::AltModifier));
}

void VtkWidget::setKeyInformation(const QKeyEvent& event) {
  const QByteArray text = event.text().toLatin1();
  m_interactor->SetKeyEventInformation(event.modifiers().testFlag(Qt::ControlModifier),
                                       event.modifiers().testFlag(Qt::ShiftModifier), text.isEmpty() ? 0 : text[0],
                                       event.count(), text.isEmpty() ? nullptr : text.constData());
}

void VtkWidget::mousePressEvent(QMouseEvent* event) {
  if (!m_interactorActive) return QWidget::mousePressEvent(event);
  setEventInformation(event->position(), event->modifiers());
  if (event->button() == Qt::LeftButton) m_interactor->LeftButtonPressEvent();
  if (event->button() == Qt::MiddleButton) m_interactor->MiddleButtonPressEvent();
  if (event->button() == Qt::RightButton) m_interactor->RightButtonPressEvent();
}

void VtkWidget::mouseReleaseEvent(QMouseEvent* event) {
  if (!m_interactorActive) return QWidget::mouseReleaseEvent(event);
  setEventInformation(event->position(), event->modifiers());
  if (event->button() == Qt::LeftButton) m_interactor->LeftButtonReleaseEvent();
  if (event->button() == Qt::MiddleButton) m_interactor->MiddleButtonReleaseEvent();
  if (event->button() == Qt::RightButton) m_interactor->RightButtonReleaseEvent();
}

void VtkWidget::mouseMoveEvent(QMouseEvent* event) {
  if (!m_interactorActive) return QWidget::mouseMoveEvent(event);
  setEventInformation(event->position(), event->modifiers());
  m_interactor->MouseMoveEvent();
}

void VtkWidget::mouseDoubleClickEvent(QMouseEvent* event) {
  if (!m_interactorActive) return QWidget::mouseDoubleClickEvent(event);
  setEventInformation(event->position(), event->modifiers(), 1);
  if (event->button() != Qt::LeftButton) return;
  m_interactor->LeftButtonPressEvent();
  m_interactor->InvokeEvent(vtkCommand::LeftButtonDoubleClickEvent);
}

void VtkWidget::wheelEvent(QWheelEvent* event) {
  if (!m_interactorActive) return QWidget::wheelEvent(event);
  constexpr double kNotch = 120;
  setEventInformation(event->position(), event->modifiers());
  m_wheel += event->angleDelta().y();
  for (; m_wheel >= kNotch; m_wheel -= kNotch) m_interactor->MouseWheelForwardEvent();
  for (; m_wheel <= -kNotch; m_wheel += kNotch) m_interactor->MouseWheelBackwardEvent();
  event->accept();
}

void VtkWidget::keyPressEvent(QKeyEvent* event) {
  // Only the key itself: the styles' character commands (q and e leave, 3 is stereo, u picks) must never fire.
  if (m_interactorActive) {
    setKeyInformation(*event);
    m_interactor->KeyPressEvent();
  }
  QWidget::keyPressEvent(event);
}

void VtkWidget::keyReleaseEvent(QKeyEvent* event) {
  if (m_interactorActive) {
    setKeyInformation(*event);
    m_interactor->KeyReleaseEvent();
  }
  QWidget::keyReleaseEvent(event);
}

bool VtkWidget::event(QEvent* event) {
  if (m_interactorActive && event->type() == QEvent::Enter) m_interactor->InvokeEvent(vtkCommand::EnterEvent);
  if (m_interactorActive && event->type() == QEvent::Leave) m_interactor->InvokeEvent(vtkCommand::LeaveEvent);
  return QWidget::event(event);
}

}  // namespace ui
