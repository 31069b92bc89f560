// The alignment view: letters in coloured cells, names, ruler and column tracks; from letters to less than a pixel per
// cell.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>

#include "engine/alignment/ColumnStatistics.h"
#include "ui/views/alignment/AlignmentArranger.h"
#include "ui/views/alignment/AlignmentDrawing.h"
#include "ui/views/alignment/AlignmentFinder.h"
#include "ui/views/alignment/AlignmentLayout.h"
#include "ui/views/alignment/AlignmentLook.h"
#include "ui/views/alignment/AlignmentPainter.h"
#include "ui/views/alignment/AlignmentSelection.h"
#include "ui/views/base/PngFile.h"
#include "ui/views/base/View.h"

namespace ui {

class CanvasGestures;

class AlignmentView : public View, public BandedPage {
  Q_OBJECT
  /// For `headlight render --size fit`.
  Q_PROPERTY(QSize wholeSize READ wholePageSize)

 public:
  explicit AlignmentView(Session& session, QWidget* parent = nullptr);
  ~AlignmentView() override;

  QString kind() const override { return QStringLiteral("alignment"); }
  QString title() const override;
  bool accepts(const engine::Dataset& dataset) const override;
  void setDataset(engine::DatasetPtr dataset) override;
  std::vector<std::string> datasetIds() const override;
  std::vector<ReadoutLine> readout() const override;
  QWidget* makeControls(QWidget* parent) override;
  void resetView() override;
  std::vector<NumberTable> visibleNumbers() const override;
  QString captionText() const override;
  QString statusText() const override;
  QJsonObject state() const override;
  void setState(const QJsonObject& state) override;
  QString emptyText() const override;

  const AlignmentLook& look() const { return m_look; }
  void setLook(const AlignmentLook& look);
  AlignmentScheme scheme() const { return m_look.scheme; }
  void setScheme(AlignmentScheme scheme);
  AlignmentArranger& arranger() { return *m_arranger; }
  AlignmentSelection& selection() { return *m_selection; }
  AlignmentFinder& finder() { return *m_finder; }
  /// Puts the cursor on a cell and scrolls to it. The row may be -1: the one that the cursor is in, else the first.
  void goToCell(engine::Index row, engine::Index column);
  AlignmentZoom zoom() const { return m_zoom; }
  /// Zooms about the middle of the cells.
  void setZoom(const AlignmentZoom& zoom);
  /// The whole alignment in the window.
  void fitAll();
  /// Scrolls just far enough for a column to be seen.
  void showColumn(engine::Index column);

  const AlignmentViewport& viewport() const { return m_viewport; }
  AlignmentLayout layoutFor(QSizeF size) const { return pictureFor(size).layout; }
  const engine::DatasetPtr& dataset() const { return m_dataset; }
  const engine::Alignment& alignment() const { return *m_alignment; }
  const std::vector<engine::ExpandedInsert>& insertWidths() const { return m_insertWidths; }
  const engine::ColumnStatistics* statistics() const { return m_statistics.get(); }
  /// Alignment row shown at each place.
  const std::vector<engine::Index>& order() const { return m_arrangement->rows(); }
  /// What a frame of this size shows; valid until the view changes.
  AlignmentPicture pictureFor(QSizeF size) const;
  /// The tracks that there are, shown or not.
  const std::vector<AlignmentTrack>& tracks() const { return m_allTracks; }
  AlignmentRenderer renderer() const { return m_renderer; }
  void setRenderer(AlignmentRenderer renderer);
  QByteArray pagePng(QSize size, double scale) override;
  /// The page on which the whole alignment stands, every cell at the size of the zoom (logical pixels).
  QSize wholePageSize() const;

 Q_SIGNALS:
  void viewportChanged();
  void statisticsReady();
  void lookChanged();
  void tracksChanged();

 protected:
  bool hasScene() const override;
  void prepareScene(QSize size, double pixelRatio) override;
  void paintOverlay(QPainter& painter, QSize size) override;
  void paintPage(QPainter& painter, QSize size) override;
  void onSelectionChanged() override;
  void onPointerMoved(QPointF position) override;
  void onPointerLeft() override;
  void onClicked(QPointF position) override;
  void onDragged(QPointF from, QPointF to) override;
  void onWheel(QPointF position, double steps, Qt::KeyboardModifiers modifiers) override;
  bool onKey(int key, Qt::KeyboardModifiers modifiers) override;

 private:
  struct InsertResidue {
    engine::Index row = -1;  ///< of the alignment; -1: the pointer is on no expanded insert
    engine::SlotContent slot;
    bool operator==(const InsertResidue&) const = default;
  };
  enum class DragTarget { pan, block, rows, columns, namesEdge, minimap, verticalBar, horizontalBar };

  void onPressed(QPointF position);
  void forgetDataset();
  void relink();
  void startStatistics();
  void chooseScheme();
  void startOverview();
  void startStructures();
  void startAttention();
  void startWeights();
  void arrange();
  void onArranged();
  void makeParts();
  void paintSelection(QPainter& painter, const AlignmentPicture& picture);
  bool onCursorKey(int key, Qt::KeyboardModifiers modifiers);
  void showCell(engine::Index place, engine::Index slot);
  AlignmentHit clampedHit(QPointF position) const;
  void dragSelection(QPointF to);
  void pageAlongBar(const AlignmentPicture& picture, QPointF position);
  void applyCells();
  void applyLook(const AlignmentLook& before);
  void applyColors();
  void applyTracks();
  void applyRuler();
  std::vector<LinkedTrack> linkedTracks() const;
  std::vector<engine::Index> positionsOfColumns(const std::string& id, engine::Index count) const;
  LinkedTrack receivedAttention(const engine::Dataset& dataset) const;
  void forgetReceived();
  void forgetTracksOf(const std::string& id);
  AlignmentPicture pictureOn(QSizeF size, bool isPage) const;
  void setViewport(AlignmentViewport viewport);
  void zoomAt(QPointF position, const AlignmentZoom& zoom);
  QSizeF currentSize() const;
  AlignmentLayout currentLayout() const { return layoutFor(currentSize()); }
  /// Of a page of this width, or of the screen.
  double namesWidth(std::optional<double> pageWidth) const;
  double measuredNamesWidth() const;
  engine::Index placeOfRow(engine::Index row) const;
  AlignmentMark markOf(const Focus& focus, const QColor& color) const;
  std::vector<AlignmentMark> marks() const;
  AlignmentPage page() const;
  void setPointedInsert(const InsertResidue& insert);
  void showNameTip(QPointF position);
  void showTrackTip(QPointF position, engine::Index track, engine::Index column);
  bool hasAlignment() const { return m_alignment != nullptr; }

  engine::DatasetPtr m_dataset;
  std::shared_ptr<const engine::Alignment> m_alignment;
  std::shared_ptr<const engine::ColumnStatistics> m_statistics;
  AlignmentArranger* m_arranger;
  AlignmentSelection* m_selection;
  AlignmentFinder* m_finder;
  AlignmentHit m_pressedAt;
  std::shared_ptr<const engine::AlignmentArrangement> m_arrangement;
  std::vector<engine::ExpandedInsert> m_insertWidths;    ///< the longest insert at each place that has one
  std::vector<AlignmentTrack> m_allTracks, m_tracks;     ///< all, and those shown
  std::map<std::string, std::string> m_structureStates;  ///< by id of a structure: a DSSP letter per column
  std::map<std::string, std::vector<float>> m_received;  ///< by id of heads: what each key receives
  /// What these were, or are being, made from: jobs begin anew only when it is something else. With the residue in each
  /// column; with layer and head.
  std::map<std::string, std::pair<std::shared_ptr<const engine::Structure>, std::vector<engine::Index>>> m_statesOf;
  std::map<std::string, std::tuple<std::shared_ptr<const engine::HeadSet>, engine::Index, engine::Index>> m_receivedOf;
  std::vector<engine::Index> m_rulerNumbers;             ///< of the row that the ruler follows; empty: columns
  std::vector<float> m_weights;                          ///< by row; empty: not asked for, or not there yet
  mutable std::vector<AlignmentMark> m_shownMarks;       ///< of the picture made last
  AlignmentPage m_pageOfColors;                          ///< the page that the colours were made for
  bool m_isSchemeChosen = false;                         ///< by the user: bases do not change it
  AlignmentLook m_look;
  AlignmentZoom m_zoom;
  AlignmentViewport m_viewport;
  double m_chosenNamesWidth = -1;   ///< -1: as wide as the names need
  double m_neededNamesWidth = 0;    ///< at scale 1
  engine::Index m_namedPlace = -1;  ///< row under the pointer in the names column
  InsertResidue m_pointedInsert;    ///< other datasets have no such position
  DragTarget m_dragTarget = DragTarget::pan;
  AlignmentDrawing m_drawing;
  AlignmentRenderer m_renderer = preferredAlignmentRenderer();
  int m_colorsVersion = 0;  ///< an overview of older colours is not used
  CanvasGestures* m_gestures;
};

void addAlignmentCommands(AlignmentView& view);
/// The form of the inspector.
QWidget* makeAlignmentControls(AlignmentView& view, QWidget* parent);

}  // namespace ui
