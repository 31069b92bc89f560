// Kabsch W, Sander C: Dictionary of protein secondary structure (Biopolymers 1983). Bonds are sought among neighbours
// in space, bridges among the partners of bonds: linear in the number of residues.
#include "engine/structure/KabschSander.h"
#include "engine/structure/Backbone.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <map>
#include <set>

namespace engine {
namespace {

constexpr double kFarthestAtom = 1e6;  // Å
constexpr double kReach = 9;           // Å between the C-alphas of bonded residues
constexpr double kCoupling = -27.9;    // kcal Å/mol: -332 * 0.42 * 0.20
constexpr double kBondEnergy = -0.5, kStrongest = -9.9, kClosest = 0.5;
constexpr size_t kLongestBulge = 6, kShorterBulge = 3, kNearestPartner = 3;

/// A residue with a complete backbone.
struct Peptide {
  Vector3 n, ca, c, o, h;
  size_t chain = 0, residue = 0;
  bool follows = false;  ///< bonded to the one before
  bool isDonor = true;   ///< proline has no amide hydrogen
  struct Bond {
    size_t acceptor = 0;
    double energy = 0;
  };
  std::array<Bond, 2> bonds{};  ///< of its own NH, the stronger first
};

bool isWithinReach(const Vector3& position) {
  return isSet(position) && position.cwiseAbs().maxCoeff() < kFarthestAtom;
}

std::vector<Peptide> peptidesOf(const Structure& structure) {
  std::vector<Peptide> peptides;
  for (size_t chain = 0; chain < structure.chains.size(); ++chain) {
    const auto& residues = structure.chains[chain].residues;
    for (size_t k = 0; k < residues.size(); ++k) {
      Peptide peptide;
      peptide.n = residues[k].position("N");
      peptide.ca = residues[k].position("CA");
      peptide.c = residues[k].position("C");
      peptide.o = residues[k].position("O");
      peptide.chain = chain;
      peptide.residue = k;
      if (!isWithinReach(peptide.n) || !isWithinReach(peptide.ca) || !isWithinReach(peptide.c) ||
          !isWithinReach(peptide.o))
        continue;
      const Peptide* before = !peptides.empty() && peptides.back().chain == chain ? &peptides.back() : nullptr;
      peptide.follows = before && (peptide.n - before->c).norm() <= kLongestPeptideBond;
      peptide.isDonor = residues[k].letter != 'P';
      peptide.h = peptide.n;
      if (peptide.follows) peptide.h += (before->c - before->o).normalized();
      peptides.push_back(peptide);
    }
  }
  return peptides;
}

void considerBond(std::vector<Peptide>& peptides, size_t donor, size_t acceptor) {
  Peptide& from = peptides[donor];
  const Peptide& to = peptides[acceptor];
  if (!from.isDonor) return;
  const double ho = (from.h - to.o).norm(), hc = (from.h - to.c).norm(), nc = (from.n - to.c).norm(),
               no = (from.n - to.o).norm();
  double energy = kStrongest;
  if (std::min({ho, hc, nc, no}) >= kClosest)
    energy = std::max(kStrongest, kCoupling * (1 / ho - 1 / hc + 1 / nc - 1 / no));
  energy = std::round(energy * 1000) / 1000;
  if (energy < from.bonds[0].energy) {
    from.bonds[1] = from.bonds[0];
    from.bonds[0] = {acceptor, energy};
  } else if (energy < from.bonds[1].energy) {
    from.bonds[1] = {acceptor, energy};
  }
}

using Cell = std::array<long, 3>;
Cell cellOf(const Vector3& position) {
  return {std::lround(position.x() / kReach), std::lround(position.y() / kReach), std::lround(position.z() / kReach)};
}

void findBonds(std::vector<Peptide>& peptides) {
  std::map<Cell, std::vector<size_t>> cells;
  for (size_t k = 0; k < peptides.size(); ++k) cells[cellOf(peptides[k].ca)].push_back(k);
  for (size_t i = 0; i < peptides.size(); ++i) {
    const Cell middle = cellOf(peptides[i].ca);
    for (int offset = 0; offset < 27; ++offset) {
      const auto cell =
          cells.find({middle[0] + offset % 3 - 1, middle[1] + offset / 3 % 3 - 1, middle[2] + offset / 9 - 1});
      if (cell == cells.end()) continue;
      for (const size_t j : cell->second) {
        if (j <= i || (peptides[i].ca - peptides[j].ca).norm() >= kReach) continue;
        considerBond(peptides, i, j);
        if (j != i + 1) considerBond(peptides, j, i);
      }
    }
  }
}

/// The NH of `donor` is bonded to the CO of `acceptor`.
bool isBonded(const std::vector<Peptide>& peptides, size_t donor, size_t acceptor) {
  for (const Peptide::Bond& bond : peptides[donor].bonds)
    if (bond.energy < kBondEnergy && bond.acceptor == acceptor) return true;
  return false;
}

bool isUnbroken(const std::vector<Peptide>& peptides, size_t first, size_t last) {
  for (size_t k = first + 1; k <= last; ++k)
    if (k >= peptides.size() || !peptides[k].follows) return false;
  return true;
}

enum class Bridge { none, parallel, antiparallel };

Bridge bridgeBetween(const std::vector<Peptide>& p, size_t i, size_t j) {
  if (i < 1 || j < 1 || i + 1 >= p.size() || j + 1 >= p.size()) return Bridge::none;
  if (!isUnbroken(p, i - 1, i + 1) || !isUnbroken(p, j - 1, j + 1)) return Bridge::none;
  const auto bond = [&](size_t donor, size_t acceptor) { return isBonded(p, donor, acceptor); };
  if ((bond(i + 1, j) && bond(j, i - 1)) || (bond(j + 1, i) && bond(i, j - 1))) return Bridge::parallel;
  if ((bond(i + 1, j - 1) && bond(j + 1, i - 1)) || (bond(j, i) && bond(i, j))) return Bridge::antiparallel;
  return Bridge::none;
}

/// Pairs i < j that some bond makes worth testing, in order.
std::set<std::pair<size_t, size_t>> bridgeCandidates(const std::vector<Peptide>& peptides) {
  std::set<std::pair<size_t, size_t>> pairs;
  for (size_t donor = 1; donor < peptides.size(); ++donor)
    for (const Peptide::Bond& bond : peptides[donor].bonds) {
      if (bond.energy >= kBondEnergy) continue;
      const size_t a = bond.acceptor;
      for (const auto& [i, j] : {std::pair{donor - 1, a}, std::pair{donor - 1, a + 1}, std::pair{donor, a}})
        if (std::max(i, j) - std::min(i, j) >= kNearestPartner) pairs.insert(std::minmax(i, j));
    }
  return pairs;
}

struct Ladder {
  Bridge kind;
  std::deque<size_t> i, j;
};

std::vector<Ladder> laddersOf(const std::vector<Peptide>& peptides) {
  std::vector<Ladder> ladders;
  std::map<size_t, std::vector<size_t>> endingAt;  // by the last i
  for (const auto& [i, j] : bridgeCandidates(peptides)) {
    const Bridge kind = bridgeBetween(peptides, i, j);
    if (kind == Bridge::none) continue;
    bool isFound = false;
    for (const size_t index : endingAt[i - 1]) {
      Ladder& ladder = ladders[index];
      const bool goesOn = kind == ladder.kind && ladder.i.back() + 1 == i &&
                          (kind == Bridge::parallel ? ladder.j.back() + 1 == j : ladder.j.front() == j + 1);
      if (!goesOn) continue;
      ladder.i.push_back(i);
      kind == Bridge::parallel ? ladder.j.push_back(j) : ladder.j.push_front(j);
      endingAt[i].push_back(index);
      isFound = true;
      break;
    }
    if (isFound) continue;
    endingAt[i].push_back(ladders.size());
    ladders.push_back({kind, {i}, {j}});
  }
  std::stable_sort(ladders.begin(), ladders.end(),
                   [](const Ladder& a, const Ladder& b) { return a.i.front() < b.i.front(); });
  return ladders;
}

/// Whether b goes on with a behind a bulge.
bool isBulged(const std::vector<Peptide>& peptides, const Ladder& a, const Ladder& b) {
  const auto gap = [](size_t from, size_t to) { return static_cast<long>(to) - static_cast<long>(from); };
  const size_t firstJ = std::min(a.j.front(), b.j.front()), lastJ = std::max(a.j.back(), b.j.back());
  if (a.kind != b.kind || (a.i.back() >= b.i.front() && a.i.front() <= b.i.back())) return false;
  if (!isUnbroken(peptides, std::min(a.i.front(), b.i.front()), std::max(a.i.back(), b.i.back()))) return false;
  if (!isUnbroken(peptides, firstJ, lastJ)) return false;
  const long inI = gap(a.i.back(), b.i.front());
  const long inJ = a.kind == Bridge::parallel ? gap(a.j.back(), b.j.front()) : gap(b.j.back(), a.j.front());
  // Ladders that run the other way, or over each other, have a negative gap.
  if (inJ < 0) return false;
  const auto most = static_cast<long>(kLongestBulge), fewer = static_cast<long>(kShorterBulge);
  return (inJ < most && inI < fewer) || inJ < fewer;
}

void joinBulges(const std::vector<Peptide>& peptides, std::vector<Ladder>& ladders) {
  for (size_t a = 0; a < ladders.size(); ++a)
    for (size_t b = a + 1; b < ladders.size() && ladders[b].i.front() < ladders[a].i.back() + kLongestBulge; ++b) {
      Ladder &first = ladders[a], &next = ladders[b];
      if (!isBulged(peptides, first, next)) continue;
      first.i.insert(first.i.end(), next.i.begin(), next.i.end());
      first.j.insert(first.kind == Bridge::parallel ? first.j.end() : first.j.begin(), next.j.begin(), next.j.end());
      ladders.erase(ladders.begin() + static_cast<std::ptrdiff_t>(b));
      --b;
    }
}

void markStrands(const std::vector<Peptide>& peptides, std::string& states) {
  std::vector<Ladder> ladders = laddersOf(peptides);
  joinBulges(peptides, ladders);
  for (const Ladder& ladder : ladders) {
    const char state = ladder.i.size() > 1 ? 'E' : 'B';
    for (const auto& side : {ladder.i, ladder.j})
      for (size_t k = side.front(); k <= side.back(); ++k)
        if (states[k] != 'E') states[k] = state;
  }
}

/// Two turns in a row begin a helix of `stride` residues.
void markHelices(const std::vector<Peptide>& peptides, size_t stride, char letter, const std::string& over,
                 std::string& states) {
  const auto isTurn = [&](size_t k) {
    return k + stride < peptides.size() && isUnbroken(peptides, k, k + stride) && isBonded(peptides, k + stride, k);
  };
  for (size_t k = 1; k + stride < peptides.size(); ++k) {
    if (!isTurn(k) || !isTurn(k - 1)) continue;
    const auto at = [&](size_t offset) -> char& { return states[k + offset]; };
    bool isFree = true;
    for (size_t offset = 0; offset < stride; ++offset)
      isFree = isFree && (over.empty() || over.find(at(offset)) != std::string::npos);
    for (size_t offset = 0; isFree && offset < stride; ++offset) at(offset) = letter;
  }
}

}  // namespace

std::vector<std::string> helixAndStrandStates(const Structure& structure) {
  std::vector<Peptide> peptides = peptidesOf(structure);
  findBonds(peptides);
  std::string states(peptides.size(), '-');
  markStrands(peptides, states);
  markHelices(peptides, 4, 'H', "", states);
  markHelices(peptides, 3, 'G', "-G", states);
  markHelices(peptides, 5, 'I', "-IH", states);
  std::vector<std::string> result;
  for (const Chain& chain : structure.chains) result.emplace_back(chain.residues.size(), ' ');
  for (size_t k = 0; k < peptides.size(); ++k) result[peptides[k].chain][peptides[k].residue] = states[k];
  return result;
}

}  // namespace engine
