// The start page: three doors with samples as pictures, the files that were opened last, what is new.
#pragma once

#include <QImage>
#include <QStringList>
#include <QTimer>
#include <QWidget>
#include <deque>
#include <functional>
#include <vector>

#include "ui/panels/start/DoorFrame.h"

class QLabel;
class QPushButton;
class QScrollArea;

namespace ui {

class PictureCard;

class WelcomePage : public QWidget {
  Q_OBJECT

 public:
  explicit WelcomePage(QWidget* parent = nullptr);
  /// Once.
  void setDoors(const std::vector<StartDoor>& doors);
  /// Newest first; those that have no room are left out.
  void setRecentFiles(const QStringList& paths);
  /// One line each.
  void setNews(const QStringList& lines);
  /// Asked for the picture of a file whenever pictures are shown anew; null: there is none.
  std::function<QImage(const QString& path)> pictureOf;
  /// All anew, one after the other as soon as nothing else is to be done.
  void showPictures();

  QPushButton& openButton() { return *m_open; }
  /// Of use only while something is open; shown by the owner.
  QPushButton& newButton() { return *m_new; }
  /// Back to the views, while there are any; shown by the owner. Escape does the same.
  QPushButton& backButton() { return *m_back; }
  const std::vector<DoorFrame*>& doors() const { return m_doors; }
  /// Of samples, then of files that were opened last.
  std::vector<PictureCard*> cards() const;
  /// How far the page is too high for its place, logical pixels; 0: nothing is to be scrolled.
  int overflow() const;

 Q_SIGNALS:
  void openRequested();
  void newRequested();
  void leaveRequested();
  /// `toTeach`: in the layout for it.
  void fileRequested(const QString& path, bool toTeach);

 protected:
  bool event(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  struct FileCard {
    PictureCard* card;
    QString path;
  };
  QLabel* makeHeading(const QString& text);
  void makeHead();
  void showNextPicture();
  /// Without words and picture where there is no room for them.
  void fitHead();
  /// Everything in its place; pictures as large as the height allows.
  void place();
  /// In the middle, no wider than can be read.
  QRect block() const;
  /// With which all doors fit into this height.
  CardLook largestLook(int room, int doorHead) const;
  int doorWidth() const;
  int doorsHeight(const CardLook& look, int doorHead) const;
  /// Of the longest sentence, so that the samples of all doors begin at one height.
  int doorHeadHeight() const;
  int footHeight() const;
  void placeDoors(int y, const CardLook& look, int doorHead);
  void placeFoot(int y);

  QScrollArea* m_scroll;
  QWidget *m_content, *m_head;
  QLabel *m_picture, *m_name, *m_what;
  QPushButton *m_open, *m_new, *m_back;
  std::vector<DoorFrame*> m_doors;
  QLabel *m_recentHeading, *m_newsHeading, *m_news;
  std::vector<FileCard> m_recent;
  std::deque<FileCard> m_withoutPicture;  ///< or with an old one
  QTimer m_pictureTurn;
  bool m_isSeen = false;  ///< painted once
  QSize m_placedHead;     ///< what the head asked for when everything was placed
};

}  // namespace ui
