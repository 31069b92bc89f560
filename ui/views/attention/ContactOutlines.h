// Outlines of the contacts of a chain on a map: made at once, or in a job where there are many cells.
#pragma once

#include <memory>
#include <vector>

#include "ui/session/Session.h"
#include "ui/views/maps/MapReadout.h"

namespace ui {

class ContactOutlines : public QObject {
  Q_OBJECT

 public:
  /// `part`: the view that waits for the jobs.
  ContactOutlines(Session& session, QObject* part);
  /// Those of this geometry; null: none. `title`: of the dataset, for the job.
  void show(const std::shared_ptr<const engine::ChainGeometry>& geometry, const QString& title);
  /// Without a colour and a width; none while they are on their way.
  const std::vector<MapLine>& lines() const { return m_lines; }

 Q_SIGNALS:
  void arrived();  ///< those of a job

 private:
  Session& m_session;
  std::vector<MapLine> m_lines;
  std::shared_ptr<const engine::ChainGeometry> m_source;  ///< whose contacts these are
};

}  // namespace ui
