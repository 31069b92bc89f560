// The lessons as cards: picture, goal, minutes, what was done in each; paths choose some of them, in their order.
#pragma once

#include <QImage>
#include <QStringList>
#include <QWidget>
#include <functional>
#include <vector>

class QLabel;
class QPushButton;
class QScrollArea;
class QToolButton;

namespace ui {

class FlowLayout;
class PictureCard;

class LessonGallery : public QWidget {
  Q_OBJECT

 public:
  struct Lesson {
    QString id, title, goal, note, path;
    double progress = -1;  ///< share of its steps that were seen; below 0: it was never opened
  };
  struct Path {
    QString title, note;  ///< note: "5 lessons, 68 minutes"
    QStringList lessons;  ///< ids
  };

  explicit LessonGallery(QWidget* parent = nullptr);
  /// Anew; the path on show stays, where it is there again.
  void setLessons(std::vector<Lesson> lessons, std::vector<Path> paths);
  /// Asked for the picture of a lesson by its file; null: there is none yet.
  std::function<QImage(const QString& path)> pictureOf;
  /// Those of the cards anew; a lesson that still has none is left as it is.
  void showPictures();
  /// Of this number, in the order of setLessons; -1: all lessons.
  void choosePath(int path);
  int path() const { return m_path; }
  const std::vector<PictureCard*>& cards() const { return m_cards; }
  const std::vector<QToolButton*>& pathButtons() const { return m_buttons; }
  QPushButton& backButton() { return *m_back; }

 Q_SIGNALS:
  void lessonRequested(const QString& path);
  void leaveRequested();

 protected:
  bool event(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void makeHead();
  void makeButtons();
  void makeCards();
  std::vector<const Lesson*> shownLessons() const;
  /// Cards into rows, as many beside each other as have room.
  void place();

  QPushButton* m_back;
  QLabel* m_title;
  QWidget *m_chooser, *m_content;
  FlowLayout* m_row;
  QScrollArea* m_scroll;
  std::vector<Lesson> m_lessons;
  std::vector<Path> m_paths;
  std::vector<QToolButton*> m_buttons;  ///< all lessons, then the paths
  std::vector<PictureCard*> m_cards;
  int m_path = -1;
};

}  // namespace ui
