// Geometry of cartoons, bars, cameras and attention lines: values, no pixels.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "ui/scenes/structure/AtomSticks.h"
#include "ui/scenes/structure/AttentionLines.h"
#include "ui/scenes/structure/RibbonGeometry.h"
#include "ui/scenes/structure/StructureCamera.h"

namespace ui {
namespace structure_geometry_test {

using engine::Index;
using engine::Vector3;

engine::Structure line(int residues, const std::vector<int>& withoutAlpha = {}) {
  engine::Structure structure;
  structure.chains.push_back({"A", {}});
  for (int k = 0; k < residues; ++k) {
    engine::Residue residue;
    residue.name = "GLY";
    if (std::find(withoutAlpha.begin(), withoutAlpha.end(), k) == withoutAlpha.end())
      residue.atoms.push_back({"CA", "C", Vector3(3.8 * k, k % 2, 0), 0, 1});
    structure.chains[0].residues.push_back(residue);
  }
  return structure;
}

void expectSound(const Mesh& mesh) {
  ASSERT_EQ(mesh.normals.size(), mesh.points.size());
  ASSERT_EQ(mesh.owner.size(), mesh.points.size());
  for (const auto& point : mesh.points)
    for (float value : point) ASSERT_TRUE(std::isfinite(value));
  for (const auto& n : mesh.normals) ASSERT_NEAR(n[0] * n[0] + n[1] * n[1] + n[2] * n[2], 1, 1e-4);
  for (const auto& t : mesh.triangles)
    for (std::uint32_t corner : t) ASSERT_LT(corner, mesh.numPoints());
}

TEST(RibbonGeometry, aMissingAlphaCutsTheChain) {
  const auto pieces = backbonePieces(line(7, {3}), {});
  ASSERT_EQ(pieces.size(), 2u);
  EXPECT_EQ(pieces[0].residues, (std::vector<Index>{0, 1, 2}));
  EXPECT_EQ(pieces[1].residues, (std::vector<Index>{4, 5, 6}));
  const auto gaps = backboneGaps(pieces);
  ASSERT_EQ(gaps.size(), 1u);
  EXPECT_NEAR(gaps[0].from.x(), 3.8 * 2, 1e-12);
  EXPECT_NEAR(gaps[0].to.x(), 3.8 * 4, 1e-12);
}

TEST(RibbonGeometry, alphasTooFarApartCutTheChain) {
  engine::Structure structure = line(4);
  for (int k = 2; k < 4; ++k) structure.chains[0].residues[static_cast<size_t>(k)].atoms[0].position.x() += 5;
  EXPECT_EQ(backbonePieces(structure, {}).size(), 2u);
}

TEST(RibbonGeometry, chainsAreNeverJoined) {
  engine::Structure structure = line(3);
  structure.chains.push_back(structure.chains[0]);
  const auto pieces = backbonePieces(structure, {});
  ASSERT_EQ(pieces.size(), 2u);
  EXPECT_EQ(pieces[1].residues[0], 3);
  EXPECT_TRUE(backboneGaps(pieces).empty());
}

TEST(RibbonGeometry, everyFoldOfEveryLengthMakesASoundMesh) {
  for (int length = 0; length < 9; ++length)
    for (const Fold fold : {Fold::coil, Fold::helix, Fold::strand}) {
      const auto pieces = backbonePieces(line(length), std::vector<Fold>(static_cast<size_t>(length), fold));
      ASSERT_EQ(pieces.size(), length > 0 ? 1u : 0u);
      for (const auto& piece : pieces) {
        expectSound(ribbonMesh(piece));
        expectSound(traceMesh(piece));
        EXPECT_GT(ribbonMesh(piece).triangles.size(), 20u);
      }
    }
}

/// Every edge between two places belongs to as many triangles one way as the other.
bool isClosed(const Mesh& mesh) {
  using Place = std::array<long, 3>;
  const auto placeOf = [&](std::uint32_t point) {
    const auto& at = mesh.points[point];
    return Place{std::lround(1e4 * at[0]), std::lround(1e4 * at[1]), std::lround(1e4 * at[2])};
  };
  std::map<std::pair<Place, Place>, int> balance;
  for (const auto& triangle : mesh.triangles)
    for (size_t corner = 0; corner < 3; ++corner) {
      const Place from = placeOf(triangle[corner]), to = placeOf(triangle[(corner + 1) % 3]);
      if (from == to) continue;
      if (from < to) ++balance[{from, to}];
      else --balance[{to, from}];
    }
  return std::all_of(balance.begin(), balance.end(), [](const auto& edge) { return edge.second == 0; });
}

TEST(RibbonGeometry, endsAndArrowsAreClosed) {
  for (const Fold fold : {Fold::coil, Fold::helix, Fold::strand})
    for (const RibbonDetail& detail : {RibbonDetail{}, RibbonDetail{16, 36}, RibbonDetail{1, 4}}) {
      std::vector<Fold> folds(8, fold);
      folds.back() = Fold::coil;  // the arrow of a strand ends before the chain does
      const auto pieces = backbonePieces(line(8), folds);
      EXPECT_TRUE(isClosed(ribbonMesh(pieces[0], detail))) << static_cast<int>(fold) << ", ring of " << detail.ring;
      EXPECT_TRUE(isClosed(tubeMesh(pieces[0], detail)));
    }
  EXPECT_FALSE(isClosed(barMesh({{Vector3(0, 0, 0), Vector3(0, 0, 5), 1}}, 8)));
}

TEST(RibbonGeometry, endsAreRound) {
  const auto pieces = backbonePieces(line(6), {});
  double farthest = 0;
  for (const auto& point : tubeMesh(pieces[0]).points) farthest = std::max(farthest, -double{point[0]});
  EXPECT_GT(farthest, 0.3) << "half a ball over the first C-alpha";
  const Mesh pill = roundBarMesh({{Vector3(0, 0, 0), Vector3(0, 0, 5), 1}}, 12);
  expectSound(pill);
  for (const auto& p : pill.points) EXPECT_LE(std::hypot(p[0], p[1]), 1.0001);
  EXPECT_TRUE(roundBarMesh({{Vector3(0, 0, 0), Vector3(0, 0, 0), 1}}, 12).points.empty());
}

TEST(RibbonGeometry, picturesAreFinerThanTheScreen) {
  EXPECT_GT(detailFor(300, 2'000'000, MeshUse::picture).ring, 2 * detailFor(300, 2'000'000).ring);
  EXPECT_EQ(detailFor(1'000'000, 1000, MeshUse::picture).ring, detailFor(1'000'000, 1000).ring);
  AtomSticks sticks;
  sticks.atoms.push_back({Vector3(0, 0, 0), 0, "C"});
  EXPECT_GT(stickMesh(sticks, 100000, MeshUse::picture).triangles.size(), stickMesh(sticks, 100000).triangles.size());
}

TEST(RibbonGeometry, straightAndDoubledAlphasMakeASoundMesh) {
  engine::Structure straight = line(6);
  for (auto& residue : straight.chains[0].residues) residue.atoms[0].position.y() = 0;
  straight.chains[0].residues[3].atoms[0].position = straight.chains[0].residues[2].atoms[0].position;
  for (const auto& piece : backbonePieces(straight, std::vector<Fold>(6, Fold::strand))) expectSound(ribbonMesh(piece));
}

TEST(RibbonGeometry, theTubeRunsThroughEveryAlphaOfACoil) {
  const auto pieces = backbonePieces(line(6), {});
  const Mesh mesh = ribbonMesh(pieces[0]);
  for (size_t k = 0; k < 6; ++k) {
    double nearest = 1e9;
    for (size_t p = 0; p < mesh.points.size(); ++p)
      nearest = std::min(
          nearest, (Vector3(mesh.points[p][0], mesh.points[p][1], mesh.points[p][2]) - pieces[0].alphas[k]).norm());
    EXPECT_LT(nearest, 0.31);
  }
}

TEST(BarMesh, skipsBarsWithoutLengthOrEnds) {
  const Vector3 a(0, 0, 0), b(1, 2, 3);
  const Mesh mesh = barMesh({{a, b, 0.1}, {a, a, 0.1}, {a, engine::unsetPosition(), 0.1}}, 6);
  expectSound(mesh);
  EXPECT_EQ(mesh.triangles.size(), 12u);
}

TEST(Dashes, beginAndEndAtTheEnds) {
  const auto parts = dashes(Vector3(0, 0, 0), Vector3(10, 0, 0), 0.7, 0.1);
  ASSERT_GT(parts.size(), 3u);
  EXPECT_EQ(parts.front().from.x(), 0);
  EXPECT_NEAR(parts.back().to.x(), 10, 1e-9);
  EXPECT_TRUE(dashes(Vector3(1, 1, 1), Vector3(1, 1, 1), 0.7, 0.1).empty());
}

TEST(AtomSticks, bondsNeighboursAndDisulphidesOnly) {
  engine::Structure structure;
  structure.chains.push_back({"A", {}});
  for (int k = 0; k < 2; ++k) {
    engine::Residue residue;
    residue.name = "CYS";
    const double x = 3.4 * k;
    residue.atoms = {{"N", "N", Vector3(x, 0, 0), 0, 1},
                     {"CA", "C", Vector3(x + 1.4, 0, 0), 0, 1},
                     {"C", "C", Vector3(x + 2.1, 1.2, 0), 0, 1},
                     {"SG", "S", Vector3(1.4 + 2 * k, -4, 0), 0, 1},
                     {"H", "H", Vector3(x, 0.9, 0), 0, 1}};
    structure.chains[0].residues.push_back(residue);
  }
  structure.chains[0].residues[1].atoms[0].position = Vector3(3.3, 1.2, 0);
  const AtomSticks sticks = atomSticks(structure);
  EXPECT_EQ(sticks.atoms.size(), 8u) << "no hydrogens";
  const auto has = [&](size_t a, size_t b) {
    return std::find(sticks.bonds.begin(), sticks.bonds.end(), std::pair(a, b)) != sticks.bonds.end();
  };
  EXPECT_TRUE(has(0, 1));
  EXPECT_TRUE(has(2, 4)) << "peptide bond";
  EXPECT_TRUE(has(3, 7)) << "disulphide";
}

TEST(RibbonGeometry, fewerTrianglesForMoreResidues) {
  EXPECT_EQ(detailFor(10, 500000).numTriangles(), 144);
  const RibbonDetail coarse = detailFor(12500, 500000);
  EXPECT_LE(12500 * coarse.numTriangles(), 500000);
  EXPECT_GT(coarse.numTriangles(), detailFor(1000000, 500000).numTriangles());
  for (const auto& piece : backbonePieces(line(9), std::vector<Fold>(9, Fold::strand)))
    for (const RibbonDetail& detail : {RibbonDetail{1, 4}, RibbonDetail{3, 6}}) {
      expectSound(ribbonMesh(piece, detail));
      expectSound(tubeMesh(piece, detail));
      expectSound(traceMesh(piece, detail));
    }
}

TEST(RibbonGeometry, aTubeIsRoundWhateverTheFold) {
  const auto pieces = backbonePieces(line(6), std::vector<Fold>(6, Fold::strand));
  const Mesh mesh = tubeMesh(pieces[0]);
  expectSound(mesh);
  EXPECT_NE(mesh.points, ribbonMesh(pieces[0]).points);
  EXPECT_EQ(mesh.points, tubeMesh(backbonePieces(line(6), {})[0]).points);
}

TEST(BarMesh, taperMakesTheFarEndThinner) {
  const Mesh mesh = barMesh({{Vector3(0, 0, 0), Vector3(0, 0, 5), 1, 0.25}}, 6);
  for (const auto& p : mesh.points) EXPECT_NEAR(std::hypot(p[0], p[1]), p[2] < 1 ? 1 : 0.25, 1e-5);
}

TEST(AtomSticks, manyAtomsAreDrawnWithFewerTriangles) {
  AtomSticks sticks;
  for (int k = 0; k < 10; ++k) sticks.atoms.push_back({Vector3(1.5 * k, 0, 0), k, "C"});
  for (size_t k = 0; k + 1 < 10; ++k) sticks.bonds.emplace_back(k, k + 1);
  const Mesh balls = stickMesh(sticks, 100000), sticksOnly = stickMesh(sticks, 200), thin = stickMesh(sticks, 10);
  for (const Mesh& mesh : {balls, sticksOnly, thin}) expectSound(mesh);
  EXPECT_GT(balls.triangles.size(), sticksOnly.triangles.size());
  EXPECT_LE(sticksOnly.triangles.size(), 200u);
  EXPECT_TRUE(thin.triangles.empty());
  EXPECT_EQ(thin.segments.size(), 18u) << "two halves of each bond";
  EXPECT_TRUE(stickMesh({}, 10).points.empty());
}

TEST(StructureCamera, aFlightBeginsAndEndsAtItsCameras) {
  StructureCamera a, b;
  a.fit({Vector3(0, 0, 0), Vector3(30, 0, 0), Vector3(15, 10, 1)}, 1.5, 3);
  b = a;
  b.center = Vector3(5, 5, 5);
  b.turn(100, 40, 600);
  b.zoom(2);
  for (const auto& [share, wanted] : {std::pair(0.0, a), std::pair(1.0, b)}) {
    const StructureCamera camera = between(a, b, share);
    EXPECT_NEAR((camera.center - wanted.center).norm(), 0, 1e-9);
    EXPECT_NEAR((camera.axes - wanted.axes).norm(), 0, 1e-9);
    EXPECT_NEAR(camera.distance, wanted.distance, 1e-9);
  }
  const StructureCamera middle = between(a, b, 0.5);
  EXPECT_NEAR((middle.axes.transpose() * middle.axes - Eigen::Matrix3d::Identity()).norm(), 0, 1e-12);
}

TEST(StructureCamera, projectionPutsTheCentreInTheMiddle) {
  StructureCamera camera;
  camera.fit({Vector3(0, 0, 0), Vector3(30, 0, 0), Vector3(15, 10, 1)}, 1.5, 3);
  const auto at = camera.project(camera.center, 900, 600);
  ASSERT_TRUE(at.has_value());
  EXPECT_NEAR(at->x, 450, 1e-9);
  EXPECT_NEAR(at->y, 300, 1e-9);
  EXPECT_FALSE(camera.project(engine::unsetPosition(), 900, 600).has_value());
  EXPECT_FALSE(camera.project(camera.eye() + camera.axes.col(2), 900, 600).has_value());
}

TEST(StructureCamera, panMovesAPointOfTheCentrePlaneWithThePointer) {
  StructureCamera camera;
  camera.fit({Vector3(0, 0, 0), Vector3(30, 0, 0), Vector3(15, 10, 1)}, 1.5, 3);
  const Vector3 point = camera.center;
  camera.pan(40, -25, 600);
  const auto at = camera.project(point, 900, 600);
  ASSERT_TRUE(at.has_value());
  EXPECT_NEAR(at->x, 490, 1e-6);
  EXPECT_NEAR(at->y, 275, 1e-6);
}

TEST(StructureCamera, dragToTheRightBringsTheFrontToTheRight) {
  StructureCamera camera;
  camera.fit({Vector3(-10, 0, 0), Vector3(10, 0, 0), Vector3(0, 5, 0)}, 1, 1);
  const Vector3 front = camera.center + 5 * camera.axes.col(2);
  camera.turn(50, 0, 600);
  EXPECT_GT(camera.project(front, 600, 600)->x, 310);
  camera.turn(-50, 40, 600);
  EXPECT_GT(camera.project(front, 600, 600)->y, 310);
}

TEST(StructureCamera, copesWithNoPointsAndOnePoint) {
  StructureCamera camera;
  camera.fit({}, 1, 1);
  camera.fit({engine::unsetPosition()}, 1, 1);
  EXPECT_TRUE(camera.eye().allFinite());
  camera.fit({Vector3(1, 2, 3)}, 0, 1);
  EXPECT_TRUE(camera.eye().allFinite());
  EXPECT_EQ(camera.center, Vector3(1, 2, 3));
}

engine::Array<float> weightsOf(Index length, const std::vector<std::tuple<int, int, float>>& entries) {
  engine::Array<float> weights({length, length});
  for (const auto& [i, j, weight] : entries) weights(i, j) = weight;
  return weights;
}

TEST(AttentionLines, keepTheStrongerDirectionAndTheBetterRank) {
  const auto weights = weightsOf(8, {{0, 5, 0.4f}, {5, 0, 0.6f}, {5, 1, 0.9f}, {2, 3, 1.0f}});
  const auto lines = strongestLines(weights, 2, 2, {});
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].i, 5);
  EXPECT_EQ(lines[0].j, 0);
  EXPECT_FLOAT_EQ(lines[0].weight, 0.6f);
  EXPECT_EQ(lines[0].rank, 0) << "0 -> 5 is the strongest of residue 0";
  EXPECT_FLOAT_EQ(lines[1].weight, 0.9f) << "weakest first";
}

TEST(AttentionLines, neighboursInSequenceAreLeftOutUnlessInAnotherChain) {
  const auto weights = weightsOf(4, {{1, 2, 0.5f}});
  EXPECT_TRUE(strongestLines(weights, 3, 2, {}).empty());
  EXPECT_EQ(strongestLines(weights, 3, 0, {}).size(), 1u);
  EXPECT_EQ(strongestLines(weights, 3, 2, {0, 0, 1, 1}).size(), 1u);
}

TEST(AttentionLines, ignoreWeightsThatAreNotFiniteOrNotPositive) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(strongestLines(weightsOf(8, {{0, 5, nan}, {0, 6, -1.0f}}), 3, 2, {}).empty());
  EXPECT_TRUE(strongestLines(engine::Array<float>(), 3, 2, {}).empty());
  EXPECT_TRUE(strongestOfQuery(weightsOf(1, {}), 4, 3, 0, {}).empty());
}

TEST(AttentionReceived, isTheMeanOfEachColumn) {
  const auto received = attentionReceived(weightsOf(2, {{0, 1, 1.0f}, {1, 0, 0.25f}, {1, 1, 0.75f}}));
  ASSERT_EQ(received.size(), 2u);
  EXPECT_FLOAT_EQ(received[0], 0.125f);
  EXPECT_FLOAT_EQ(received[1], 0.875f);
}

}  // namespace structure_geometry_test
}  // namespace ui
