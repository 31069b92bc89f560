// Which numbers of a structure, and of attention computed from it, a motion leaves as they are.
#pragma once

#include <QObject>

#include "ui/session/Session.h"
#include "ui/views/structure/StructurePicture.h"

namespace ui {

/// Those of the structure are there at once, those of attention come from a job.
class MotionCheck : public QObject {
  Q_OBJECT

 public:
  MotionCheck(Session& session, QObject* parent);
  /// Of a structure before and after the motion it was placed with; none for no motion. The shown one of `heads`, which
  /// may be null, is compared when they were made by geometric attention from this structure.
  void start(const StructurePicture& picture, const engine::DatasetPtr& heads);
  const std::vector<engine::InvariantRow>& rows() const { return m_rows; }

 Q_SIGNALS:
  void changed();

 private:
  void startAttention(const StructurePicture& picture, const engine::Request& made);

  Session& m_session;
  std::vector<engine::InvariantRow> m_rows;
  int m_numStarts = 0;  ///< results of an earlier one are no longer wanted
};

}  // namespace ui
