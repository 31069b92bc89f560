// Gestures, keys and the inspector's form of the attention view.
#include <QFormLayout>
#include <QGuiApplication>
#include <QWidget>
#include <algorithm>
#include <cmath>

#include "ui/views/AttentionLayout.h"
#include "ui/views/MapControls.h"

namespace ui {

using engine::Index;

namespace {
constexpr double kZoomPerStep = 1.25;
constexpr double kKeyPan = 40;  // logical pixels
}  // namespace

std::optional<AttentionView::Cell> AttentionView::cellAt(QPointF position) {
  const QSize size = canvas().size();
  for (const Plane plane : {Plane::attention, Plane::companion}) {
    const Rect panel = panelOf(plane, size);
    if (!panel.contains(position.x(), position.y())) continue;
    const CellPoint point = m_navigation.in(panel, numRows(), numColumns()).toCell(panel, position.x(), position.y());
    const auto row = static_cast<Index>(std::floor(point.row)), column = static_cast<Index>(std::floor(point.column));
    if (row >= 0 && column >= 0 && row < numRows() && column < numColumns()) return Cell{row, column};
  }
  return std::nullopt;
}

void AttentionView::onSelectionChanged() {
  if (!(chosenHead() == m_shown)) {
    m_isDirty = true;
    m_strip.reveal(chosenHead(), theme(), stripIn(canvas().size()));
    Q_EMIT titleChanged();
  }
  refresh();
}

void AttentionView::onPointerMoved(QPointF position) {
  m_strip.setHover(m_strip.headAt(theme(), stripIn(canvas().size()), position));
  const std::optional<Cell> cell = cellAt(position);
  if (!cell) {
    session().selection().clearHover();
    return;
  }
  Focus focus;
  focus.first = {rowAxis(), cell->row};
  focus.second = {columnAxis(), cell->column};
  session().selection().setHover(focus);
}

void AttentionView::onClicked(QPointF position) {
  if (const auto head = m_strip.headAt(theme(), stripIn(canvas().size()), position)) {
    if (QGuiApplication::keyboardModifiers().testFlag(Qt::ControlModifier))
      m_strip.toggle(*head);
    else
      session().selection().setHead(head->layer, head->head);
    return;
  }
  View::onClicked(position);
}

void AttentionView::onDragged(QPointF from, QPointF to) {
  for (const Plane plane : {Plane::attention, Plane::companion}) {
    const Rect panel = panelOf(plane, canvas().size());
    if (!panel.contains(from.x(), from.y())) continue;
    m_navigation.panBy(panel, numRows(), numColumns(), to.x() - from.x(), to.y() - from.y());
    refresh();
    return;
  }
}

void AttentionView::onWheel(QPointF position, double steps, Qt::KeyboardModifiers) {
  if (stripIn(canvas().size()).contains(position)) {
    m_strip.scrollBy(steps > 0 ? -1 : 1);
    refresh();
    return;
  }
  for (const Plane plane : {Plane::attention, Plane::companion}) {
    const Rect panel = panelOf(plane, canvas().size());
    if (!panel.contains(position.x(), position.y())) continue;
    m_navigation.zoomAt(panel, numRows(), numColumns(), position.x(), position.y(), std::pow(kZoomPerStep, steps));
    onPointerMoved(position);
    refresh();
    return;
  }
}

void AttentionView::chooseHead(int offset) {
  if (!heads() || heads()->count() == 0) return;
  const HeadStrip::Head now = chosenHead();
  const auto perLayer = static_cast<int>(heads()->numHeads);
  const int index = std::clamp(now.layer * perLayer + now.head + offset, 0, static_cast<int>(heads()->count()) - 1);
  session().selection().setHead(index / perLayer, index % perLayer);
}

bool AttentionView::onKey(int key, Qt::KeyboardModifiers modifiers) {
  const Rect panel = panelOf(heads() ? Plane::attention : Plane::companion, canvas().size());
  const auto zoom = [&](double factor) {
    m_navigation.zoomAt(panel, numRows(), numColumns(), panel.x + panel.width / 2, panel.y + panel.height / 2, factor);
  };
  const auto pan = [&](double dx, double dy) { m_navigation.panBy(panel, numRows(), numColumns(), dx, dy); };
  const bool pans = modifiers.testFlag(Qt::ShiftModifier);
  switch (key) {
    case Qt::Key_Left:
      pans ? pan(kKeyPan, 0) : chooseHead(-1);
      break;
    case Qt::Key_Right:
      pans ? pan(-kKeyPan, 0) : chooseHead(1);
      break;
    case Qt::Key_Up:
      pan(0, kKeyPan);
      break;
    case Qt::Key_Down:
      pan(0, -kKeyPan);
      break;
    case Qt::Key_PageUp:
      chooseHead(heads() ? -static_cast<int>(heads()->numHeads) : 0);
      break;
    case Qt::Key_PageDown:
      chooseHead(heads() ? static_cast<int>(heads()->numHeads) : 0);
      break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      zoom(kZoomPerStep);
      break;
    case Qt::Key_Minus:
      zoom(1 / kZoomPerStep);
      break;
    default:
      return View::onKey(key, modifiers);
  }
  refresh();
  return true;
}

void AttentionView::setCompanion(Companion companion) {
  m_companion = companion;
  changed();
}
void AttentionView::setQuantity(AttentionQuantity quantity) {
  m_quantity = quantity;
  changed();
}
void AttentionView::setWeightRange(WeightRange range) {
  m_range = range;
  changed();
}
void AttentionView::setScale(ValueScale scale) {
  m_scale = scale;
  changed();
}
void AttentionView::setColorMap(const QString& id) {
  colorMap(id.toStdString());  // throws for an unknown one
  m_colorMap = id;
  changed();
}
void AttentionView::setContactsShown(bool on) {
  m_areContactsShown = on;
  changed();
}

QWidget* AttentionView::makeControls(QWidget* parent) {
  auto* widget = new QWidget(parent);
  auto* form = new QFormLayout(widget);
  form->setContentsMargins(0, 0, 0, 0);
  const auto number = [](auto value) { return QVariant(static_cast<int>(value)); };
  addChoice(*form, *this, QStringLiteral("Show"),
            {{QStringLiteral("Weights"), number(AttentionQuantity::weights)},
             {QStringLiteral("Scores before softmax"), number(AttentionQuantity::scores)}},
            number(m_quantity),
            [this](const QVariant& value) { setQuantity(static_cast<AttentionQuantity>(value.toInt())); });
  addChoice(*form, *this, QStringLiteral("Range"),
            {{QStringLiteral("This head's largest"), number(WeightRange::ownLargest)},
             {QStringLiteral("Largest of all heads"), number(WeightRange::largestOfHeads)},
             {QStringLiteral("Fixed 0–1"), number(WeightRange::zeroToOne)}},
            number(m_range),
            [this](const QVariant& value) { setWeightRange(static_cast<WeightRange>(value.toInt())); });
  addChoice(*form, *this, QStringLiteral("Scale"),
            {{QStringLiteral("Linear"), number(ValueScale::linear)},
             {QStringLiteral("Logarithmic"), number(ValueScale::logarithmic)}},
            number(m_scale), [this](const QVariant& value) { setScale(static_cast<ValueScale>(value.toInt())); });
  addChoice(*form, *this, QStringLiteral("Colours"), colorMapChoices(), m_colorMap,
            [this](const QVariant& value) { setColorMap(value.toString()); });
  std::vector<Choice> companions;
  for (const Companion companion : {Companion::distance, Companion::omega, Companion::theta, Companion::phi})
    companions.push_back({companionTitle(companion), number(companion)});
  companions.push_back({QStringLiteral("Nothing"), number(Companion::none)});
  addChoice(*form, *this, QStringLiteral("Beside it"), companions, number(m_companion),
            [this](const QVariant& value) { setCompanion(static_cast<Companion>(value.toInt())); });
  addSwitch(*form, *this, QStringLiteral("Outline contacts on the map"),
            m_areContactsShown ? Qt::Checked : Qt::Unchecked, [this](bool on) { setContactsShown(on); });
  return widget;
}

}  // namespace ui
