// A button that is a picture with a title and what one sees in it.
#pragma once

#include <QAbstractButton>
#include <QImage>

namespace ui {

class PictureCard : public QAbstractButton {
  Q_OBJECT

 public:
  /// `text` in at most two lines, `note` in one below it; both may be empty. What does not fit is told on hover.
  PictureCard(const QString& title, const QString& text, const QString& note, QWidget* parent);
  /// Shown as a whole; null: a plain ground with the icon of files.
  void setPicture(const QImage& picture);
  bool hasPicture() const { return !m_picture.isNull(); }
  /// Height of the picture in logical pixels; its width is 1.6 times that, or the card's.
  void setPictureHeight(int height);
  /// For the height of the picture as it is set.
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent*) override;
  void keyPressEvent(QKeyEvent* event) override;
  void enterEvent(QEnterEvent*) override { update(); }
  void leaveEvent(QEvent*) override { update(); }

 private:
  QRect pictureArea() const;
  void paintPicture(QPainter& painter) const;

  QString m_text, m_note;
  QImage m_picture;
  int m_pictureHeight;
};

}  // namespace ui
