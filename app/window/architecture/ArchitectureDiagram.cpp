#include "app/window/architecture/ArchitectureDiagram.h"

#include <QDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include "app/window/MainWindow.h"
#include "app/window/RunOperation.h"
#include "app/window/architecture/ArchitecturePicture.h"
#include "engine/base/Error.h"
#include "ui/session/Session.h"
#include "ui/views/base/FileDialogs.h"

namespace app {

namespace {

constexpr double kSavedScale = 2;  // pixels of a saved PNG per logical pixel

const ui::Theme& theme() { return ui::ThemeModel::instance().theme(); }

QString sheetOf(const QColor& border, bool runs) {
  return QStringLiteral(
             "QPushButton{text-align:center;padding:2px;border:%1px solid %2;border-radius:%3px;"
             "background:%4;color:%5}QPushButton:hover,QPushButton:focus{border-width:3px}")
      .arg(runs ? kRunningBorder : kToldBorder)
      .arg(border.name())
      .arg(kBoxCorner)
      .arg(theme().panel.name(), (runs ? theme().text : theme().muted).name());
}

void askAndSave(MainWindow& window, QWidget* parent) {
  ui::askForNewFile(parent, MainWindow::tr("Save the diagram"), QStringLiteral("rosettafold.png"),
                    {MainWindow::tr("PNG picture (*.png)"), MainWindow::tr("SVG drawing (*.svg)"),
                     MainWindow::tr("PDF page (*.pdf)")},
                    [&window](const QString& path) {
                      try {
                        saveArchitecture(rosettaFold(), path, kSavedScale);
                      } catch (const engine::Error& error) {
                        window.session().report(ui::MessageKind::error, QString::fromUtf8(error.what()));
                      }
                    });
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
    m_buttons[k]->setStyleSheet(sheetOf(trackColor(box.track, theme()), !box.operation().empty()));
    m_buttons[k]->setFont(theme().labelFont());
    m_buttons[k]->setGeometry(boxArea(box, theme()).toRect());
  }
  updateGeometry();
  update();
}

QSize ArchitectureDiagram::sizeHint() const { return architectureSize(m_architecture, theme()); }

std::vector<QPointF> ArchitectureDiagram::pathOf(const ArchitectureArrow& arrow) const {
  return app::pathOf(m_architecture, arrow, theme());
}

void ArchitectureDiagram::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  paintTracks(painter, m_architecture, theme());
}

void showArchitecture(MainWindow& window) {
  auto* dialog = new QDialog(&window);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setObjectName(QStringLiteral("architecture"));
  dialog->setWindowTitle(MainWindow::tr("RoseTTAFold, box by box"));
  auto* layout = new QVBoxLayout(dialog);
  auto* head = new QHBoxLayout;
  auto* note =
      new QLabel(MainWindow::tr("A click on a box opens what runs it here. The alignment, pair and structure "
                                "tracks exchange what they know in every block."));
  note->setWordWrap(true);
  head->addWidget(note, 1);
  auto* save = new QPushButton(MainWindow::tr("Save as picture…"));
  save->setObjectName(QStringLiteral("saveDiagram"));
  save->setAutoDefault(false);
  head->addWidget(save);
  layout->addLayout(head);
  auto* diagram = new ArchitectureDiagram(rosettaFold());
  layout->addWidget(diagram);
  QObject::connect(save, &QPushButton::clicked, dialog, [&window, dialog] { askAndSave(window, dialog); });
  QObject::connect(diagram, &ArchitectureDiagram::chosen, &window, [&window](const std::string& operation) {
    openOperation(window, engine::findOperation(operation));
  });
  dialog->show();
}

}  // namespace app
