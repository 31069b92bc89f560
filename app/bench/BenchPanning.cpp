// headlight bench views, pan: how long a frame takes while the user drags, event to painted pixels.
#include <cmath>
#include <numbers>

#include "app/bench/ViewBench.h"
#include "engine/attention/HeadSet.h"
#include "engine/base/Nth.h"
#include "engine/base/Random.h"
#include "engine/datasets/ChainGeometry.h"
#include "engine/structure/PairGeometry.h"

namespace app {

namespace {

using engine::Index;

constexpr QSize kPannedSize(788, 488);

/// One head of `length` x `length` weights whose rows sum to 1.
engine::DatasetPtr attentionOf(Index length) {
  auto map = std::make_shared<engine::AttentionMap>();
  map->weights = engine::deterministicArray<float>(1, {length, length}, 1.0, "A");
  for (Index i = 0; i < length; ++i) {
    float sum = 0;
    for (Index j = 0; j < length; ++j) sum += map->weights(i, j) = std::exp(4 * map->weights(i, j));
    for (Index j = 0; j < length; ++j) map->weights(i, j) /= sum;
  }
  engine::HeadSet heads;
  heads.numHeads = 1;
  heads.numQueries = heads.numKeys = length;
  heads.maps.push_back(std::move(map));
  return datasetOf("attention", std::move(heads));
}

engine::DatasetPtr alignmentOf(Index rows, Index columns) {
  engine::Random random(2);
  std::vector<engine::Sequence> sequences(static_cast<size_t>(rows));
  for (Index row = 0; row < rows; ++row) {
    engine::Sequence& sequence = engine::nth(sequences, row);
    sequence.name = "sequence" + std::to_string(row + 1);
    for (Index column = 0; column < columns; ++column)
      sequence.codes.push_back(static_cast<engine::ResidueCode>(random.below(22)));
  }
  return datasetOf("alignment", engine::alignmentOf(sequences));
}

/// An ideal alpha helix: 100 degrees and 1.5 Å a residue; cylinder coordinates of the backbone atoms.
engine::Structure helix(int length) {
  struct Place {
    const char* name;
    double radius, degrees, rise;
  };
  constexpr Place kPlaces[]{
      {"N", 1.55, -27.9, -0.9}, {"CA", 2.28, 0, 0}, {"C", 1.68, 26.6, 1.1}, {"O", 2.0, 24.0, 2.3}};
  engine::Chain chain{"A", {}};
  for (int k = 0; k < length; ++k) {
    engine::Residue residue;
    residue.name = "ALA";
    residue.letter = 'A';
    residue.number = k + 1;
    for (const Place& place : kPlaces) {
      const double angle = (100.0 * k + place.degrees) * std::numbers::pi / 180;
      engine::Atom atom;
      atom.name = place.name;
      atom.element = std::string(1, place.name[0]);
      atom.position = {place.radius * std::cos(angle), place.radius * std::sin(angle), 1.5 * k + place.rise};
      residue.atoms.push_back(atom);
    }
    chain.residues.push_back(std::move(residue));
  }
  engine::Structure structure;
  structure.name = "helix";
  structure.chains.push_back(std::move(chain));
  return structure;
}

void benchView(const QString& kind, const std::vector<engine::DatasetPtr>& datasets, const std::string& name,
               double limitSeconds) {
  ui::Session session;
  const std::unique_ptr<ui::View> view = shownView(session, kind, datasets, kPannedSize);
  // The left button selects in an alignment and the middle one moves it.
  const bool isAlignment = kind == QStringLiteral("alignment");
  printTimes(name, dragTimes(view->canvas(), isAlignment ? Qt::MiddleButton : Qt::LeftButton), limitSeconds);
}

}  // namespace

void benchPanning() {
  benchView(QStringLiteral("attention"), {attentionOf(2048)}, "heatmap 2048x2048 pan", 0.005);
  benchView(QStringLiteral("alignment"), {alignmentOf(1000, 500)}, "alignment 1000x500 pan", 0.005);
  auto structure = datasetOf("helix", helix(500));
  engine::ChainGeometry geometry;
  geometry.structure = structure->share<engine::Structure>();
  geometry.chain = geometry.structure->chains[0].id;
  engine::Progress progress;
  geometry.geometry = engine::pairGeometryOf(geometry.structure->chains[0], 0, progress);
  benchView(QStringLiteral("structure"), {structure, datasetOf("geometry", std::move(geometry), {"helix"})},
            "500 frames + tube rotate", 0.020);
}

}  // namespace app
