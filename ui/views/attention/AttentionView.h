// One attention head, or the mean of several, as a map or as arcs; the geometry of the protein beside it; all heads
// above.
#pragma once

#include <QPointer>
#include <optional>

#include "ui/scenes/MapScene.h"
#include "ui/views/attention/ArcPicture.h"
#include "ui/views/attention/AttentionMapData.h"
#include "ui/views/attention/AttentionOptions.h"
#include "ui/views/attention/HeadStrip.h"
#include "ui/views/base/CanvasGestures.h"
#include "ui/views/base/View.h"
#include "ui/views/heads/HeadsOnChain.h"
#include "ui/views/heads/ShownPositions.h"
#include "ui/views/maps/MapAxes.h"
#include "ui/views/maps/MapNavigation.h"
#include "ui/views/maps/MapReadout.h"

class QFormLayout;

namespace ui {

class ChoiceLine;

class AttentionView : public View {
  Q_OBJECT

 public:
  explicit AttentionView(Session& session, QWidget* parent = nullptr);
  ~AttentionView() override;

  QString kind() const override { return QStringLiteral("attention"); }
  QString title() const override;
  /// Attention heads and pair geometry, one of each is shown; a structure that heads of a file match, whose geometry is
  /// then shown beside them.
  bool accepts(const engine::Dataset& dataset) const override;
  /// Throws engine::Error for another kind of dataset.
  void setDataset(engine::DatasetPtr dataset) override;
  std::vector<std::string> datasetIds() const override;
  std::vector<ReadoutLine> readout() const override;
  QWidget* makeControls(QWidget* parent) override;
  void resetView() override;
  QString emptyText() const override;
  std::vector<std::string> makers() const override { return {"attention geometric", "geometry"}; }
  QJsonObject state() const override;
  void setState(const QJsonObject& state) override;
  std::vector<NumberTable> visibleNumbers() const override;
  QString captionText() const override;
  QString statusText() const override;
  QString refusalText(const engine::Dataset& dataset) const override;

  /// Shows the geometry of the chain that heads of a file match, computed if need be.
  void showOnChain(const HeadsPlace& place);
  /// How the geometry that is shown was matched to heads of a file; nothing where none was.
  const std::optional<engine::ChainMatch>& match() const { return m_match; }
  /// Zoom about the middle so that a cell is this many logical pixels, around a cell. For tests and saved sessions.
  void showCells(engine::Index row, engine::Index column, double pixelsPerCell);
  /// Where a map is in a picture of this size; empty when it is not shown. For tests and hit testing.
  enum class Plane { attention, companion };
  Rect panelOf(Plane plane, QSize size) const;
  QRectF stripIn(QSize size) const;
  MapViewport viewportIn(QSize size) const;
  ArcFrame arcFrameIn(QSize size) const;
  const MapLook& attentionLook() const { return m_attentionLook; }

  const AttentionOptions& options() const { return m_options; }
  /// Throws engine::Error for an unknown colour map.
  void setOptions(const AttentionOptions& options);
  /// setOptions of what `edit` makes of the present ones.
  void change(const std::function<void(AttentionOptions&)>& edit);
  /// The heads whose mean is shown; empty: the head of the selection alone.
  const std::vector<HeadStrip::Head>& meanHeads() const { return m_strip.chosen(); }
  void setMeanHeads(std::vector<HeadStrip::Head> heads) { m_strip.setChosen(std::move(heads)); }
  const AttentionMapData& data() const { return m_data; }
  /// The numbers on show are not yet those asked for.
  bool isComputing() const { return m_job; }
  /// What is written below the map: how to read it, and what to beware of.
  QString noteText() const;
  QString warningText() const;

 protected:
  void prepareScene(QSize size, double pixelRatio) override;
  void paintOverlay(QPainter& painter, QSize size) override;
  QSizeF largestPicture(QSize size) const override;
  void paintPage(QPainter& painter, QSize size) override;
  void onSelectionChanged() override;
  void onPointerMoved(QPointF position) override;
  void onPointerLeft() override;
  void onClicked(QPointF position) override;
  void onDragged(QPointF from, QPointF to) override;
  void onWheel(QPointF position, double steps, Qt::KeyboardModifiers modifiers) override;
  bool onKey(int key, Qt::KeyboardModifiers modifiers) override;
  void addMenuEntries(QMenu& menu) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Layout;
  struct Cell {
    engine::Index row = -1, column = -1;
    bool isIn() const { return row >= 0 && column >= 0; }
  };
  /// Steps of the way from heads to pixels, each with those before it still valid.
  enum class Stage { look, filter, values };

  // Data: AttentionView.cpp, AttentionViewData.cpp
  const engine::HeadSet* heads() const;
  /// Laid out by the cells of the map; null when it does not fit the heads.
  const engine::ChainGeometry* geometry() const { return m_fitted.get(); }
  std::vector<HeadStrip::Head> shownHeads() const;
  HeadStrip::Head chosenHead() const;
  AttentionTransform transform() const;  ///< none where the map is not square and the wanted one asks for it
  AttentionPicture picture() const;      ///< the map where there is no single sequence
  bool isSquare() const;
  engine::Index numRows() const { return m_rows.size(); }
  engine::Index numColumns() const { return m_columns.size(); }
  std::string rowLetters() const;
  std::string columnLetters() const;
  bool canNameEnds() const;  ///< their file does not say which positions are special
  /// Heads of unknown residues take the positions of the geometry that is shown with them.
  bool borrowsAxis() const;
  engine::DatasetId rowAxis() const;
  engine::DatasetId columnAxis() const;
  Cell cellOf(const Focus& focus) const;
  Focus focusOf(Cell cell) const;
  void takeDatasets(bool areHeadsNew);
  void updatePositions();
  // Chains of structures: AttentionViewChain.cpp
  std::vector<std::string> wantedTokens() const;  ///< of heads whose file does not tell, as the user has said
  void fitGeometry();
  bool fitByResidue(const std::shared_ptr<const engine::ChainGeometry>& geometry);
  void adoptGeometry(const engine::DatasetPtr& dataset);
  void placeOn(const engine::DatasetPtr& structure);
  QString chainName(const ShownPositions& positions, engine::Index cell) const;
  engine::Index cellAt(const Position& position, const ShownPositions& positions, engine::DatasetId axis) const;
  AttentionRequest makeRequest() const;
  void recompute(Stage stage);
  /// The numbers that are there are those of what the view says it shows.
  bool hasNumbers() const;
  void forgetJob();
  void startJob(const AttentionRequest& request, Stage stage);
  void take(AttentionMapData data);
  std::optional<double> largestWeight() const;  ///< of all heads, once it is known
  void updateScene();
  void updateCompanion();
  void updateAttentionLook();
  void updateThumbnailLook();
  void updateContacts();
  QColor markColor() const;  ///< of lines over the map that are there all the time

  // Words and numbers: AttentionViewText.cpp, AttentionViewNumbers.cpp
  QString headTitle() const;
  QString headNote() const;
  QString lockText() const;
  QString attentionCaption() const;
  QString companionNote() const;
  QString matchText() const;    ///< of the geometry and the heads of a file
  QString columnTitle() const;  ///< of the margin below the map
  QString mismatchText() const;
  QString endsQuestion(engine::Index length) const;  ///< of a map that is a little longer than a chain
  bool showsRows() const;                            ///< rows are still those of queries
  QString residueName(engine::Index cell, const ShownPositions& positions, engine::DatasetId axis,
                      const std::string& letters) const;
  double weightAt(Cell cell) const;  ///< NaN when unknown
  double scoreAt(Cell cell) const;
  /// The weight from the scores of its row, in numbers; empty where it is not their softmax.
  QString weightFormula(Cell cell) const;
  void addCellLines(std::vector<ReadoutLine>& lines, Cell cell) const;
  void addMarginLines(std::vector<ReadoutLine>& lines, Cell cell) const;

  // Picture: AttentionViewLayout.cpp, AttentionViewPaint.cpp
  Layout layoutFor(QSize size) const;
  bool isSplit() const;
  ArcFrame arcFrameOf(const Rect& panel) const;
  MapFrame frameOf(const Rect& panel, const MapViewport& viewport) const;
  void paintHeader(QPainter& painter, const Rect& area, const QString& title, const QString& note,
                   const QString& atRight) const;
  void paintAttention(QPainter& painter, const Layout& layout) const;
  void paintCompanion(QPainter& painter, const Layout& layout) const;
  void paintArcPicture(QPainter& painter, const Layout& layout) const;
  void paintMargins(QPainter& painter, const Layout& layout, const MapFrame& frame) const;
  void paintMarks(QPainter& painter, const MapFrame& frame) const;
  void paintNotes(QPainter& painter, const Layout& layout) const;
  void paintProgress(QPainter& painter, const Rect& panel) const;
  double noteHeight(double width, int mostLines) const;

  // Gestures and commands: AttentionViewInput.cpp, AttentionViewControls.cpp
  std::optional<Cell> cellAt(QPointF position) const;
  std::optional<Cell> arcCellAt(QPointF position) const;
  void chooseHead(int offset);
  void setHoveredHead(std::optional<HeadStrip::Head> head);
  void toggleMeanHead(HeadStrip::Head head);
  void zoomBy(QPointF position, double factor);
  void panBy(double dx, double dy);
  void addCommands();
  void addColorControls(QFormLayout& form);
  void addValueControls(QFormLayout& form);
  void addFilterControls(QFormLayout& form);
  void addPictureControls(QFormLayout& form);
  /// Where the picture is not what the options ask for.
  struct Drawn {
    bool hasOtherColors = false, hasOtherScale = false, hasOtherRange = false, lacksRoomBeside = false;
    bool operator==(const Drawn&) const = default;
  };
  Drawn drawn() const;
  void tellDrawn();  ///< to the controls, when it has changed
  double thresholdOf(int slider) const;
  int sliderOf(double threshold) const;

  std::unique_ptr<MapScene> m_scene;
  engine::DatasetPtr m_heads, m_geometry;
  std::shared_ptr<const engine::ChainGeometry> m_fitted;
  std::optional<engine::ChainMatch> m_match;
  struct ChainId {
    std::string structure, chain;
    bool operator==(const ChainId&) const = default;
  } m_wantedChain;                 ///< whose geometry the user asked for
  std::string m_matchedStructure;  ///< id and first residue of the matched chain
  engine::Index m_firstResidue = 0;
  ChoiceLine* m_question = nullptr;  ///< which chain; made when it is first asked
  ShownPositions m_rows, m_columns;
  std::vector<MapLine> m_contactLines;                           ///< on the map of the head
  std::shared_ptr<const engine::ChainGeometry> m_contactSource;  ///< whose contacts these are; null: none
  HeadStrip m_strip;
  std::optional<HeadStrip::Head> m_hoveredHead;  ///< among the thumbnails
  CanvasGestures* m_gestures;
  HeadStrip::Head m_shown;
  AttentionOptions m_options;
  AttentionMapData m_data;
  QPointer<Job> m_job;
  Stage m_jobStage = Stage::look;
  MapNavigation m_navigation;
  double m_arcZoom = 1, m_arcCenter = 0.5;  ///< 1: everything; centre as a part of the sequence
  MapLook m_attentionLook, m_companionLook;
  MapPtr m_companionMatrix;
  std::shared_ptr<const engine::ChainGeometry> m_companionSource;  ///< what m_companionMatrix was made of
  Companion m_companionKind = Companion::none;
  Drawn m_toldDrawn;
  bool m_isSceneDirty = true, m_isOnPage = false, m_hasFailed = false;
};

}  // namespace ui
