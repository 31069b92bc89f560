// What the user can choose about an attention map, and the part in sight: plain values that a session file can keep.
#pragma once

#include <QJsonObject>
#include <QString>
#include <vector>

#include "engine/analysis/MapFilter.h"
#include "ui/scenes/ColorMap.h"
#include "ui/views/heads/ShownPositions.h"
#include "ui/views/maps/MapNavigation.h"
#include "ui/views/maps/MapReadout.h"

namespace ui {

enum class AttentionPicture { map, arcs };
enum class AttentionQuantity { weights, scores };
/// apc: average product correction of A + A^T; of A itself where the map is not square. rollout: of all layers up to
/// the chosen one.
enum class AttentionTransform { none, sum, mean, maximum, apc, rollout };
/// What the ends of the colour scale of the weights mean. Only the fixed one compares between maps and sets. automatic:
/// fixed on a log scale, else this map's own.
enum class WeightRange { zeroToOne, largestOfHeads, ownLargest, automatic };
/// A scale, or the one that suits the data: linear where there are few cells and where the values span at most three
/// decades or lie on both sides of 0, else logarithmic.
enum class ScaleChoice { linear, logarithmic, rank, automatic };
/// A first head A with a second one, B. halves: A above the diagonal and on it, B below.
enum class HeadComparison { none, difference, halves, beside };
enum class CompanionPlace { beside, lowerTriangle };
/// How contacts stand on the map without covering its values: outlines of their cells, dots, outlines below the
/// diagonal.
enum class ContactMarks { outlines, dots, lowerHalf };
/// divergence: of the rows of two heads that are compared.
enum class RowMargin { none, entropy, sum, divergence };

inline constexpr int kMostArcs = 500, kMostTopPerRow = 100;
/// Offsets |i - j| that can be guided.
inline constexpr int kMostDiagonals = 8;
/// Least |i - j| that can be chosen, and that of a first choice: what is nearer is the chain itself.
inline constexpr int kMostLeastSeparation = 24, kUsualLeastSeparation = 3;

/// Which head another one is compared with.
struct SecondHead {
  QString dataset;  ///< id; empty: of the same file
  int layer = 0, head = 0;
  bool operator==(const SecondHead&) const = default;
};

struct AttentionOptions {
  AttentionPicture picture = AttentionPicture::map;
  AttentionQuantity quantity = AttentionQuantity::weights;
  AttentionTransform transform = AttentionTransform::none;
  WeightRange range = WeightRange::automatic;
  ScaleChoice scale = ScaleChoice::automatic;
  QString colorMap = QStringLiteral("viridis");
  HeadComparison comparison = HeadComparison::none;
  SecondHead second;
  Companion companion = Companion::distance;
  CompanionPlace companionPlace = CompanionPlace::beside;
  EndTokens ends = EndTokens::none;  ///< for maps whose file has no tokens
  bool areContactsShown = false, areSpecialTokensShown = false, isColumnMarginShown = false;
  ContactMarks contactMarks = ContactMarks::outlines;
  RowMargin rowMargin = RowMargin::none;
  engine::MapFilter filter;
  std::vector<int> diagonals;  ///< offsets >= 1, ascending
  int arcCount = 50;           ///< 1 .. kMostArcs
  /// Pairs nearer along the chain are left out of the average product correction of a square map; 0: none.
  int leastSeparation = 0;

  bool operator==(const AttentionOptions&) const = default;
};

QJsonObject toJson(const AttentionOptions& options);
/// Missing keys and values of a wrong type or an unknown name leave what is; numbers out of range become the nearest
/// valid.
void readJson(const QJsonObject& json, AttentionOptions& options);

/// The part of a picture of attention that is in sight.
struct AttentionRegion {
  MapNavigation map;
  double arcZoom = 1, arcCenter = 0.5;  ///< of the sequence below the arcs; 1: everything; centre as a part of it
};

/// Into the keys that sessions keep: "region" and "arcRegion".
void writeJson(const AttentionRegion& region, QJsonObject& json);
/// Missing keys and values of a wrong type leave what is; the rest comes onto a map of this size.
void readJson(const QJsonObject& json, engine::Index rows, engine::Index columns, AttentionRegion& region);

/// "A + Aᵀ", "average product correction of A + Aᵀ", ...; empty for none.
QString transformText(AttentionTransform transform);
/// "A − B", "A above, B below the diagonal", "A beside B"; empty for none.
QString comparisonText(HeadComparison comparison);
/// "linear", "log scale", "rank scale".
QString scaleText(ValueScale scale);
/// Offsets in a text like "6, 12; 24": ascending, each once, those that are not 1 or more left out.
std::vector<int> diagonalsIn(const QString& text);
QString diagonalsText(const std::vector<int>& diagonals);

}  // namespace ui
