// Bonds by distance, within residues and between neighbours only: linear in the number of atoms.
#include "ui/scenes/structure/AtomSticks.h"

#include "engine/base/Nth.h"

namespace ui {
namespace {

using engine::Index;
using engine::Vector3;

constexpr double kLongestBond = 1.95, kLongestPeptideBond = 2.0, kLongestDisulphide = 2.3;  // Å

constexpr double kStickRadius = 0.18, kBallRadius = 0.38;
constexpr int kCoarseSides = 4;
/// How round: of balls along the equator, of sticks around.
struct Roundness {
  int segments, sides;
};
constexpr Roundness kOnScreen{8, 6}, kInPictures{24, 18};

struct Range {
  size_t first = 0, last = 0;
};

void bondWithin(AtomSticks& sticks, const Range& residue) {
  for (size_t a = residue.first; a < residue.last; ++a)
    for (size_t b = a + 1; b < residue.last; ++b)
      if ((sticks.atoms[a].position - sticks.atoms[b].position).norm() < kLongestBond) sticks.bonds.emplace_back(a, b);
}

/// The atom's place in `sticks`, or npos.
constexpr size_t kNone = static_cast<size_t>(-1);
struct Ends {
  size_t n = kNone, c = kNone;
};

/// Each half of a bond in the colour of its atom.
Mesh halfBonds(const AtomSticks& sticks, int sides) {
  std::vector<Bar> halves;
  std::vector<Index> owners;
  for (const auto& [a, b] : sticks.bonds) {
    const Vector3 &from = sticks.atoms[a].position, &to = sticks.atoms[b].position, middle = 0.5 * (from + to);
    halves.push_back({from, middle, kStickRadius});
    halves.push_back({middle, to, kStickRadius});
    owners.insert(owners.end(), {static_cast<Index>(a), static_cast<Index>(b)});
  }
  Mesh bars = barMesh(halves, sides);
  for (Index& owner : bars.owner) owner = engine::nth(owners, owner);
  return bars;
}

Mesh thinBonds(const AtomSticks& sticks) {
  Mesh mesh;
  for (const auto& [a, b] : sticks.bonds) {
    const Vector3 &from = sticks.atoms[a].position, &to = sticks.atoms[b].position, middle = 0.5 * (from + to);
    for (const auto& [end, owner] : {std::pair(from, a), std::pair(to, b)}) {
      const std::uint32_t first = mesh.numPoints();
      mesh.addPoint(end, Vector3::UnitZ(), static_cast<Index>(owner));
      mesh.addPoint(middle, Vector3::UnitZ(), static_cast<Index>(owner));
      mesh.segments.push_back({first, first + 1});
    }
  }
  return mesh;
}

}  // namespace

AtomSticks atomSticks(const engine::Structure& structure) {
  AtomSticks sticks;
  std::vector<size_t> sulphurs;
  const auto closer = [&](size_t a, size_t b, double limit) {
    return a != kNone && b != kNone && (sticks.atoms[a].position - sticks.atoms[b].position).norm() < limit;
  };
  Index index = 0;
  for (const engine::Chain& chain : structure.chains) {
    size_t previousC = kNone;
    for (const engine::Residue& residue : chain.residues) {
      Range range{sticks.atoms.size(), 0};
      Ends ends;
      for (const engine::Atom& atom : residue.atoms) {
        if (!engine::isSet(atom.position) || atom.element == "H" || atom.element == "D") continue;
        const size_t here = sticks.atoms.size();
        if (atom.name == "N") ends.n = here;
        if (atom.name == "C") ends.c = here;
        if (atom.name == "SG") sulphurs.push_back(here);
        sticks.atoms.push_back({atom.position, index, atom.element});
      }
      range.last = sticks.atoms.size();
      bondWithin(sticks, range);
      if (closer(previousC, ends.n, kLongestPeptideBond)) sticks.bonds.emplace_back(previousC, ends.n);
      previousC = ends.c;
      ++index;
    }
  }
  for (size_t a = 0; a < sulphurs.size(); ++a)
    for (size_t b = a + 1; b < sulphurs.size(); ++b)
      if (closer(sulphurs[a], sulphurs[b], kLongestDisulphide)) sticks.bonds.emplace_back(sulphurs[a], sulphurs[b]);
  return sticks;
}

Rgb atomColor(const std::string& element, const Rgb& residueColor) {
  if (element == "N") return {0x3a, 0x6e, 0xd5};
  if (element == "O") return {0xd1, 0x49, 0x3b};
  if (element == "S" || element == "SE") return {0xe0, 0xb4, 0x20};
  return residueColor;
}

Mesh stickMesh(const AtomSticks& sticks, size_t mostTriangles, MeshUse use) {
  const auto trianglesOf = [&](const Roundness& round) {
    const auto segments = static_cast<size_t>(round.segments), sides = static_cast<size_t>(round.sides);
    return sticks.atoms.size() * segments * segments + sticks.bonds.size() * 4 * sides;
  };
  if (trianglesOf(kOnScreen) > mostTriangles)
    return sticks.bonds.size() * 4 * kCoarseSides > mostTriangles ? thinBonds(sticks) : halfBonds(sticks, kCoarseSides);
  const bool isRound = use == MeshUse::picture && trianglesOf(kInPictures) <= mostTriangles;
  const auto [segments, sides] = isRound ? kInPictures : kOnScreen;
  Mesh mesh;
  for (size_t atom = 0; atom < sticks.atoms.size(); ++atom)
    mesh.append(sphereMesh(sticks.atoms[atom].position, kBallRadius, segments, static_cast<Index>(atom)));
  mesh.append(halfBonds(sticks, sides));
  return mesh;
}

}  // namespace ui
