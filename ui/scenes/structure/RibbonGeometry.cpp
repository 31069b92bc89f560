// Sweeps an elliptic cross-section along a spline. The wide axis of the ellipse is the tangent times the curvature: in
// helices that is nearly the helix axis, in strands it lies in the sheet.
#include "ui/scenes/structure/RibbonGeometry.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "engine/base/Nth.h"

namespace ui {
namespace {

using engine::Index;
using engine::Vector3;

constexpr double kLongestLink = 4.5;  ///< Å between neighbouring C-alphas; 3.8 in trans, 2.9 in cis peptides
constexpr double kArrowWidth = 1.7, kTraceRadius = 0.22, kTraceBall = 0.42, kLoneBall = 0.6, kTubeRadius = 0.5;
constexpr int kFewestSegments = 8, kFewestBallRing = 8;
/// Finest first; those before `kScreen` for pictures alone.
constexpr std::array<RibbonDetail, 8> kDetails{
    {{16, 36}, {10, 24}, {6, 12}, {4, 8}, {3, 6}, {2, 6}, {2, 5}, {1, 4}}};
constexpr size_t kScreen = 2;

int ballSegments(const RibbonDetail& detail) { return std::max(kFewestSegments, 2 * detail.ring / 3); }

/// Half axes of the cross-section, Å.
struct Section {
  double width, thickness;
};
Section sectionOf(Fold fold) {
  switch (fold) {
    case Fold::helix:
      return {1.3, 0.24};
    case Fold::strand:
      return {1.05, 0.24};
    case Fold::coil:
      break;
  }
  return {0.3, 0.3};
}

Section between(const Section& a, const Section& b, double t) {
  return {a.width + t * (b.width - a.width), a.thickness + t * (b.thickness - a.thickness)};
}

std::vector<Vector3> smoothedStrands(const BackbonePiece& piece) {
  std::vector<Vector3> positions = piece.alphas;
  for (size_t i = 1; i + 1 < positions.size(); ++i)
    if (piece.folds[i - 1] == Fold::strand && piece.folds[i] == Fold::strand && piece.folds[i + 1] == Fold::strand)
      positions[i] = 0.25 * piece.alphas[i - 1] + 0.5 * piece.alphas[i] + 0.25 * piece.alphas[i + 1];
  return positions;
}

/// Wide axis at each residue, neighbours never pointing opposite ways.
std::vector<Vector3> wideAxes(const BackbonePiece& piece) {
  const size_t count = piece.alphas.size();
  std::vector<Vector3> axes(count, Vector3::Zero());
  for (size_t i = 1; i + 1 < count; ++i) {
    const Vector3 in = piece.alphas[i] - piece.alphas[i - 1], out = piece.alphas[i + 1] - piece.alphas[i];
    const Vector3 axis = (in + out).cross(out - in);
    if (axis.norm() > 1e-6) axes[i] = axis.normalized();
  }
  Vector3 last = Vector3::Zero();
  for (size_t i = 1; i + 1 < count; ++i) {
    if (axes[i].isZero()) axes[i] = last;
    if (axes[i].dot(last) < 0) axes[i] = -axes[i];
    last = axes[i];
  }
  std::vector<Vector3> smooth = axes;
  for (size_t i = 1; i + 1 < count; ++i) {
    const Vector3 sum = axes[i - 1] + 2 * axes[i] + axes[i + 1];
    if (piece.folds[i] != Fold::helix && sum.norm() > 1e-6) smooth[i] = sum.normalized();
  }
  if (count > 2) {
    smooth.front() = smooth[1];
    smooth.back() = smooth[count - 2];
  }
  return smooth;
}

/// Point and tangent of the Catmull-Rom curve between p[i] and p[i + 1]; at the ends the curve is continued straight
/// on.
struct CurvePoint {
  Vector3 position, tangent;
};
CurvePoint curveAt(const std::vector<Vector3>& p, size_t i, double t) {
  const Vector3 &b = p[i], &c = p[i + 1];
  const Vector3 a = i > 0 ? p[i - 1] : Vector3(2 * b - c), d = i + 2 < p.size() ? p[i + 2] : Vector3(2 * c - b);
  const Vector3 k1 = 0.5 * (c - a), k2 = a - 2.5 * b + 2 * c - 0.5 * d, k3 = 0.5 * (d - a) + 1.5 * (b - c);
  const Vector3 tangent = k1 + 2 * t * k2 + 3 * t * t * k3;
  return {b + t * (k1 + t * (k2 + t * k3)), tangent.norm() > 1e-9 ? tangent.normalized() : Vector3(c - b).normalized()};
}

std::uint32_t addRing(Mesh& mesh, int ring, const CurvePoint& at, const Vector3& wide, const Section& section,
                      Index owner) {
  const std::uint32_t first = mesh.numPoints();
  Vector3 u = wide - wide.dot(at.tangent) * at.tangent;
  u = u.norm() > 1e-6 ? Vector3(u.normalized()) : anyPerpendicular(at.tangent);
  const Vector3 v = at.tangent.cross(u);
  for (int k = 0; k < ring; ++k) {
    const double angle = 2 * std::numbers::pi * k / ring, x = std::cos(angle), y = std::sin(angle);
    const Vector3 normal = (x / section.width * u + y / section.thickness * v).normalized();
    mesh.addPoint(at.position + section.width * x * u + section.thickness * y * v, normal, owner);
  }
  return first;
}

Vector3 toVector(const std::array<float, 3>& v) { return {v[0], v[1], v[2]}; }

/// A face across the ribbon between two rings at one place, looking along `outward`: where a strand steps out into its
/// arrow head. The rings' own normals look sideways.
void addShoulder(Mesh& mesh, std::uint32_t from, std::uint32_t to, std::uint32_t count, const Vector3& outward) {
  const std::uint32_t first = mesh.numPoints();
  for (const std::uint32_t ring : {from, to})
    for (std::uint32_t k = ring; k < ring + count; ++k)
      mesh.addPoint(toVector(mesh.points[k]), outward, mesh.owner[k]);
  mesh.joinRings(first, first + count, count);
}

/// Closes an end with half an ellipsoid of this height over the ring; its tip is a ring without width.
enum class End { first, last };
void addDome(Mesh& mesh, std::uint32_t base, std::uint32_t count, const CurvePoint& at, double height, End end) {
  const Vector3 outward = end == End::last ? at.tangent : Vector3(-at.tangent);
  const int numRings = std::max(2, static_cast<int>(count) / 4);
  std::uint32_t last = base;
  for (int step = 1; step <= numRings; ++step) {
    const bool isTip = step == numRings;
    const double angle = 0.5 * std::numbers::pi * step / numRings, shrunk = isTip ? 0 : std::cos(angle);
    const Vector3 middle = at.position + height * std::sin(angle) * outward;
    const std::uint32_t ring = mesh.numPoints();
    for (std::uint32_t k = base; k < base + count; ++k)
      mesh.addPoint(middle + shrunk * (toVector(mesh.points[k]) - at.position),
                    (shrunk * toVector(mesh.normals[k]) + std::sin(angle) * outward).normalized(), mesh.owner[k]);
    end == End::last ? mesh.joinRings(last, ring, count) : mesh.joinRings(ring, last, count);
    last = ring;
  }
}

/// The last link of a strand is its arrow head.
bool isArrow(const BackbonePiece& piece, size_t link) {
  return piece.folds[link] == Fold::strand && piece.folds[link + 1] == Fold::strand &&
         (link + 2 >= piece.folds.size() || piece.folds[link + 2] != Fold::strand);
}

Section sectionAt(const BackbonePiece& piece, size_t link, double t) {
  const Section coil = sectionOf(Fold::coil);
  if (isArrow(piece, link)) return between({kArrowWidth, sectionOf(Fold::strand).thickness}, coil, t);
  const bool startsAtTip = link > 0 && isArrow(piece, link - 1);
  const Section from = startsAtTip ? coil : sectionOf(piece.folds[link]);
  const Section to = sectionOf(piece.folds[link + 1]);
  return between(from, to, t * t * (3 - 2 * t));
}

/// Sweeps sections along the spline; `sectionOfLink(piece, link, t)` is the one between residues link and link + 1.
template <class SectionAt>
Mesh sweep(const BackbonePiece& piece, const std::vector<Vector3>& positions, const RibbonDetail& detail,
           const SectionAt& sectionOfLink) {
  if (piece.alphas.empty()) return {};
  const auto count = static_cast<std::uint32_t>(detail.ring);
  if (piece.alphas.size() == 1) return sphereMesh(piece.alphas[0], kLoneBall, ballSegments(detail), piece.residues[0]);
  Mesh mesh;
  const std::vector<Vector3> axes = wideAxes(piece);
  std::uint32_t lastRing = 0;
  CurvePoint at{};
  double thickness = 0;
  for (size_t link = 0; link + 1 < positions.size(); ++link) {
    // A new ring at the start of an arrow makes its step; elsewhere the ring of the last link's end is shared.
    const int firstStep = link == 0 || isArrow(piece, link) ? 0 : 1;
    for (int step = firstStep; step <= detail.steps; ++step) {
      const double t = static_cast<double>(step) / detail.steps;
      at = curveAt(positions, link, t);
      const Section section = sectionOfLink(piece, link, t);
      thickness = section.thickness;
      const std::uint32_t ring = addRing(mesh, detail.ring, at, curveAt(axes, link, t).position, section,
                                         piece.residues[t < 0.5 ? link : link + 1]);
      if (link == 0 && step == 0) addDome(mesh, ring, count, at, thickness, End::first);
      else if (step == 0) addShoulder(mesh, lastRing, ring, count, -at.tangent);
      else mesh.joinRings(lastRing, ring, count);
      lastRing = ring;
    }
  }
  addDome(mesh, lastRing, count, at, thickness, End::last);
  return mesh;
}

/// With one step per residue the links are straight.
Mesh roundMesh(BackbonePiece piece, const RibbonDetail& detail, double radius) {
  std::fill(piece.folds.begin(), piece.folds.end(), Fold::coil);
  return sweep(piece, piece.alphas, detail, [radius](const BackbonePiece&, size_t, double) {
    return Section{radius, radius};
  });
}

}  // namespace

Fold foldOf(char dsspState) {
  if (dsspState == 'H' || dsspState == 'G' || dsspState == 'I') return Fold::helix;
  return dsspState == 'E' ? Fold::strand : Fold::coil;
}

std::vector<Vector3> alphaPositions(const engine::Structure& structure) {
  std::vector<Vector3> positions;
  for (const engine::Chain& chain : structure.chains)
    for (const engine::Residue& residue : chain.residues) positions.push_back(residue.position("CA"));
  return positions;
}

std::vector<BackbonePiece> backbonePieces(const engine::Structure& structure, const std::vector<Fold>& folds) {
  std::vector<BackbonePiece> pieces;
  Index index = 0;
  for (size_t chain = 0; chain < structure.chains.size(); ++chain) {
    bool isOpen = false;
    for (const engine::Residue& residue : structure.chains[chain].residues) {
      const Index here = index++;
      const Vector3 alpha = residue.position("CA");
      if (!engine::isSet(alpha)) {
        isOpen = false;
        continue;
      }
      if (!isOpen || (alpha - pieces.back().alphas.back()).norm() > kLongestLink) pieces.emplace_back().chain = chain;
      isOpen = true;
      pieces.back().residues.push_back(here);
      pieces.back().alphas.push_back(alpha);
      pieces.back().folds.push_back(here < static_cast<Index>(folds.size()) ? engine::nth(folds, here)
                                                                            : Fold::coil);
    }
  }
  return pieces;
}

std::vector<BackboneGap> backboneGaps(const std::vector<BackbonePiece>& pieces) {
  std::vector<BackboneGap> gaps;
  for (size_t k = 0; k + 1 < pieces.size(); ++k)
    if (pieces[k].chain == pieces[k + 1].chain) gaps.push_back({pieces[k].alphas.back(), pieces[k + 1].alphas.front()});
  return gaps;
}

RibbonDetail detailFor(size_t residues, size_t mostTriangles, MeshUse use) {
  for (size_t k = use == MeshUse::picture ? 0 : kScreen; k < kDetails.size(); ++k)
    if (residues * static_cast<size_t>(kDetails[k].numTriangles()) <= mostTriangles) return kDetails[k];
  return kDetails.back();
}

Mesh ribbonMesh(const BackbonePiece& piece, const RibbonDetail& detail) {
  return sweep(piece, smoothedStrands(piece), detail, sectionAt);
}

Mesh tubeMesh(const BackbonePiece& piece, const RibbonDetail& detail) { return roundMesh(piece, detail, kTubeRadius); }

Mesh traceMesh(const BackbonePiece& piece, const RibbonDetail& detail) {
  if (detail.ring < kFewestBallRing) return roundMesh(piece, {1, detail.ring}, kTraceBall);
  Mesh mesh;
  for (size_t i = 0; i < piece.alphas.size(); ++i) {
    mesh.append(sphereMesh(piece.alphas[i], kTraceBall, ballSegments(detail), piece.residues[i]));
    if (i + 1 == piece.alphas.size()) break;
    const Vector3 middle = 0.5 * (piece.alphas[i] + piece.alphas[i + 1]);
    Mesh bars =
        barMesh({{piece.alphas[i], middle, kTraceRadius}, {middle, piece.alphas[i + 1], kTraceRadius}}, detail.ring);
    for (Index& owner : bars.owner) owner = piece.residues[i + static_cast<size_t>(owner)];
    mesh.append(bars);
  }
  return mesh;
}

}  // namespace ui
