// What the window says about itself: version, mouse and keys.
#include "app/window/Help.h"

#include <QCoreApplication>
#include <QDialog>
#include <QLabel>
#include <QVBoxLayout>
#include <utility>
#include <vector>

#include "engine/operations/Operation.h"

#include <vtkVersion.h>

namespace app {

namespace {

/// A window of its own with one rich text; never blocks.
void showText(QWidget* parent, const QString& title, const QString& html) {
  auto* dialog = new QDialog(parent);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(title);
  auto* layout = new QVBoxLayout(dialog);
  auto* label = new QLabel(html, dialog);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  layout->addWidget(label);
  dialog->show();
}

QString tr(const char* text) { return QCoreApplication::translate("app::Help", text); }

}  // namespace

void showAbout(QWidget* parent, const QString& device) {
  showText(parent, tr("About Headlight"),
           tr("<h3>Headlight %1</h3><p>Attention and alignment in proteins.</p>"
              "<p>Qt %2, VTK %3<br>Computing on %4</p><p>No network access, no telemetry.</p>")
               .arg(QString::fromStdString(engine::programVersion()), QString::fromLatin1(qVersion()),
                    QString::fromLatin1(vtkVersion::GetVTKVersion()), device.toHtmlEscaped()));
}

void showMouseHelp(QWidget* parent) {
  const std::vector<std::pair<QString, QString>> lines = {
      {tr("Point"), tr("Marks the same residue, column or pair in every view")},
      {tr("Click"), tr("Keeps what is marked; again or Escape lets go")},
      {tr("B"), tr("Puts aside what is marked, in every view, until Escape or B again")},
      {tr("Drag"), tr("Moves a map, turns a structure, selects in an alignment; the middle button moves")},
      {tr("Wheel"), tr("Zooms at the pointer; with Shift: sideways; turns a control only where the keyboard is")},
      {tr("Right click"), tr("What can be done with this view")},
      {tr("Arrow keys, +, −"), tr("Move and zoom")},
      {tr("Ctrl + arrow keys"),
       tr("Point at the next residue, column or cell; with Shift: ten further. Enter keeps it")},
      {tr("0"), tr("Resets the view")},
      {tr("Ctrl+E"), tr("Edits an alignment: Space and Delete for gaps, letters, drags; a drag with Shift opens gaps")},
      {tr("Tab, F6, Ctrl+F6"), tr("Next control, next view, next panel")},
      {tr("Menu, Shift+F10"), tr("The context menu of what has the focus")},
  };
  QString html = QStringLiteral("<table cellpadding=4>");
  for (const auto& [key, what] : lines) html += QStringLiteral("<tr><td><b>%1</b></td><td>%2</td></tr>").arg(key, what);
  html += QStringLiteral("</table><p>%1</p>").arg(tr("Ctrl+K finds every command; Keyboard shortcuts lists all keys."));
  showText(parent, tr("Mouse and keys"), html);
}

}  // namespace app
