// The run behind a picture of a training: whether it goes on, and what can be done to it.
#pragma once

#include <QObject>
#include <QPointer>
#include <QString>
#include <memory>
#include <optional>

#include "engine/compute/Steering.h"
#include "engine/datasets/Dataset.h"
#include "ui/session/Session.h"

namespace ui {

class TrainingRunner : public QObject {
  Q_OBJECT

 public:
  explicit TrainingRunner(Session& session, QObject* parent);

  enum class State { none, running, halted, over };

  /// Finds the run that the dataset comes from; nothing happens when it is the one that is followed.
  void follow(const engine::Dataset& course);
  State state() const;
  bool isUnderWay() const { return state() == State::running || state() == State::halted; }
  /// "step 12 of 150, about 1 min 20 s"; "paused at step 12 of 150".
  QString stepText() const;

  void halt();
  void goOn();
  void pauseOrResume();
  /// Ends it with what it has.
  void endAndKeep();
  /// Ends it; nothing of it stays.
  void drop();
  void setRate(double rate);

  /// What begins such a training from its start, on the same data: the request of the run as it was asked for, or one
  /// of "train factored" on the inputs of results that were stored. Nothing where the data are not loaded.
  std::optional<engine::Request> restart() const;
  /// What goes on from what was learned, with half as many steps more; nothing where the weights are not there.
  std::optional<engine::Request> continuation() const;
  /// Ask for these.
  void startAgain();
  void startContinuation();
  /// Whether restart() trains what was only opened.
  bool isStored() const;

 Q_SIGNALS:
  void requested(const engine::Request& request);
  void changed();
  void dropped();  ///< before it is cancelled and what it has published goes

 private:
  Session& m_session;
  engine::Request m_request;
  QPointer<Job> m_job;
  std::shared_ptr<engine::Steering> m_steering;
};

}  // namespace ui
