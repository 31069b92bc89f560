// A pair of residues taken through attention between residue frames line by line, with its vectors, numbers and
// weights.
#pragma once

#include <optional>

#include "ui/views/base/ChangeOptions.h"
#include "ui/views/base/View.h"
#include "ui/views/pair/PairLive.h"
#include "ui/views/pair/PairPicture.h"

namespace ui {

class PairView : public View, public ChangeOptions<PairView> {
  Q_OBJECT

 public:
  explicit PairView(Session& session, QWidget* parent = nullptr);

  QString kind() const override { return QStringLiteral("pair"); }
  QString title() const override;
  bool accepts(const engine::Dataset& dataset) const override;
  /// Throws engine::Error for anything but heads of such attention whose input is there.
  void setDataset(engine::DatasetPtr dataset) override;
  std::vector<engine::DatasetId> datasetIds() const override;
  std::vector<ReadoutLine> readout() const override;
  Focus readoutFocus() const override;
  QWidget* makeControls(QWidget* parent) override;
  void resetView() override;
  QString emptyText() const override;
  QJsonObject state() const override;
  void setState(const QJsonObject& state) override;
  std::vector<NumberTable> visibleNumbers() const override;
  QString captionText() const override;
  QString statusText() const override;
  std::vector<std::string> makers() const override { return pairOperations(); }

  const PairOptions& options() const { return m_options; }
  void setOptions(const PairOptions& options);
  /// Null until the vectors are there, and where there are no residues.
  const PairWalk* walk() const { return m_shown ? &m_shown->walk : nullptr; }
  const engine::FramedPair* pair() const { return m_shown ? &m_shown->walk.pair : nullptr; }
  const PairNames& names() const { return m_names; }
  /// The head on show.
  engine::Index head() const;
  /// Weights that can be moved.
  PairLive& live() { return *m_live; }
  /// To the key with the greatest weight but the query's own.
  void showStrongest();

 protected:
  void prepareScene(QSize, double) override {}
  bool hasScene() const override { return false; }
  void paintOverlay(QPainter& painter, QSize size) override;
  QSizeF largestPicture(QSize size) const override;
  void onSelectionChanged() override;
  void onPointerMoved(QPointF position) override;
  void onPointerLeft() override {}  // the pair on show stays
  void onDragged(QPointF from, QPointF to) override;
  void onWheel(QPointF position, double steps, Qt::KeyboardModifiers modifiers) override;
  bool onKey(int key, Qt::KeyboardModifiers modifiers) override;

 private:
  /// The pair of options and head anew.
  void renew();

  PairLive* m_live;
  PairNames m_names;
  std::optional<PairShown> m_shown;
  PairOptions m_options;
};

}  // namespace ui
