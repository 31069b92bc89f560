// Base of all views: canvas, keys, drops, selection and theme changes. Export is in ViewExport.cpp.
#include "ui/views/base/View.h"

#include <QDropEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/session/DatasetMime.h"
#include "ui/views/base/FocusKeys.h"
#include "ui/views/base/StartButton.h"
#include "ui/views/base/ViewWaiting.h"
#include "ui/views/base/access/ViewTable.h"

namespace ui {

namespace {

/// Property of the canvas: the focus came to it by a key.
constexpr const char* kByKey = "focusedByKey";

void noteFocus(QWidget& canvas, Qt::FocusReason reason) {
  const bool isKey =
      reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason || reason == Qt::ShortcutFocusReason;
  if (isKey || reason == Qt::MouseFocusReason) canvas.setProperty(kByKey, isKey);
}

/// Shows where the keyboard is to those who use it.
void paintFocus(QPainter& painter, const QWidget& canvas) {
  if (!canvas.hasFocus() || !canvas.property(kByKey).toBool()) return;
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setBrush(Qt::NoBrush);
  const Theme& theme = ThemeModel::instance().theme();
  painter.setPen(QPen(theme.accent, theme.lineScale));
  painter.drawRect(canvas.rect().adjusted(0, 0, -1, -1));
}

/// Only datasets of the library: files are the window's.
bool takeDrop(View& view, QEvent& event) {
  auto& drop = static_cast<QDropEvent&>(event);  // a drag that enters is one as well
  const engine::DatasetPtr dataset = view.session().document().find(draggedDataset(drop.mimeData()));
  if (!dataset) {
    event.ignore();
    return true;
  }
  drop.acceptProposedAction();
  if (event.type() == QEvent::DragEnter) return true;
  if (view.accepts(*dataset))
    view.showDataset(dataset);
  else
    view.session().report(MessageKind::warning, view.refusalText(*dataset));
  return true;
}

void setUpCanvas(View& view) {
  VtkWidget& canvas = view.canvas();
  canvas.beforeRender = [&view](QSize devicePixels, double ratio) {
    view.prepareScene({qRound(devicePixels.width() / ratio), qRound(devicePixels.height() / ratio)}, ratio);
  };
  const auto* waiting = new ViewWaiting(view);
  canvas.paintOverlay = [&view, waiting](QPainter& painter, QSize size) {
    paintShown(view, painter, size, false);
    waiting->paint(painter, size);
    paintFocus(painter, view.canvas());
  };
  canvas.paintInstead = [&view, waiting](QPainter& painter, QSize size) {
    const bool isEmpty = view.datasetIds().empty();
    if (!isEmpty && view.hasScene()) return false;
    painter.setRenderHint(QPainter::Antialiasing);
    if (isEmpty) {
      paintEmptyText(painter, size, view.emptyText());
    } else {
      painter.fillRect(QRect(QPoint(0, 0), size), ThemeModel::instance().theme().canvas);
      paintShown(view, painter, size, false);
      waiting->paint(painter, size);
    }
    paintFocus(painter, view.canvas());
    return true;
  };
  canvas.setAcceptDrops(true);       // sends an event
  canvas.installEventFilter(&view);  // asks what only a whole view knows
}

}  // namespace

View::View(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_canvas(new VtkWidget(this)), m_gestures(*this, *m_canvas) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(m_canvas);
  setFocusProxy(m_canvas);
  setUpCanvas(*this);
  m_start = new StartButton(*this);
  connect(this, &View::titleChanged, this, [this] { m_canvas->setAccessibleName(title()); });
  // From the widgets beside the canvas that have no menu of their own.
  setContextMenuPolicy(Qt::CustomContextMenu);
  connect(this, &QWidget::customContextMenuRequested, this, [this](QPoint position) {
    if (!datasetIds().empty()) onRightClicked(mapToGlobal(position));
  });
  addCommand(QStringLiteral("view.keep"), tr("Put aside what is marked"), Qt::Key_B,
             [this] { m_session.selection().keep(readoutFocus()); });

  registerViewTable();
  connect(this, &View::readoutChanged, this, [this] { announceReadout(*this); });
  const auto announce = [this] {
    onSelectionChanged();
    Q_EMIT readoutChanged();
  };
  const SelectionModel& selection = session.selection();
  connect(&selection, &SelectionModel::hoverChanged, this, announce);
  connect(&selection, &SelectionModel::lockedChanged, this, announce);
  connect(&selection, &SelectionModel::keptChanged, this, announce);
  connect(&selection, &SelectionModel::headChanged, this, announce);
  connect(&ThemeModel::instance(), &ThemeModel::changed, this, &View::themeChanged);
  connect(this, &View::themeChanged, this, announce);
  connect(&session.document(), &Document::linked, this, announce);
  connect(&session.document(), &Document::replaced, this, [this](const engine::DatasetPtr& dataset) {
    const std::vector<engine::DatasetId> ids = datasetIds();
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

void View::onSelectionChanged() { refresh(); }

void View::refresh() { m_canvas->update(); }

void View::pointAt(const Focus& focus) {
  SelectionModel& selection = m_session.selection();
  if (!selection.locked().isEmpty()) selection.setLocked(focus);
  selection.setHover(focus);  // stays when what is kept is let go
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
    m_session.selection().letGo();
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
  if (watched != m_canvas) return QWidget::eventFilter(watched, event);
  if (event->type() == QEvent::FocusIn) noteFocus(*m_canvas, static_cast<QFocusEvent*>(event)->reason());
  if (event->type() == QEvent::DragEnter || event->type() == QEvent::Drop) return takeDrop(*this, *event);
  if (datasetIds().empty()) return false;
  if (m_gestures.take(*event)) return true;
  if (event->type() != QEvent::KeyPress) return false;
  const auto* key = static_cast<QKeyEvent*>(event);
  return moveFocus(*this, key->key(), key->modifiers()) || onKey(key->key(), key->modifiers());
}

}  // namespace ui
