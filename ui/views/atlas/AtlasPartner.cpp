#include "ui/views/atlas/AtlasPartner.h"

#include <utility>

#include "engine/heads/HeadComparison.h"
#include "ui/session/RunJob.h"
#include "ui/views/base/ViewWaiting.h"

namespace ui {

std::shared_ptr<const engine::HeadSet> headsOfTable(const engine::Dataset& table, const Document& document) {
  const std::vector<std::string>& inputs = table.provenance.request.inputs;
  const engine::DatasetPtr heads = inputs.empty() ? nullptr : document.find(inputs.front());
  const auto set = heads ? heads->share<engine::HeadSet>() : nullptr;
  return set && set->count() == table.as<engine::HeadTable>()->count() ? set : nullptr;
}

AtlasPartner::AtlasPartner(Session& session, QObject* part) : QObject(part), m_session(session) {
  const Document& document = session.document();
  connect(&document, &Document::added, this, &AtlasPartner::compare);
  connect(&document, &Document::replaced, this, &AtlasPartner::compare);
  connect(&document, &Document::removed, this, &AtlasPartner::compare);
}

void AtlasPartner::follow(const engine::DatasetPtr& table, const std::string& other) {
  m_table = table;
  m_wanted = other;
  compare();
}

void AtlasPartner::compare() {
  const Document& document = m_session.document();
  const engine::DatasetPtr other = m_table && !m_wanted.empty() ? document.find(m_wanted) : nullptr;
  const bool isTable = other && other != m_table && other->as<engine::HeadTable>();
  const auto first = isTable ? headsOfTable(*m_table, document) : nullptr;
  const auto second = isTable ? headsOfTable(*other, document) : nullptr;
  const auto table = first && second ? other->share<engine::HeadTable>() : nullptr;
  if (table == m_secondTable && first == m_first && second == m_second) return;
  m_first = table ? first : nullptr;
  m_second = table ? second : nullptr;
  m_secondTable = table;
  take({});
  if (!table) return;
  const auto work = [first, second, table](engine::Progress& progress) {
    engine::JointAtlas joint = engine::jointAtlas(*first, *second, 0, progress);
    return AtlasCompanion{table, std::make_shared<const engine::HeadAtlas>(std::move(joint.atlas)), joint.shared};
  };
  Job* const job = runJob(m_session.jobs(), this, tr("Atlas with %1").arg(QString::fromStdString(other->title)),
                          QStringLiteral("joint atlas"), work, [](AtlasPartner& self, AtlasCompanion found) {
                            if (found.table == self.m_secondTable) self.take(std::move(found));
                          });
  waitFor(parent(), job, ViewWaiting::For::addition);
}

void AtlasPartner::take(AtlasCompanion companion) {
  if (!companion.table && !m_companion.table) return;
  m_companion = std::move(companion);
  m_thumbnails.setHeads(m_companion.table ? m_second : nullptr);
  Q_EMIT changed();
}

}  // namespace ui
