#include "app/window/architecture/ArchitectureDiagram.h"

#include <QDialog>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>
#include <array>

#include "app/window/MainWindow.h"
#include "app/window/RunOperation.h"
#include "engine/base/Nth.h"
#include "ui/look/Theme.h"

namespace app {

namespace {

constexpr double kBoxWidth = 236, kBoxHeight = 52, kGapAcross = 56, kGapDown = 18, kMargin = 16, kHeading = 30;
constexpr double kArrowHead = 7;

const ui::Theme& theme() { return ui::ThemeModel::instance().theme(); }

int numRows(const Architecture& architecture) {
  int rows = 0;
  for (const ArchitectureBox& box : architecture.boxes) rows = std::max(rows, box.row + 1);
  return rows;
}

/// Of a track: as marks of states are told apart.
QColor trackColor(int track) {
  const std::array<QColor, 3> colors{theme().accent, theme().good, theme().locked};
  return engine::nth(colors, track);
}

QString sheetOf(const QColor& border, bool runs) {
  return QStringLiteral(
             "QPushButton{text-align:center;padding:2px;border:%1px solid %2;border-radius:6px;"
             "background:%3;color:%4}QPushButton:hover,QPushButton:focus{border-width:3px}")
      .arg(runs ? 2 : 1)
      .arg(border.name(), theme().panel.name(), (runs ? theme().text : theme().muted).name());
}

}  // namespace

ArchitectureDiagram::ArchitectureDiagram(const Architecture& architecture, QWidget* parent)
    : QWidget(parent), m_architecture(architecture) {
  for (const ArchitectureBox& box : architecture.boxes) {
    auto* button = new QPushButton(box.title + u'\n' + box.shape, this);
    const std::string operation = box.operation();
    const QString runs =
        operation.empty() ? tr("Nothing here runs it.") : tr("Opens %1.").arg(QString::fromStdString(operation));
    button->setToolTip(box.help + u' ' + runs);
    button->setAccessibleName(box.title);
    button->setAccessibleDescription(button->toolTip());
    button->setAutoDefault(false);
    if (operation.empty())
      button->setFocusPolicy(Qt::NoFocus);
    else
      connect(button, &QPushButton::clicked, this, [this, operation] { Q_EMIT chosen(operation); });
    m_buttons.push_back(button);
  }
  connect(&ui::ThemeModel::instance(), &ui::ThemeModel::changed, this, &ArchitectureDiagram::dress);
  dress();
}

void ArchitectureDiagram::dress() {
  for (size_t k = 0; k < m_buttons.size(); ++k) {
    const ArchitectureBox& box = m_architecture.boxes[k];
    m_buttons[k]->setStyleSheet(sheetOf(trackColor(box.track), !box.operation().empty()));
    m_buttons[k]->setFont(theme().labelFont());
    m_buttons[k]->setGeometry(boxArea(box).toRect());
  }
  updateGeometry();
  update();
}

QSize ArchitectureDiagram::sizeHint() const {
  const int rows = numRows(m_architecture);
  const auto tracks = static_cast<double>(m_architecture.tracks.size());
  return (theme().scale * QSizeF(2 * kMargin + tracks * kBoxWidth + (tracks - 1) * kGapAcross,
                                 2 * kMargin + kHeading + rows * (kBoxHeight + kGapDown) - kGapDown))
      .toSize();
}

QRectF ArchitectureDiagram::boxArea(const ArchitectureBox& box) const {
  const double scale = theme().scale;
  return {scale * (kMargin + box.track * (kBoxWidth + kGapAcross)),
          scale * (kMargin + kHeading + box.row * (kBoxHeight + kGapDown)), scale * kBoxWidth, scale * kBoxHeight};
}

std::vector<QPointF> ArchitectureDiagram::pathOf(const ArchitectureArrow& arrow) const {
  const QRectF from = boxArea(engine::nth(m_architecture.boxes, arrow.from)),
               to = boxArea(engine::nth(m_architecture.boxes, arrow.to));
  const bool isToTheLeft = to.center().x() < from.center().x();
  const QPointF beside(isToTheLeft ? from.left() : from.right(), from.center().y());
  const QPointF entry(isToTheLeft ? to.right() : to.left(), to.center().y());
  switch (arrow.route) {
    case ArchitectureArrow::Route::downThenSide: {
      // Beside the middle, where arrows straight down begin.
      const double x = from.center().x() + (isToTheLeft ? -1 : 1) * 0.2 * from.width();
      return {{x, from.bottom()}, {x, entry.y()}, entry};
    }
    case ArchitectureArrow::Route::sideThenDown:
      return {beside, {to.center().x(), beside.y()}, {to.center().x(), to.top()}};
    case ArchitectureArrow::Route::straight:
      break;
  }
  if (from.center().x() == to.center().x()) return {{from.center().x(), from.bottom()}, {to.center().x(), to.top()}};
  // Below the middle, where arrows with a corner come in.
  const QPointF lower(0, 0.25 * from.height());
  return {beside + lower, entry + lower};
}

void ArchitectureDiagram::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(theme().titleFont());
  for (size_t k = 0; k < m_architecture.tracks.size(); ++k) {
    const double scale = theme().scale;
    painter.setPen(trackColor(static_cast<int>(k)));
    painter.drawText(QRectF(scale * (kMargin + static_cast<double>(k) * (kBoxWidth + kGapAcross)), scale * kMargin / 2,
                            scale * kBoxWidth, scale * kHeading),
                     Qt::AlignCenter, m_architecture.tracks[k]);
  }
  for (const ArchitectureArrow& arrow : m_architecture.arrows) {
    const std::vector<QPointF> path = pathOf(arrow);
    painter.setPen(QPen(theme().muted, 1.5 * theme().lineScale));
    painter.drawPolyline(path.data(), static_cast<int>(path.size()));
    const QPointF tip = path.back(), before = path[path.size() - 2];
    const double length = QLineF(before, tip).length();
    if (length <= 0) continue;
    const QPointF back = (before - tip) / length * kArrowHead * theme().scale, across(-back.y() / 2, back.x() / 2);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme().muted);
    painter.drawPolygon(QPolygonF{tip, tip + back + across, tip + back - across});
  }
}

void showArchitecture(MainWindow& window) {
  auto* dialog = new QDialog(&window);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setObjectName(QStringLiteral("architecture"));
  dialog->setWindowTitle(MainWindow::tr("RoseTTAFold, box by box"));
  auto* layout = new QVBoxLayout(dialog);
  auto* note =
      new QLabel(MainWindow::tr("A click on a box opens what runs it here. The alignment, pair and structure "
                                "tracks exchange what they know in every block."));
  note->setWordWrap(true);
  layout->addWidget(note);
  auto* diagram = new ArchitectureDiagram(rosettaFold());
  layout->addWidget(diagram);
  QObject::connect(diagram, &ArchitectureDiagram::chosen, &window, [&window](const std::string& operation) {
    openOperation(window, engine::findOperation(operation));
  });
  dialog->show();
}

}  // namespace app
