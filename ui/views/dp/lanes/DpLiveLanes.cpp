#include "ui/views/dp/lanes/DpLiveLanes.h"

#include <algorithm>

#include "engine/search/hits/SearchResult.h"
#include "ui/session/RunJob.h"
#include "ui/views/base/ViewWaiting.h"
#include "ui/views/dp/DpPlanes.h"

namespace ui {

namespace {

/// Profiles of the document that could stand in the other lanes, each once.
std::vector<std::shared_ptr<const engine::ProfileHmm>> otherTemplates(const Document& document,
                                                                      const std::string& templ) {
  std::vector<std::shared_ptr<const engine::ProfileHmm>> profiles;
  const auto add = [&](std::shared_ptr<const engine::ProfileHmm> profile) {
    if (profile && profile->length() > 0 &&
        std::none_of(profiles.begin(), profiles.end(), [&](const auto& other) { return other == profile; }))
      profiles.push_back(std::move(profile));
  };
  for (const engine::DatasetPtr& dataset : document.datasets()) {
    if (dataset->id == templ) continue;
    if (const auto profile = dataset->share<engine::ProfileHmm>()) add(profile);
    if (const auto* result = dataset->as<engine::SearchResult>())
      for (const engine::SearchHit& hit : result->hits) add(hit.templ);
  }
  return profiles;
}

}  // namespace

DpLiveLanes::DpLiveLanes(Session& session, QObject* parent) : QObject(parent), m_session(session) {}

void DpLiveLanes::clear() {
  m_picture = {};
  m_shown.reset();
  m_isRight = false;
}

void DpLiveLanes::show(const engine::DatasetPtr& dataset, std::shared_ptr<const engine::ProfileAlignment> shown,
                       const engine::AlignmentKnobs& knobs, const std::string& colorMapId) {
  if (m_isRight && shown == m_shown && colorMapId == m_colorMapId) return;
  m_shown = shown;
  m_colorMapId = colorMapId;
  m_isRight = false;
  Job* job = runJob(
      m_session.jobs(), this, tr("Lanes of %1").arg(QString::fromStdString(dataset->title)), QStringLiteral("lanes"),
      [dataset, shown, knobs, colorMapId,
       others = otherTemplates(m_session.document(), columnAxis(*dataset))](engine::Progress& progress) {
        return lanePicture(std::make_shared<const engine::LaneMatrices>(
                               engine::lanesBeside(*dataset, knobs, *shown, others, progress)),
                           colorMapId);
      },
      [shown](DpLiveLanes& lanes, LanePicture picture) {
        if (lanes.m_shown != shown) return;
        lanes.m_picture = std::move(picture);
        lanes.m_isRight = true;
        Q_EMIT lanes.updated();
      });
  waitFor(this, job);
}

}  // namespace ui
