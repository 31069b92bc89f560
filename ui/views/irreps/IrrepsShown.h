// Maps between irreps, prepared to be shown: boxes of irreps, paths between them with what each adds.
#pragma once

#include <QString>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "engine/datasets/Dataset.h"
#include "ui/views/base/NumberTable.h"
#include "ui/views/base/View.h"
#include "ui/views/irreps/IrrepsOptions.h"

namespace ui {

/// Several copies of one irrep.
struct IrrepBox {
  engine::Index copies = 0;
  int degree = 0;
  bool isOdd = false;

  engine::Index size() const { return copies * (2 * degree + 1); }  ///< numbers
  QString name() const;  ///< "10 × 0e"
  QString kind() const;  ///< "vectors"
};

enum class IrrepSide { first, second, out };
inline constexpr size_t kNumIrrepSides = 3;

/// What goes into a map and comes out of it along each of E edges, and what its paths add.
struct IrrepEdgeValues {
  std::array<engine::Array<double>, kNumIrrepSides> sides;  ///< (E, dimension) by side; second empty in a linear map
  engine::Array<double> adds;                               ///< (E, paths)
};

/// A linear map, which has no second input, or a tensor product.
struct IrrepMap {
  std::string name;                                              ///< "k", of the arrays k_first, k_paths, ...
  std::array<std::vector<IrrepBox>, kNumIrrepSides> boxes;       ///< by side
  std::vector<std::array<engine::Index, kNumIrrepSides>> paths;  ///< a box of each side; second -1 in a linear map
  engine::Array<double> strengths;                               ///< (distances or 1, paths)
  std::optional<IrrepEdgeValues> edges;                          ///< where the dataset has a graph

  const std::vector<IrrepBox>& at(IrrepSide side) const { return boxes[static_cast<size_t>(side)]; }
  bool isLinear() const { return at(IrrepSide::second).empty(); }
  bool changesWithDistance() const { return strengths.length(0) > 1; }
  engine::Index numPaths() const { return static_cast<engine::Index>(paths.size()); }
  const IrrepBox& boxOf(engine::Index path, IrrepSide side) const;
  engine::Index numWeights(engine::Index path) const;
  QString title() const;                       ///< "Keys k = f ⊗ Y"
  QString sideTitle(IrrepSide side) const;     ///< "harmonics Y"
  QString pathText(engine::Index path) const;  ///< "5 × 1o ⊗ 1 × 0e → 3 × 1o"
  /// The numbers of a box along an edge, copy after copy. Empty without edges.
  std::vector<double> valuesOf(IrrepSide side, engine::Index box, engine::Index edge) const;
};

/// A node (destination) that attends to another (source).
struct IrrepEdge {
  engine::Index source = 0, destination = 0;
  double length = 0, cutoff = 0, weight = 0;
};

/// A path of a map, both counted from 0; -1 where there is none.
struct IrrepMark {
  engine::Index map = -1, path = -1;
  bool isEmpty() const { return path < 0; }
  bool operator==(const IrrepMark&) const = default;
};

/// Whether arrays are maps between irreps: some NAME_first (B, 3), NAME_out (B, 3), NAME_paths (P, 2 or 3) and
/// NAME_strength (R, P).
bool areIrrepMaps(const engine::ArrayBundle& arrays);

struct IrrepsShown {
  IrrepsShown() = default;  ///< nothing
  /// Throws engine::Error when the arrays are no maps between irreps, or contradict each other.
  explicit IrrepsShown(const engine::Dataset& dataset);

  QString title;
  std::vector<double> distances;  ///< may be empty
  std::vector<IrrepMap> maps;
  std::vector<IrrepEdge> edges;   ///< may be empty

  /// Of the maps, those that options show.
  std::vector<engine::Index> visible(const IrrepsOptions& options) const;
  engine::Index rowOf(const IrrepsOptions& options) const;
  double distanceOf(const IrrepsOptions& options) const;  ///< of the edge; NaN without distances
  /// The chosen one; null where none is.
  const IrrepEdge* edgeOf(const IrrepsOptions& options) const;
  /// -1: there is none.
  engine::Index edgeBetween(engine::Index source, engine::Index destination) const;
  /// What a path adds; with an edge, to its own output: with a sign where that is one number.
  double strength(const IrrepMark& mark, const IrrepsOptions& options) const;
  /// Its share of the variance of what it leads to; 0 where that is 0.
  double shareOf(const IrrepMark& mark, const IrrepsOptions& options) const;
};

std::vector<ReadoutLine> irrepsReadout(const IrrepsShown& shown, const IrrepsOptions& options, const IrrepMark& mark);
QString irrepsStatus(const IrrepsShown& shown, const IrrepsOptions& options, const IrrepMark& mark);
QString irrepsNote(const IrrepsShown& shown, const IrrepsOptions& options);
/// "node 7 attends to node 3"
QString edgeText(const IrrepEdge& edge);
/// "rms 0.83", or the number itself, of a box along the chosen edge; empty without one.
QString boxText(const IrrepsShown& shown, const IrrepsOptions& options, const IrrepMap& map, IrrepSide side,
                engine::Index box);
QString irrepsCaption(const IrrepsShown& shown, const IrrepsOptions& options);
/// A table for each visible map: its paths, with weights, what they add, and their shares.
std::vector<NumberTable> irrepsNumbers(const IrrepsShown& shown, const IrrepsOptions& options);

}  // namespace ui
