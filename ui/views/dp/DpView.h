// The planes of a dynamic-programming run as linked maps, with the path, its back pointers and the aligned letters;
// filled step by step, aligned again while its parameters move, and lane by lane as the vectorised algorithm sees it.
#pragma once

#include "ui/scenes/maps/MapScene.h"
#include "ui/views/base/ChangeOptions.h"
#include "ui/views/base/View.h"
#include "ui/views/base/figure/HasColorBar.h"
#include "ui/views/dp/DpLayout.h"
#include "ui/views/dp/DpLive.h"
#include "ui/views/dp/DpMoment.h"
#include "ui/views/dp/DpPicture.h"
#include "ui/views/dp/DpPlayer.h"
#include "ui/views/dp/lanes/DpLiveLanes.h"

namespace ui {

class DpView : public View, public HasColorBar, public ChangeOptions<DpView> {
  Q_OBJECT

 public:
  explicit DpView(Session& session, QWidget* parent = nullptr);

  QString kind() const override { return QStringLiteral("dp"); }
  QString title() const override;
  bool accepts(const engine::Dataset& dataset) const override;
  /// Throws engine::Error for anything but a profile alignment with matrices that fit each other.
  void setDataset(engine::DatasetPtr dataset) override;
  std::vector<engine::DatasetId> datasetIds() const override;
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

  const DpOptions& options() const { return m_picture.options(); }
  /// Clamped to what the alignment holds. Starts jobs for what is to be shown and is not there yet. Throws
  /// engine::Error for an unknown colour map.
  void setOptions(const DpOptions& options);
  const DpPicture& picture() const { return m_picture; }
  /// Fills and traces step by step. While it is on only it, a click and keys choose the cell; the pointer that passes
  /// does not.
  DpPlayer& player() const { return *m_player; }
  DpLive& live() const { return *m_live; }
  /// What moves over the picture; to be used before anything moves.
  DpMoment moment() const;
  DpLayout layoutFor(QSize size) const;

 Q_SIGNALS:
  /// Others, or another one is chosen.
  void pathsChanged();

 protected:
  void addMenuEntries(QMenu& menu) override;
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
  DpCell cellOf(const Focus& focus) const;
  void startJobs();  ///< for what is to be shown and is not there yet
  void takeLive();
  void onTextClicked(const PathTextHit& hit);
  void redraw(bool isColored);  ///< lines, and where asked for the colours of the planes

  std::unique_ptr<MapScene> m_scene;
  DpPicture m_picture;
  MapNavigation m_navigation;
  DpPlayer* m_player;
  DpLive* m_live;
  DpLiveLanes* m_lanes;
  int m_wantedPath = -1;  ///< chosen while the paths were still on their way; -1 none
  double m_textDrag = 0;  ///< letters that a drag has not moved yet
  bool m_areColorsDirty = true, m_areLinesDirty = true;
};

}  // namespace ui
