#include "ui/views/attention/ContactOutlines.h"

#include <utility>

#include "ui/session/RunJob.h"
#include "ui/views/base/ViewWaiting.h"

namespace ui {

namespace {

/// Cells whose contacts are outlined at once, some 20 ms; more is a job.
constexpr engine::Index kOutlinedAtOnce = engine::Index{1} << 20;

}  // namespace

ContactOutlines::ContactOutlines(Session& session, QObject* part) : QObject(part), m_session(session) {}

void ContactOutlines::show(const std::shared_ptr<const engine::ChainGeometry>& geometry, const QString& title) {
  if (geometry == m_source) return;
  m_source = geometry;
  m_lines.clear();
  if (!geometry) return;
  const auto outlines = [geometry](engine::Progress&) {
    return contactOutlines(geometry->geometry.contacts, kContactSeparation, {}, 1);
  };
  if (geometry->geometry.contacts.size() <= kOutlinedAtOnce) {
    engine::Progress none;
    m_lines = outlines(none);
    return;
  }
  Job* const job = runJob(m_session.jobs(), this, tr("Contacts of %1").arg(title), QStringLiteral("contact outlines"),
                          outlines, [geometry](ContactOutlines& contacts, std::vector<MapLine> lines) {
                            if (contacts.m_source != geometry) return;
                            contacts.m_lines = std::move(lines);
                            Q_EMIT contacts.arrived();
                          });
  waitFor(this, job, ViewWaiting::For::addition);
}

}  // namespace ui
