// A button that is a picture with a title and what one sees in it.
#pragma once

#include <QAbstractButton>
#include <QHash>
#include <QImage>
#include <QStringList>
#include <optional>
#include <utility>
#include <vector>

namespace ui {

class PictureCard : public QAbstractButton {
  Q_OBJECT

 public:
  /// `text` in a few lines, `note` in one below it; both may be empty. What does not fit is told on hover.
  PictureCard(const QString& title, const QString& text, const QString& note, QWidget* parent);
  /// Shown as a whole; null: a plain ground with the icon of files.
  void setPicture(const QImage& picture);
  /// How much of it is done, from 0 to 1, as a bar below the picture; below 0: none. The note says it in words.
  void setProgress(double share);
  bool hasPicture() const { return m_picture && !m_picture->isNull(); }
  /// Height of the picture in logical pixels, its width is 1.6 times that; words right of it or below it.
  void arrange(int pictureHeight, bool isTextBeside);
  /// For so wide a card, as it is arranged.
  int heightFor(int width) const;
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent*) override;
  void keyPressEvent(QKeyEvent* event) override;
  void enterEvent(QEnterEvent*) override { update(); }
  void leaveEvent(QEvent*) override { update(); }

 private:
  QRect pictureArea() const;
  /// Of a card of this width.
  int wordsWidth(int width) const;
  struct Words {
    QStringList title, text;
  };
  /// Measured once, broken into lines often.
  struct Text {
    Text(const QString& text, const QFont& font);
    /// At most so many; the last one ends in dots where there is more.
    QStringList linesIn(int width, int most) const;

    QFont font;
    QString text;
    QStringList words;
    std::vector<double> widths;  ///< of the words
    double space = 0;
  };
  /// In lines of this width.
  const Words& wordsIn(int width) const;
  const QImage& smallPicture(QSize pixels) const;
  void paintPicture(QPainter& painter) const;
  void paintWords(QPainter& painter, const QRect& area) const;

  QString m_text, m_note;
  std::optional<QImage> m_picture;  ///< none: not known yet
  mutable QImage m_small;  ///< as it was shown last
  mutable std::optional<std::pair<Text, Text>> m_texts;  ///< title and text in the theme's fonts
  mutable QHash<int, Words> m_words;  ///< by width: the page asks for many before it has chosen one
  double m_progress = -1;
  int m_pictureHeight;
  bool m_isTextBeside = false;
};

}  // namespace ui
