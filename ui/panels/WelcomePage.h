// The start page: three doors with samples as pictures, the files that were opened last, what is new.
#pragma once

#include <QImage>
#include <QStringList>
#include <QWidget>
#include <functional>
#include <vector>

class QAction;
class QLabel;
class QPushButton;
class QScrollArea;

namespace ui {

class PictureCard;

/// One way into the program.
struct StartDoor {
  struct Sample {
    QString path, title, shows, size;
    bool opensToTeach = false;
  };
  QString title, sentence;
  std::vector<Sample> samples;
  std::vector<QAction*> actions;  ///< as buttons below the samples; one with a menu opens it
};

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
  void showPictures();

  QPushButton& openButton() { return *m_open; }
  /// Of use only while something is open; shown by the owner.
  QPushButton& newButton() { return *m_new; }
  /// Back to the views, while there are any; shown by the owner. Escape does the same.
  QPushButton& backButton() { return *m_back; }
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
  void keyPressEvent(QKeyEvent* event) override;

 private:
  struct Card {
    PictureCard* card;
    QString path;
  };
  struct Door {
    QLabel *title, *sentence;
    std::vector<Card> cards;
    std::vector<QPushButton*> buttons;
  };
  QLabel* makeHeading(const QString& text);
  void makeHead();
  Card makeCard(const QString& path, const QString& title, const QString& text, const QString& note, bool toTeach);
  /// Everything in its place; pictures as large as the height allows.
  void place();
  /// The height that all takes with pictures of this height; with `isFinal`, everything is put there.
  int placeWith(int pictureHeight, bool isFinal);
  /// Of the longest, so that the samples of all doors begin at one height.
  int sentenceHeight(int width) const;
  int placeDoor(const Door& door, int x, int y, int width, int pictureHeight, bool isFinal);
  int placeFoot(int y, int width, bool isFinal);

  QScrollArea* m_scroll;
  QWidget *m_content, *m_head;
  QPushButton *m_open, *m_new, *m_back;
  std::vector<Door> m_doors;
  QLabel *m_recentHeading, *m_newsHeading, *m_news;
  std::vector<Card> m_recent;
};

}  // namespace ui
