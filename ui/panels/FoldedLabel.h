// Text that is never wider than its place.
#pragma once

#include <QLabel>

namespace ui {

/// Plain text whose lines are folded where they do not fit, within words that are too long by themselves. It asks for
/// no width at all. Set the text with setWholeText(); text() is what is shown.
class FoldedLabel : public QLabel {
  Q_OBJECT

 public:
  explicit FoldedLabel(QWidget* parent = nullptr);
  void setWholeText(const QString& text);
  const QString& wholeText() const { return m_whole; }
  /// Always; QLabel says so of its own wrapping only, and takes it out of the size policy.
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  QString folded(int width) const;
  int lineHeight() const;  ///< pixels
  void fold();

  QString m_whole;
};

}  // namespace ui
