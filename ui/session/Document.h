// What is loaded: the ordered list of published datasets. GUI thread only.
#pragma once

#include <QObject>
#include <QString>
#include <optional>
#include <set>
#include <vector>

#include "engine/datasets/Dataset.h"
#include "engine/links/Links.h"
#include "ui/session/JobQueue.h"

namespace ui {

class Document : public QObject
{
  Q_OBJECT

 public:
  /// `jobs`: where links are found that take longer than a moment; without one everything is found at once.
  explicit Document(JobQueue* jobs = nullptr, QObject* parent = nullptr);

  const std::vector<engine::DatasetPtr>& datasets() const { return m_datasets; }
  /// nullptr when there is none.
  engine::DatasetPtr find(engine::DatasetId id) const;
  /// The order of datasets that will be published, whichever comes first; their by-products ("id.part") stand beside
  /// them in the order they come, what is not expected behind all of them.
  void expect(const std::vector<std::string>& ids);
  /// Adds, or replaces the dataset with the same id.
  void publish(engine::DatasetPtr dataset);
  void remove(engine::DatasetId id);
  void clear();
  /// `wanted` made unique by a number: of all that are loaded, expected, reserved, or were removed and may come back.
  std::string freeId(const std::string& wanted) const;
  /// Keeps an id for what is being computed, or gives it free again when nothing has come of it.
  void reserve(const std::string& id) { m_reserved.insert(id); }
  void release(const std::string& id) { m_reserved.erase(id); }
  /// The same residue in another dataset (see engine::LinkGraph). Links of large datasets that have just been published
  /// may not be known yet: linked() tells when they are.
  std::optional<engine::Index> translate(engine::DatasetId from, engine::Index position, engine::DatasetId to) const;
  /// The same residue in the nearest other dataset of a kind; nothing where there is none.
  std::optional<std::pair<engine::DatasetPtr, engine::Index>> nearest(engine::DatasetId from, engine::Index position,
                                                                      engine::DatasetKind kind) const;
  /// Whether something that it was computed from, by whatever steps, has been edited or computed anew since.
  bool isStale(const engine::Dataset& dataset) const;

 Q_SIGNALS:
  void added(engine::DatasetPtr dataset);
  void replaced(engine::DatasetPtr dataset);
  void removed(const QString& id);
  /// More links are known than before.
  void linked();

 private:
  /// Finds links of these pairs: cheap ones at once, others in a job.
  void link(const std::vector<engine::LinkPair>& pairs);
  void startLinking();
  /// `depth`: steps that are still followed; requests in files may go round in circles.
  bool isStale(const engine::Dataset& dataset, std::size_t depth) const;
  std::size_t rankOf(const std::string& id) const;

  std::vector<engine::DatasetPtr> m_datasets;
  std::vector<std::string> m_expected;
  std::set<std::string> m_published, m_reserved;  ///< ids, also of what was removed
  engine::LinkGraph m_links;
  JobQueue* m_jobs;
  std::vector<engine::LinkPair> m_unlinked;  ///< wait for a job
  Job* m_linking = nullptr;                  ///< finds links; what comes meanwhile waits for the next
};

}  // namespace ui
