// What the attention view computes when, and what its scene gets.
#include <algorithm>
#include <cmath>

#include "engine/analysis/AttentionRollout.h"
#include "engine/base/Error.h"
#include "ui/session/RunJob.h"
#include "ui/views/attention/AttentionView.h"
#include "ui/views/base/ViewWaiting.h"

namespace ui {

using engine::Index;

namespace {

/// Cells times passes over them that are done at once, some 50 ms; more is a job.
constexpr double kAtOnce = 1.5e7;
/// A log scale ends this far below the largest value.
constexpr double kLogSpan = 1e-4;
constexpr double kContactWidth = 2;  // logical pixels
/// Cells whose contacts are outlined at once, some 20 ms; more is a job.
constexpr Index kContactsAtOnce = Index{1} << 20;

double costOf(const AttentionRequest& request, double cells, size_t numHeads, double rolloutPasses) {
  double passes = 1 + static_cast<double>(numHeads);
  if (request.transform != AttentionTransform::none) passes += 5;
  if (!request.filter.keepsAll()) passes += 30;
  if (request.wantsRanks) passes += 30;
  if (request.wantsMargins) passes += 6;
  if (request.arcCount > 0) passes += 3;
  if (request.rollout) passes += rolloutPasses;
  return cells * passes;
}

}  // namespace

AttentionRequest AttentionView::makeRequest() const {
  AttentionRequest request;
  request.heads = [set = m_heads->share<engine::HeadSet>(), wanted = shownHeads()] {
    std::vector<std::shared_ptr<const engine::AttentionMap>> maps;
    for (const HeadStrip::Head& head : wanted) maps.push_back(set->map(head.layer, head.head));
    return maps;
  };
  request.quantity = m_options.quantity;
  if (transform() == AttentionTransform::rollout)
    request.rollout = [set = m_heads->share<engine::HeadSet>(), layer = chosenHead().layer](
                          int threads, engine::Progress& progress) {
      return engine::attentionRollout(*set, layer, threads, progress);
    };
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

bool AttentionView::hasNumbers() const { return m_data.values && !(m_job && m_jobStage == Stage::values); }

void AttentionView::forgetJob() {
  const QPointer<Job> job = m_job;
  m_job = nullptr;  // first: what it says at its end is of no interest any more
  if (job) job->cancel();
}

void AttentionView::recompute(Stage stage) {
  m_shown = chosenHead();
  if (!heads()) {
    forgetJob();
    take({});
    return;
  }
  if (stage == Stage::look) {
    take(std::move(m_data));
    return;
  }
  m_hasFailed = false;
  if (m_job) stage = std::max(stage, m_jobStage);  // what was under way is not done
  // Numbers of other positions cannot stand for those that are on their way.
  if (m_data.raw && m_data.raw->shape() != engine::Shape{numRows(), numColumns()}) take({});
  if (!m_data.values) stage = Stage::values;
  const AttentionRequest request = makeRequest();
  const double cells = static_cast<double>(heads()->numQueries) * static_cast<double>(heads()->numKeys);
  // Of each layer all heads, and a product that takes about a pass for 16 rows.
  const double rolloutPasses = static_cast<double>(heads()->numLayers) *
                               (static_cast<double>(heads()->numHeads) + static_cast<double>(heads()->numKeys) / 16);
  if (costOf(request, cells, shownHeads().size(), rolloutPasses) > kAtOnce) return startJob(request, stage);
  forgetJob();
  engine::Progress none;
  try {
    const int threads = session().compute().threads;
    take(stage == Stage::values ? attentionMapData(request, threads, none)
                                : withFilter(std::move(m_data), request, threads, none));
  } catch (const engine::Error& error) {
    m_hasFailed = true;
    take({});
    session().report(MessageKind::error, QString::fromUtf8(error.what()));
  }
}

void AttentionView::startJob(const AttentionRequest& request, Stage stage) {
  const int threads = session().compute().threads;
  forgetJob();
  m_jobStage = stage;
  m_job = runJob(
      session().jobs(), this, tr("Attention map of %1").arg(title()), QStringLiteral("attention map"),
      [request, stage, threads, data = m_data](engine::Progress& progress) {
        return stage == Stage::values ? attentionMapData(request, threads, progress)
                                      : withFilter(data, request, threads, progress);
      },
      [](AttentionView& view, AttentionMapData data) {
        view.m_job = nullptr;
        view.take(std::move(data));
      });
  waitFor(this, m_job, m_data.values ? ViewWaiting::For::picture : ViewWaiting::For::addition);
  connect(m_job, &Job::ended, this, [this, job = m_job] {
    if (m_job != job) return;
    m_job = nullptr;
    // The map that is there belongs to another head: it must not stand below the name of this one.
    m_hasFailed = m_jobStage == Stage::values;
    if (m_hasFailed) take({});
    refresh();
  });
  connect(m_job, &Job::changed, this, [this] { refresh(); });
  refresh();
}

void AttentionView::take(AttentionMapData data) {
  m_data = std::move(data);
  m_isSceneDirty = true;
  updateCompanion();
  if (heads() && m_options.range == WeightRange::largestOfHeads) m_strip.startThumbnails();  // they know it
  updateAttentionLook();
  refresh();
  Q_EMIT readoutChanged();
}

void AttentionView::updateCompanion() {
  const auto& source = m_fitted;
  if (source != m_companionSource || m_options.companion != m_companionKind) {
    m_companionSource = source;
    m_companionKind = m_options.companion;
    m_companionMatrix = source ? companionMatrix(*source, m_companionKind) : nullptr;
    if (m_companionMatrix) m_companionLook = companionLook(*m_companionMatrix, m_companionKind);
  }
  m_companionLook.notANumber = toRgb(theme().line);
}

std::optional<double> AttentionView::largestWeight() const { return m_strip.thumbnails().largestValue(); }

void AttentionView::updateAttentionLook() {
  MapLook look;
  look.colorMapId = m_options.colorMap.toStdString();
  look.scale = m_options.scale;
  look.notANumber = toRgb(theme().window);
  const double own = m_data.range.high > 0 ? m_data.range.high : 1;
  // A sum of two weights reaches 2.
  const double most = transform() == AttentionTransform::sum ? 2 : 1;
  if (look.scale == ValueScale::rank) {
    look.low = m_data.range.low;
    look.high = m_data.range.high;
    look.quantiles = m_data.quantiles;
  } else if (m_data.isSigned()) {
    const double limit = std::max(m_data.range.high, -m_data.range.low);  // > 0: the low end is below 0
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
  // Attention is sparse: among thousands of cells the mean of a pixel says nothing about the few that matter.
  const bool isRanked = look.scale == ValueScale::rank;
  look.shrinking = m_data.isSigned() && !isRanked ? Shrinking::largestMagnitude : Shrinking::largest;
  m_attentionLook = look;
  updateThumbnailLook();
  tellDrawn();
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

QColor AttentionView::markColor() const {
  // What a filter leaves is like the window: neither black nor white is visible on both.
  if (!m_options.filter.keepsAll()) return theme().accent;
  return lightness(colorOf(m_attentionLook, valueAtPlace(m_attentionLook, 0))) < 50 ? Qt::white : Qt::black;
}

void AttentionView::updateContacts() {
  const bool areShown = m_options.areContactsShown && geometry() && geometry()->geometry.contacts.rank() == 2;
  if (!areShown) {
    m_contactSource = nullptr;
    m_contactLines.clear();
    m_scene->setLines(0, {});
    return;
  }
  if (m_contactSource == m_fitted) {
    for (MapLine& line : m_contactLines) {
      line.color = toRgb(markColor());
      line.width = kContactWidth * theme().lineScale;
    }
    m_scene->setLines(0, m_contactLines);
    return;
  }
  m_contactSource = m_fitted;
  m_contactLines.clear();
  m_scene->setLines(0, {});
  const auto outlines = [source = m_fitted](engine::Progress&) {
    return contactOutlines(source->geometry.contacts, kContactSeparation, {}, kContactWidth);
  };
  if (geometry()->geometry.contacts.size() <= kContactsAtOnce) {
    engine::Progress none;
    m_contactLines = outlines(none);
    return updateContacts();
  }
  Job* const job = runJob(session().jobs(), this, tr("Contacts of %1").arg(title()), QStringLiteral("contact outlines"),
                          outlines, [source = m_fitted](AttentionView& view, std::vector<MapLine> lines) {
                            if (view.m_contactSource != source) return;
                            view.m_contactLines = std::move(lines);
                            view.m_isSceneDirty = true;  // they get their colour with the next picture
                            view.refresh();
                          });
  waitFor(this, job, ViewWaiting::For::addition);
}

void AttentionView::updateScene() {
  MapLook look = m_attentionLook;
  if (look.scale == ValueScale::rank)
    look = {look.colorMapId, 0, 1, ValueScale::linear, look.notANumber, nullptr, look.shrinking};
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
