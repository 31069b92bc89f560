// The structure view: a protein in 3D with residue frames, the attention of the current head, measurements, motions and
// a second structure laid on it.
#pragma once

#include <memory>

#include "engine/structure/Invariants.h"
#include "ui/scenes/ResidueColors.h"
#include "ui/scenes/StructureScene.h"
#include "ui/views/base/View.h"
#include "ui/views/heads/HeadsOnChain.h"
#include "ui/views/heads/ShownPositions.h"
#include "ui/views/structure/HeadOnStructure.h"
#include "ui/views/structure/StructureMeasures.h"

class QTimer;
class QVariantAnimation;

namespace ui {

class CanvasGestures;
class ChoiceLine;

/// What the lower limit of attention bars is: a share of the head's strongest pair, or a weight.
enum class WeightLimit { share, weight };
/// What an alignment column is coloured by.
enum class ColumnValue { conservation, occupancy, entropy, consensus };
/// How the residues of two structures are paired.
enum class Pairing { alignment, sequence };

/// What the user did to the coordinates.
struct MotionSettings {
  engine::Vector3 degrees = engine::Vector3::Zero();  ///< about x, then y, then z, through the centre; -180..180
  engine::Vector3 shift = engine::Vector3::Zero();    ///< Å, -kMostShift..kMostShift
  bool isMirrored = false;
  static constexpr double kMostShift = 100;
  bool operator==(const MotionSettings&) const = default;
};

/// A second structure on the first.
struct LaidStructure {
  engine::DatasetPtr dataset;
  std::shared_ptr<const engine::Structure> structure;
  std::vector<Fold> folds;
  engine::Superposition superposition;   ///< of the C-alphas of the pairs
  Pairing pairing = Pairing::alignment;  ///< the one used: by sequence where nothing links the two
};

/// The structure that heads or a pair geometry belong to: the one they name, or else the first loaded one that the heads
/// of a file match. Null where there is none.
engine::DatasetPtr structureOf(const engine::Dataset& dataset, const Document& document);

class StructureView : public View {
  Q_OBJECT

 public:
  explicit StructureView(Session& session, QWidget* parent = nullptr);
  ~StructureView() override;

  QString kind() const override { return QStringLiteral("structure"); }
  QString title() const override;
  /// Structures; attention and chain geometry whose first axis is the shown structure, or any of the document when none
  /// is; attention of files that matches a chain of it.
  bool accepts(const engine::Dataset& dataset) const override;
  void setDataset(engine::DatasetPtr dataset) override;
  std::vector<std::string> datasetIds() const override;
  std::vector<ReadoutLine> readout() const override;
  QWidget* makeControls(QWidget* parent) override;
  void resetView() override;
  QString emptyText() const override;
  QJsonObject state() const override;
  void setState(const QJsonObject& state) override;
  std::vector<NumberTable> visibleNumbers() const override;
  QString captionText() const override;
  QString statusText() const override;
  QString refusalText(const engine::Dataset& dataset) const override;

  StructureStyle style() const { return m_style; }
  void setStyle(StructureStyle style);
  ResidueColoring coloring() const { return m_coloring; }
  void setColoring(ResidueColoring coloring);
  /// Alignments of the document with a row for this structure.
  std::vector<engine::DatasetPtr> linkedAlignments() const;
  ColumnValue columnValue() const { return m_columnValue; }
  void setColumnValue(ColumnValue value);
  /// Id of the alignment whose columns colour the residues; empty: the first linked one.
  const std::string& columnAlignment() const { return m_columnAlignment; }
  void setColumnAlignment(const std::string& id);
  bool areFramesShown() const { return m_showFrames; }
  void setFramesShown(bool on);

  WeightLimit weightLimit() const { return m_weightLimit; }
  void setWeightLimit(WeightLimit limit);
  /// Bars of at least this share of the head's strongest pair, 0..1.
  double threshold() const { return m_threshold; }
  void setThreshold(double share);
  /// Bars of at least this weight, 0..kMostLowestWeight.
  double lowestWeight() const { return m_lowestWeight; }
  void setLowestWeight(double weight);
  static constexpr double kMostLowestWeight = 0.4;
  /// Strongest keys per residue, 1..kMostPerResidue.
  int perResidue() const { return m_perResidue; }
  void setPerResidue(int count);
  /// Pairs closer in sequence than this are left out: bars have |i - j| > separation.
  int separation() const { return m_separation; }
  void setSeparation(int separation);
  static constexpr int kMostPerResidue = 20, kMostSeparation = 100;

  /// Clicks now pick atoms until there are enough of them; none: clicks lock a residue.
  MeasureKind measuring() const { return m_measuring; }
  void setMeasuring(MeasureKind kind);
  const std::vector<Measurement>& measurements() const { return m_measurements; }
  void setMeasurements(std::vector<Measurement> measurements);

  const MotionSettings& motionSettings() const { return m_motionSettings; }
  void setMotionSettings(const MotionSettings& settings);
  /// Before and after the motion; empty without one.
  const std::vector<engine::InvariantRow>& invariants() const { return m_invariants; }
  /// Changes below this (Å, degrees, weights) are rounding.
  static constexpr double kRounding = 5e-4;

  /// Id of the structure laid on this one; empty: none. One that is not loaded yet is laid on when it comes.
  const std::string& superposed() const { return m_superposed; }
  void superpose(const std::string& id);
  Pairing pairing() const { return m_pairing; }
  void setPairing(Pairing pairing);
  const LaidStructure* companion() const { return m_companion ? &*m_companion : nullptr; }

  const StructureScene& scene() const { return *m_scene; }
  int numLines() const { return m_numLines; }
  /// Why the chosen head has no bars; empty when it has.
  const QString& headMessage() const { return m_headMessage; }
  bool hasAttention() const { return !m_head.isEmpty(); }
  /// The chains that attention of a file matches, best first; none for attention that was computed here.
  const std::vector<HeadsPlace>& places() const { return m_places; }
  /// Id of the one on which it is shown; empty: none, or not chosen yet of several that match as well.
  const std::string& headsChain() const { return m_headsChain; }
  /// Shows heads of a file on this chain; `ends`: those of their positions that are special tokens, where their file
  /// does not say. Reports heads that do not match it.
  void showHeads(const engine::DatasetPtr& heads, const std::string& chain, EndTokens ends);
  /// Does nothing when there is no such place.
  void setHeadsChain(const std::string& chain);
  const StructureCamera& camera() const { return m_camera; }
  /// C-alpha of every residue over all chains, where the motion brings it.
  const std::vector<engine::Vector3>& alphas() const { return m_alphas; }
  /// Residues without a complete backbone (N, CA, C).
  const std::vector<engine::Index>& incompleteResidues() const { return m_incomplete; }

 protected:
  void prepareScene(QSize size, double pixelRatio) override;
  void paintOverlay(QPainter& painter, QSize size) override;
  void onSelectionChanged() override;
  void onPointerMoved(QPointF position) override;
  void onPointerLeft() override;
  void onClicked(QPointF position) override;
  void onDragged(QPointF from, QPointF to) override;
  void onWheel(QPointF position, double steps, Qt::KeyboardModifiers modifiers) override;
  bool onKey(int key, Qt::KeyboardModifiers modifiers) override;

 private:
  // StructureView.cpp: data and what is made of it
  void setStructure(engine::DatasetPtr dataset);
  void readResidues();
  void startFolds();
  void applyFolds(const std::vector<Fold>& folds);
  void applyGeometry();
  void applyColors();
  void applyHead();
  HeadOnStructure headOnStructure();
  // StructureHeads.cpp: attention of files on one of the chains
  const HeadsPlace* place() const;
  std::vector<HeadsPlace> placesFor(const engine::Dataset& heads) const;
  void matchHeads();
  void askForChain();
  void applyLimits();
  void applyMarks();
  float lowestShown() const;  ///< weight of the faintest bar that the limit lets through
  bool isShown(const AttentionLine& line) const;
  engine::Index indexOf(const Position& position) const;
  engine::Vector3 alpha(engine::Index residue) const;
  engine::Vector3 position(const AtomPick& pick) const;
  // StructureOperations.cpp: columns, motions, superposition
  void addCommands();
  void startColumnValues();
  void applyMotion();
  void startAttentionCheck();
  void startSuperposition();
  void showCompanion();
  void applyCompanion();
  void dropCompanion();
  // StructureViewInput.cpp: pointer, keys, camera
  static constexpr double kPickReach = 14;  ///< logical pixels around an atom
  AtomPick pickAt(QPointF position, double reach = kPickReach) const;
  /// The bar under the pointer, of several the one in front; null: none.
  const AttentionLine* barAt(QPointF position) const;
  void addPick(const AtomPick& pick);
  void moveCamera();
  void flyTo(const StructureCamera& target);
  bool isFlying() const;
  void stopFlight();
  void onPanned(QPointF from, QPointF to);
  void onDoubleClicked(QPointF position);
  double aspect() const;
  std::vector<engine::Vector3> fitPoints() const;
  double fitMargin() const;  ///< Å around the C-alphas
  // StructureViewOverlay.cpp
  void paintBars(QPainter& painter, QSize size) const;
  void paintLabels(QPainter& painter, QSize size) const;
  void paintMeasurements(QPainter& painter, QSize size) const;
  void paintIncomplete(QPainter& painter, QSize size) const;
  void paintLegend(QPainter& painter, QSize size) const;
  double paintEntries(QPainter& painter, QSize size, double bottom) const;
  void paintHeading(QPainter& painter, QSize size) const;
  void paintInvariants(QPainter& painter, QSize size) const;
  std::vector<std::pair<QString, bool>> headingLines() const;  ///< text, whether it is a warning
  // StructureReadout.cpp
  void readResidue(std::vector<ReadoutLine>& lines, engine::Index first, engine::Index second) const;
  QString missingText(engine::Index residue) const;
  // StructureViewState.cpp
  void changed();
  void setMotionState(const QJsonObject& state);
  void setCameraState(const QJsonObject& state);

  engine::DatasetPtr m_dataset, m_headsDataset, m_geometryDataset;
  std::shared_ptr<const engine::Structure> m_structure;
  ResidueTable m_residues;
  std::vector<engine::Vector3> m_alphas;
  std::vector<engine::Index> m_incomplete;
  int m_numGaps = 0;
  std::vector<Fold> m_folds;
  std::pair<engine::Index, engine::Index> m_shownHead{-1, -1};  ///< layer and head that were looked up last
  std::shared_ptr<const engine::AttentionMap> m_map;            ///< of that head
  HeadOnStructure m_head;                                       ///< its weights, when they fit the structure
  std::vector<HeadsPlace> m_places;
  std::string m_headsChain;
  EndTokens m_headsEnds = EndTokens::none;
  ChoiceLine* m_question = nullptr;  ///< which chain; made when it is first asked
  QString m_headLabel, m_headMessage;
  std::vector<AttentionLine> m_lines;  ///< kMostPerResidue per residue, before the limits; weakest first
  ColorLegend m_legend;
  StructureStyle m_style = StructureStyle::cartoon;
  ResidueColoring m_coloring = ResidueColoring::secondaryStructure;
  ColumnValue m_columnValue = ColumnValue::conservation;
  std::string m_columnAlignment;
  std::vector<float> m_columnValues;
  QString m_columnTitle;
  bool m_showFrames = true;
  WeightLimit m_weightLimit = WeightLimit::share;
  double m_threshold = 0.15, m_lowestWeight = 0.1;
  int m_perResidue = 1, m_separation = 5, m_numLines = 0;

  MeasureKind m_measuring = MeasureKind::none;
  Measurement m_picked;  ///< so far
  std::vector<Measurement> m_measurements;
  AtomPick m_hovered;
  MotionSettings m_motionSettings;
  engine::RigidMotion m_motion;
  std::vector<engine::InvariantRow> m_invariants;
  std::string m_superposed;
  Pairing m_pairing = Pairing::alignment;
  std::optional<LaidStructure> m_companion;

  bool m_isCameraMoved = false;  ///< by the user: it is no longer refitted
  double m_fittedAspect = 0;     ///< 0: not fitted yet
  StructureCamera m_camera, m_flightGoal;
  QVariantAnimation* m_flight;
  QTimer* m_restTimer;
  Rgb m_pageOfScene{};
  std::unique_ptr<StructureScene> m_scene;
  CanvasGestures* m_gestures;
};

/// Helices and strands from hydrogen bonds, one per residue over all chains.
std::vector<Fold> computedFolds(const engine::Structure& structure);

/// The form of the inspector.
QWidget* makeStructureControls(StructureView& view, QWidget* parent);

}  // namespace ui
