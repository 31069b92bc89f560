// Undo and redo of what the user changes about views, selection and data. Computations are never undone.
#pragma once

#include <QJsonObject>
#include <QObject>
#include <QPointer>
#include <QTimer>
#include <functional>
#include <map>
#include <vector>

#include "ui/views/base/View.h"

namespace ui {

class ViewHistory : public QObject {
  Q_OBJECT

 public:
  explicit ViewHistory(SelectionModel& selection, QObject* parent = nullptr);

  /// From now on changes of this view can be undone; what it shows now is where they begin.
  void watch(View* view);
  bool canUndo() const;
  bool canRedo() const { return !m_undone.empty(); }
  /// One change back; changes of views that are gone are passed over.
  void undo();
  void redo();
  /// What has changed by now becomes a step, without waiting for the user to pause.
  void commit();
  /// A step of someone else, who has just done it.
  void record(std::function<void()> undo, std::function<void()> redo);
  /// Where the user is now, to be compared with later.
  quint64 position() const { return m_done.empty() ? m_numForgotten : m_done.back().number; }
  /// Whether a change of an open view that matters lies between a former position and this one.
  bool differsFrom(quint64 position,
                   const std::function<bool(const QJsonObject& before, const QJsonObject& after)>& matters) const;
  /// No step remains, done or undone.
  void forget();
  /// What views have changed by themselves, by getting another size, is no step. Does nothing while the user is at it.
  void adoptStates();

 Q_SIGNALS:
  void changed();  ///< of canUndo() or canRedo()

 protected:
  /// Of the canvases: what is dragged is not over before the button is let go.
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  /// Of a view, or of the selection (no view), from one step to the next.
  struct Change {
    QPointer<View> view;
    bool isSelection = false;
    QJsonObject before, after;
    bool isAlive() const { return isSelection || view; }
  };
  /// What one pause of the user ends: all that changed by then, as one.
  struct Step {
    std::vector<Change> changes;
    std::function<void()> undo, redo;  ///< of someone else
    quint64 number = 0;                ///< counts all steps there ever were
  };
  void noteLater();
  void onPause();
  /// What views and selection are now belongs to the last step.
  void takeStates();
  void push(Step step);
  void apply(const Step& step, bool isUndo);
  void apply(const Change& change, bool isUndo);
  static bool isAlive(const Step& step);

  SelectionModel& m_selection;
  std::map<View*, QJsonObject> m_known;  ///< as they were at the last step
  QJsonObject m_knownSelection;
  std::vector<Step> m_done, m_undone;  ///< the newest last
  quint64 m_numSteps = 0, m_numForgotten = 0;  ///< number of the last step, of the last that fell off the end
  QTimer m_pause;
  bool m_isApplying = false, m_isPressed = false;  ///< a button of the mouse, on a canvas
};

}  // namespace ui
