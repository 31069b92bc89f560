// Qt's Fusion with the program's own icons.
#pragma once

#include <QProxyStyle>

namespace ui {

/// The few standard icons that the window needs are the program's: they follow the theme, where Fusion's are dark in
/// every one, and Qt need not load all of its readers of image formats to find out what its own files are.
class Style : public QProxyStyle {
  Q_OBJECT

 public:
  Style();
  QIcon standardIcon(StandardPixmap which, const QStyleOption* option, const QWidget* widget) const override;
  /// Buttons of dialogs have words only.
  int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                QStyleHintReturn* data) const override;
};

}  // namespace ui
