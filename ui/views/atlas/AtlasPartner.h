// A second set of heads beside the one that an atlas shows: compared with it in a job.
#pragma once

#include <QObject>
#include <memory>
#include <string>

#include "ui/session/Session.h"
#include "ui/views/atlas/AtlasShown.h"
#include "ui/views/heads/HeadThumbnails.h"

namespace ui {

/// The heads that a table was made of; null when they are not loaded.
std::shared_ptr<const engine::HeadSet> headsOfTable(const engine::Dataset& table, const Document& document);

class AtlasPartner : public QObject {
  Q_OBJECT

 public:
  /// `part`: the view that waits for the jobs.
  AtlasPartner(Session& session, QObject* part);
  /// Compares the heads of the table on show (null: none) with those of another one (empty: none), once the heads of
  /// both are loaded.
  void follow(const engine::DatasetPtr& table, const std::string& other);
  /// Without a table while there is none, or it is on its way.
  const AtlasCompanion& companion() const { return m_companion; }
  HeadThumbnails& thumbnails() { return m_thumbnails; }

 Q_SIGNALS:
  void changed();

 private:
  void compare();
  void take(AtlasCompanion companion);

  Session& m_session;
  engine::DatasetPtr m_table;
  std::string m_wanted;
  std::shared_ptr<const engine::HeadSet> m_first, m_second;  ///< that were compared, or are
  std::shared_ptr<const engine::HeadTable> m_secondTable;
  AtlasCompanion m_companion;
  HeadThumbnails m_thumbnails;
};

}  // namespace ui
