// A view that shows nothing yet: what to do about it, in words and as a button.
#include "ui/views/base/StartButton.h"

#include <QEvent>
#include <QFontMetrics>
#include <QMenu>
#include <QPainter>
#include <algorithm>

#include "engine/operations/Operation.h"
#include "ui/views/base/View.h"

namespace ui {

StartButton::StartButton(View& view) : QPushButton(View::tr("Choose what to show"), &view), m_view(view) {
  hide();
  setMenu(new QMenu(this));
  connect(menu(), &QMenu::aboutToShow, this, &StartButton::fillMenu);
  connect(&view, &View::titleChanged, this, &StartButton::place);
  view.installEventFilter(this);
}

bool StartButton::eventFilter(QObject*, QEvent* event) {
  if (event->type() == QEvent::Show || event->type() == QEvent::Resize) place();
  return false;
}

void StartButton::place() {
  setVisible(m_view.datasetIds().empty());
  adjustSize();
  // Below the text of the empty state, which stands in the middle.
  const int line = QFontMetrics(ThemeModel::instance().theme().panelFont()).height();
  move((m_view.width() - width()) / 2, m_view.height() / 2 + 2 * line);
}

void StartButton::fillMenu() {
  menu()->clear();
  for (const engine::DatasetPtr& dataset : m_view.session().document().datasets()) {
    if (!m_view.accepts(*dataset)) continue;
    menu()->addAction(QString::fromStdString(dataset->title), &m_view,
                      [this, dataset] { m_view.showDataset(dataset); });
  }
  if (menu()->isEmpty()) menu()->addAction(View::tr("Nothing that is loaded fits here"))->setEnabled(false);
  menu()->addSeparator();
  const std::vector<std::string> wanted = m_view.makers();
  for (const auto& operation : engine::operations()) {
    if (std::find(wanted.begin(), wanted.end(), operation->id()) == wanted.end()) continue;
    menu()->addAction(
        QString::fromStdString(operation->title()) + u'…', &m_view,
        [this, id = operation->id()] { Q_EMIT m_view.operationRequested(QString::fromStdString(id)); });
  }
  menu()->addAction(View::tr("Open files…"), &m_view, &View::openFilesRequested);
}

void paintEmptyText(QPainter& painter, QSize size, const QString& text) {
  const Theme& theme = ThemeModel::instance().theme();
  const QRect area(QPoint(0, 0), size);
  painter.fillRect(area, theme.canvas);
  painter.setPen(theme.muted);
  painter.setFont(theme.panelFont());
  const int margin = theme.space(6);
  painter.drawText(area.adjusted(margin, margin, -margin, -margin), Qt::AlignCenter | Qt::TextWordWrap, text);
}

}  // namespace ui
