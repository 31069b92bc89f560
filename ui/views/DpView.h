// The planes of a dynamic-programming run as linked maps, with the path, its back pointers and the aligned letters.
#pragma once

#include <optional>

#include "ui/scenes/MapScene.h"
#include "ui/views/DpReadout.h"
#include "ui/views/MapAxes.h"
#include "ui/views/MapNavigation.h"
#include "ui/views/PathChoice.h"
#include "ui/views/View.h"

namespace ui {

enum class PlaneArrangement { oneLarge, sideBySide };
enum class PlaneRange { common, perPlane };
enum class PlaneQuantity { behindBest, score };
enum class ProfileLetters { firstSequence, consensus };

class DpView : public View {
  Q_OBJECT

 public:
  explicit DpView(Session& session, QWidget* parent = nullptr);
  ~DpView() override;

  QString kind() const override { return QStringLiteral("dp"); }
  QString title() const override;
  bool accepts(const engine::Dataset& dataset) const override;
  /// Throws engine::Error for anything but a profile alignment.
  void setDataset(engine::DatasetPtr dataset) override;
  std::vector<std::string> datasetIds() const override;
  std::vector<ReadoutLine> readout() const override;
  QWidget* makeControls(QWidget* parent) override;
  void resetView() override;
  QString emptyText() const override;
  std::vector<std::string> makers() const override { return {"align"}; }

  /// The kinds of matrices that the alignment holds, Viterbi first.
  std::vector<engine::DpKind> kinds() const;
  engine::DpKind matrixKind() const { return m_kind; }
  /// Does nothing for a kind that the alignment does not hold.
  void setMatrixKind(engine::DpKind kind);
  int numPlanes() const;
  int mainPlane() const { return m_main; }
  void setMainPlane(int plane);
  void setArrangement(PlaneArrangement arrangement);
  void setRange(PlaneRange range);
  /// What the colours show; posterior probabilities are always shown as they are.
  void setQuantity(PlaneQuantity quantity);
  void setLetters(ProfileLetters letters);
  void setColorMap(const QString& id);
  void setPathShown(bool on);
  /// Which of the alignment's paths is drawn, as in pathChoices(): 0 is the best.
  void setPath(int path);
  /// The others as thin lines.
  void setRivalsShown(bool on);
  /// Steps in the colours of their posteriors, where these are known, instead of the
  /// emphasis on one state.
  void setPosteriorShown(bool on);
  /// Zoom so that a cell is this many logical pixels, around a cell.
  void showCells(engine::Index i, engine::Index j, double pixelsPerCell);
  /// Where a plane is in a picture of this size. For tests and hit testing.
  Rect panelOf(int plane, QSize size) const;
  MapViewport viewportOf(int plane, QSize size) const;

 protected:
  void prepareScene(QSize size, double pixelRatio) override;
  void paintOverlay(QPainter& painter, QSize size) override;
  void onPointerMoved(QPointF position) override;
  void onClicked(QPointF position) override;
  void onDragged(QPointF from, QPointF to) override;
  void onWheel(QPointF position, double steps, Qt::KeyboardModifiers modifiers) override;
  bool onKey(int key, Qt::KeyboardModifiers modifiers) override;

 private:
  struct Layout;
  struct Cell {
    engine::Index i = -1, j = -1;
  };
  const engine::ProfileAlignment* alignment() const;
  const engine::DpMatrices& matrices() const;  ///< of the chosen kind; there must be an alignment
  const engine::AlignmentPath* path() const;   ///< the chosen one; null when there is none
  bool isPosteriorKnown() const;               ///< of the match pairs of the chosen path
  engine::Index numRows() const;
  engine::Index numColumns() const;
  std::string rowAxis() const;
  std::string columnAxis() const;
  Layout layoutFor(QSize size) const;
  void layOutOneLarge(Layout& layout, const Rect& room) const;
  void layOutSideBySide(Layout& layout, const Rect& room) const;
  /// The panel that pan and zoom are measured in.
  Rect referencePanel(QSize size) const;
  int planeAt(QPointF position);
  Cell cellOf(const Focus& focus) const;
  MapFrame frameOf(int plane, QSize size) const;
  bool isLarge(int plane) const { return m_arrangement == PlaneArrangement::sideBySide || plane == m_main; }

  bool showsLag() const;
  /// Letters of a side as chosen; the consensus where the first sequence is not known. Empty for null.
  const std::string& lettersOf(const std::shared_ptr<const engine::ProfileHmm>& profile) const;
  void changed();
  void takePlanes();
  void updateScene();
  void updateLooks();
  std::vector<MapLine> linesOf(int plane) const;
  void paintPlane(QPainter& painter, const Layout& layout, int plane, QSize size) const;
  void paintBackPointers(QPainter& painter, const MapFrame& frame, int plane) const;
  void paintMarks(QPainter& painter, const MapFrame& frame) const;
  void paintAlignedText(QPainter& painter, const QRectF& area) const;
  void addCandidates(std::vector<ReadoutLine>& lines, Cell cell) const;
  void addValues(std::vector<ReadoutLine>& lines, Cell cell) const;
  void addPathReadout(std::vector<ReadoutLine>& lines, Cell cell) const;
  QString scaleCaption() const;

  std::unique_ptr<MapScene> m_scene;
  engine::DatasetPtr m_dataset;
  std::vector<std::shared_ptr<const engine::Array<float>>> m_planes;  ///< Nq x Nt, without borders
  std::vector<std::shared_ptr<const engine::Array<float>>> m_shown;   ///< what is coloured
  std::vector<MapLook> m_looks;
  AlignedText m_text;
  MapNavigation m_navigation;
  QString m_colorMap;  ///< empty: by the values
  PlaneArrangement m_arrangement = PlaneArrangement::oneLarge;
  PlaneRange m_range = PlaneRange::common;
  PlaneQuantity m_quantity = PlaneQuantity::behindBest;  ///< rivals of the path can be seen
  ProfileLetters m_letters = ProfileLetters::firstSequence;
  engine::DpKind m_kind = engine::DpKind::viterbi;
  std::vector<PathChoice> m_choices;  ///< of m_dataset
  int m_main = 0, m_path = 0;
  bool m_isPathShown = true, m_areRivalsShown = true, m_isPosteriorShown = false;
  bool m_isDirty = true;
};

}  // namespace ui
