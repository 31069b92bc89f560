// A view that shows nothing yet: what to do about it, in words and as a button.
#pragma once

#include <QPushButton>
#include <QSize>

class QPainter;

namespace ui {

class View;

/// Below the text of an empty view: loaded datasets that fit, operations that make one, files. Hidden when the view
/// shows something.
class StartButton : public QPushButton {
  Q_OBJECT

 public:
  explicit StartButton(View& view);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void place();
  void fillMenu();

  View& m_view;
};

/// The text of a view that shows nothing, in the middle of a canvas or page of `size` logical pixels.
void paintEmptyText(QPainter& painter, QSize size, const QString& text);

}  // namespace ui
