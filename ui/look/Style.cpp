#include "ui/look/Style.h"

#include "ui/look/Icons.h"

namespace ui {

namespace {

/// Empty: Fusion's.
QString iconName(QStyle::StandardPixmap which) {
  switch (which) {
    case QStyle::SP_ToolBarHorizontalExtensionButton:
      return QStringLiteral("more");
    case QStyle::SP_TitleBarCloseButton:
    case QStyle::SP_DockWidgetCloseButton:
    case QStyle::SP_LineEditClearButton:
      return QStringLiteral("close");
    case QStyle::SP_TitleBarNormalButton:
      return QStringLiteral("float");
    case QStyle::SP_MessageBoxInformation:
      return QStringLiteral("information");
    case QStyle::SP_MessageBoxWarning:
      return QStringLiteral("warning");
    case QStyle::SP_MessageBoxCritical:
      return QStringLiteral("error");
    default:
      return {};
  }
}

}  // namespace

Style::Style() : QProxyStyle(QStringLiteral("fusion")) {}

QIcon Style::standardIcon(StandardPixmap which, const QStyleOption* option, const QWidget* widget) const {
  const QString name = iconName(which);
  return name.isEmpty() ? QProxyStyle::standardIcon(which, option, widget) : icon(name);
}

int Style::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* data) const {
  return hint == SH_DialogButtonBox_ButtonsHaveIcons ? 0 : QProxyStyle::styleHint(hint, option, widget, data);
}

}  // namespace ui
