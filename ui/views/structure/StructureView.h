// The structure view: a protein in 3D with residue frames, the attention of the current head, measurements, motions and
// a second structure laid on it.
#pragma once

#include "ui/views/base/ChangeOptions.h"
#include "ui/views/base/View.h"
#include "ui/views/heads/HeadsOnChain.h"
#include "ui/views/structure/StructureStage.h"

namespace ui {

class ChoiceLine;
class ColumnColoring;
class FlyingCamera;
class MotionCheck;
class RankedPairs;
class ShadingPace;
class Superposing;

class StructureView : public View, public ChangeOptions<StructureView> {
  Q_OBJECT

 public:
  explicit StructureView(Session& session, QWidget* parent = nullptr);

  QString kind() const override { return QStringLiteral("structure"); }
  QString title() const override;
  /// Structures; attention and chain geometry whose first axis is the shown structure, or any of the document when none
  /// is; attention of files that matches a chain of it.
  bool accepts(const engine::Dataset& dataset) const override;
  void setDataset(engine::DatasetPtr dataset) override;
  std::vector<engine::DatasetId> datasetIds() const override;
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

  const StructureOptions& options() const { return picture().options; }
  /// Clamped; a chain that the heads do not match stays what it was.
  void setOptions(StructureOptions wanted);
  /// From the same direction and distance; so that the residue's frame is large and seen from the side; so near that
  /// the marked pair of residues fills the view.
  enum class LookFrom { here, frameSide, pair };
  void centreOnSelection(LookFrom from = LookFrom::here);

  /// What is selected and pointed at, in any view.
  StructureMarks marks() const;

  const StructurePicture& picture() const { return m_stage.picture(); }
  const StructureScene& scene() const { return m_stage.scene(); }
  StructureCamera camera() const;
  /// The chains that attention of a file matches, best first; none for attention that was computed here.
  const std::vector<HeadsPlace>& places() const { return m_places; }
  /// Shows heads of a file on this chain; `ends`: those of their positions that are special tokens, where their file
  /// does not say. Reports heads that do not match it.
  void showHeads(const engine::DatasetPtr& heads, const std::string& chain, EndTokens ends);

 protected:
  void prepareScene(QSize size, double pixelRatio) override;
  void paintOverlay(QPainter& painter, QSize size) override;
  QSizeF largestPicture(QSize size) const override;
  void onSelectionChanged() override;
  void onPointerMoved(QPointF position) override;
  void onPointerLeft() override;
  void onClicked(QPointF position) override;
  void onDoubleClicked(QPointF position) override;
  void onDragged(QPointF from, QPointF to) override;
  void onWheel(QPointF position, double steps, Qt::KeyboardModifiers modifiers) override;
  bool onKey(int key, Qt::KeyboardModifiers modifiers) override;

 private:
  void setStructure(const engine::DatasetPtr& dataset);
  void matchHeads();
  void applyHead();
  void addPick(const AtomPick& pick);

  StructureStage m_stage;
  FlyingCamera* m_camera;
  ColumnColoring* m_columns;
  Superposing* m_superposing;
  MotionCheck* m_check;
  RankedPairs* m_ranked;
  engine::DatasetPtr m_heads, m_geometry;
  std::vector<HeadsPlace> m_places;
  ChoiceLine* m_question = nullptr;  ///< which chain; made when it is first asked
  AtomPick m_hovered;
  Measurement m_picked;  ///< so far
  ShadingPace* m_pace;
};

}  // namespace ui
