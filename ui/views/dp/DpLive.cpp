#include "ui/views/dp/DpLive.h"

#include <algorithm>

#include "ui/session/RunJob.h"
#include "ui/views/base/ViewWaiting.h"

namespace ui {

namespace {

constexpr double kMaxShift = 10, kMaxFactor = 10;
constexpr engine::Index kMaxAlternatives = 1000;
constexpr size_t kMaxCoOptimal = 100000;
/// What needAlternatives() looks for.
constexpr engine::Index kAlternatives = 4;
constexpr size_t kCoOptimal = 8;

engine::AlignmentKnobs clamped(engine::AlignmentKnobs knobs) {
  knobs.shift = std::clamp(knobs.shift, -kMaxShift, kMaxShift);
  for (double* factor : {&knobs.gapOpening, &knobs.structureWeight, &knobs.correlation})
    *factor = std::clamp(*factor, 0.0, kMaxFactor);
  knobs.alternatives = std::clamp<engine::Index>(knobs.alternatives, 1, kMaxAlternatives);
  knobs.coOptimal = std::min(knobs.coOptimal, kMaxCoOptimal);
  return knobs;
}

/// Five pair states, and profiles that are whole.
bool canBeAligned(const engine::ProfileAlignment& alignment) {
  const auto isWhole = [](const engine::ProfileHmm* profile, engine::Index length) {
    return profile && length > 0 && profile->length() == length &&
           profile->transitions.size() == static_cast<size_t>(length) + 1;
  };
  return alignment.matrices.plane(engine::PairState::MM) &&
         isWhole(alignment.query.get(), alignment.matrices.numQueryColumns()) &&
         isWhole(alignment.templ.get(), alignment.matrices.numTemplateColumns());
}

}  // namespace

DpLive::DpLive(Session& session, QObject* parent) : QObject(parent), m_session(session) {}

void DpLive::setDataset(engine::DatasetPtr dataset) {
  const auto* alignment = dataset ? dataset->as<engine::ProfileAlignment>() : nullptr;
  std::shared_ptr<engine::LiveAlignment> aligner;
  engine::AlignmentKnobs standard;
  bool hasStructure = false;
  if (alignment && canBeAligned(*alignment)) {
    aligner = std::make_shared<engine::LiveAlignment>(alignment->query, alignment->templ);
    standard = engine::knobsOf(*dataset);
    const engine::StructureOptions& structure = alignment->options.viterbi.structure;
    hasStructure = engine::StructureScorer(*alignment->query, *alignment->templ, structure).isAnnotated();
  }
  m_dataset = std::move(dataset);
  m_aligner = std::move(aligner);
  m_result.reset();
  m_standard = m_knobs = standard;
  m_hasStructure = hasStructure;
  m_isOutdated = false;
}

void DpLive::setKnobs(engine::AlignmentKnobs knobs) {
  knobs = clamped(knobs);
  if (!isPossible() || knobs == m_knobs) return;
  m_knobs = knobs;
  if (m_knobs == m_standard) {
    m_isOutdated = false;
    m_result.reset();
    Q_EMIT updated();
    return;
  }
  if (m_isBusy) {
    m_isOutdated = true;
  } else {
    start();
  }
}

void DpLive::reset() {
  engine::AlignmentKnobs knobs = m_standard;
  knobs.hasSums = knobs.hasSums || m_knobs.hasSums;  // what a picture needs stays
  knobs.alternatives = m_knobs.alternatives;
  knobs.coOptimal = m_knobs.coOptimal;
  setKnobs(knobs);
}

void DpLive::needSums() {
  engine::AlignmentKnobs knobs = m_knobs;
  knobs.hasSums = true;
  setKnobs(knobs);
}

void DpLive::needAlternatives() {
  if (m_knobs.alternatives > 1) return;
  engine::AlignmentKnobs knobs = m_knobs;
  knobs.alternatives = kAlternatives;
  knobs.coOptimal = std::max(knobs.coOptimal, kCoOptimal);
  setKnobs(knobs);
}

void DpLive::start() {
  m_isBusy = true;
  m_isOutdated = false;
  Job* job = runJob(
      m_session.jobs(), this, tr("Aligning %1 again").arg(QString::fromStdString(m_dataset->title)),
      QStringLiteral("realign"),
      [aligner = m_aligner, dataset = m_dataset, knobs = m_knobs](engine::Progress& progress) {
        return std::make_shared<const engine::ProfileAlignment>(
            aligner->update(engine::optionsWith(*dataset, knobs), knobs.gapOpening, progress));
      },
      [dataset = m_dataset](DpLive& live, const std::shared_ptr<const engine::ProfileAlignment>& result) {
        if (live.m_dataset == dataset) live.take(result);
      });
  waitFor(this, job);
  connect(job, &Job::ended, this, [this] {
    m_isBusy = false;
    if (m_isOutdated && isPossible()) start();
  });
}

void DpLive::take(const std::shared_ptr<const engine::ProfileAlignment>& result) {
  if (m_knobs == m_standard) return;  // put back in the meantime
  m_result = result;
  ++m_numUpdates;
  Q_EMIT updated();
}

}  // namespace ui
