// Gestures, keys and the inspector's form of the DP view.
#include <QFormLayout>
#include <QWidget>
#include <cmath>

#include "ui/views/DpLayout.h"
#include "ui/views/MapControls.h"

namespace ui {

using engine::Index;

namespace {
constexpr double kZoomPerStep = 1.25;
constexpr double kKeyPan = 40;  // logical pixels
}  // namespace

int DpView::planeAt(QPointF position) {
  const QSize size = canvas().size();
  const Layout layout = layoutFor(size);
  for (int plane = 0; plane < static_cast<int>(layout.panels.size()); ++plane) {
    const auto k = static_cast<size_t>(plane);
    if (layout.panels[k].contains(position.x(), position.y()) || layout.headers[k].contains(position.x(), position.y()))
      return plane;
  }
  return -1;
}

void DpView::onPointerMoved(QPointF position) {
  const QSize size = canvas().size();
  const int plane = planeAt(position);
  const Rect panel = panelOf(plane, size);
  Focus focus;
  if (plane >= 0 && panel.contains(position.x(), position.y())) {
    const CellPoint point = viewportOf(plane, size).toCell(panel, position.x(), position.y());
    const auto i = static_cast<Index>(std::floor(point.row)), j = static_cast<Index>(std::floor(point.column));
    if (i >= 0 && j >= 0 && i < numRows() && j < numColumns()) {
      focus.first = {rowAxis(), i};
      focus.second = {columnAxis(), j};
    }
  }
  session().selection().setHover(focus);
}

void DpView::onClicked(QPointF position) {
  const int plane = planeAt(position);
  if (plane >= 0 && plane != m_main && !isLarge(plane)) {
    setMainPlane(plane);
    return;
  }
  View::onClicked(position);
}

void DpView::onDragged(QPointF from, QPointF to) {
  const QSize size = canvas().size();
  const int plane = planeAt(from);
  if (plane < 0) return;
  // A small plane moves as much as the pointer, the large one accordingly.
  const double factor = viewportOf(m_main, size).pixelsPerCell / viewportOf(plane, size).pixelsPerCell;
  m_navigation.panBy(referencePanel(size), numRows(), numColumns(), (to.x() - from.x()) * factor,
                     (to.y() - from.y()) * factor);
  refresh();
}

void DpView::onWheel(QPointF position, double steps, Qt::KeyboardModifiers) {
  const QSize size = canvas().size();
  const int plane = planeAt(position);
  const Rect panel = panelOf(plane, size), reference = referencePanel(size);
  if (plane < 0 || !panel.contains(position.x(), position.y())) return;
  const CellPoint cell = viewportOf(plane, size).toCell(panel, position.x(), position.y());
  const PixelPoint point = viewportOf(m_main, size).toPixel(reference, cell.row, cell.column);
  m_navigation.zoomAt(reference, numRows(), numColumns(), point.x, point.y, std::pow(kZoomPerStep, steps));
  onPointerMoved(position);
  refresh();
}

bool DpView::onKey(int key, Qt::KeyboardModifiers modifiers) {
  const Rect panel = referencePanel(canvas().size());
  const auto zoom = [&](double factor) {
    m_navigation.zoomAt(panel, numRows(), numColumns(), panel.x + panel.width / 2, panel.y + panel.height / 2, factor);
  };
  const auto pan = [&](double dx, double dy) { m_navigation.panBy(panel, numRows(), numColumns(), dx, dy); };
  if (key >= Qt::Key_1 && key <= Qt::Key_9 && key - Qt::Key_1 < numPlanes()) {
    setMainPlane(key - Qt::Key_1);
    return true;
  }
  switch (key) {
    case Qt::Key_Left:
      pan(kKeyPan, 0);
      break;
    case Qt::Key_Right:
      pan(-kKeyPan, 0);
      break;
    case Qt::Key_Up:
      pan(0, kKeyPan);
      break;
    case Qt::Key_Down:
      pan(0, -kKeyPan);
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

void DpView::setArrangement(PlaneArrangement arrangement) {
  m_arrangement = arrangement;
  changed();
}
void DpView::setRange(PlaneRange range) {
  m_range = range;
  changed();
}
void DpView::setQuantity(PlaneQuantity quantity) {
  m_quantity = quantity;
  changed();
}
void DpView::setLetters(ProfileLetters letters) {
  m_letters = letters;
  changed();
}
void DpView::setColorMap(const QString& id) {
  if (!id.isEmpty()) colorMap(id.toStdString());  // throws for an unknown one
  m_colorMap = id;
  changed();
}
void DpView::setPathShown(bool on) {
  m_isPathShown = on;
  changed();
}
void DpView::setPath(int path) {
  m_path = path;
  changed();
}
void DpView::setRivalsShown(bool on) {
  m_areRivalsShown = on;
  changed();
}
void DpView::setPosteriorShown(bool on) {
  m_isPosteriorShown = on;
  changed();
}

namespace {

QString kindText(engine::DpKind kind) {
  switch (kind) {
    case engine::DpKind::viterbi:
      return QStringLiteral("Viterbi: best path");
    case engine::DpKind::forward:
      return QStringLiteral("Forward: all paths to here");
    case engine::DpKind::backward:
      return QStringLiteral("Backward: all paths from here");
    case engine::DpKind::posterior:
      return QStringLiteral("Posterior probability");
  }
  return {};
}

}  // namespace

QWidget* DpView::makeControls(QWidget* parent) {
  auto* widget = new QWidget(parent);
  auto* form = new QFormLayout(widget);
  form->setContentsMargins(0, 0, 0, 0);
  const auto number = [](auto value) { return QVariant(static_cast<int>(value)); };
  std::vector<Choice> matrixKinds, planes, paths;
  for (const engine::DpKind kind : kinds()) matrixKinds.push_back({kindText(kind), number(kind)});
  for (int plane = 0; plane < numPlanes(); ++plane)
    planes.push_back({stateText(matrices().states[static_cast<size_t>(plane)]), plane});
  for (const PathChoice& choice : m_choices)
    paths.push_back({pathChoiceText(choice, m_choices.front()), static_cast<int>(paths.size())});
  if (matrixKinds.size() > 1)
    addChoice(*form, *this, QStringLiteral("Matrix"), matrixKinds, number(m_kind),
              [this](const QVariant& value) { setMatrixKind(static_cast<engine::DpKind>(value.toInt())); });
  addChoice(*form, *this, QStringLiteral("Plane"), planes, m_main,
            [this](const QVariant& value) { setMainPlane(value.toInt()); });
  addChoice(*form, *this, QStringLiteral("Arrangement"),
            {{QStringLiteral("One large"), number(PlaneArrangement::oneLarge)},
             {QStringLiteral("Side by side"), number(PlaneArrangement::sideBySide)}},
            number(m_arrangement),
            [this](const QVariant& value) { setArrangement(static_cast<PlaneArrangement>(value.toInt())); });
  addChoice(*form, *this, QStringLiteral("Show"),
            {{QStringLiteral("Behind the best"), number(PlaneQuantity::behindBest)},
             {QStringLiteral("Scores"), number(PlaneQuantity::score)}},
            number(m_quantity),
            [this](const QVariant& value) { setQuantity(static_cast<PlaneQuantity>(value.toInt())); });
  addChoice(*form, *this, QStringLiteral("Range"),
            {{QStringLiteral("Same for all planes"), number(PlaneRange::common)},
             {QStringLiteral("Each plane its own"), number(PlaneRange::perPlane)}},
            number(m_range), [this](const QVariant& value) { setRange(static_cast<PlaneRange>(value.toInt())); });
  std::vector<Choice> maps = colorMapChoices();
  maps.insert(maps.begin(), {QStringLiteral("By the values"), QString()});
  addChoice(*form, *this, QStringLiteral("Colours"), maps, m_colorMap,
            [this](const QVariant& value) { setColorMap(value.toString()); });
  addChoice(*form, *this, QStringLiteral("Letters"),
            {{QStringLiteral("First sequence"), number(ProfileLetters::firstSequence)},
             {QStringLiteral("Consensus"), number(ProfileLetters::consensus)}},
            number(m_letters),
            [this](const QVariant& value) { setLetters(static_cast<ProfileLetters>(value.toInt())); });
  if (paths.size() > 1)
    addChoice(*form, *this, QStringLiteral("Path"), paths, m_path,
              [this](const QVariant& value) { setPath(value.toInt()); });
  addSwitch(*form, *this, QStringLiteral("Show the path"), m_isPathShown ? Qt::Checked : Qt::Unchecked,
            [this](bool on) { setPathShown(on); });
  const auto state = [](bool on) { return on ? Qt::Checked : Qt::Unchecked; };
  if (paths.size() > 1)
    addSwitch(*form, *this, QStringLiteral("Show the other paths"), state(m_areRivalsShown),
              [this](bool on) { setRivalsShown(on); });
  if (isPosteriorKnown())
    addSwitch(*form, *this, QStringLiteral("Colour the path by posterior"), state(m_isPosteriorShown),
              [this](bool on) { setPosteriorShown(on); });
  return widget;
}

}  // namespace ui
