// The 24 px title bar of a dock: title, extra buttons, float and close.
#include "ui/panels/TitleBar.h"

#include <QDockWidget>
#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>

#include "ui/look/Icons.h"
#include "ui/look/Theme.h"

namespace ui {

namespace {

constexpr int kHeight = 24, kIconSize = 14, kAccentLine = 2;

QSize iconSize() { return QSize(kIconSize, kIconSize) * theme().scale; }

}  // namespace

TitleBar::TitleBar(QDockWidget* dock) : QWidget(dock), m_dock(dock), m_layout(new QHBoxLayout(this)) {
  m_layout->setContentsMargins(0, 0, 2, 0);
  m_layout->setSpacing(0);
  m_layout->addStretch();
  if (dock->features().testFlag(QDockWidget::DockWidgetFloatable)) {
    connect(addButton(QStringLiteral("float"), tr("Float or dock")), &QToolButton::clicked, dock,
            [dock] { dock->setFloating(!dock->isFloating()); });
  }
  if (dock->features().testFlag(QDockWidget::DockWidgetClosable)) {
    connect(addButton(QStringLiteral("close"), tr("Close")), &QToolButton::clicked, dock, &QDockWidget::close);
  }
  connect(dock, &QDockWidget::windowTitleChanged, this, qOverload<>(&QWidget::update));
  connect(&ThemeModel::instance(), &ThemeModel::changed, this, [this] {
    for (QToolButton* button : findChildren<QToolButton*>()) button->setIconSize(iconSize());
    updateGeometry();
    update();
  });
  dock->setTitleBarWidget(this);
}

QToolButton* TitleBar::addButton(const QString& iconName, const QString& toolTip) {
  auto* button = new QToolButton(this);
  button->setObjectName(iconName);
  button->setIcon(icon(iconName));
  button->setIconSize(iconSize());
  button->setToolTip(toolTip);
  button->setAccessibleName(toolTip);
  button->setFocusPolicy(Qt::TabFocus);
  const bool isStandard = iconName == QStringLiteral("float") || iconName == QStringLiteral("close");
  m_layout->insertWidget(isStandard ? m_layout->count() : 1, button);
  return button;
}

void TitleBar::setActive(bool on) {
  if (on == m_isActive) return;
  m_isActive = on;
  update();
}

void TitleBar::setTitle(const QString& title) {
  m_title = title;
  setToolTip(title);
  update();
}

void TitleBar::setIcon(const QIcon& icon) {
  m_icon = icon;
  update();
}

void TitleBar::setProgress(double progress) {
  if (progress == m_progress) return;
  m_progress = progress;
  update();
}

QSize TitleBar::sizeHint() const { return {120, qRound(kHeight * theme().scale)}; }

QSize TitleBar::minimumSizeHint() const { return {60, qRound(kHeight * theme().scale)}; }

void TitleBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), theme().window);
  painter.fillRect(0, height() - 1, width(), 1, theme().line);
  if (m_isActive) painter.fillRect(0, height() - kAccentLine, width(), kAccentLine, theme().accent);

  int right = width();
  for (const QToolButton* button : findChildren<QToolButton*>()) {
    if (button->isVisible()) right = std::min(right, button->x());
  }
  QRect area(theme().space(2), 0, right - theme().space(3), height());
  if (!m_icon.isNull()) {
    m_icon.paint(&painter, QRect(QPoint(area.x(), (height() - iconSize().height()) / 2), iconSize()));
    area.setLeft(area.x() + iconSize().width() + theme().space(1));
  }
  if (m_progress >= 0) {
    painter.fillRect(0, 0, qRound(width() * m_progress), kAccentLine, theme().accent);
    painter.setFont(theme().labelFont());
    painter.setPen(theme().muted);
    const QString text = tr("computing %1 %").arg(qRound(100 * m_progress));
    painter.drawText(area, Qt::AlignVCenter | Qt::AlignRight, text);
    area.setWidth(area.width() - painter.fontMetrics().horizontalAdvance(text) - theme().space(2));
  }
  painter.setFont(m_isActive ? theme().titleFont() : theme().panelFont());
  painter.setPen(m_isActive ? theme().text : theme().muted);
  const bool hasRoom = !m_title.isEmpty() && painter.fontMetrics().horizontalAdvance(m_title) <= area.width();
  const QString title =
      painter.fontMetrics().elidedText(hasRoom ? m_title : m_dock->windowTitle(), Qt::ElideMiddle, area.width());
  painter.drawText(area, Qt::AlignVCenter | Qt::AlignLeft, title);
}

void TitleBar::mousePressEvent(QMouseEvent* event) {
  Q_EMIT pressed();
  QWidget::mousePressEvent(event);
}

void TitleBar::mouseDoubleClickEvent(QMouseEvent*) {
  if (m_dock->features().testFlag(QDockWidget::DockWidgetFloatable)) m_dock->setFloating(!m_dock->isFloating());
}

}  // namespace ui
