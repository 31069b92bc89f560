// Lanes of the vectorised algorithm for the alignment on show, made in the background when they are looked at.
#pragma once

#include <QObject>

#include "engine/operations/AlignmentKnobs.h"
#include "ui/session/Session.h"
#include "ui/views/dp/lanes/DpLanes.h"

namespace ui {

class DpLiveLanes : public QObject {
  Q_OBJECT

 public:
  DpLiveLanes(Session& session, QObject* parent);

  const LanePicture& picture() const { return m_picture; }
  bool areThere() const { return m_picture.lanes != nullptr; }
  /// Nothing is there any more, nor on its way.
  void clear();
  /// Starts a job unless the picture is that of `shown`, the dataset's alignment with these knobs, in this colour map.
  /// The other lanes are profiles of the document. A former picture stays until then.
  void show(const engine::DatasetPtr& dataset, std::shared_ptr<const engine::ProfileAlignment> shown,
            const engine::AlignmentKnobs& knobs, const std::string& colorMapId);

 Q_SIGNALS:
  void updated();

 private:
  Session& m_session;
  LanePicture m_picture;
  std::shared_ptr<const engine::ProfileAlignment> m_shown;  ///< wanted last
  std::string m_colorMapId;
  bool m_isRight = false;  ///< the picture is what was wanted last
};

}  // namespace ui
