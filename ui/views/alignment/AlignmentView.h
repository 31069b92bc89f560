// The alignment view: letters in coloured cells, names, ruler and column tracks; from letters to less than a pixel per
// cell.
#pragma once

#include "ui/views/alignment/AlignmentCamera.h"
#include "ui/views/alignment/AlignmentDrawing.h"
#include "ui/views/alignment/AlignmentFinder.h"
#include "ui/views/alignment/AlignmentModel.h"
#include "ui/views/alignment/AlignmentReadout.h"
#include "ui/views/alignment/AlignmentSelection.h"
#include "ui/views/base/PngFile.h"
#include "ui/views/base/View.h"

namespace ui {

class AlignmentEditor;

class AlignmentView : public View, public BandedPage {
  Q_OBJECT
  /// For `headlight render --size fit`.
  Q_PROPERTY(QSize wholeSize READ wholeSize)

 public:
  explicit AlignmentView(Session& session, QWidget* parent = nullptr);

  QString kind() const override { return QStringLiteral("alignment"); }
  QString title() const override;
  bool accepts(const engine::Dataset& dataset) const override;
  void setDataset(engine::DatasetPtr dataset) override;
  std::vector<engine::DatasetId> datasetIds() const override;
  std::vector<ReadoutLine> readout() const override;
  QWidget* makeControls(QWidget* parent) override;
  void resetView() override;
  std::vector<NumberTable> visibleNumbers() const override;
  QString captionText() const override;
  QString statusText() const override;
  QJsonObject state() const override;
  void setState(const QJsonObject& state) override;
  QString emptyText() const override;

  /// What is shown: look, order, filter, what is hidden, what is computed.
  AlignmentModel& model() const { return *m_model; }
  AlignmentSelection& selection() const { return *m_selection; }
  AlignmentFinder& finder() const { return *m_finder; }
  const AlignmentCamera& camera() const { return m_camera; }
  /// The nearest one that does not look past the ends.
  void setCamera(const AlignmentCamera& wanted);
  /// Zooms about the middle of the cells.
  void setZoom(const AlignmentZoom& zoom);
  /// Puts the cursor on a cell and scrolls to it. The row may be -1: the one that the cursor is in, else the first.
  /// With a `lastColumn` all cells up to there are brought into sight.
  void goToCell(engine::Index row, engine::Index column, engine::Index lastColumn = -1);
  /// What the canvas shows; valid until the view changes.
  AlignmentPicture picture() const;
  void setRenderer(AlignmentRenderer renderer);
  QByteArray pagePng(QSize size, double scale) override;
  QSize wholeSize() const;

 Q_SIGNALS:
  void cameraChanged();

 protected:
  bool hasScene() const override;
  void prepareScene(QSize size, double pixelRatio) override;
  void paintOverlay(QPainter& painter, QSize size) override;
  void paintPage(QPainter& painter, QSize size) override;
  void onSelectionChanged() override;
  void onPointerMoved(QPointF position) override;
  void onPointerLeft() override;
  void onPressed(QPointF position) override;
  void onClicked(QPointF position) override;
  void onDragged(QPointF from, QPointF to) override;
  void onWheel(QPointF position, double steps, Qt::KeyboardModifiers modifiers) override;
  bool onKey(int key, Qt::KeyboardModifiers modifiers) override;

 private:
  void connectParts();
  /// With marks.
  AlignmentPicture pictureOn(QSizeF size, AlignmentMedium medium) const;

  AlignmentModel* m_model;
  AlignmentSelection* m_selection;
  AlignmentFinder* m_finder;
  AlignmentEditor* m_editor;
  AlignmentCamera m_camera;
  AlignmentPointed m_pointed;
  AlignmentDrag m_drag;
  AlignmentDrawing m_drawing;
  AlignmentRenderer m_renderer = preferredAlignmentRenderer();
};

void addAlignmentCommands(AlignmentView& view);
/// The form of the inspector.
QWidget* makeAlignmentControls(AlignmentView& view, QWidget* parent);

}  // namespace ui
