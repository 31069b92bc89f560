// Data, paths and colours of the DP view. Its layout is in DpViewLayout.cpp, painting in DpViewPaint.cpp and
// DpViewMarks.cpp, stepping and aligning again in DpViewPlay.cpp, gestures and setters in DpViewControls.cpp, the
// inspector's form in DpViewForm.cpp, commands in DpViewCommands.cpp, state and export in DpViewState.cpp.
#include "ui/views/dp/DpView.h"

#include <QTimer>
#include <algorithm>
#include <cmath>

#include "engine/base/Error.h"
#include "engine/sequence/LogoHeights.h"
#include "ui/views/dp/DpLayout.h"
#include "ui/views/maps/MapReadout.h"

namespace ui {

using engine::DpKind;
using engine::Index;
using engine::PairState;

namespace {

constexpr double kSignedShare = 0.2, kLagShare = 0.25;
constexpr int kClockMilliseconds = 16;
constexpr double kGhostStrength = 0.45;

Rgb mixed(Rgb a, Rgb b, double share) {
  Rgb color{};
  for (size_t k = 0; k < color.size(); ++k)
    color[k] = static_cast<std::uint8_t>(std::lround(a[k] + share * (b[k] - a[k])));
  return color;
}

}  // namespace

DpView::DpView(Session& session, QWidget* parent) : View(session, parent) {
  m_scene = std::make_unique<MapScene>(canvas().renderWindow());
  m_live = new DpLive(session, this);
  m_clock = new QTimer(this);
  m_clock->setInterval(kClockMilliseconds);
  connect(m_clock, &QTimer::timeout, this, [this] { advance(kClockMilliseconds); });
  connect(m_live, &DpLive::updated, this, &DpView::onLiveUpdated);
  connect(&ThemeModel::instance(), &ThemeModel::changed, this, &DpView::changed);
  addCommands();
}

DpView::~DpView() = default;

View* makeDpView(Session& session, QWidget* parent) { return new DpView(session, parent); }

std::shared_ptr<const engine::ProfileAlignment> DpView::original() const {
  if (!m_dataset) return nullptr;
  return m_dataset->share<engine::ProfileAlignment>();
}

namespace {

const engine::DpMatrices& matricesOf(const engine::ProfileAlignment& alignment, DpKind kind) {
  switch (kind) {
    case DpKind::forward:
      return alignment.forward;
    case DpKind::backward:
      return alignment.backward;
    case DpKind::posterior:
      return alignment.posterior;
    case DpKind::viterbi:
      break;
  }
  return alignment.matrices;
}

}  // namespace

const engine::DpMatrices& DpView::matrices() const { return matricesOf(*alignment(), m_kind); }

std::vector<DpKind> DpView::kinds() const {
  std::vector<DpKind> kinds;
  for (const DpKind kind : {DpKind::viterbi, DpKind::forward, DpKind::backward, DpKind::posterior})
    if (alignment() && !matricesOf(*alignment(), kind).planes.empty()) kinds.push_back(kind);
  return kinds;
}

const engine::AlignmentPath* DpView::chosenPath() const {
  if (m_path < 0 || m_path >= numPaths()) return nullptr;
  return m_choices[static_cast<size_t>(m_path)].path;
}

bool DpView::isPosteriorKnown() const {
  const engine::AlignmentPath* path = chosenPath();
  return path && !path->steps.empty() &&
         std::all_of(path->steps.begin(), path->steps.end(), [this](const engine::PathStep& step) {
           return step.state != PairState::MM || stepPosterior(step, alignment()->posterior) >= 0;
         });
}

Index DpView::numRows() const { return m_planes.empty() || !m_planes[0].values ? 0 : m_planes[0].values->length(0); }
Index DpView::numColumns() const { return m_planes.empty() || !m_planes[0].values ? 0 : m_planes[0].values->length(1); }
int DpView::numPlanes() const { return alignment() ? static_cast<int>(matrices().states.size()) : 0; }

engine::DatasetId DpView::rowAxis() const {
  return !m_dataset ? engine::DatasetId{} : m_dataset->axes.empty() ? m_dataset->id : m_dataset->axes[0];
}
engine::DatasetId DpView::columnAxis() const {
  return m_dataset && m_dataset->axes.size() > 1 ? m_dataset->axes[1] : rowAxis();
}

bool isForDpView(const engine::Dataset& dataset, const Document&) {
  return dataset.kind() == engine::DatasetKind::profileAlignment;
}

bool DpView::accepts(const engine::Dataset& dataset) const { return isForDpView(dataset, session().document()); }

void DpView::setDataset(engine::DatasetPtr dataset) {
  if (!dataset || !accepts(*dataset))
    engine::fail("the DP view shows profile alignments, not ", dataset ? engine::kindName(dataset->kind()) : "nothing");
  for (const DpKind kind : {DpKind::viterbi, DpKind::forward, DpKind::backward, DpKind::posterior})
    matricesOf(*dataset->as<engine::ProfileAlignment>(), kind).validate();
  const engine::DatasetPtr before = m_dataset;
  const int path = m_path;
  try {
    takeDataset(std::move(dataset));
  } catch (...) {
    m_dataset.reset();
    m_shown.reset();
    m_planes.clear();
    if (before) takeDataset(before);
    setPath(path);
    throw;
  }
}

void DpView::takeDataset(engine::DatasetPtr dataset) {
  const Index rows = numRows(), columns = numColumns();
  m_dataset = std::move(dataset);
  m_live->setDataset(m_dataset);
  m_lanes = {};
  m_pathBefore = -1;
  m_firstEntry = 0;
  m_textOffset = 0;
  m_flash = 0;
  m_path = static_cast<int>(original()->opened);
  takeAlignment(original());
  if (rows != numRows() || columns != numColumns()) m_navigation.fit();
  setArrangement(m_arrangement);
  Q_EMIT titleChanged();
  Q_EMIT controlsOutdated();
}

namespace {

std::vector<engine::ResidueVector> logoOf(const std::shared_ptr<const engine::ProfileHmm>& profile) {
  std::vector<engine::ResidueVector> heights;
  if (!profile) return heights;
  for (const engine::ResidueVector& emissions : profile->emissions)
    heights.push_back(logoHeights(emissions, profile->background, engine::LogoScale::relativeEntropy));
  return heights;
}

}  // namespace

void DpView::takeAlignment(std::shared_ptr<const engine::ProfileAlignment> alignment) {
  // Knobs do not touch emissions: the logos stay.
  if (!m_shown || m_shown->query != alignment->query || m_shown->templ != alignment->templ) {
    m_queryLogo = logoOf(alignment->query);
    m_templateLogo = logoOf(alignment->templ);
    m_logoLimit = std::max(engine::logoLimit(engine::LogoScale::relativeEntropy, m_queryLogo),
                           engine::logoLimit(engine::LogoScale::relativeEntropy, m_templateLogo));
  }
  m_shown = std::move(alignment);
  m_choices = pathChoices(*m_shown);
  m_path = std::clamp(m_path, 0, std::max(0, numPaths() - 1));
  if (m_pathBefore >= numPaths()) m_pathBefore = -1;
  if (const auto held = kinds(); std::find(held.begin(), held.end(), m_kind) == held.end()) m_kind = DpKind::viterbi;
  takePlanes();
  changed();
}

void DpView::takePlanes() {
  m_planes.clear();
  for (const PairState state : matrices().states)
    m_planes.push_back({m_kind, state, innerPlane(matrices(), state), {}, {}});
  m_main = std::clamp(m_main, 0, std::max(0, numPlanes() - 1));
  if (isPosteriorBeside() && numPlanes() > 0) {
    const PairState state = matrices().states[static_cast<size_t>(m_main)];
    m_planes.push_back({DpKind::posterior, state, innerPlane(alignment()->posterior, state), {}, {}});
  }
  if (m_scene->numPanels() != static_cast<int>(m_planes.size())) m_scene->setPanels(static_cast<int>(m_planes.size()));
  sizeStepper();
}

void DpView::setMatrixKind(DpKind kind) {
  const std::vector<DpKind> held = kinds();
  if (kind == m_kind || std::find(held.begin(), held.end(), kind) == held.end()) return;
  m_kind = kind;
  takePlanes();
  changed();
  Q_EMIT stateChanged();
  Q_EMIT controlsOutdated();
}

std::vector<std::string> DpView::datasetIds() const {
  return m_dataset ? std::vector<std::string>{m_dataset->id} : std::vector<std::string>{};
}

QString DpView::title() const {
  return m_dataset ? QString::fromStdString(m_dataset->title) : QStringLiteral("DP matrices");
}

QString DpView::emptyText() const {
  return QStringLiteral("No alignment of two profiles yet. Build two profiles and align them.");
}

void DpView::changed() {
  m_isDirty = true;
  linesChanged();
}

void DpView::linesChanged() {
  m_areLinesDirty = true;
  if (alignment()) takeTexts();
  sizeStepper();
  if (m_isStepping) tellStepCell();
  refresh();
  Q_EMIT readoutChanged();
}

void DpView::takeTexts() {
  m_entries.clear();
  for (size_t k = 0; k < m_choices.size(); ++k) {
    const PathChoice& choice = m_choices[k];
    PathEntry entry;
    const QString name = pathChoiceText(choice, m_choices.front());
    entry.titles = pathSummaries(choice);
    if (m_choices.size() > 1)
      for (QString& title : entry.titles) title = name + QStringLiteral(" · ") + title;
    entry.titles.push_back(name);
    entry.path = choice.path;
    entry.letters = alignedText(*choice.path, lettersOf(alignment()->query), lettersOf(alignment()->templ));
    entry.posteriors = stepPosteriors(*choice.path, alignment()->posterior);
    entry.isChosen = static_cast<int>(k) == m_path;
    m_entries.push_back(std::move(entry));
  }
  m_firstEntry = std::clamp(m_firstEntry, 0, std::max(0, numPaths() - 1));
}

void DpView::setMainPlane(int plane) {
  if (plane < 0 || plane >= numPlanes() || plane == m_main) return;
  m_main = plane;
  if (isPosteriorBeside()) {
    takePlanes();
    needPosterior();
  }
  changed();
  Q_EMIT stateChanged();
}

// Backward sums lead at the other end, posteriors are comparable as they are.
bool DpView::showsLag(DpKind kind) const {
  return m_quantity == PlaneQuantity::behindBest && (kind == DpKind::viterbi || kind == DpKind::forward);
}

const std::string& DpView::lettersOf(const std::shared_ptr<const engine::ProfileHmm>& profile) const {
  static const std::string none;
  if (!profile) return none;
  const bool hasFirst = !profile->masterLetters.empty() && profile->masterLetters.size() == profile->consensus.size();
  return m_letters == ProfileLetters::firstSequence && hasFirst ? profile->masterLetters : profile->consensus;
}

namespace {

/// Scores that are hardly ever below 0 get a sequential map; otherwise 0 is the middle of a diverging one.
MapLook scoreLook(const ValueRange& range, const QString& chosenMap) {
  MapLook look;
  const bool isSigned = range.low < 0 && -range.low > kSignedShare * range.high;
  look.colorMapId = !chosenMap.isEmpty() ? chosenMap.toStdString() : isSigned ? "diverging" : "viridis";
  look.low = range.low;
  look.high = std::max(range.high, range.low + 1e-6);
  if (!colorMap(look.colorMapId).isDiverging) return look;
  look.high = std::max({range.high, -range.low, 1e-6});
  look.low = -look.high;
  return look;
}

}  // namespace

void DpView::updateShown() {
  std::vector<std::shared_ptr<const engine::Array<float>>> values;
  for (const Plane& plane : m_planes)
    if (plane.kind == m_kind) values.push_back(plane.values);
  if (showsLag(m_kind)) values = behindBest(values);
  size_t next = 0;
  for (Plane& plane : m_planes) plane.shown = plane.kind == m_kind ? values[next++] : plane.values;
}

void DpView::updateLooks() {
  ValueRange common, scores;
  std::vector<ValueRange> ranges;
  for (const Plane& plane : m_planes) {
    ranges.push_back(plane.shown ? rangeOf(*plane.shown) : ValueRange{});
    if (plane.kind != m_kind) continue;
    common.low = std::min(common.low, ranges.back().low);
    common.high = std::max(common.high, ranges.back().high);
    if (plane.values) scores.high = std::max(scores.high, rangeOf(*plane.values).high);
  }
  for (size_t k = 0; k < m_planes.size(); ++k) {
    Plane& plane = m_planes[k];
    const ValueRange& range = m_range == PlaneRange::common ? common : ranges[k];
    plane.look = scoreLook(range, m_colorMap);
    const bool isSigned = colorMap(plane.look.colorMapId).isDiverging;
    const std::string sequential = m_colorMap.isEmpty() ? "viridis" : m_colorMap.toStdString();
    if (plane.kind == DpKind::posterior) plane.look = {sequential, 0, 1};
    if (showsLag(plane.kind)) {
      // Whoever lies further behind than this share of the best score is out of the race: one colour for all of them.
      const double span = std::max(std::min(kLagShare * scores.high, range.high - range.low), 1e-6);
      plane.look = {sequential, range.high - span, range.high};
    }
    // The best of the cells that share a pixel: a path is as thin as a line.
    const bool areScores = plane.kind != DpKind::posterior && !showsLag(plane.kind);
    plane.look.shrinking = areScores && isSigned ? Shrinking::largestMagnitude : Shrinking::largest;
    plane.look.notANumber = toRgb(theme().line);
  }
}

void DpView::updateScene() {
  if (m_isDirty) {
    updateShown();
    updateLooks();
    for (size_t k = 0; k < m_planes.size(); ++k) {
      m_scene->setMatrix(static_cast<int>(k), m_planes[k].shown);
      m_scene->setLook(static_cast<int>(k), m_planes[k].look);
    }
    m_scene->setBackground(toRgb(theme().canvas));
  }
  for (int plane = 0; plane < static_cast<int>(m_planes.size()); ++plane) m_scene->setLines(plane, linesOf(plane));
  m_isDirty = m_areLinesDirty = false;
}

/// The end of the path that is traced already.
std::vector<MapLine> DpView::tracedLines(int plane, const engine::AlignmentPath& path, double width) const {
  const auto count = static_cast<size_t>(m_stepper.numTraced());
  if (count == 0) return {};
  engine::AlignmentPath traced;
  traced.steps.assign(path.steps.end() - static_cast<Index>(std::min(count, path.steps.size())), path.steps.end());
  return pathLines(traced, m_planes[static_cast<size_t>(plane)].state, toRgb(theme().text), toRgb(theme().canvas),
                   width);
}

std::vector<MapLine> DpView::linesOf(int plane) const {
  const engine::AlignmentPath* path = chosenPath();
  if (!m_isPathShown || !path || plane >= numPlanes()) return {};  // a line would hide the ridge of the posterior
  const Rgb line = toRgb(theme().text), halo = toRgb(theme().canvas), rival = toRgb(theme().muted);
  const double width = theme().lineScale * (isLarge(plane) ? 1.0 : 0.75);
  if (m_isStepping) return tracedLines(plane, *path, width);
  std::vector<MapLine> lines;
  const auto before = original();
  if (m_shown != before && !before->paths.empty()) {
    const engine::AlignmentPath& ghost = before->paths[static_cast<size_t>(before->opened)];
    if (ghost.steps != path->steps)
      lines.push_back(rivalLine(ghost, mixed(halo, toRgb(theme().error), kGhostStrength), 5 * width));
  }
  for (const PathChoice& choice : m_choices)
    if (m_areRivalsShown && choice.path != path) lines.push_back(rivalLine(*choice.path, rival, width));
  const std::vector<MapLine> own =
      m_isPosteriorShown && isPosteriorKnown()
          ? posteriorLines(*path, alignment()->posterior, rival, line, width)
          : pathLines(*path, m_planes[static_cast<size_t>(plane)].state, line, halo, width);
  lines.insert(lines.end(), own.begin(), own.end());
  return lines;
}

void DpView::prepareScene(QSize size, double pixelRatio) {
  if (m_isDirty || m_areLinesDirty) updateScene();
  const Layout layout = layoutFor(size);
  std::vector<MapViewport> viewports;
  for (int plane = 0; plane < static_cast<int>(m_planes.size()); ++plane) viewports.push_back(viewportOf(plane, size));
  m_scene->place(size.width(), size.height(), pixelRatio, layout.panels, viewports);
}

DpView::Cell DpView::cellOf(const Focus& focus) const {
  Cell cell;
  if (focus.isEmpty()) return cell;
  cell.i = translated(focus.first, rowAxis());
  cell.j = translated(focus.isPair() ? focus.second : focus.first, columnAxis());
  if (cell.i >= numRows()) cell.i = -1;
  if (cell.j >= numColumns()) cell.j = -1;
  return cell;
}

DpView::Cell DpView::currentCell() const {
  if (!m_isStepping) return cellOf(session().selection().current());
  if (m_stepper.isTracing() && chosenPath()) {
    const auto& steps = chosenPath()->steps;
    const engine::PathStep& step = steps[steps.size() - static_cast<size_t>(m_stepper.numTraced())];
    return {step.i, step.j};
  }
  const auto cell = m_stepper.current();
  return cell ? Cell{cell->i, cell->j} : Cell{};
}

Focus DpView::readoutFocus() const {
  if (!m_isStepping) return View::readoutFocus();
  const Cell cell = currentCell();
  const bool isInside = cell.i >= 0 && cell.j >= 0 && cell.i < numRows() && cell.j < numColumns();
  return isInside ? Focus{{rowAxis(), cell.i}, {columnAxis(), cell.j}} : Focus{};
}

bool DpView::hasWaysIn() const {
  return alignment() && m_kind == DpKind::viterbi && engine::hasCandidates(*alignment());
}

}  // namespace ui
