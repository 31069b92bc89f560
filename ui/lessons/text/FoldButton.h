// The title of what is folded: an arrow, and words that wrap where the column is narrow.
#pragma once

#include <QToolButton>

namespace ui {

class FoldButton : public QToolButton {
  Q_OBJECT

 public:
  /// Checked: open.
  FoldButton(const QString& text, QWidget* parent);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  /// Where the words stand in a button of this size.
  QRect textRoom(QSize size) const;
};

}  // namespace ui
