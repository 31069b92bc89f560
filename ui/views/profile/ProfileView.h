// A profile HMM: logo with occupancy and insert rows, and one column of it in detail - emissions against background and
// the transitions to the next column.
#pragma once

#include "ui/views/base/ChangeOptions.h"
#include "ui/views/base/View.h"
#include "ui/views/profile/ProfileLayout.h"

namespace ui {

class ColumnField;

class ProfileView : public View, public ChangeOptions<ProfileView> {
  Q_OBJECT

 public:
  explicit ProfileView(Session& session, QWidget* parent = nullptr);

  QString kind() const override { return QStringLiteral("profile"); }
  QString title() const override;
  bool accepts(const engine::Dataset& dataset) const override;
  /// Throws engine::Error for anything but a profile.
  void setDataset(engine::DatasetPtr dataset) override;
  std::vector<engine::DatasetId> datasetIds() const override;
  std::vector<ReadoutLine> readout() const override;
  QWidget* makeControls(QWidget* parent) override;
  void resetView() override;
  QString emptyText() const override;
  std::vector<std::string> makers() const override { return {"profile"}; }
  QJsonObject state() const override;
  void setState(const QJsonObject& state) override;
  std::vector<NumberTable> visibleNumbers() const override;
  QString captionText() const override;
  QString statusText() const override;

  const ProfileOptions& options() const { return m_options; }
  /// Numbers out of range become the nearest valid ones.
  void setOptions(const ProfileOptions& options);
  /// Scrolls so that this column (fractions allowed) is the first in sight, as far as there are columns.
  void scrollTo(double firstColumn);
  /// Makes a column the one in detail, locks it, and scrolls it into sight.
  void goToColumn(engine::Index column);
  /// Opens the field for a column number over the logo.
  void askForColumn();
  /// The column in detail: the locked or hovered one, else the last one of these; -1 in an empty profile.
  engine::Index detailColumn() const;
  engine::Index length() const { return m_profile.length; }
  const std::vector<ProfileRow>& rows() const { return m_profile.rows; }
  ProfileLayout layoutFor(QSize size) const;
  ProfileColumns columnsIn(QSize size) const;

 protected:
  void prepareScene(QSize, double) override {}
  bool hasScene() const override { return false; }
  void paintOverlay(QPainter& painter, QSize size) override;
  void onSelectionChanged() override;
  void onPointerMoved(QPointF position) override;
  void onClicked(QPointF position) override;
  void onDragged(QPointF from, QPointF to) override;
  void onWheel(QPointF position, double steps, Qt::KeyboardModifiers modifiers) override;
  bool onKey(int key, Qt::KeyboardModifiers modifiers) override;

 private:
  void zoomAt(double x, double factor);
  void moveColumn(engine::Index column);
  Focus focusOf(engine::Index column) const;
  engine::Index columnOf(const Focus& focus) const;

  engine::DatasetId m_id;  ///< of the dataset; empty: none
  ShownProfile m_profile;
  ProfileOptions m_options;
  ColumnField* m_goTo;
};

}  // namespace ui
