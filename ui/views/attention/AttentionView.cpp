// Data of the attention view: which heads, which positions, which options.
#include "ui/views/attention/AttentionView.h"

#include <algorithm>
#include <cmath>

#include "engine/analysis/AttentionRollout.h"
#include "engine/base/Error.h"

namespace ui {

using engine::Index;

AttentionView::AttentionView(Session& session, QWidget* parent)
    : View(session, parent), m_gestures(new CanvasGestures(&canvas(), this)) {
  m_scene = std::make_unique<MapScene>(canvas().renderWindow());
  m_scene->setPanels(2);
  setWhatsThis(
      tr("Rows are queries (who attends), columns are keys (who is attended to). Attention says where a model looks, "
         "not why it decides: it is not an explanation. Changing the input or switching a head off shows what depends "
         "on it."));
  canvas().setAccessibleDescription(whatsThis());
  m_strip.useJobs(&session.jobs());
  connect(&m_strip, &HeadStrip::changed, this, [this] { refresh(); });
  connect(&m_strip, &HeadStrip::chosenChanged, this, [this] {
    recompute(Stage::values);
    Q_EMIT stateChanged();
    Q_EMIT controlsOutdated();
  });
  connect(&m_strip.thumbnails(), &HeadThumbnails::arrived, this, [this] {
    if (m_options.range == WeightRange::largestOfHeads) recompute(Stage::look);  // now it may be known
  });
  connect(&ThemeModel::instance(), &ThemeModel::changed, this, [this] { recompute(Stage::look); });
  connect(&session.document(), &Document::added, this, [this](const engine::DatasetPtr& dataset) {
    const engine::DatasetPtr before = m_geometry;
    adoptGeometry(dataset);
    if (m_geometry != before) showDataset(m_geometry);
  });
  addCommands();
}

AttentionView::~AttentionView() = default;

View* makeAttentionView(Session& session, QWidget* parent) { return new AttentionView(session, parent); }

const engine::HeadSet* AttentionView::heads() const { return m_heads ? m_heads->as<engine::HeadSet>() : nullptr; }

HeadStrip::Head AttentionView::chosenHead() const {
  if (!heads()) return {};
  const SelectionModel& selection = session().selection();
  const auto clampTo = [](int value, Index count) {
    return std::clamp(value, 0, std::max(0, static_cast<int>(count) - 1));
  };
  return {clampTo(selection.layer(), heads()->numLayers), clampTo(selection.head(), heads()->numHeads)};
}

std::vector<HeadStrip::Head> AttentionView::shownHeads() const {
  if (!heads() || heads()->count() == 0) return {};
  return meanHeads().empty() ? std::vector<HeadStrip::Head>{chosenHead()} : meanHeads();
}

bool AttentionView::isSquare() const { return heads() && heads()->numQueries == heads()->numKeys; }

AttentionTransform AttentionView::transform() const {
  const AttentionTransform wanted = m_options.transform;
  if (wanted == AttentionTransform::rollout)
    return heads() && engine::hasRollout(*heads()) ? wanted : AttentionTransform::none;
  return isSquare() || wanted == AttentionTransform::apc ? wanted : AttentionTransform::none;
}

AttentionPicture AttentionView::picture() const { return isSquare() ? m_options.picture : AttentionPicture::map; }

namespace {

std::string chainLetters(const engine::ChainGeometry* geometry) {
  std::string letters;
  const auto* chain = geometry && geometry->structure ? geometry->structure->findChain(geometry->chain) : nullptr;
  if (chain)
    for (const engine::Residue& residue : chain->residues) letters += residue.letter;
  return letters;
}

}  // namespace

std::string AttentionView::rowLetters() const {
  return heads() && !heads()->queryLetters.empty() ? m_rows.lettersOf(heads()->queryLetters) : chainLetters(geometry());
}
std::string AttentionView::columnLetters() const {
  return heads() && !heads()->keyLetters.empty() ? m_columns.lettersOf(heads()->keyLetters) : chainLetters(geometry());
}

bool AttentionView::canNameEnds() const {
  return heads() && heads()->queryTokens.empty() && heads()->keyTokens.empty();
}

bool AttentionView::borrowsAxis() const {
  return heads() && m_heads->axes.empty() && heads()->queryLetters.empty() && isSquare() && geometry();
}

engine::DatasetId AttentionView::rowAxis() const {
  const engine::DatasetPtr& main = m_heads && !borrowsAxis() ? m_heads : m_geometry;
  return !main ? engine::DatasetId{} : main->axes.empty() ? main->id : main->axes[0];
}
engine::DatasetId AttentionView::columnAxis() const {
  return m_heads && m_heads->axes.size() > 1 ? m_heads->axes[1] : rowAxis();
}

AttentionView::Cell AttentionView::cellOf(const Focus& focus) const {
  if (focus.isEmpty()) return {};
  const Position& second = focus.isPair() ? focus.second : focus.first;
  return {cellAt(focus.first, m_rows, rowAxis()), cellAt(second, m_columns, columnAxis())};
}

Focus AttentionView::focusOf(Cell cell) const {
  Focus focus;
  const Index row = m_rows.toAxis(cell.row), column = m_columns.toAxis(cell.column);
  if (row >= 0) focus.first = {rowAxis(), row};
  if (row >= 0 && column >= 0) focus.second = {columnAxis(), column};
  return focus;
}

bool isForAttentionView(const engine::Dataset& dataset, const Document&) {
  return dataset.kind() == engine::DatasetKind::heads || dataset.kind() == engine::DatasetKind::geometry;
}

bool AttentionView::accepts(const engine::Dataset& dataset) const {
  if (dataset.kind() == engine::DatasetKind::structure)
    return heads() && !matchesOn(*m_heads, dataset, wantedTokens()).empty();
  return isForAttentionView(dataset, session().document());
}

void AttentionView::setDataset(engine::DatasetPtr dataset) {
  if (!dataset || !accepts(*dataset))
    engine::fail("the attention view shows attention heads and pair geometry, not ",
                 dataset ? engine::kindName(dataset->kind()) : "nothing");
  if (dataset->kind() == engine::DatasetKind::structure) return placeOn(dataset);
  const bool areHeads = dataset->kind() == engine::DatasetKind::heads;
  const engine::DatasetPtr heads = m_heads, geometry = m_geometry;
  try {
    (areHeads ? m_heads : m_geometry) = std::move(dataset);
    takeDatasets(areHeads);
  } catch (...) {
    m_heads = heads;  // the picture that was there stays, whole
    m_geometry = geometry;
    takeDatasets(areHeads && heads);
    throw;
  }
  Q_EMIT titleChanged();
  Q_EMIT controlsOutdated();
}

void AttentionView::takeDatasets(bool areHeadsNew) {
  updatePositions();  // first: the strip may tell at once that other heads are chosen
  if (areHeadsNew) {
    m_strip.setHeads(m_heads->share<engine::HeadSet>());
    setMeanHeads(meanHeads());  // those that are there
    for (const engine::DatasetPtr& other : session().document().datasets()) adoptGeometry(other);
  }
  recompute(Stage::values);
}

void AttentionView::updatePositions() {
  using Counting = ShownPositions::Counting;
  const Index rows = numRows(), columns = numColumns();
  if (heads()) {
    const auto positions = [this](const std::vector<std::string>& tokens, Index count, Counting counting) {
      const auto& known = tokens.empty() ? endTokens(m_options.ends, count) : tokens;
      return ShownPositions(known, count, m_options.areSpecialTokensShown, counting);
    };
    const auto place = [&](Counting counting) {
      m_rows = positions(heads()->queryTokens, heads()->numQueries, counting);
      m_columns = positions(heads()->keyTokens, heads()->numKeys, counting);
    };
    place(m_heads->axes.empty() ? Counting::positions : Counting::residues);
    fitGeometry();
    if (borrowsAxis()) place(Counting::residues);
  } else {
    const auto* geometry = m_geometry ? m_geometry->as<engine::ChainGeometry>() : nullptr;
    const bool isThere = geometry && geometry->geometry.distance.rank() == 2;
    m_rows = m_columns =
        ShownPositions({}, isThere ? geometry->geometry.distance.length(0) : 0, true, Counting::positions);
    fitGeometry();
  }
  if (rows != numRows() || columns != numColumns()) m_navigation.fit();
}

std::vector<std::string> AttentionView::datasetIds() const {
  std::vector<std::string> ids;
  for (const auto& dataset : {m_heads, m_geometry})
    if (dataset) ids.push_back(dataset->id);
  return ids;
}

void AttentionView::change(const std::function<void(AttentionOptions&)>& edit) {
  AttentionOptions options = m_options;
  edit(options);
  setOptions(options);
}

void AttentionView::setOptions(const AttentionOptions& options) {
  colorMap(options.colorMap.toStdString());  // throws for an unknown one
  if (options == m_options) return;
  const AttentionOptions before = std::exchange(m_options, options);
  const auto wantsMargins = [](const AttentionOptions& o) {
    return o.rowMargin != RowMargin::none || o.isColumnMarginShown;
  };
  const auto isRanked = [](const AttentionOptions& o) { return o.scale == ValueScale::rank; };
  Stage stage = Stage::look;
  if (before.filter != options.filter || isRanked(before) != isRanked(options) ||
      wantsMargins(before) != wantsMargins(options) || before.picture != options.picture ||
      before.arcCount != options.arcCount)
    stage = Stage::filter;
  if (before.quantity != options.quantity || before.transform != options.transform) stage = Stage::values;
  if (before.areSpecialTokensShown != options.areSpecialTokensShown || before.ends != options.ends) {
    updatePositions();
    stage = Stage::values;
  }
  recompute(stage);
  Q_EMIT stateChanged();
}

}  // namespace ui
