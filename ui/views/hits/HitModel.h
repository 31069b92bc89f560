// The hits of a search as a table: what each cell says, what it sorts by, which rows a filter keeps.
#pragma once

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>
#include <memory>
#include <vector>

#include "engine/search/hits/SearchResult.h"

namespace ui {

enum class HitColumn {
  number,
  hit,
  onQuery,
  probability,
  eValue,
  pValue,
  score,
  secondaryStructure,
  columns,
  queryRange,
  templateRange,
  identities
};
inline constexpr int kNumHitColumns = 12;

/// 0-based, inclusive: the first and the last match pair of a path; -1 when it has none.
struct HitRange {
  engine::Index first = -1, last = -1;
};
HitRange queryRangeOf(const engine::SearchHit& hit);
HitRange templateRangeOf(const engine::SearchHit& hit);

/// Heading of a column and what it means.
QString hitHeading(HitColumn column);
QString hitHelp(HitColumn column);

/// One row per hit in the order of the result.
class HitModel : public QAbstractTableModel {
 public:
  using QAbstractTableModel::QAbstractTableModel;

  void setResult(std::shared_ptr<const engine::SearchResult> result);
  const engine::SearchResult* result() const { return m_result.get(); }
  const engine::SearchHit& hit(int row) const { return m_result->hits[static_cast<size_t>(row)]; }
  HitRange queryRange(int row) const { return m_queryRanges[static_cast<size_t>(row)]; }
  QString text(int row, HitColumn column) const;
  /// What numeric columns are sorted by; NaN when it is not known.
  double value(int row, HitColumn column) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  std::shared_ptr<const engine::SearchResult> m_result;
  std::vector<HitRange> m_queryRanges, m_templateRanges;  ///< of each hit
};

/// Sorted and filtered hits. Equal values stand by their rank in either direction, unknown ones at the end.
class HitOrder : public QSortFilterProxyModel {
 public:
  explicit HitOrder(HitModel& model, QObject* parent = nullptr);
  /// Keeps the hits whose name, description or family contains every one of these words, whatever their case.
  void setFilter(const QString& words);
  int sourceRow(int row) const { return mapToSource(index(row, 0)).row(); }
  /// The heading of the column that is sorted by says which way.
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  /// The row that shows a hit of the model; -1 when it is filtered out.
  int rowOf(int sourceRow) const { return mapFromSource(m_model.index(sourceRow, 0)).row(); }

 protected:
  bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

 private:
  HitModel& m_model;
  QStringList m_words;
};

/// The direction in which a first click sorts: the best hits come first.
Qt::SortOrder bestFirst(HitColumn column);

/// Rows of `order` as tab-separated text with a line of headings; ranges and numbers as shown, but
/// with the hyphens that other programs read as minus.
QString hitRowsText(const HitModel& model, const std::vector<int>& sourceRows);

}  // namespace ui
