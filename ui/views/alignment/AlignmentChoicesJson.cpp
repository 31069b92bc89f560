// Choices in an alignment as plain values: rows and columns from 1 on, as ranges.
#include <QJsonValue>
#include <algorithm>
#include <array>

#include "ui/views/alignment/AlignmentChoices.h"

namespace ui {

using engine::Index;
using engine::IndexRanges;

namespace {

constexpr std::array<const char*, 6> kOrderNames = {"original", "name", "identity", "weight", "length", "tree"};

QString textOf(const IndexRanges& ranges) { return QString::fromStdString(ranges.text()); }

IndexRanges rangesIn(const QJsonObject& json, const char* key, const IndexRanges& otherwise, Index size) {
  const QJsonValue value = json.value(QLatin1String(key));
  return value.isString() ? IndexRanges::fromText(value.toString().toStdString()).within(size) : otherwise;
}

double percentIn(const QJsonObject& json, const char* key, double otherwise) {
  const QJsonValue value = json.value(QLatin1String(key));
  return value.isDouble() ? std::clamp(value.toDouble(), 0.0, 100.0) : otherwise;
}

QJsonObject jsonOf(const AlignmentFilter& filter) {
  return {{QStringLiteral("minIdentity"), filter.minIdentity},
          {QStringLiteral("minCoverage"), filter.minCoverage},
          {QStringLiteral("maxGaps"), filter.maxGaps},
          {QStringLiteral("maxPairwiseIdentity"), filter.maxPairwiseIdentity},
          {QStringLiteral("name"), filter.name},
          {QStringLiteral("isRegularExpression"), filter.isRegularExpression}};
}

AlignmentFilter filterOf(const QJsonObject& json, AlignmentFilter filter) {
  filter.minIdentity = percentIn(json, "minIdentity", filter.minIdentity);
  filter.minCoverage = percentIn(json, "minCoverage", filter.minCoverage);
  filter.maxGaps = percentIn(json, "maxGaps", filter.maxGaps);
  filter.maxPairwiseIdentity = percentIn(json, "maxPairwiseIdentity", filter.maxPairwiseIdentity);
  filter.name = json.value(QStringLiteral("name")).toString(filter.name);
  filter.isRegularExpression = json.value(QStringLiteral("isRegularExpression")).toBool(filter.isRegularExpression);
  return filter;
}

}  // namespace

QString orderName(RowOrder order) { return QLatin1String(kOrderNames[static_cast<size_t>(order)]); }

QJsonObject AlignmentChoices::toJson() const {
  return {{QStringLiteral("order"), orderName(m_order)},
          {QStringLiteral("reference"), static_cast<double>(m_reference + 1)},
          {QStringLiteral("filter"), jsonOf(m_filter)},
          {QStringLiteral("hiddenRows"), textOf(m_hiddenRows)},
          {QStringLiteral("hiddenColumns"), textOf(m_hiddenColumns)},
          {QStringLiteral("selectedRows"), textOf(m_selectedRows)},
          {QStringLiteral("selectedColumns"), textOf(m_selectedColumns)},
          {QStringLiteral("cursorRow"), static_cast<double>(m_cursorRow + 1)},
          {QStringLiteral("cursorColumn"), static_cast<double>(m_cursorColumn + 1)}};
}

void AlignmentChoices::fromJson(const QJsonObject& json) {
  if (!m_alignment) return;
  const Index rows = m_alignment->numRows(), columns = m_alignment->numColumns;
  const auto found =
      std::find(kOrderNames.begin(), kOrderNames.end(), json.value(QStringLiteral("order")).toString().toStdString());
  const auto numberIn = [&](const char* key, Index otherwise, Index least, Index most) {
    const QJsonValue value = json.value(QLatin1String(key));
    return value.isDouble() ? std::clamp(static_cast<Index>(std::clamp(value.toDouble(), -1e15, 1e15)), least, most) - 1
                            : otherwise;
  };
  if (rows > 0) setReference(numberIn("reference", m_reference, 1, rows));
  if (found != kOrderNames.end()) setOrder(static_cast<RowOrder>(found - kOrderNames.begin()));
  setFilter(filterOf(json.value(QStringLiteral("filter")).toObject(), m_filter));
  const IndexRanges hiddenRows = rangesIn(json, "hiddenRows", m_hiddenRows, rows);
  const IndexRanges hiddenColumns = rangesIn(json, "hiddenColumns", m_hiddenColumns, columns);
  if (hiddenRows != m_hiddenRows || hiddenColumns != m_hiddenColumns) {
    m_hiddenRows = hiddenRows;
    m_hiddenColumns = hiddenColumns;
    arrange();
    Q_EMIT changed();
  }
  setSelection(rangesIn(json, "selectedRows", m_selectedRows, rows),
               rangesIn(json, "selectedColumns", m_selectedColumns, columns));
  setCursor(numberIn("cursorRow", m_cursorRow, 0, rows), numberIn("cursorColumn", m_cursorColumn, 0, columns));
}

}  // namespace ui
