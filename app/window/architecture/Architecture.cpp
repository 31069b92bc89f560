#include "app/window/architecture/Architecture.h"

#include <QCoreApplication>
#include <algorithm>

#include "engine/operations/Operation.h"

namespace app {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("app::Architecture", text); }

enum Box { search, embed, rows, columns, direct, masked, templates, pairs, outer, axial, geometry, graph, se3, model };

std::vector<ArchitectureBox> alignmentBoxes() {
  return {{tr("Search for homologues"),
           tr("query → alignment (N, L)"),
           0,
           0,
           {"search"},
           tr("Prefilter, profile alignment and rounds until the alignment is large enough.")},
          {tr("Embedding, positions, query"),
           tr("(N, L, d)"),
           0,
           1,
           {"attention position-encoding"},
           tr("A vector for each residue type, waves for its place, a vector for query or template.")},
          {tr("Row attention, soft-tied"),
           tr("one map (H, L, L) for all rows"),
           0,
           2,
           {"attention soft-tied"},
           tr("Along each sequence; the scores of all are added with weights.")},
          {tr("Column attention, Performer"),
           tr("(L, N, d), linear in N"),
           0,
           3,
           {"attention performer"},
           tr("Along each column, without a map.")},
          {tr("Direct attention from pairs"),
           tr("weights (H, L, L) from (L, L, d)"),
           0,
           5,
           {"attention direct"},
           tr("Pair features say which residues attend to which.")},
          {tr("Masked attention by distance"),
           tr("only pairs that are near"),
           0,
           7,
           {"attention masked-direct"},
           tr("States of the structure attend to residues within 8, 12, 16, 20 Å.")}};
}

std::vector<ArchitectureBox> otherBoxes() {
  return {{tr("Templates"),
           tr("d, ω, θ, φ (L, L, 4)"),
           1,
           0,
           {"geometry"},
           tr("Distances and angles of up to ten known structures.")},
          {tr("Pair embedding, positions"),
           tr("(L, L, d)"),
           1,
           1,
           {"attention position-encoding"},
           tr("Sequence pairs and templates with waves for row and column.")},
          {tr("Coevolution: outer product"),
           tr("(N, L, d) → (L, L, d)"),
           1,
           3,
           {"attention outer-product-mean", "attention outer-product", "coevolution"},
           tr("What columns say together, over all sequences, goes into the pairs.")},
          {tr("Axial attention on pairs"),
           tr("rows, then columns of (L, L, d)"),
           1,
           4,
           {"attention axial-encoder"},
           tr("Pairs that share a residue exchange what they know.")},
          {tr("Distances and angles"),
           tr("distributions of d, ω, θ, φ"),
           1,
           8,
           {"geometry"},
           tr("Predicted from the pairs; the same numbers of a structure are computed here.")},
          {tr("First coordinates"),
           tr("graph transformer, L nodes"),
           2,
           5,
           {"attention graph-transformer", "attention graph"},
           tr("A graph of all residues, with pairs as edges, gives the first backbone.")},
          {tr("SE(3)-Transformer"),
           tr("coordinates and states"),
           2,
           6,
           {"attention se3-transformer", "attention equivariant"},
           tr("Attention between near residues that turns with the structure.")},
          {tr("The whole network"),
           tr("weights as published"),
           2,
           8,
           {"model"},
           tr("RoseTTAFold's weights run on an alignment: maps of every layer.")}};
}

}  // namespace

std::string ArchitectureBox::operation() const {
  const auto& known = engine::operations();
  for (const std::string& id : operations)
    if (std::any_of(known.begin(), known.end(), [&id](const auto& operation) { return operation->id() == id; }))
      return id;
  return {};
}

const Architecture& rosettaFold() {
  using Route = ArchitectureArrow::Route;
  static const Architecture architecture = [] {
    Architecture made{{tr("1D: alignment"), tr("2D: pairs of residues"), tr("3D: structure")}, alignmentBoxes(), {}};
    for (ArchitectureBox& box : otherBoxes()) made.boxes.push_back(std::move(box));
    made.arrows = {{search, embed},
                   {embed, rows},
                   {rows, columns},
                   {columns, outer},
                   {columns, direct},
                   {templates, pairs},
                   {pairs, outer},
                   {outer, axial},
                   {axial, direct, Route::downThenSide},
                   {axial, graph, Route::sideThenDown},
                   {axial, geometry},
                   {direct, graph},
                   {graph, se3},
                   {direct, masked},
                   {se3, masked, Route::downThenSide},
                   {se3, model}};
    return made;
  }();
  return architecture;
}

}  // namespace app
