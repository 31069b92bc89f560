// A computed dataset that follows its parameters: every change runs its request again, in place.
#pragma once

#include <QElapsedTimer>
#include <QPointer>
#include <QTimer>
#include <optional>

#include "ui/session/Session.h"

namespace ui {

/// At most 24 runs a second, one at a time: what was asked for meanwhile runs next, and only the latest of it. A run
/// that takes long is given up for a later one.
class LiveRequest : public QObject {
  Q_OBJECT

 public:
  /// The request that gave this dataset, where it may be run live and its main result is still there.
  static std::optional<engine::Request> of(const engine::Dataset& dataset, const Document& document);

  /// What the title of a kept copy ends with: " (Bandwidth h = 0.3, Kernel K = boxcar)", or " (copy)" where nothing was
  /// chosen.
  static std::string copyMark(const engine::Request& request);

  LiveRequest(Session& session, engine::Request request, QObject* parent = nullptr);
  /// As it was last asked for, or as the document has it since.
  const engine::Request& request() const { return m_request; }
  void setParameters(const engine::ParameterValues& parameters);
  /// While the user holds a slider all its changes are one step, which ends when it is let go.
  void setHeld(bool isHeld);
  /// Copies of all results under another id, named by the parameters that were chosen. Returns the id.
  std::string keepCopy();

 Q_SIGNALS:
  /// What came of a run; empty: it went well.
  void ended(const QString& error);
  /// The results have other parameters now than were asked for here: somebody undid a change.
  void replaced();
  /// The user paused: one step from the request before to the one that holds now.
  void settled(const engine::Request& before, const engine::Request& after);

 private:
  void runWhenDue();
  void runNow();
  void settle();
  void follow(const engine::DatasetPtr& dataset);

  Session& m_session;
  engine::Request m_request, m_settled;
  bool m_isWanted = false;  ///< m_request has not begun to run
  bool m_isHeld = false;
  QPointer<Job> m_job;
  QElapsedTimer m_sinceStart;
  QTimer m_due, m_pause;
};

}  // namespace ui
