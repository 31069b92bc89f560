#include "ui/views/dp/DpPicture.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "engine/base/Nth.h"
#include "engine/hmm/viterbi/CellCandidates.h"
#include "ui/views/base/DatasetAxes.h"

namespace ui {

using engine::DpKind;
using engine::Index;
using engine::PairState;

namespace {

std::vector<engine::ResidueVector> logoOf(const std::shared_ptr<const engine::ProfileHmm>& profile) {
  std::vector<engine::ResidueVector> heights;
  if (!profile) return heights;
  for (const engine::ResidueVector& emissions : profile->emissions)
    heights.push_back(logoHeights(emissions, profile->background, engine::LogoScale::relativeEntropy));
  return heights;
}

ProfileLogos logosOf(const engine::ProfileAlignment& alignment) {
  ProfileLogos logos{logoOf(alignment.query), logoOf(alignment.templ)};
  logos.limit = std::max(engine::logoLimit(engine::LogoScale::relativeEntropy, logos.query),
                         engine::logoLimit(engine::LogoScale::relativeEntropy, logos.templ));
  return logos;
}

const std::string& lettersOf(const engine::ProfileHmm* profile, ProfileLetters letters) {
  static const std::string none;
  if (!profile) return none;
  const bool hasFirst = !profile->masterLetters.empty() && profile->masterLetters.size() == profile->consensus.size();
  return letters == ProfileLetters::firstSequence && hasFirst ? profile->masterLetters : profile->consensus;
}

bool arePlanesOther(const DpOptions& before, const DpOptions& now) {
  const auto isBeside = [](const DpOptions& o) { return o.arrangement == PlaneArrangement::withPosterior; };
  return before.kind != now.kind || isBeside(before) != isBeside(now) ||
         (isBeside(now) && before.mainPlane != now.mainPlane);
}

std::shared_ptr<const engine::ProfileAlignment> alignmentOf(const engine::DatasetPtr& dataset) {
  return dataset->share<engine::ProfileAlignment>();
}

int lastOf(const auto& list) { return std::max(0, static_cast<int>(list.size()) - 1); }

}  // namespace

void DpPicture::open(engine::DatasetPtr dataset) {
  m_dataset = std::move(dataset);
  m_pathBefore = -1;
  m_options.path = static_cast<int>(alignmentOf(m_dataset)->opened);
  m_options.firstEntry = 0;
  m_options.textOffset = 0;
  if (isPosteriorBeside()) m_options.kind = DpKind::viterbi;
  update(nullptr);
}

void DpPicture::update(std::shared_ptr<const engine::ProfileAlignment> alignment) {
  if (!alignment) alignment = alignmentOf(m_dataset);
  // Knobs do not touch emissions: the logos stay.
  if (!m_shown || m_shown->query != alignment->query || m_shown->templ != alignment->templ)
    m_logos = logosOf(*alignment);
  m_shown = std::move(alignment);
  m_paths = pathChoices(*m_shown);
  if (m_pathBefore >= static_cast<int>(m_paths.size())) m_pathBefore = -1;
  m_options = fitting(m_options);
  m_planes = planesOf(*m_shown, m_options);
  m_entries = pathEntries(m_paths, *m_shown, m_options.path, rowLetters(), columnLetters());
}

DpOptions DpPicture::fitting(DpOptions wanted) const {
  // Sums have no posterior beside them unless they are asked for.
  const bool becomesBeside = wanted.arrangement == PlaneArrangement::withPosterior && !isPosteriorBeside();
  if (becomesBeside) wanted.kind = DpKind::viterbi;
  if (!m_shown) {
    wanted.mainPlane = wanted.path = wanted.firstEntry = 0;
    wanted.textOffset = 0;
    return wanted;
  }
  const std::vector<DpKind> held = kindsOf(*m_shown);
  const auto isHeld = [&](DpKind kind) { return std::find(held.begin(), held.end(), kind) != held.end(); };
  if (!isHeld(wanted.kind)) wanted.kind = isHeld(m_options.kind) ? m_options.kind : DpKind::viterbi;
  wanted.mainPlane = std::clamp(wanted.mainPlane, 0, lastOf(matricesOf(*m_shown, wanted.kind).states));
  wanted.path = std::clamp(wanted.path, 0, lastOf(m_paths));
  wanted.firstEntry = std::clamp(wanted.firstEntry, 0, lastOf(m_paths));
  const size_t steps = m_paths.empty() ? 0 : engine::nth(m_paths, wanted.path).path->steps.size();
  wanted.textOffset = std::clamp<Index>(wanted.textOffset, 0, static_cast<Index>(steps));
  return wanted;
}

void DpPicture::setOptions(DpOptions options) {
  if (!options.colorMap.isEmpty()) colorMap(options.colorMap.toStdString());  // throws for an unknown one
  const DpOptions before = std::exchange(m_options, fitting(std::move(options)));
  if (m_options.path != before.path) m_pathBefore = before.path;
  if (!m_shown) return;
  if (arePlanesOther(before, m_options)) m_planes = planesOf(*m_shown, m_options);
  if (m_options.letters != before.letters || m_options.path != before.path)
    m_entries = pathEntries(m_paths, *m_shown, m_options.path, rowLetters(), columnLetters());
}

int DpPicture::numPlanes() const { return m_shown ? static_cast<int>(matrices().states.size()) : 0; }

Index DpPicture::numRows() const {
  return m_planes.empty() || !m_planes[0].values ? 0 : m_planes[0].values->length(0);
}

Index DpPicture::numColumns() const {
  return m_planes.empty() || !m_planes[0].values ? 0 : m_planes[0].values->length(1);
}

bool DpPicture::contains(DpCell cell) const {
  return cell.i >= 0 && cell.j >= 0 && cell.i < numRows() && cell.j < numColumns();
}

Focus DpPicture::focusOf(DpCell cell) const {
  if (!contains(cell)) return {};
  const std::vector<DatasetAxis> axes = axesOf(*m_dataset);
  return {axes.at(0).at(cell.i), axes.at(1).at(cell.j)};
}

bool DpPicture::isLarge(int plane) const {
  return m_options.arrangement == PlaneArrangement::sideBySide || plane == m_options.mainPlane ||
         (isPosteriorBeside() && plane == numPlanes());
}

bool DpPicture::hasWaysIn() const {
  return m_shown && m_options.kind == DpKind::viterbi && engine::hasCandidates(*m_shown);
}

const engine::AlignmentPath* DpPicture::path() const {
  return m_paths.empty() ? nullptr : engine::nth(m_paths, m_options.path).path;
}

int DpPicture::otherPath() const {
  if (m_paths.size() < 2) return m_options.path;
  return m_pathBefore >= 0 && m_pathBefore != m_options.path ? m_pathBefore : m_options.path == 0 ? 1 : 0;
}

const engine::AlignmentPath* DpPicture::ghost() const {
  if (!m_dataset) return nullptr;
  const auto opened = alignmentOf(m_dataset);
  return m_shown == opened || opened->paths.empty() ? nullptr : &engine::nth(opened->paths, opened->opened);
}

bool DpPicture::isPosteriorKnown() const {
  const engine::AlignmentPath* chosen = path();
  return chosen && !chosen->steps.empty() &&
         std::all_of(chosen->steps.begin(), chosen->steps.end(), [this](const engine::PathStep& step) {
           return step.state != PairState::MM || stepPosterior(step, m_shown->posterior) >= 0;
         });
}

const std::string& DpPicture::rowLetters() const {
  return lettersOf(m_shown ? m_shown->query.get() : nullptr, m_options.letters);
}

const std::string& DpPicture::columnLetters() const {
  return lettersOf(m_shown ? m_shown->templ.get() : nullptr, m_options.letters);
}

}  // namespace ui
