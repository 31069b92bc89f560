#include "ui/views/structure/StructureStage.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/views/maps/MapAxes.h"
#include "ui/views/structure/print/GroundTheme.h"

namespace ui {

using engine::Index;

namespace {

constexpr double kStrongLine = 0.24, kPairLine = 0.3, kMeasureLine = 0.08, kMeasureDash = 0.45;  // Å
constexpr double kBallRadius = 0.95, kPickRadius = 0.6;
constexpr double kKeptOpacity = 0.6;
constexpr int kEmphasised = 5;  ///< strongest keys shown for the marked residue

/// What the marks of a structure are drawn with.
struct MarkShapes {
  std::vector<SceneBall> balls;
  std::vector<SceneLine> lines;
};

void addMark(MarkShapes& shapes, const StructurePicture& picture, const ResiduePair& pair, const Rgb& color,
             double radius, double opacity) {
  const PlacedStructure& structure = picture.structure;
  const auto [first, second] = pair;
  for (const Index residue : {first, second})
    if (residue >= 0) shapes.balls.push_back({structure.alpha(residue), radius, color, opacity});
  if (first >= 0 && second >= 0)
    shapes.lines.push_back({structure.alpha(first), structure.alpha(second), kPairLine, color, opacity});
  if (opacity < 1 || first < 0 || second >= 0) return;
  const std::vector<AttentionLine>& all = picture.head.lines;
  if (picture.head.contacts) {
    for (const AttentionLine& line : all)
      if ((line.i == first || line.j == first) && isShown(picture, line))
        shapes.lines.push_back({structure.alpha(line.i), structure.alpha(line.j), kStrongLine, color, 1});
    return;
  }
  const auto strongest = picture.head.weights.strongestOf(first, kEmphasised, picture.options.separation,
                                                          structure.residues().chains());
  for (const AttentionLine& line : strongest) {
    const double share = std::sqrt(line.weight / std::max(1e-12f, all.empty() ? line.weight : all.back().weight));
    shapes.lines.push_back({structure.alpha(line.i), structure.alpha(line.j),
                            kStrongLine * std::clamp(share, 0.3, 1.0), color, 1});
  }
}

void addMeasurements(MarkShapes& shapes, const StructurePicture& picture, const Rgb& ink) {
  for (const Measurement& measurement : picture.options.measurements) {
    const auto at = picture.structure.positions(measurement);
    for (size_t k = 0; k + 1 < at.size(); ++k)
      for (const Bar& dash : dashes(at[k], at[k + 1], kMeasureDash, kMeasureLine))
        shapes.lines.push_back({dash.from, dash.to, dash.radius, ink, 1});
  }
}

}  // namespace

void StructureStage::setTheme(const Theme& window) {
  using Ground = StructureScene::Ground;
  const PageGround ground = m_picture.options.shading.ground;
  const Theme theme = groundTheme(window, ground);
  const Page page{toRgb(theme.canvas3d), toRgb(theme.accent), ground == PageGround::transparent};
  if (page == m_page) return;
  m_page = page;
  m_scene.setBackground(page.color, page.isTransparent ? Ground::transparent : Ground::filled);
  drawBars();
}

void StructureStage::setStructure(engine::DatasetPtr dataset) {
  const engine::DatasetPtr before = m_picture.structure.dataset();
  if (!before || before->id != dataset->id) {
    StructurePicture other;
    other.options = carriedOver(m_picture.options, dataset->as<engine::Structure>()->numResidues());
    if (m_picture.companion) m_scene.companion().setStructure(nullptr, {}, other.options.style);
    m_picture = std::move(other);
  }
  m_picture.structure = PlacedStructure(std::move(dataset));
  move();
  setFolds(authorFolds(*m_picture.structure.structure()));
  m_scene.molecule().showFrames(m_picture.options.areFramesShown);
  m_scene.molecule().setFrameLength(m_picture.options.frameLength);
}

void StructureStage::setFolds(std::vector<Fold> folds) {
  m_picture.folds = std::move(folds);
  drawMolecule();
}

void StructureStage::setOptions(StructureOptions options) {
  const StructureOptions before = std::exchange(m_picture.options, std::move(options));
  const StructureOptions& now = m_picture.options;
  if (now.motion != before.motion) move();
  if (now.style != before.style) {
    drawMolecule();
    drawCompanion();
  } else if (now.coloring != before.coloring) {
    drawColors();
  }
  m_scene.molecule().setFrameLength(now.frameLength);
  if (now.areFramesShown != before.areFramesShown) m_scene.molecule().showFrames(now.areFramesShown);
  limitBars();
}

void StructureStage::setHead(ShownHead head) {
  m_picture.head = std::move(head);
  drawBars();
  if (m_picture.options.coloring == ResidueColoring::attention) drawColors();
}

void StructureStage::setColumns(ColumnColors columns) {
  m_picture.columns = std::move(columns);
  if (isOfAnother(m_picture.options.coloring)) drawColors();
}

void StructureStage::setCompanion(std::optional<LaidStructure> companion) {
  if (m_picture.companion && !companion) m_scene.companion().setStructure(nullptr, {}, m_picture.options.style);
  m_picture.companion = std::move(companion);
  drawCompanion();
  drawColors();
}

void StructureStage::mark(const StructureMarks& marks, const Theme& window) {
  const Theme theme = groundTheme(window, m_picture.options.shading.ground);
  MarkShapes shapes;
  const Rgb locked = toRgb(theme.locked), accent = toRgb(theme.accent);
  for (const ResiduePair& pair : marks.kept) addMark(shapes, m_picture, pair, locked, kBallRadius, kKeptOpacity);
  addMark(shapes, m_picture, marks.locked, locked, kBallRadius, 1);
  if (marks.hover != marks.locked) addMark(shapes, m_picture, marks.hover, accent, kBallRadius * 0.98, 1);
  addMeasurements(shapes, m_picture, toRgb(theme.text));
  for (const AtomPick& pick : marks.picked)
    shapes.balls.push_back({m_picture.structure.position(pick), kPickRadius, accent, 1});
  m_scene.setMarks(shapes.balls, shapes.lines);
}

void StructureStage::drawMolecule() {
  if (!m_picture.structure.structure()) return;
  m_scene.molecule().setStructure(m_picture.structure.structure(), m_picture.folds, m_picture.options.style);
  drawColors();
}

void StructureStage::drawColors() {
  if (!m_picture.structure.structure()) return;
  ResidueColors colors = residueColors(m_picture);
  m_picture.legend = std::move(colors.legend);
  m_scene.molecule().setResidueColors(colors.colors);
  if (m_picture.companion) m_scene.companion().setResidueColors(companionColors(m_picture));
}

void StructureStage::drawCompanion() {
  if (!m_picture.companion) return;
  const LaidStructure& laid = *m_picture.companion;
  StructureMolecule& molecule = m_scene.companion();
  molecule.setStructure(laid.structure, laid.folds, m_picture.options.style);
  molecule.showFrames(false);
  // The molecule may have been moved since: the second one goes with it.
  const engine::RigidMotion &motion = m_picture.structure.motion(), &onto = laid.superposition.motion;
  molecule.setMotion({motion.linear * onto.linear, motion(onto.translation)});
}

void StructureStage::drawBars() {
  m_scene.bars().setBars(attentionBars(m_picture, m_page ? m_page->bars : Rgb{}));
  limitBars();
}

void StructureStage::limitBars() {
  const BarLimits limits = barLimits(m_picture);
  m_scene.bars().setLimits(limits.lowestWeight, limits.ranks);
}

void StructureStage::move() {
  if (!m_picture.structure.structure()) return;
  m_picture.structure.move(m_picture.options.motion);
  m_scene.setMotion(m_picture.structure.motion());
  m_scene.molecule().setFrames(m_picture.structure.frames());
  drawCompanion();
}

}  // namespace ui
