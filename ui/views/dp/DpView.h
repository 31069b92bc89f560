// The planes of a dynamic-programming run as linked maps, with the path, its back pointers and the aligned letters;
// filled step by step, aligned again while its parameters move, and lane by lane as the vectorised algorithm sees it.
#pragma once

#include <QPointer>
#include <optional>

#include "ui/scenes/MapScene.h"
#include "ui/views/base/View.h"
#include "ui/views/dp/DpCellCard.h"
#include "ui/views/dp/DpLanes.h"
#include "ui/views/dp/DpLive.h"
#include "ui/views/dp/DpPathText.h"
#include "ui/views/dp/DpReadout.h"
#include "ui/views/dp/DpStepper.h"
#include "ui/views/dp/PathChoice.h"
#include "ui/views/maps/MapAxes.h"
#include "ui/views/maps/MapNavigation.h"

class QComboBox;
class QFormLayout;
class QTimer;

namespace ui {

/// withPosterior: the main plane beside the posterior of the same state. lanes: the vectorised algorithm.
enum class PlaneArrangement { oneLarge, sideBySide, withPosterior, lanes };
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
  /// Throws engine::Error for anything but a profile alignment with matrices that fit each other.
  void setDataset(engine::DatasetPtr dataset) override;
  std::vector<std::string> datasetIds() const override;
  std::vector<ReadoutLine> readout() const override;
  Focus readoutFocus() const override;
  void pointAt(const Focus& focus) override;
  QWidget* makeControls(QWidget* parent) override;
  void resetView() override;
  QString emptyText() const override;
  std::vector<std::string> makers() const override { return {"align"}; }
  QJsonObject state() const override;
  void setState(const QJsonObject& state) override;
  std::vector<NumberTable> visibleNumbers() const override;
  QString captionText() const override;
  QString statusText() const override;

  /// The kinds of matrices that the alignment holds, Viterbi first.
  std::vector<engine::DpKind> kinds() const;
  engine::DpKind matrixKind() const { return m_kind; }
  /// Does nothing for a kind that the alignment does not hold.
  void setMatrixKind(engine::DpKind kind);
  int numPlanes() const;
  int mainPlane() const { return m_main; }
  void setMainPlane(int plane);
  PlaneArrangement arrangement() const { return m_arrangement; }
  /// withPosterior and lanes start a job where what they show is not there yet.
  void setArrangement(PlaneArrangement arrangement);
  void setRange(PlaneRange range);
  /// What the colours show; posterior probabilities are always shown as they are.
  void setQuantity(PlaneQuantity quantity);
  void setLetters(ProfileLetters letters);
  void setColorMap(const QString& id);
  void setPathShown(bool on);
  /// Which of the alignment's paths is drawn, as in pathChoices(): 0 is the best.
  void setPath(int path);
  int path() const { return m_path; }
  int numPaths() const { return static_cast<int>(m_choices.size()); }
  /// Back to the path that was chosen before this one, or the next best.
  void swapPath();
  /// The others as thin lines.
  void setRivalsShown(bool on);
  /// Steps in the colours of their posteriors, where these are known, instead of the
  /// emphasis on one state.
  void setPosteriorShown(bool on);
  void setLogosShown(bool on);
  /// All paths with their texts; looks for alternatives where the alignment holds none.
  void setListShown(bool on);
  /// Every way into the current cell beside the planes.
  void setCardShown(bool on);
  /// Zoom so that a cell is this many logical pixels, around a cell.
  void showCells(engine::Index i, engine::Index j, double pixelsPerCell);

  /// Filling and tracing step by step; off: everything is there.
  bool isStepping() const { return m_isStepping; }
  void setStepping(bool on);
  const DpStepper& stepper() const { return m_stepper; }
  void setStepUnit(StepUnit unit);
  void setStepPosition(engine::Index position);
  /// Everything up to this cell is filled. While stepping only this, a click and keys choose the cell; the pointer that
  /// passes does not.
  void setStepCell(engine::Index i, engine::Index j);
  void setSpeed(double stepsPerSecond);
  double speed() const { return m_speed; }
  void step();
  void stepBack();
  /// With reduced motion the matrix, then the path, is there at once.
  void setPlaying(bool on);
  bool isPlaying() const { return m_isPlaying; }
  /// Moves what is in motion on by this time.
  void advance(int milliseconds);
  /// 0..1: how brightly what the last change of the knobs moved flashes.
  double flash() const { return m_flash; }

  DpLive& live() { return *m_live; }
  /// All sliders as the alignment was made.
  void resetKnobs();
  /// Asks for what is shown as a dataset of its own.
  void keepAlignment();
  bool hasLanes() const { return m_lanes.lanes != nullptr; }

  /// Where a plane is in a picture of this size. For tests and hit testing.
  Rect panelOf(int plane, QSize size) const;
  MapViewport viewportOf(int plane, QSize size) const;
  /// Where the paths' texts are.
  QRectF textArea(QSize size) const;

 protected:
  void prepareScene(QSize size, double pixelRatio) override;
  void paintOverlay(QPainter& painter, QSize size) override;
  QSizeF largestPicture(QSize size) const override;
  void onPointerMoved(QPointF position) override;
  void onPointerLeft() override;
  void onClicked(QPointF position) override;
  void onDragged(QPointF from, QPointF to) override;
  void onWheel(QPointF position, double steps, Qt::KeyboardModifiers modifiers) override;
  bool onKey(int key, Qt::KeyboardModifiers modifiers) override;

 private:
  struct Layout;
  struct Cell {
    engine::Index i = -1, j = -1;
  };
  struct Plane {
    engine::DpKind kind = engine::DpKind::viterbi;
    engine::PairState state = engine::PairState::MM;
    std::shared_ptr<const engine::Array<float>> values;  ///< Nq x Nt, without borders; null: not there yet
    std::shared_ptr<const engine::Array<float>> shown;   ///< what is coloured
    MapLook look;
  };
  std::shared_ptr<const engine::ProfileAlignment> original() const;  ///< the dataset's; null without one
  const engine::ProfileAlignment* alignment() const { return m_shown.get(); }
  const engine::DpMatrices& matrices() const;       ///< of the chosen kind; there must be an alignment
  const engine::AlignmentPath* chosenPath() const;  ///< null when there is none
  bool isPosteriorKnown() const;                    ///< of the match pairs of the chosen path
  engine::Index numRows() const;
  engine::Index numColumns() const;
  engine::DatasetId rowAxis() const;
  engine::DatasetId columnAxis() const;
  bool isLarge(int plane) const;
  bool isPosteriorBeside() const { return m_arrangement == PlaneArrangement::withPosterior; }
  bool hasWaysIn() const;  ///< candidates of cells can be told

  // DpViewLayout.cpp
  Layout layoutFor(QSize size) const;
  void layOutOneLarge(Layout& layout, const Rect& room) const;
  void layOutSideBySide(Layout& layout, const Rect& room) const;
  void layOutTwo(Layout& layout, const Rect& room) const;
  void addLogos(Layout& layout, int plane) const;
  double logoBand(QSize size) const;  ///< 0: no logos
  double textHeight(double room) const;
  /// The panel that pan and zoom are measured in.
  Rect referencePanel(QSize size) const;
  int planeAt(QPointF position);
  Cell cellAt(QPointF position);  ///< of any plane
  MapFrame frameOf(int plane, QSize size) const;

  // DpView.cpp
  Cell cellOf(const Focus& focus) const;
  Cell currentCell() const;  ///< of the stepper, else of the selection
  bool showsLag(engine::DpKind kind) const;
  /// Letters of a side as chosen; the consensus where the first sequence is not known. Empty for null.
  const std::string& lettersOf(const std::shared_ptr<const engine::ProfileHmm>& profile) const;
  void changed();       ///< matrices or their colours
  void linesChanged();  ///< paths only
  void takeDataset(engine::DatasetPtr dataset);
  void takeAlignment(std::shared_ptr<const engine::ProfileAlignment> alignment);
  void takePlanes();
  void takeTexts();
  void updateShown();
  void updateLooks();
  void updateScene();
  std::vector<MapLine> linesOf(int plane) const;
  std::vector<MapLine> tracedLines(int plane, const engine::AlignmentPath& path, double width) const;

  // DpViewPaint.cpp, DpViewMarks.cpp
  void paintPlane(QPainter& painter, const Layout& layout, int plane, QSize size) const;
  void paintHeader(QPainter& painter, const Layout& layout, int plane) const;
  void paintBackPointers(QPainter& painter, const MapFrame& frame, int plane) const;
  void paintArrow(QPainter& painter, const MapFrame& frame, Cell cell, const Predecessor& origin, double size) const;
  void paintLogos(QPainter& painter, const Layout& layout, int plane, QSize size) const;
  void paintBlank(QPainter& painter, const MapFrame& frame) const;
  void paintMarks(QPainter& painter, const MapFrame& frame, int plane) const;
  void paintStepMarks(QPainter& painter, const MapFrame& frame, int plane) const;
  void paintFlash(QPainter& painter, const MapFrame& frame) const;
  void paintCard(QPainter& painter, const QRectF& area) const;
  void paintLaneView(QPainter& painter, const QRectF& area) const;
  QString scaleCaption(engine::DpKind kind) const;
  QString shrinkingNote(int plane) const;  ///< what a pixel shows of the cells that share it
  PathTexts texts() const;

  // DpViewState.cpp
  Rect zoomPanel() const;
  QJsonObject zoomState() const;  ///< empty: everything is shown
  void setZoomState(const QJsonObject& zoom);
  void setPlaneState(const QJsonObject& state);
  void setPathState(const QJsonObject& state);
  void setStepState(const QJsonObject& steps);

  // DpViewReadout.cpp
  void addCandidates(std::vector<ReadoutLine>& lines, Cell cell) const;
  void addValues(std::vector<ReadoutLine>& lines, Cell cell) const;
  void addPathReadout(std::vector<ReadoutLine>& lines, Cell cell) const;

  // DpViewPlay.cpp
  void onLiveUpdated();
  void markChanges(const engine::AlignmentPath* before);
  void stepped();
  void tellStepCell();
  void keepClock();
  void sizeStepper();
  void needPosterior();
  void needAlternatives();
  void startLanes();
  int numComparisons() const;
  void setFirstEntry(int entry);
  void setTextOffset(engine::Index offset);

  // DpViewCommands.cpp, DpViewForm.cpp
  void addCommands();
  void addStepCommands();
  void addPathCommands();
  void addShowCommands();
  void addPlaneControls(QFormLayout& form);
  void addLookControls(QFormLayout& form);
  void addPathControls(QFormLayout& form);
  void addStepControls(QFormLayout& form);
  void addKnobControls(QFormLayout& form);
  void fillPathBox();

  std::unique_ptr<MapScene> m_scene;
  engine::DatasetPtr m_dataset;
  std::shared_ptr<const engine::ProfileAlignment> m_shown;  ///< the dataset's, or that with other knobs
  std::vector<Plane> m_planes;  ///< numPlanes() of the chosen kind, and the posterior beside the main one
  std::vector<engine::ResidueVector> m_queryLogo, m_templateLogo;
  double m_logoLimit = 1;
  MapNavigation m_navigation;
  QString m_colorMap;  ///< empty: by the values
  PlaneArrangement m_arrangement = PlaneArrangement::oneLarge;
  PlaneRange m_range = PlaneRange::common;
  PlaneQuantity m_quantity = PlaneQuantity::behindBest;  ///< rivals of the path can be seen
  ProfileLetters m_letters = ProfileLetters::firstSequence;
  engine::DpKind m_kind = engine::DpKind::viterbi;
  std::vector<PathChoice> m_choices;  ///< of m_shown
  std::vector<PathEntry> m_entries;   ///< the same as texts
  int m_main = 0, m_path = 0, m_pathBefore = -1, m_firstEntry = 0;
  int m_wantedPath = -1;  ///< chosen while the paths were still on their way; -1 none
  engine::Index m_textOffset = 0;
  double m_textDrag = 0;  ///< letters that a drag has not moved yet
  bool m_isPathShown = true, m_areRivalsShown = true, m_isPosteriorShown = false, m_areLogosShown = true;
  bool m_isListShown = false, m_isCardShown = false;
  bool m_isDirty = true, m_areLinesDirty = true;

  DpLive* m_live;
  std::vector<bool> m_changedSteps;  ///< of the chosen path
  double m_flash = 0;
  DpStepper m_stepper;
  bool m_isStepping = false, m_isPlaying = false;
  double m_speed = 10, m_due = 0;  ///< steps a second; steps that the clock owes
  int m_comparisons = 0;           ///< of the current cell, lanes only
  QTimer* m_clock;
  LanePicture m_lanes;
  QPointer<QComboBox> m_pathBox;
  QPointer<QWidget> m_positionSlider;
};

}  // namespace ui
