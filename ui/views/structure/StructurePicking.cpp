#include "ui/views/structure/StructurePicking.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ui {

using engine::Index;
using engine::Vector3;

namespace {

constexpr double kClosePickReach = 6;  ///< logical pixels around an atom that is right under the pointer
constexpr double kBarReach = 3;        ///< logical pixels from the axis of an attention bar
constexpr double kDepthWeight = 1.2;

/// The nearest to the pointer; of several about as near the one in front: 1 Å of depth weighs as 1.2 pixels.
class NearestAtom {
 public:
  NearestAtom(const StructureCamera& camera, QSizeF size, QPointF pointer, double reach)
      : m_camera(camera), m_size(size), m_pointer(pointer), m_reach(reach), m_score(reach) {}
  /// Whether this one is the best so far.
  bool consider(const Vector3& position) {
    const auto at = m_camera.project(position, m_size.width(), m_size.height());
    if (!at) return false;
    const double away = std::hypot(at->x - m_pointer.x(), at->y - m_pointer.y());
    if (away > m_reach) return false;
    const double score = away + kDepthWeight * (m_isFound ? at->depth - m_depth : 0);
    if (m_isFound && score >= m_score) return false;
    m_isFound = true;
    m_score = away;
    m_depth = at->depth;
    return true;
  }

 private:
  const StructureCamera& m_camera;
  QSizeF m_size;
  QPointF m_pointer;
  double m_reach, m_score, m_depth = 0;
  bool m_isFound = false;
};

}  // namespace

AtomPick atomAt(const StructurePicture& picture, const StructureCamera& camera, QSizeF size, QPointF pointer,
                double reach) {
  NearestAtom nearest(camera, size, pointer, reach);
  const PlacedStructure& structure = picture.structure;
  AtomPick best;
  for (Index residue = 0; residue < structure.residues().size(); ++residue) {
    if (picture.options.style != StructureStyle::ballAndStick) {
      if (nearest.consider(structure.alpha(residue))) best = {residue, "CA"};
      continue;
    }
    for (const engine::Atom& atom : structure.residues().find(residue)->atoms)
      if (engine::isSet(atom.position) && nearest.consider(structure.motion()(atom.position)))
        best = {residue, atom.name};
  }
  return best;
}

const AttentionLine* barAt(const StructurePicture& picture, const StructureCamera& camera, QSizeF size,
                           QPointF pointer, double reach) {
  const AttentionLine* inFront = nullptr;
  double nearest = std::numeric_limits<double>::infinity();
  for (const AttentionLine& line : picture.head.lines) {
    if (!isShown(picture, line)) continue;
    const auto from = camera.project(picture.structure.alpha(line.i), size.width(), size.height());
    const auto to = camera.project(picture.structure.alpha(line.j), size.width(), size.height());
    if (!from || !to) continue;
    const QPointF start(from->x, from->y), way = QPointF(to->x, to->y) - start;
    const double squared = std::max(1e-9, QPointF::dotProduct(way, way));
    const double share = std::clamp(QPointF::dotProduct(pointer - start, way) / squared, 0.0, 1.0);
    const QPointF away = pointer - start - share * way;
    const double depth = from->depth + share * (to->depth - from->depth);
    if (std::hypot(away.x(), away.y()) > reach || depth >= nearest) continue;
    nearest = depth;
    inFront = &line;
  }
  return inFront;
}

Pointed pointedAt(const StructurePicture& picture, const StructureCamera& camera, QSizeF size, QPointF pointer,
                  double scale) {
  if (const AtomPick atom = atomAt(picture, camera, size, pointer, kClosePickReach * scale); atom.residue >= 0)
    return {atom, nullptr};
  if (const AttentionLine* bar = barAt(picture, camera, size, pointer, kBarReach * scale)) return {{}, bar};
  return {atomAt(picture, camera, size, pointer, kPickReach * scale), nullptr};
}

Focus focusOf(const Pointed& pointed, const engine::DatasetId& structure) {
  if (pointed.bar) return {{structure, pointed.bar->i}, {structure, pointed.bar->j}};
  Focus focus;
  if (pointed.atom.residue >= 0) focus.first = {structure, pointed.atom.residue};
  return focus;
}

StructureMarks marksOf(const SelectionModel& selection, const ResidueOfPosition& residueOf, const AtomPick& hovered,
                       const Measurement& picked) {
  const auto pairOf = [&](const Focus& focus) { return ResiduePair{residueOf(focus.first), residueOf(focus.second)}; };
  StructureMarks marks{{}, pairOf(selection.locked()), pairOf(selection.hover()), pairOf(selection.current()),
                       hovered, picked};
  for (const Focus& focus : selection.kept()) marks.kept.push_back(pairOf(focus));
  return marks;
}

}  // namespace ui
