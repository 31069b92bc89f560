#include "ui/views/teaching/PictureWidget.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFileInfo>
#include <QHelpEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "engine/io/Format.h"
#include "ui/views/base/FileDialogs.h"
#include "ui/views/base/LessonExpression.h"
#include "ui/views/base/PictureKeys.h"
#include "ui/views/base/PngFile.h"
#include "ui/views/base/ViewExport.h"
#include "ui/views/teaching/PictureTable.h"

namespace ui {

namespace {

constexpr double kStepsOfRange = 50;  ///< presses of a key from end to end where the handle has no steps
constexpr int kFast = 10;             ///< steps with Shift
constexpr double kTurnPerPixel = 0.5, kTurnPerKey = 5;  ///< degrees
constexpr double kPictureScale = 2;

}  // namespace

PictureWidget::PictureWidget(std::unique_ptr<TeachingPicture> picture, QWidget* parent)
    : QWidget(parent), m_picture(std::move(picture)) {
  registerPictureTable();
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  connect(&ThemeModel::instance(), &ThemeModel::changed, this, [this] {
    updateGeometry();
    update();
  });
}

PictureWidget::~PictureWidget() = default;

void PictureWidget::setInput(PictureInput input) {
  m_picture->set(std::move(input));
  const auto isGone = [&](const std::optional<PictureCell>& cell) {
    return cell && m_picture->readout(*cell).isEmpty();
  };
  if (isGone(m_attention.focused)) m_attention.focused.reset();
  if (isGone(m_attention.hovered)) m_attention.hovered.reset();
  tellText();
  update();
}

void PictureWidget::setAltText(const QString& text) {
  m_altText = text;
  tellText();
}

void PictureWidget::setTurn(const PictureTurn& turn) {
  if (!m_picture->canTurn()) return;
  m_picture->setTurn(turn);
  update();
}

void PictureWidget::turnTo(const PictureTurn& turn) {
  const PictureTurn before = m_picture->turn();
  setTurn(turn);
  if (!(m_picture->turn() == before)) Q_EMIT turned();
}

bool PictureWidget::turnsAt(const std::optional<PictureCell>& cell) const {
  return m_picture->canTurn() && !(cell && isMovable(*cell));
}

void PictureWidget::tellText() {
  const QString text = m_altText.isEmpty() ? m_picture->altText() : m_altText;
  if (text == accessibleDescription()) return;
  setAccessibleDescription(text);
}

void PictureWidget::setFocusedCell(const std::optional<PictureCell>& cell) {
  if (cell == m_attention.focused) return;
  m_attention.focused = cell;
  update();
  if (!cell) return;
  QAccessibleValueChangeEvent event(this, m_picture->readout(*cell));
  QAccessible::updateAccessibility(&event);
}

QSize PictureWidget::sizeHint() const {
  const double scale = ThemeModel::instance().theme().scale;
  return QSizeF(480 * scale, 320 * scale).toSize();
}

QSize PictureWidget::minimumSizeHint() const { return {200, 120}; }

QImage PictureWidget::image(QSize size, double scale) const {
  checkPageSize(size, scale);
  const Theme& theme = ThemeModel::instance().theme();
  QImage image((QSizeF(size) * scale).toSize(), QImage::Format_RGB32);
  image.fill(theme.canvas);
  QPainter painter(&image);
  painter.scale(scale, scale);
  m_picture->paint(painter, theme, QRectF(QPointF(0, 0), size), {});
  return image;
}

void PictureWidget::save(const QString& path) const {
  const QString suffix = QFileInfo(path).suffix().toLower();
  if (suffix == QStringLiteral("csv") || suffix == QStringLiteral("npz"))
    return writeNumbers(m_picture->numbers(), path.toStdString());
  if (suffix == QStringLiteral("png")) {
    const QByteArray bytes = pngBytes(image(size(), kPictureScale));
    return engine::writeFileWhole(path.toStdString(), {bytes.constData(), static_cast<size_t>(bytes.size())});
  }
  writeVectorPage(path, {accessibleName(), size(), {}}, [this](QPainter& painter) {
    const Theme& theme = ThemeModel::instance().theme();
    painter.fillRect(rect(), theme.canvas);
    m_picture->paint(painter, theme, place(), {});
  });
}

std::optional<PictureCell> PictureWidget::at(QPointF point) const {
  return m_picture->cellAt(ThemeModel::instance().theme(), place(), point);
}

bool PictureWidget::isMovable(const PictureCell& cell) const {
  const auto& handles = m_picture->input().handles;
  return std::any_of(handles.begin(), handles.end(), [&](const PictureHandle& handle) { return handle.cell == cell; });
}

void PictureWidget::point(const std::optional<PictureCell>& cell) {
  if (cell == m_attention.hovered) return;
  m_attention.hovered = cell;
  const bool isPressed = cell && m_picture->press(*cell);
  setCursor(isPressed                                     ? Qt::PointingHandCursor
            : (cell && isMovable(*cell)) || turnsAt(cell) ? Qt::OpenHandCursor
                                                          : Qt::ArrowCursor);
  update();
  if (cell)
    Q_EMIT cellPointed(*cell);
  else
    Q_EMIT cellLeft();
}

void PictureWidget::choose(const PictureCell& cell) {
  const std::optional<PictureMove> asked = m_picture->press(cell);
  Q_EMIT cellChosen(cell);
  if (asked) Q_EMIT cellMoved(*asked);
}

bool PictureWidget::isTurnKey(const QKeyEvent& key) const {
  return m_picture->canTurn() && key.modifiers() & Qt::ControlModifier && !arrowOf(key.key()).isNull();
}

bool PictureWidget::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && isTurnKey(*static_cast<QKeyEvent*>(event))) {
    event->accept();
    return true;
  }
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const std::optional<PictureCell> cell = at(help->pos());
  const QString turn = m_picture->canTurn() ? tr("A drag turns it, as arrow keys with Ctrl do.") : QString();
  QString text = cell ? m_picture->readout(*cell) : turn;
  if (cell && m_picture->press(*cell)) text += tr("\nA click changes it, as Enter does.");
  QToolTip::showText(help->globalPos(), text, this);
  return true;
}

void PictureWidget::paintEvent(QPaintEvent*) {
  const Theme& theme = ThemeModel::instance().theme();
  QPainter painter(this);
  painter.fillRect(rect(), theme.canvas);
  PictureAttention seen = m_attention;
  if (!hasFocus()) seen.focused.reset();
  m_picture->paint(painter, theme, place(), seen);
}

void PictureWidget::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  const QPointF at = event->position();
  const std::optional<PictureCell> cell = this->at(at);
  if (cell) setFocusedCell(cell);
  if (turnsAt(cell)) {
    m_grab = Grab{.cell = cell, .from = at, .isTurn = true, .turn = m_picture->turn()};
    return;
  }
  if (!cell) return;
  Grab grab{.cell = cell, .from = at};
  // A drag begins with the value that is there, wherever the cell was grabbed.
  for (const PictureMove& move : m_picture->drag(ThemeModel::instance().theme(), place(), *cell, at))
    grab.offsets.push_back(m_picture->value(move.cell).value_or(move.value) - move.value);
  m_grab = grab;
}

void PictureWidget::drag(QPointF to) {
  if (!m_grab->hasMoved && (to - m_grab->from).manhattanLength() < QApplication::startDragDistance()) return;
  m_grab->hasMoved = true;
  if (m_grab->isTurn) {
    const QPointF way = (to - m_grab->from) * kTurnPerPixel;
    return turnTo({m_grab->turn.turn + way.x(), m_grab->turn.tilt + way.y()});
  }
  const auto moves = m_picture->drag(ThemeModel::instance().theme(), place(), *m_grab->cell, to);
  for (size_t k = 0; k < moves.size(); ++k) {
    const double value = moves[k].value + (k < m_grab->offsets.size() ? m_grab->offsets[k] : 0);
    const std::optional<PictureMove> allowed = m_picture->moveTo(moves[k].cell, value);
    if (allowed && m_picture->value(allowed->cell) != allowed->value) Q_EMIT cellMoved(*allowed);
  }
}

void PictureWidget::mouseMoveEvent(QMouseEvent* event) {
  if (m_grab && event->buttons() & Qt::LeftButton) return drag(event->position());
  point(at(event->position()));
}

void PictureWidget::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !m_grab) return;
  const Grab grab = *m_grab;
  m_grab.reset();
  if (!grab.hasMoved && grab.cell) choose(*grab.cell);
}

void PictureWidget::leaveEvent(QEvent*) { point(std::nullopt); }

bool PictureWidget::step(const PictureCell& cell, int steps) {
  for (const PictureHandle& handle : m_picture->input().handles) {
    if (!(handle.cell == cell)) continue;
    const double by = handle.by > 0 ? handle.by : (handle.to - handle.from) / kStepsOfRange;
    const std::optional<double> now = m_picture->value(cell);
    const std::optional<PictureMove> move = now ? m_picture->moveTo(cell, *now + steps * by) : std::nullopt;
    if (move && move->value != *now) Q_EMIT cellMoved(*move);
    return true;
  }
  return false;
}

void PictureWidget::wheelEvent(QWheelEvent* event) {
  const int notches = event->angleDelta().y() / QWheelEvent::DefaultDeltasPerStep;
  const std::optional<PictureCell> cell = at(event->position());
  // Elsewhere the page scrolls.
  if (notches == 0 || !cell || !step(*cell, notches)) event->ignore();
}

void PictureWidget::keyPressEvent(QKeyEvent* event) {
  const int key = event->key();
  const int times = event->modifiers() & Qt::ShiftModifier ? kFast : 1;
  if (isTurnKey(*event)) {
    const QPointF way = QPointF(arrowOf(key)) * kTurnPerKey;
    return turnTo({m_picture->turn().turn + way.x(), m_picture->turn().tilt + way.y()});
  }
  if (!arrowOf(key).isNull()) {
    for (int k = 0; k < times; ++k) setFocusedCell(m_picture->next(m_attention.focused, key));
    if (m_attention.focused) Q_EMIT cellPointed(*m_attention.focused);
    return;
  }
  const int steps = zoomStepsOf(key);
  if (steps != 0 && m_attention.focused && step(*m_attention.focused, steps * (key == Qt::Key_Plus ? 1 : times)))
    return;
  if ((key == Qt::Key_Return || key == Qt::Key_Enter) && m_attention.focused) {
    return choose(PictureCell(*m_attention.focused));
  }
  event->ignore();
}

void PictureWidget::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  if (!m_attention.focused) setFocusedCell(m_picture->next(std::nullopt, Qt::Key_Right));
}

void PictureWidget::copyImage() const { QGuiApplication::clipboard()->setImage(image(size(), kPictureScale)); }

void PictureWidget::askWhereToSave(const QString& suffix) {
  const QString filter =
      suffix == QStringLiteral("csv") ? tr("Numbers (*.csv)") : tr("%1 picture (*.%2)").arg(suffix.toUpper(), suffix);
  askForNewFile(this, tr("Save picture"), QStringLiteral("picture.") + suffix, {filter}, [this](const QString& path) {
    try {
      save(path);
    } catch (const engine::Error& error) {
      Q_EMIT failed(QString::fromUtf8(error.what()));
    }
  });
}

void PictureWidget::contextMenuEvent(QContextMenuEvent* event) {
  const bool isKey = event->reason() == QContextMenuEvent::Keyboard;
  const std::optional<PictureCell> cell = isKey ? m_attention.focused : at(event->pos());
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  if (cell) {
    addLessonExpression(*menu, expressionOf(*cell));
    menu->addSeparator();
  }
  if (!(m_picture->turn() == PictureTurn{})) menu->addAction(tr("Turn back"), this, [this] { turnTo({}); });
  menu->addAction(tr("Copy picture"), this, [this] { copyImage(); });
  for (const QString& suffix : {QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf")})
    menu->addAction(tr("Save as %1…").arg(suffix.toUpper()), this, [this, suffix] { askWhereToSave(suffix); });
  menu->addAction(tr("Save numbers as CSV…"), this, [this] { askWhereToSave(QStringLiteral("csv")); });
  menu->popup(event->globalPos());
}

}  // namespace ui
