#include "ui/views/attention/AttentionShown.h"

#include <algorithm>
#include <utility>

#include "engine/analysis/AttentionRollout.h"
#include "ui/views/maps/MapAxes.h"

namespace ui {

using engine::Index;

namespace {

/// A log scale ends this far below the largest value.
constexpr double kLogSpan = 1e-4;
/// Values that span more than this are shown on a log scale.
constexpr double kLinearSpan = 1e3;
/// Up to so many cells a side a map is one of numbers, which the eye compares as they are.
constexpr Index kFewCells = 16;

bool hasFewCells(const AttentionSubject& subject) {
  return std::max(subject.numRows(), subject.numColumns()) <= kFewCells;
}

/// Maps of which only their own values say how far they reach, like mutual information.
bool isUnbounded(const AttentionShown& shown) {
  const AttentionMapData& data = shown.data();
  return data.values && !data.isStochastic && !data.isScore && data.comparison != HeadComparison::difference;
}

double costOf(const AttentionRequest& request, const engine::HeadSet& heads, size_t numShown) {
  double passes = 1 + static_cast<double>(numShown);
  if (request.second) passes += 12;
  if (request.transform != AttentionTransform::none) passes += 5;
  if (!request.filter.keepsAll()) passes += 30;
  if (request.wantsRanks) passes += 30;
  if (request.wantsMargins) passes += 6;
  if (request.arcCount > 0) passes += 3;
  // Of each layer all heads, and a product that takes about a pass for 16 rows.
  if (request.rollout)
    passes += static_cast<double>(heads.numLayers) *
              (static_cast<double>(heads.numHeads) + static_cast<double>(heads.numKeys) / 16);
  return passes * static_cast<double>(heads.numQueries) * static_cast<double>(heads.numKeys);
}

/// Around 0 where there are values on both sides of it.
MapLook signedLook(MapLook look, const ValueRange& range) {
  const double largest = std::max(range.high, -range.low), limit = largest > 0 ? largest : 1;
  look.colorMapId = "diverging";
  look.scale = ValueScale::linear;
  look.low = -limit;
  look.high = limit;
  return look;
}

/// A sum of two weights reaches 2.
double mostWeight(const AttentionShown& shown) { return shown.transform() == AttentionTransform::sum ? 2 : 1; }

double highEnd(const AttentionShown& shown) {
  const double own = shown.data().range.high > 0 ? shown.data().range.high : 1, most = mostWeight(shown);
  // Scores that happen to be positive have no natural end.
  if (shown.data().isScore || shown.range() == WeightRange::ownLargest) return own;
  if (shown.range() == WeightRange::zeroToOne) return most;
  return std::max(shown.largestWeight.value_or(own / most) * most, 1e-30);
}

MapLook attentionLook(const AttentionShown& shown, const Theme& theme) {
  MapLook look;
  look.colorMapId = shown.options.colorMap.toStdString();
  look.scale = shown.scale();
  look.notANumber = toRgb(shown.hatchesMasked() ? theme.window : theme.line);
  if (look.scale == ValueScale::rank) {
    look.low = shown.data().range.low;
    look.high = shown.data().range.high;
    look.quantiles = shown.data().quantiles;
  } else if (shown.data().isSigned()) {
    look = signedLook(look, shown.data().range);
  } else {
    look.low = 0;
    look.high = highEnd(shown);
    if (look.scale == ValueScale::logarithmic) look.low = look.high * kLogSpan;
  }
  // Attention is sparse: among thousands of cells the mean of a pixel says nothing about the few that matter.
  const bool isRanked = look.scale == ValueScale::rank;
  look.shrinking = shown.data().isSigned() && !isRanked ? Shrinking::largestMagnitude : Shrinking::largest;
  return look;
}

void updateCompanion(CompanionMap& companion, const AttentionShown& shown, const Theme& theme) {
  if (shown.data().comparison == HeadComparison::beside) {
    companion = {nullptr, Companion::none, shown.data().compared.secondPicture, shown.look, true};
    return;
  }
  if (companion.isSecondHead) companion = {};
  const auto& source = shown.subject.geometry();
  if (source != companion.source || shown.options.companion != companion.kind) {
    companion.source = source;
    companion.kind = shown.options.companion;
    companion.matrix = source ? companionMatrix(*source, companion.kind) : nullptr;
    if (companion.matrix) companion.look = companionLook(*companion.matrix, companion.kind);
  }
  companion.look.notANumber = toRgb(theme.line);
}

}  // namespace

std::vector<HeadStrip::Head> AttentionShown::shownHeads() const {
  if (!subject.heads() || subject.heads()->count() == 0) return {};
  return meanHeads.empty() ? std::vector<HeadStrip::Head>{head} : meanHeads;
}

AttentionTransform AttentionShown::transform() const {
  const AttentionTransform wanted = options.transform;
  if (wanted == AttentionTransform::rollout)
    return subject.heads() && engine::hasRollout(*subject.heads()) ? wanted : AttentionTransform::none;
  return subject.isSquare() || wanted == AttentionTransform::apc ? wanted : AttentionTransform::none;
}

AttentionPicture AttentionShown::picture() const {
  return subject.isSquare() ? options.picture : AttentionPicture::map;
}

HeadComparison AttentionShown::comparison() const {
  const HeadComparison wanted = options.comparison;
  if (!compared.dataset || !compared.problem.isEmpty()) return HeadComparison::none;
  if (wanted == HeadComparison::halves && !subject.isSquare()) return HeadComparison::beside;
  const bool isAlone = picture() == AttentionPicture::arcs;
  return isAlone && wanted == HeadComparison::beside ? HeadComparison::difference : wanted;
}

ValueScale AttentionShown::scale() const {
  if (options.scale != ScaleChoice::automatic) return static_cast<ValueScale>(options.scale);
  const ValueRange& values = data().range;
  const bool isNarrow = values.high <= kLinearSpan * values.leastPositive;
  const bool isLinear = isNarrow || hasFewCells(subject) || data().isScore || data().isSigned();
  return isLinear ? ValueScale::linear : ValueScale::logarithmic;
}

WeightRange AttentionShown::range() const {
  if (options.range != WeightRange::automatic) return options.range;
  const bool isFixed =
      scale() == ValueScale::logarithmic && data().isStochastic && data().range.high <= mostWeight(*this);
  return isFixed ? WeightRange::zeroToOne : WeightRange::ownLargest;
}

bool AttentionShown::isSplit() const {
  if (comparison() == HeadComparison::halves || comparison() == HeadComparison::beside) return false;
  return options.companionPlace == CompanionPlace::lowerTriangle && companion.matrix && subject.isSquare() &&
         picture() == AttentionPicture::map;
}

bool AttentionShown::hatchesMasked() const {
  return (!subject.heads() || subject.heads()->areHeads) && leastSeparation() == 0;
}

int AttentionShown::leastSeparation() const {
  return transform() == AttentionTransform::apc && subject.isSquare() ? options.leastSeparation : 0;
}

RowMargin AttentionShown::rowMargin() const {
  const bool isMissing = options.rowMargin == RowMargin::divergence && comparison() == HeadComparison::none;
  return isMissing ? RowMargin::none : options.rowMargin;
}

bool AttentionShown::showsRows() const {
  return transform() == AttentionTransform::none || transform() == AttentionTransform::rollout;
}

HeadStrip::Head chosenHead(const engine::HeadSet* heads, const SelectionModel& selection) {
  if (!heads) return {};
  const auto clampTo = [](int value, Index count) {
    return std::clamp(value, 0, std::max(0, static_cast<int>(count) - 1));
  };
  return {clampTo(selection.layer(), heads->numLayers), clampTo(selection.head(), heads->numHeads)};
}

namespace {

/// All but the positions.
AttentionSource sourceOf(const std::shared_ptr<const engine::HeadSet>& set, std::vector<HeadStrip::Head> wanted,
                         HeadStrip::Head chosen, AttentionTransform transform) {
  AttentionSource source;
  source.heads = [set, wanted = std::move(wanted)] {
    std::vector<std::shared_ptr<const engine::AttentionMap>> maps;
    for (const HeadStrip::Head& head : wanted) maps.push_back(set->map(head.layer, head.head));
    return maps;
  };
  if (transform == AttentionTransform::rollout && engine::hasRollout(*set))
    source.rollout = [set, layer = chosen.layer](int threads, engine::Progress& progress) {
      return engine::attentionRollout(*set, layer, threads, progress);
    };
  return source;
}

}  // namespace

AttentionRequest requestOf(const AttentionShown& shown) {
  const AttentionSubject& subject = shown.subject;
  const AttentionOptions& options = shown.options;
  AttentionRequest request;
  const auto set = subject.headsDataset()->share<engine::HeadSet>();
  request.quantity = options.quantity;
  request.transform = shown.transform();
  request.leastSeparation = shown.leastSeparation();
  const bool areAllShown = subject.rows().numHidden() + subject.columns().numHidden() == 0;
  static_cast<AttentionSource&>(request) = sourceOf(set, shown.shownHeads(), shown.head, request.transform);
  request.rows = subject.rows().positions();
  request.columns = subject.columns().positions();
  request.showsAllPositions = areAllShown;
  request.comparison = shown.comparison();
  if (request.comparison != HeadComparison::none) {
    const ComparedHead& other = shown.compared;
    request.second = sourceOf(other.heads(), {other.head}, other.head, request.transform);
    request.second->rows = other.rows;
    request.second->columns = other.columns;
    request.second->showsAllPositions = other.isOfSameFile && areAllShown;
  }
  request.filter = options.filter;
  request.wantsRanks = options.scale == ScaleChoice::rank;
  request.wantsMargins = options.rowMargin != RowMargin::none || options.isColumnMarginShown;
  request.arcCount = shown.picture() == AttentionPicture::arcs ? options.arcCount : 0;
  request.cost = costOf(request, *set, shown.shownHeads().size());
  return request;
}

void updateLooks(AttentionShown& shown, const Theme& theme) {
  shown.look = attentionLook(shown, theme);
  updateCompanion(shown.companion, shown, theme);
}

MapLook thumbnailLook(const AttentionShown& shown) {
  MapLook look;
  look.colorMapId = shown.options.colorMap.toStdString();
  const bool isPlain = shown.options.scale == ScaleChoice::automatic &&
                       (hasFewCells(shown.subject) || (isUnbounded(shown) && shown.scale() == ValueScale::linear));
  look.scale = isPlain || shown.options.scale == ScaleChoice::linear ? ValueScale::linear : ValueScale::logarithmic;
  look.notANumber = shown.look.notANumber;
  if (shown.options.range == WeightRange::largestOfHeads)
    look.high = std::max(shown.largestWeight.value_or(1), 1e-30);
  if (look.scale == ValueScale::logarithmic) look.low = look.high * kLogSpan;
  return look;
}

ThumbnailRange thumbnailRange(const AttentionShown& shown) {
  const WeightRange range = shown.options.range;
  const bool isOwn =
      range == WeightRange::ownLargest ||
      (range == WeightRange::automatic && (hasFewCells(shown.subject) || isUnbounded(shown)));
  return isOwn ? ThumbnailRange::own : ThumbnailRange::common;
}

MapLook sceneLook(const MapLook& look) {
  if (look.scale != ValueScale::rank) return look;
  return {look.colorMapId, 0, 1, ValueScale::linear, look.notANumber, nullptr, look.shrinking};
}

QColor markColor(const AttentionShown& shown, const Theme& theme) {
  // What a filter leaves is like the window: neither black nor white is visible on both.
  if (!shown.options.filter.keepsAll()) return theme.accent;
  return lightness(colorOf(shown.look, valueAtPlace(shown.look, 0))) < 50 ? Qt::white : Qt::black;
}

}  // namespace ui
