// Base of all views: pointer gestures, selection and theme changes, empty state. Export is in ViewExport.cpp.
#include "ui/views/base/View.h"

#include <QContextMenuEvent>
#include <QDropEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>
#include <QWheelEvent>
#include <algorithm>

#include "engine/operations/Operation.h"
#include "ui/session/DatasetMime.h"
#include "ui/views/base/FocusKeys.h"
#include "ui/views/base/ViewWaiting.h"

namespace ui {

namespace {

/// A press and release closer than this (logical pixels) is a click.
constexpr double kDragDistance = 4;
/// Qt's angle of one wheel notch: 15 degrees in eighths.
constexpr double kNotch = 120;
/// A picture whose longer side is shorter than this (logical pixels) shows nothing.
constexpr double kLeastPicture = 48;
/// Property of the canvas: the focus came to it by a key.
constexpr const char* kByKey = "focusedByKey";

void noteFocus(QWidget& canvas, Qt::FocusReason reason) {
  const bool isKey =
      reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason || reason == Qt::ShortcutFocusReason;
  if (isKey || reason == Qt::MouseFocusReason) canvas.setProperty(kByKey, isKey);
}

/// Shows where the keyboard is to those who use it.
void paintFocus(QPainter& painter, const QWidget& canvas, const Theme& theme) {
  if (!canvas.hasFocus() || !canvas.property(kByKey).toBool()) return;
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.accent, theme.lineScale));
  painter.drawRect(canvas.rect().adjusted(0, 0, -1, -1));
}

}  // namespace

View::View(Session& session, QWidget* parent) : QWidget(parent), m_session(session), m_canvas(new VtkWidget(this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(m_canvas);
  setFocusProxy(m_canvas);
  m_start = new QPushButton(tr("Choose what to show"), this);
  m_start->hide();
  auto* menu = new QMenu(m_start);
  m_start->setMenu(menu);
  connect(menu, &QMenu::aboutToShow, this, [this, menu] { fillStartMenu(*menu); });
  connect(this, &View::titleChanged, this, [this] {
    m_canvas->setAccessibleName(title());
    showStart();
  });

  m_canvas->beforeRender = [this](QSize devicePixels, double ratio) {
    prepareScene({qRound(devicePixels.width() / ratio), qRound(devicePixels.height() / ratio)}, ratio);
  };
  const auto* waiting = new ViewWaiting(*this);
  m_canvas->paintOverlay = [this, waiting](QPainter& painter, QSize size) {
    paintShown(painter, size, false);
    waiting->paint(painter, size);
    paintFocus(painter, *m_canvas, theme());
  };
  m_canvas->paintInstead = [this, waiting](QPainter& painter, QSize size) {
    const bool isEmpty = datasetIds().empty();
    if (!isEmpty && hasScene()) return false;
    painter.setRenderHint(QPainter::Antialiasing);
    if (isEmpty) {
      paintEmptyState(painter, size);
    } else {
      painter.fillRect(QRect(QPoint(0, 0), size), theme().canvas);
      paintShown(painter, size, false);
      waiting->paint(painter, size);
    }
    paintFocus(painter, *m_canvas, theme());
    return true;
  };
  m_canvas->setAcceptDrops(true);      // sends an event
  m_canvas->installEventFilter(this);  // asks what only a whole view knows
  // From the widgets beside the canvas that have no menu of their own.
  setContextMenuPolicy(Qt::CustomContextMenu);
  connect(this, &QWidget::customContextMenuRequested, this, [this](QPoint position) {
    if (!datasetIds().empty()) onRightClicked(mapToGlobal(position));
  });
  addCommand(QStringLiteral("view.keep"), tr("Keep what is marked"), Qt::Key_B,
             [this] { m_session.selection().keep(readoutFocus()); });

  const SelectionModel& selection = session.selection();
  connect(&selection, &SelectionModel::hoverChanged, this, &View::announceSelection);
  connect(&selection, &SelectionModel::lockedChanged, this, &View::announceSelection);
  connect(&selection, &SelectionModel::keptChanged, this, &View::announceSelection);
  connect(&selection, &SelectionModel::headChanged, this, &View::announceSelection);
  connect(&ThemeModel::instance(), &ThemeModel::changed, this, &View::announceSelection);
  connect(&session.document(), &Document::linked, this, &View::announceSelection);
  connect(&session.document(), &Document::replaced, this, [this](const engine::DatasetPtr& dataset) {
    const std::vector<std::string> ids = datasetIds();
    if (std::find(ids.begin(), ids.end(), dataset->id) == ids.end()) return;
    showDataset(dataset);
    Q_EMIT readoutChanged();
  });
}

bool View::showDataset(const engine::DatasetPtr& dataset) {
  ViewWaiting& waiting = *ViewWaiting::of(this);
  const QString what = QStringLiteral("dataset");
  try {
    setDataset(dataset);
    waiting.forgetFailure(what);
    refresh();
    return true;
  } catch (const std::exception& error) {
    const QString name = dataset ? QString::fromStdString(dataset->title) : QString();
    waiting.tellFailure(tr("Showing %1").arg(name), QString::fromUtf8(error.what()), what);
    return false;
  }
}

void View::showStart() {
  m_start->setVisible(datasetIds().empty());
  m_start->adjustSize();
  // Below the text of the empty state, which stands in the middle.
  m_start->move((width() - m_start->width()) / 2, height() / 2 + 2 * QFontMetrics(theme().panelFont()).height());
}

void View::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  showStart();
}

void View::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  showStart();
}

void View::fillStartMenu(QMenu& menu) {
  menu.clear();
  for (const engine::DatasetPtr& dataset : m_session.document().datasets()) {
    if (!accepts(*dataset)) continue;
    menu.addAction(QString::fromStdString(dataset->title), this, [this, dataset] { showDataset(dataset); });
  }
  if (menu.isEmpty()) menu.addAction(tr("Nothing that is loaded fits here"))->setEnabled(false);
  menu.addSeparator();
  const std::vector<std::string> wanted = makers();
  for (const auto& operation : engine::operations()) {
    if (std::find(wanted.begin(), wanted.end(), operation->id()) == wanted.end()) continue;
    menu.addAction(QString::fromStdString(operation->title()) + u'…', this,
                   [this, id = operation->id()] { Q_EMIT operationRequested(QString::fromStdString(id)); });
  }
  menu.addAction(tr("Open files…"), this, &View::openFilesRequested);
}

QString View::refusalText(const engine::Dataset& dataset) const {
  return tr("\"%1\" cannot be shown here: it is %2")
      .arg(QString::fromStdString(dataset.title), QString::fromStdString(engine::kindName(dataset.kind())));
}

View::~View() {
  // The canvas outlives this part of the object: nothing may call back into it.
  m_canvas->removeEventFilter(this);
  m_canvas->beforeRender = nullptr;
  m_canvas->paintOverlay = nullptr;
  m_canvas->paintInstead = nullptr;
}

void View::announceSelection() {
  onSelectionChanged();
  Q_EMIT readoutChanged();
}

void View::onSelectionChanged() { refresh(); }

void View::refresh() { m_canvas->update(); }

void View::pointAt(const Focus& focus) {
  SelectionModel& selection = m_session.selection();
  selection.locked().isEmpty() ? selection.setHover(focus) : selection.setLocked(focus);
}

void View::onPointerLeft() { m_session.selection().clearHover(); }

void View::onClicked(QPointF) {
  SelectionModel& selection = m_session.selection();
  const Focus hovered = selection.hover();
  if (hovered.isEmpty() || hovered == selection.locked()) {
    selection.clearLocked();
  } else {
    selection.setLocked(hovered);
  }
}

bool View::onKey(int key, Qt::KeyboardModifiers) {
  if (key == Qt::Key_Escape) {
    SelectionModel& selection = m_session.selection();
    if (selection.locked().isEmpty()) {
      selection.clearKept();
    } else {
      selection.clearLocked();
    }
    return true;
  }
  if (key == Qt::Key_0) {
    resetView();
    refresh();
    Q_EMIT stateChanged();
    return true;
  }
  if (key == Qt::Key_Return || key == Qt::Key_Enter) {
    View::onClicked({});
    return true;
  }
  return false;
}

engine::Index View::translated(const Position& position, engine::DatasetId id) const {
  if (position.index < 0) return -1;
  if (position.dataset == id) return position.index;
  return m_session.document().translate(position.dataset, position.index, id).value_or(-1);
}

bool View::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_canvas && event->type() == QEvent::FocusIn)
    noteFocus(*m_canvas, static_cast<QFocusEvent*>(event)->reason());
  if (watched == m_canvas && (event->type() == QEvent::DragEnter || event->type() == QEvent::Drop))
    return onDrop(*event);
  if (watched != m_canvas || datasetIds().empty()) return QWidget::eventFilter(watched, event);
  switch (event->type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonRelease:
    case QEvent::MouseButtonDblClick:
    case QEvent::MouseMove:
      return onMouse(*static_cast<QMouseEvent*>(event));
    case QEvent::Wheel:
      return onWheelEvent(*static_cast<QWheelEvent*>(event));
    case QEvent::Leave:
      onPointerLeft();
      return false;
    case QEvent::KeyPress: {
      const auto* key = static_cast<QKeyEvent*>(event);
      return moveFocus(*this, key->key(), key->modifiers()) || onKey(key->key(), key->modifiers());
    }
    case QEvent::ContextMenu:  // of the mouse: opened on release, when it was no drag
      if (static_cast<QContextMenuEvent*>(event)->reason() == QContextMenuEvent::Keyboard)
        onRightClicked(m_canvas->mapToGlobal(m_canvas->rect().center()));
      return true;
    default:
      return QWidget::eventFilter(watched, event);
  }
}

// Only datasets of the library: files are the window's.
bool View::onDrop(QEvent& event) {
  auto& drop = static_cast<QDropEvent&>(event);  // a drag that enters is one as well
  const engine::DatasetPtr dataset = m_session.document().find(draggedDataset(drop.mimeData()));
  if (!dataset) {
    event.ignore();
    return true;
  }
  drop.acceptProposedAction();
  if (event.type() == QEvent::DragEnter) return true;
  if (accepts(*dataset))
    showDataset(dataset);
  else
    m_session.report(MessageKind::warning, refusalText(*dataset));
  return true;
}

// Never eats an event: in 3D views VTK's interactor style wants the same ones.
bool View::onMouse(const QMouseEvent& event) {
  const QPointF position = event.position();
  const bool isGrabbing = event.button() == Qt::LeftButton || event.button() == Qt::MiddleButton;
  switch (event.type()) {
    case QEvent::MouseButtonPress:
      if (isGrabbing) {
        m_gesture = Gesture::pressed;
        m_pressed = m_last = position;
      }
      if (event.button() == Qt::RightButton) {
        m_isRightDown = true;
        m_rightPressed = position;
      }
      break;
    case QEvent::MouseMove:
      if ((position - m_rightPressed).manhattanLength() >= kDragDistance) m_isRightDown = false;
      if (m_gesture == Gesture::pressed && (position - m_pressed).manhattanLength() >= kDragDistance) {
        m_gesture = Gesture::dragging;
      }
      if (m_gesture == Gesture::dragging) {
        onDragged(m_last, position);
        m_last = position;
      }
      if (m_gesture != Gesture::dragging) onPointerMoved(position);
      break;
    case QEvent::MouseButtonRelease:
      if (m_gesture == Gesture::pressed && event.button() == Qt::LeftButton) onClicked(position);
      if (isGrabbing) m_gesture = Gesture::none;
      if (event.button() == Qt::RightButton && m_isRightDown) onRightClicked(event.globalPosition().toPoint());
      if (event.button() == Qt::RightButton) m_isRightDown = false;
      break;
    default:
      m_gesture = Gesture::none;
  }
  return false;
}

bool View::onWheelEvent(const QWheelEvent& event) {
  const QPoint angle = event.angleDelta();
  const bool isSideways = angle.y() == 0;
  const Qt::KeyboardModifiers modifiers = isSideways ? event.modifiers() | Qt::ShiftModifier : event.modifiers();
  const int amount = isSideways ? angle.x() : angle.y();
  if (amount != 0) onWheel(event.position(), amount / kNotch, modifiers);
  return false;
}

void View::paintShown(QPainter& painter, QSize size, bool isPage) {
  const QSizeF picture = largestPicture(size);
  if (std::max(picture.width(), picture.height()) >= kLeastPicture * theme().scale)
    return isPage ? paintPage(painter, size) : paintOverlay(painter, size);
  const QRect area(QPoint(0, 0), size);
  painter.fillRect(area, theme().canvas);
  painter.setPen(theme().muted);
  painter.setFont(theme().labelFont());
  painter.drawText(area, Qt::AlignCenter | Qt::TextWordWrap, tr("No room for the picture: make the view larger."));
}

void View::paintEmptyState(QPainter& painter, QSize size) const {
  const QRect area(QPoint(0, 0), size);
  painter.fillRect(area, theme().canvas);
  painter.setPen(theme().muted);
  painter.setFont(theme().panelFont());
  const int margin = theme().space(6);
  painter.drawText(area.adjusted(margin, margin, -margin, -margin), Qt::AlignCenter | Qt::TextWordWrap, emptyText());
}

}  // namespace ui
