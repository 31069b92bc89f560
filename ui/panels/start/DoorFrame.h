// One door of the start page: a picture that moves while the pointer is here, what lies behind it, its samples.
#pragma once

#include <QWidget>
#include <vector>

#include "ui/panels/start/DoorPicture.h"

class QAction;
class QLabel;
class QPushButton;

namespace ui {

class PictureCard;

/// Qt asks a widget for its size when it is first shown without one. The children of the page and of its doors get
/// theirs from place() before they are painted, and laying out all their words for nothing takes time.
void leavePlacesTo(const QWidget& parent);

/// One way into the program.
struct StartDoor {
  struct Sample {
    QString path, title, shows, size;
    bool opensToTeach = false;
  };
  QString title, sentence;
  DoorPainter picture = nullptr;
  std::vector<Sample> samples;
  std::vector<QAction*> actions;  ///< as buttons below the samples; one with a menu opens it
};

/// How cards of samples are arranged, the same behind all doors.
struct CardLook {
  int pictureHeight = 0;  ///< logical pixels
  bool isTextBeside = false;
};

class DoorFrame : public QWidget {
  Q_OBJECT

 public:
  DoorFrame(const StartDoor& door, QWidget* parent);
  const std::vector<StartDoor::Sample>& samples() const { return m_samples; }
  /// One per sample.
  const std::vector<PictureCard*>& cards() const { return m_cards; }
  DoorPicture& picture() { return *m_picture; }

  /// Fonts as the theme has them; to be called before heights are asked for.
  void useTheme();
  /// Of title and sentence in a door of this width.
  int headHeight(int width) const;
  /// The largest pictures for which a door of this width has room.
  static int mostPictureHeight(int width, bool isTextBeside);
  /// With its title and sentence in `headHeight`.
  int heightFor(int width, int headHeight, const CardLook& look) const;
  /// Everything into the frame as it is.
  void place(int headHeight, const CardLook& look);

 Q_SIGNALS:
  void chosen(const StartDoor::Sample& sample);

 protected:
  void paintEvent(QPaintEvent*) override;
  void enterEvent(QEnterEvent*) override { m_picture->setMoving(true); }
  void leaveEvent(QEvent*) override { m_picture->setMoving(false); }

 private:
  int titleHeight(int width) const;
  int buttonsHeight() const;

  DoorPicture* m_picture;
  QLabel *m_title, *m_sentence;
  std::vector<StartDoor::Sample> m_samples;
  std::vector<PictureCard*> m_cards;
  std::vector<QPushButton*> m_buttons;
};

}  // namespace ui
