// The structure view: a protein in 3D with residue frames and the attention lines of the current head.
#pragma once

#include <memory>

#include "ui/scenes/AttentionLines.h"
#include "ui/scenes/StructureScene.h"
#include "ui/views/View.h"

namespace ui {

class CanvasGestures;

class StructureView : public View {
  Q_OBJECT

 public:
  explicit StructureView(Session& session, QWidget* parent = nullptr);
  ~StructureView() override;

  QString kind() const override { return QStringLiteral("structure"); }
  QString title() const override;
  /// Structures; attention and chain geometry whose first axis is the shown structure, or any of the document when none
  /// is.
  bool accepts(const engine::Dataset& dataset) const override;
  void setDataset(engine::DatasetPtr dataset) override;
  std::vector<std::string> datasetIds() const override;
  std::vector<ReadoutLine> readout() const override;
  QWidget* makeControls(QWidget* parent) override;
  void resetView() override;
  QString emptyText() const override;

  StructureStyle style() const { return m_style; }
  void setStyle(StructureStyle style);
  ResidueColoring coloring() const { return m_coloring; }
  void setColoring(ResidueColoring coloring);
  bool areFramesShown() const { return m_showFrames; }
  void setFramesShown(bool on);
  /// Lines of at least this share of the head's strongest pair, 0..1.
  double threshold() const { return m_threshold; }
  void setThreshold(double share);
  /// Strongest keys per residue, 1..kMostPerResidue.
  int perResidue() const { return m_perResidue; }
  void setPerResidue(int count);
  /// Pairs closer in sequence than this are left out: lines have |i - j| > separation.
  int separation() const { return m_separation; }
  void setSeparation(int separation);
  static constexpr int kMostPerResidue = 20;

  const StructureScene& scene() const { return *m_scene; }
  int numLines() const { return m_numLines; }
  /// Why the chosen head has no lines; empty when it has.
  const QString& headMessage() const { return m_headMessage; }
  bool hasAttention() const { return m_weights != nullptr; }
  const StructureCamera& camera() const { return m_camera; }
  /// C-alpha of every residue over all chains.
  const std::vector<engine::Vector3>& alphas() const { return m_alphas; }

 protected:
  void prepareScene(QSize size, double pixelRatio) override;
  void paintOverlay(QPainter& painter, QSize size) override;
  void onSelectionChanged() override;
  void onPointerMoved(QPointF position) override;
  void onDragged(QPointF from, QPointF to) override;
  void onWheel(QPointF position, double steps, Qt::KeyboardModifiers modifiers) override;
  bool onKey(int key, Qt::KeyboardModifiers modifiers) override;

 private:
  void setStructure(engine::DatasetPtr dataset);
  void applyGeometry();
  void startDssp();
  void applyFolds(const std::vector<Fold>& folds);
  void applyFrames();
  void applyColors();
  void applyHead();
  void applyLines();
  void applyMarks();
  void moveCamera();
  void onPanned(QPointF from, QPointF to);
  void onDoubleClicked(QPointF position);
  engine::Index residueAt(QPointF position) const;
  engine::Index indexOf(const Position& position) const;
  engine::Vector3 alpha(engine::Index residue) const;
  void paintLabels(QPainter& painter, QSize size) const;
  void paintLegend(QPainter& painter, QSize size) const;
  double aspect() const;

  engine::DatasetPtr m_dataset, m_headsDataset, m_geometryDataset;
  std::shared_ptr<const engine::Structure> m_structure;
  std::vector<engine::Vector3> m_alphas;
  std::vector<int> m_chainOfResidue;
  std::vector<Fold> m_folds;
  std::pair<engine::Index, engine::Index> m_shownHead{-1, -1};  ///< layer and head that were looked up last
  std::shared_ptr<const engine::AttentionMap> m_map;            ///< of that head
  const engine::Array<float>* m_weights = nullptr;              ///< its weights, when they fit the structure
  QString m_headLabel, m_headMessage;
  std::vector<AttentionLine> m_lines;  ///< kMostPerResidue per residue, before the threshold
  ColorLegend m_legend;
  StructureStyle m_style = StructureStyle::cartoon;
  ResidueColoring m_coloring = ResidueColoring::secondaryStructure;
  bool m_showFrames = true;
  bool m_isCameraMoved = false;  ///< by the user: it is no longer refitted
  double m_threshold = 0.15;
  int m_perResidue = 1, m_separation = 5, m_numLines = 0;
  double m_fittedAspect = 0;  ///< 0: not fitted yet
  StructureCamera m_camera;
  Rgb m_pageOfScene{};
  std::unique_ptr<StructureScene> m_scene;
  CanvasGestures* m_gestures;
};

/// The form of the inspector.
QWidget* makeStructureControls(StructureView& view, QWidget* parent);

}  // namespace ui
