// Data of the attention view: which heads, which positions, what is computed when, and what the scene gets.
#include "ui/views/AttentionView.h"

#include <algorithm>
#include <cmath>

#include "engine/base/Error.h"
#include "ui/views/ViewWaiting.h"

namespace ui {

using engine::Index;

namespace {

/// Cells times passes over them that are done at once, some 50 ms; more is a job.
constexpr double kAtOnce = 1.5e7;
/// A log scale ends this far below the largest value.
constexpr double kLogSpan = 1e-4;

double costOf(const AttentionRequest& request, double cells, size_t numHeads) {
  double passes = 1 + static_cast<double>(numHeads);
  if (request.transform != AttentionTransform::none) passes += 5;
  if (!request.filter.keepsAll()) passes += 30;
  if (request.wantsRanks) passes += 30;
  if (request.wantsMargins) passes += 6;
  if (request.arcCount > 0) passes += 3;
  return cells * passes;
}

}  // namespace

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
  addCommands();
}

AttentionView::~AttentionView() = default;

View* makeAttentionView(Session& session, QWidget* parent) { return new AttentionView(session, parent); }

const engine::HeadSet* AttentionView::heads() const { return m_heads ? m_heads->as<engine::HeadSet>() : nullptr; }

const engine::ChainGeometry* AttentionView::geometry() const {
  const auto* geometry = m_geometry ? m_geometry->as<engine::ChainGeometry>() : nullptr;
  if (!geometry || geometry->geometry.distance.rank() != 2) return nullptr;
  const Index length = geometry->geometry.distance.length(0);
  if (heads() && (m_rows.size() != length || m_columns.size() != length)) return nullptr;
  return geometry;
}

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

std::string AttentionView::rowAxis() const {
  const engine::DatasetPtr& main = m_heads ? m_heads : m_geometry;
  return !main ? std::string{} : main->axes.empty() ? main->id : main->axes[0];
}
std::string AttentionView::columnAxis() const {
  const engine::DatasetPtr& main = m_heads ? m_heads : m_geometry;
  return main && main->axes.size() > 1 ? main->axes[1] : rowAxis();
}

AttentionView::Cell AttentionView::cellOf(const Focus& focus) const {
  if (focus.isEmpty()) return {};
  const Position& second = focus.isPair() ? focus.second : focus.first;
  return {m_rows.fromAxis(translated(focus.first, rowAxis())), m_columns.fromAxis(translated(second, columnAxis()))};
}

Focus AttentionView::focusOf(Cell cell) const {
  Focus focus;
  const Index row = m_rows.toAxis(cell.row), column = m_columns.toAxis(cell.column);
  if (row >= 0) focus.first = {rowAxis(), row};
  if (row >= 0 && column >= 0) focus.second = {columnAxis(), column};
  return focus;
}

bool AttentionView::accepts(const engine::Dataset& dataset) const {
  return dataset.kind() == engine::DatasetKind::heads || dataset.kind() == engine::DatasetKind::geometry;
}

void AttentionView::setDataset(engine::DatasetPtr dataset) {
  if (!dataset || !accepts(*dataset))
    engine::fail("the attention view shows attention heads and pair geometry, not ",
                 dataset ? engine::kindName(dataset->kind()) : "nothing");
  if (dataset->kind() == engine::DatasetKind::heads) {
    m_heads = std::move(dataset);
    m_strip.setHeads(m_heads->share<engine::HeadSet>());
    setMeanHeads(meanHeads());  // those that are there
  } else {
    m_geometry = std::move(dataset);
  }
  const Index rows = numRows(), columns = numColumns();
  updatePositions();
  if (rows != numRows() || columns != numColumns()) m_navigation.fit();
  recompute(Stage::values);
  Q_EMIT titleChanged();
  Q_EMIT controlsOutdated();
}

void AttentionView::updatePositions() {
  using Counting = ShownPositions::Counting;
  if (!heads()) {
    const auto* geometry = m_geometry ? m_geometry->as<engine::ChainGeometry>() : nullptr;
    const bool isThere = geometry && geometry->geometry.distance.rank() == 2;
    m_rows = m_columns =
        ShownPositions({}, isThere ? geometry->geometry.distance.length(0) : 0, true, Counting::positions);
    return;
  }
  const Counting counting = m_heads->axes.empty() ? Counting::positions : Counting::residues;
  m_rows = ShownPositions(heads()->queryTokens, heads()->numQueries, m_options.areSpecialTokensShown, counting);
  m_columns = ShownPositions(heads()->keyTokens, heads()->numKeys, m_options.areSpecialTokensShown, counting);
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
  if (before.areSpecialTokensShown != options.areSpecialTokensShown) {
    const Index rows = numRows(), columns = numColumns();
    updatePositions();
    if (rows != numRows() || columns != numColumns()) m_navigation.fit();
    stage = Stage::values;
  }
  recompute(stage);
  Q_EMIT stateChanged();
}

AttentionRequest AttentionView::makeRequest() const {
  AttentionRequest request;
  request.heads = [set = m_heads->share<engine::HeadSet>(), wanted = shownHeads()] {
    std::vector<std::shared_ptr<const engine::AttentionMap>> maps;
    for (const HeadStrip::Head& head : wanted) maps.push_back(set->map(head.layer, head.head));
    return maps;
  };
  request.quantity = m_options.quantity;
  request.transform = transform();
  request.rows = m_rows.positions();
  request.columns = m_columns.positions();
  request.showsAllPositions = m_rows.numHidden() + m_columns.numHidden() == 0;
  request.filter = m_options.filter;
  request.wantsRanks = m_options.scale == ValueScale::rank;
  request.wantsMargins = m_options.rowMargin != RowMargin::none || m_options.isColumnMarginShown;
  request.arcCount = picture() == AttentionPicture::arcs ? m_options.arcCount : 0;
  return request;
}

void AttentionView::recompute(Stage stage) {
  m_shown = chosenHead();
  if (m_job) stage = std::max(stage, m_jobStage);  // what was under way is not done
  if (!heads()) {
    take({});
    return;
  }
  if (stage == Stage::look) {
    take(std::move(m_data));
    return;
  }
  if (!m_data.values) stage = Stage::values;
  const AttentionRequest request = makeRequest();
  const double cells = static_cast<double>(heads()->numQueries) * static_cast<double>(heads()->numKeys);
  if (costOf(request, cells, shownHeads().size()) > kAtOnce) return startJob(request, stage);
  if (m_job) m_job->cancel();
  m_job = nullptr;
  engine::Progress none;
  try {
    const int threads = session().compute().threads;
    take(stage == Stage::values ? attentionMapData(request, threads, none)
                                : withFilter(std::move(m_data), request, threads, none));
  } catch (const engine::Error& error) {
    take({});
    session().report(MessageKind::error, QString::fromUtf8(error.what()));
  }
}

void AttentionView::startJob(const AttentionRequest& request, Stage stage) {
  const int threads = session().compute().threads;
  m_jobStage = stage;
  m_job = session().jobs().start(
      tr("Attention map of %1").arg(title()), QStringLiteral("attention map %1").arg(quintptr(this)),
      JobQueue::Pool::cpu, QStringLiteral("native CPU"),
      [request, stage, threads, data = m_data](engine::Progress& progress) -> std::any {
        return stage == Stage::values ? attentionMapData(request, threads, progress)
                                      : withFilter(data, request, threads, progress);
      },
      [view = QPointer<AttentionView>(this)](std::any result) {
        if (!view) return;
        view->m_job = nullptr;
        view->take(std::any_cast<AttentionMapData>(std::move(result)));
      });
  waitFor(this, m_job, m_data.values ? ViewWaiting::For::picture : ViewWaiting::For::addition);
  connect(m_job, &Job::ended, this, [this, job = m_job] {
    if (m_job != job) return;
    m_job = nullptr;
    refresh();
  });
  connect(m_job, &Job::changed, this, [this] { refresh(); });
  refresh();
}

void AttentionView::take(AttentionMapData data) {
  m_data = std::move(data);
  m_isSceneDirty = true;
  m_companionMatrix = geometry() ? companionMatrix(*geometry(), m_options.companion) : nullptr;
  if (m_companionMatrix) {
    m_companionLook = companionLook(*m_companionMatrix, m_options.companion);
    m_companionLook.notANumber = toRgb(theme().line);
  }
  if (heads() && m_options.range == WeightRange::largestOfHeads) m_strip.startThumbnails();  // they know it
  updateAttentionLook();
  refresh();
  Q_EMIT readoutChanged();
}

std::optional<double> AttentionView::largestWeight() const { return m_strip.thumbnails().largestValue(); }

void AttentionView::updateAttentionLook() {
  MapLook look;
  look.colorMapId = m_options.colorMap.toStdString();
  look.scale = m_options.scale;
  look.notANumber = toRgb(theme().window);
  const double own = m_data.values ? std::max(m_data.range.high, 1e-30) : 1;
  // A sum of two weights reaches 2.
  const double most = transform() == AttentionTransform::sum ? 2 : 1;
  if (look.scale == ValueScale::rank) {
    look.low = m_data.range.low;
    look.high = m_data.range.high;
    look.quantiles = m_data.quantiles;
  } else if (m_data.isSigned()) {
    const double limit = std::max(m_data.range.high, -m_data.range.low);
    look.colorMapId = "diverging";
    look.scale = ValueScale::linear;
    look.low = -limit;
    look.high = limit;
  } else {
    look.low = 0;
    look.high = m_options.range == WeightRange::zeroToOne ? most : own;
    if (m_options.range == WeightRange::largestOfHeads && !m_data.isScore)
      look.high = std::max(largestWeight().value_or(own / most) * most, 1e-30);
    // Scores that happen to be positive have no natural end.
    if (m_data.isScore) look.high = own;
    if (look.scale == ValueScale::logarithmic) look.low = look.high * kLogSpan;
  }
  m_attentionLook = look;
  updateThumbnailLook();
}

// Thumbnails show weights whatever the large map shows.
void AttentionView::updateThumbnailLook() {
  MapLook look;
  look.colorMapId = m_options.colorMap.toStdString();
  look.scale = m_options.scale == ValueScale::linear ? ValueScale::linear : ValueScale::logarithmic;
  look.notANumber = m_attentionLook.notANumber;
  if (m_options.range == WeightRange::largestOfHeads) look.high = std::max(largestWeight().value_or(1), 1e-30);
  if (look.scale == ValueScale::logarithmic) look.low = look.high * kLogSpan;
  m_strip.setLook(look, m_options.range == WeightRange::ownLargest ? ThumbnailRange::own : ThumbnailRange::common);
}

void AttentionView::updateContacts() {
  std::vector<MapLine>& lines = m_contactLines;
  lines.clear();
  if (m_options.areContactsShown && geometry() && geometry()->geometry.contacts.rank() == 2) {
    const bool isDark = lightness(colorOf(m_attentionLook, valueAtPlace(m_attentionLook, 0))) < 50;
    lines = contactOutlines(geometry()->geometry.contacts, kContactSeparation,
                            isDark ? Rgb{255, 255, 255} : Rgb{0, 0, 0}, 2 * theme().lineScale);
  }
  m_scene->setLines(0, lines);
}

void AttentionView::updateScene() {
  MapLook look = m_attentionLook;
  if (look.scale == ValueScale::rank) look = {look.colorMapId, 0, 1, ValueScale::linear, look.notANumber};
  m_scene->setMatrix(0, m_data.picture);
  m_scene->setLook(0, look);
  m_scene->setMatrix(1, m_companionMatrix);
  if (m_companionMatrix) m_scene->setLook(1, m_companionLook);
  m_scene->setTriangle(1, isSplit() ? MapScene::Triangle::lower : MapScene::Triangle::none);
  updateContacts();
  m_scene->setBackground(toRgb(theme().canvas));
  m_isSceneDirty = false;
}

}  // namespace ui
