// What only the lecturer sees: the notes of the step, what comes next, the time.
#pragma once

#include <QElapsedTimer>
#include <QKeyEvent>
#include <QTimer>
#include <QWidget>

class QLabel;
class QScreen;

namespace ui {

class ProseView;

class SpeakerWindow : public QWidget {
  Q_OBJECT

 public:
  explicit SpeakerWindow(QWidget* parent);
  /// `minutes`: planned for the whole lesson.
  void setStep(const QString& title, const QString& notes, const QString& next, int minutes);
  /// Of the notes, with their live numbers.
  ProseView& notes() const { return *m_notes; }
  /// On another screen than `shown`, where there is one.
  void open(const QScreen* shown);
  QString clockText() const;

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 Q_SIGNALS:
  /// Keys here are keys of the lesson.
  void keyPressed(QKeyEvent* event);
  /// A link of the notes: "softmax", "share".
  void lessonWanted(const QString& lesson, const QString& step);

 private:
  void tick();

  QLabel *m_clock, *m_title, *m_next;
  ProseView* m_notes;
  QTimer m_ticking;
  QElapsedTimer m_running;
  int m_minutes = 0;
};

}  // namespace ui
