// A picture of a step: a teaching picture or a view of the program, with what the step computed.
#pragma once

#include <QJsonObject>
#include <QPixmap>
#include <QPointer>
#include <QWidget>
#include <memory>

#include "ui/lessons/StepReading.h"
#include "ui/session/Session.h"

class QLabel;

namespace ui {

class ShownPicture : public QWidget {
  Q_OBJECT

 public:
  ShownPicture(engine::LessonPicture picture, QWidget* parent);
  const engine::LessonPicture& picture() const { return m_picture; }
  /// What is marked by the picture's own lines and by the text. What cannot be shown becomes a line; the last picture
  /// stays.
  void show(const engine::StepValues& values, const std::vector<MarkedCells>& marks);
  /// While what it shows is being computed anew.
  void setOld(bool isOld);
  /// A line of the block; empty: it has none.
  QString setting(const std::string& key) const;
  /// Between these two what was covered comes into sight: the old picture fades into the new one, unless nothing
  /// should move. Only of pictures that changed.
  void beginReveal();
  void endReveal();
  bool isRevealing() const;
  /// Share of the height of the pictures' column, 0: as much as there is.
  double wantedHeight() const;
  /// What is marked now, by its own lines.
  std::vector<MarkedCells> ownMarks(const engine::StepValues& values) const;
  /// What the user has changed of how it is seen: of a view all of it, of a teaching picture how it is turned.
  virtual QJsonObject state() const { return {}; }
  virtual void setState(const QJsonObject&) {}
  /// As the file says.
  virtual void resetState() {}
  /// Null, or the request that opens it in the workspace.
  virtual std::optional<ViewRequest> viewRequest() const { return std::nullopt; }
  virtual QString failure() const;

 Q_SIGNALS:
  /// A drag, click or key changes a cell, "Q[1,1]", or a text.
  void moved(const std::string& name, const engine::LessonValue& value);
  void cellPointed(const ui::MarkedCells& cell);
  void cellLeft();
  void cellChosen(const ui::MarkedCells& cell);
  /// What state() tells is another.
  void stateChanged();

 protected:
  virtual void fill(const engine::StepValues& values, const std::vector<MarkedCells>& marks) = 0;
  /// The part that is drawn on fills the picture.
  void setContent(QWidget* content);
  void tellFailure(const QString& text);
  void resizeEvent(QResizeEvent* event) override;

 private:
  void place();

  engine::LessonPicture m_picture;
  QWidget *m_content = nullptr, *m_veil;
  QPixmap m_before;            ///< the reveal begins
  QPointer<QWidget> m_fading;  ///< the picture as it was
  QLabel* m_failure;
};

/// Throws engine::Error for a kind that is neither a view nor a teaching picture. `session`: where views find their
/// datasets. `controls`: of the step, by which cells can be dragged.
ShownPicture* makeShownPicture(const engine::LessonPicture& picture, Session& session,
                               const std::vector<engine::LessonControl>& controls, QWidget* parent);

}  // namespace ui
