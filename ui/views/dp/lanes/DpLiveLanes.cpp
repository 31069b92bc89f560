#include "ui/views/dp/lanes/DpLiveLanes.h"

#include <algorithm>

#include "engine/search/hits/SearchResult.h"
#include "ui/session/RunJob.h"
#include "ui/views/base/ViewWaiting.h"
#include "ui/views/dp/DpPlanes.h"

namespace ui {

namespace {

/// The profile that the columns are of. An alignment that was read from a file names none: there it is the one that is
/// called the same and has the same letters.
bool isTemplateOf(const engine::Dataset& alignment, const engine::Dataset& profile, const engine::ProfileHmm& templ) {
  if (!alignment.axes.empty()) return profile.id == alignment.axes.back();
  const auto* held = profile.as<engine::ProfileHmm>();
  return held && held->name == templ.name && held->masterLetters == templ.masterLetters;
}

/// Profiles of the document that could stand in the other lanes, each once.
std::vector<std::shared_ptr<const engine::ProfileHmm>> otherTemplates(const Document& document,
                                                                      const engine::Dataset& alignment,
                                                                      const engine::ProfileHmm& templ) {
  std::vector<std::shared_ptr<const engine::ProfileHmm>> profiles;
  const auto add = [&](std::shared_ptr<const engine::ProfileHmm> profile) {
    if (profile && profile->length() > 0 &&
        std::none_of(profiles.begin(), profiles.end(), [&](const auto& other) { return other == profile; }))
      profiles.push_back(std::move(profile));
  };
  for (const engine::DatasetPtr& dataset : document.datasets()) {
    if (isTemplateOf(alignment, *dataset, templ)) continue;
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
       others = otherTemplates(m_session.document(), *dataset, *shown->templ)](engine::Progress& progress) {
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
