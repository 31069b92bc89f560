#include "ui/lessons/controls/OwnDataLine.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>
#include <utility>

#include "engine/datasets/Kind.h"
#include "ui/look/Theme.h"

namespace ui {

OwnDataLine::OwnDataLine(std::string name, QWidget* parent)
    : QWidget(parent),
      m_name(std::move(name)),
      m_text(new QLabel(this)),
      m_button(new QToolButton(this)),
      m_menu(new QMenu(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, ThemeModel::instance().theme().space(2), 0, 0);
  column->setSpacing(ThemeModel::instance().theme().space(1));
  m_text->setWordWrap(true);
  m_text->setTextFormat(Qt::PlainText);
  m_text->setForegroundRole(QPalette::PlaceholderText);
  m_button->setText(tr("Use my own…"));
  m_button->setToolTip(tr("Another dataset that is open, in the place of the lesson's sample"));
  m_button->setAccessibleName(tr("Use my own data in the place of %1").arg(QString::fromStdString(m_name)));
  m_button->setFocusPolicy(Qt::TabFocus);
  m_button->installEventFilter(this);
  column->addWidget(m_text);
  column->addWidget(m_button, 0, Qt::AlignLeft);
  connect(m_menu, &QMenu::aboutToShow, this, &OwnDataLine::fillMenu);
  connect(m_button, &QToolButton::clicked, this,
          [this] { m_menu->popup(m_button->mapToGlobal(QPoint(0, m_button->height()))); });
  setData({}, false);
}

bool OwnDataLine::eventFilter(QObject*, QEvent* event) {
  if (event->type() != QEvent::KeyPress && event->type() != QEvent::KeyRelease) return false;
  const int key = static_cast<QKeyEvent*>(event)->key();
  const bool isPress = event->type() == QEvent::KeyPress;
  if (isPress && (key == Qt::Key_Return || key == Qt::Key_Enter)) m_button->click();
  if (key == Qt::Key_Space && isPress) QCoreApplication::sendEvent(this, event);
  return key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space;
}

QString OwnDataLine::text() const { return m_text->text(); }

void OwnDataLine::setData(const engine::DatasetPtr& dataset, bool isOwn) {
  m_data = dataset;
  m_isOwn = isOwn;
  const QString title = dataset ? QString::fromStdString(dataset->title) : QString::fromStdString(m_name);
  m_text->setText(
      isOwn ? tr("Your own data: %1. What the lesson checks and says of its sample does not apply.").arg(title)
            : tr("Data: %1").arg(title));
}

void OwnDataLine::fillMenu() {
  QMenu& menu = *m_menu;
  menu.clear();
  if (choices && m_data)
    for (const engine::DatasetPtr& dataset : choices())
      if (dataset->kind() == m_data->kind())
        menu.addAction(QString::fromStdString(dataset->title), this, [this, dataset] { Q_EMIT chosen(dataset); });
  if (menu.isEmpty()) {
    const QString kind = m_data ? QString::fromStdString(engine::kindName(m_data->kind())) : tr("dataset");
    menu.addAction(tr("Open a file first: no %1 is open").arg(kind))->setEnabled(false);
  }
  if (!m_isOwn) return;
  menu.addSeparator();
  menu.addAction(tr("The lesson's sample again"), this, [this] { Q_EMIT chosen({}); });
}

}  // namespace ui
