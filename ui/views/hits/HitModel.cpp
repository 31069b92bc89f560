#include "ui/views/hits/HitModel.h"

#include <QObject>
#include <cmath>

#include "engine/base/Nth.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::Index;
using engine::PairState;
using engine::SearchHit;

namespace {

struct HeadingText {
  const char *heading, *help;
};

constexpr HeadingText kHeadings[kNumHitColumns] = {
    {"No", "Rank in the result"},
    {"Hit", "Name and description of the template"},
    {"On the query", "Where the alignment lies on the query, coloured by probability"},
    {"Prob", "Probability that query and template are homologous, %"},
    {"E-value", "Number of templates that score as well by chance in this search"},
    {"P-value", "Probability that one unrelated template scores as well"},
    {"Score", "Bits of the path, without secondary structure, with correlation"},
    {"SS", "Bits from secondary structure"},
    {"Cols", "Match pairs of the alignment"},
    {"Query", "First and last query column of the alignment"},
    {"Template", "First and last template column of the alignment, and the template's columns"},
    {"Ident", "Identical residues of the two first sequences over the match pairs, %"},
};

const QString kAscendingSign = QStringLiteral(" ▴"), kDescendingSign = QStringLiteral(" ▾");

bool isPair(const engine::PathStep& step) { return step.state == PairState::MM || step.state == PairState::M; }

template <class Position>
HitRange rangeOf(const SearchHit& hit, Position position) {
  HitRange range;
  for (const engine::PathStep& step : hit.path.steps) {
    if (!isPair(step)) continue;
    if (range.first < 0) range.first = step.*position;
    range.last = step.*position;
  }
  return range;
}

QString rangeText(HitRange range) {
  if (range.first < 0) return QStringLiteral("–");
  return QStringLiteral("%1–%2").arg(range.first + 1).arg(range.last + 1);
}

QString fullName(const SearchHit& hit) {
  const QString name = QString::fromStdString(hit.name), description = QString::fromStdString(hit.description);
  return description.isEmpty() ? name : name + u' ' + description;
}

}  // namespace

HitRange queryRangeOf(const SearchHit& hit) { return rangeOf(hit, &engine::PathStep::i); }
HitRange templateRangeOf(const SearchHit& hit) { return rangeOf(hit, &engine::PathStep::j); }

QString hitHeading(HitColumn column) { return QObject::tr(engine::nth(kHeadings, column).heading); }
QString hitHelp(HitColumn column) { return QObject::tr(engine::nth(kHeadings, column).help); }

void HitModel::setResult(std::shared_ptr<const engine::SearchResult> result) {
  beginResetModel();
  m_result = std::move(result);
  m_queryRanges.clear();
  m_templateRanges.clear();
  if (m_result) {
    for (const SearchHit& hit : m_result->hits) {
      m_queryRanges.push_back(queryRangeOf(hit));
      m_templateRanges.push_back(templateRangeOf(hit));
    }
  }
  endResetModel();
}

int HitModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || !m_result ? 0 : static_cast<int>(m_result->hits.size());
}

int HitModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kNumHitColumns; }

QString HitModel::text(int row, HitColumn column) const {
  const SearchHit& hit = this->hit(row);
  const auto k = static_cast<size_t>(row);
  switch (column) {
    case HitColumn::number:
      return QString::number(row + 1);
    case HitColumn::hit:
      return fullName(hit);
    case HitColumn::probability:
      return decimalText(hit.scores.probability, 1);
    case HitColumn::eValue:
      return scientificText(hit.scores.eValue);
    case HitColumn::pValue:
      return scientificText(hit.scores.pValue);
    case HitColumn::score:
      return decimalText(hit.scores.total, 2);
    case HitColumn::secondaryStructure:
      return decimalText(hit.scores.secondaryStructure, 2);
    case HitColumn::columns:
      return QString::number(hit.numPairs);
    case HitColumn::queryRange:
      return rangeText(m_queryRanges[k]);
    case HitColumn::templateRange:
      return rangeText(m_templateRanges[k]) + QStringLiteral(" (%1)").arg(hit.numColumns);
    case HitColumn::identities:
      return std::isnan(hit.identity) ? decimalText(hit.identity, 0) : decimalText(hit.identity, 0) + u'%';
    case HitColumn::onQuery:
      return {};
  }
  return {};
}

double HitModel::value(int row, HitColumn column) const {
  const SearchHit& hit = this->hit(row);
  const auto k = static_cast<size_t>(row);
  switch (column) {
    case HitColumn::probability:
      return hit.scores.probability;
    case HitColumn::eValue:
      return hit.scores.eValue;
    case HitColumn::pValue:
      return hit.scores.pValue;
    case HitColumn::score:
      return hit.scores.total;
    case HitColumn::secondaryStructure:
      return hit.scores.secondaryStructure;
    case HitColumn::columns:
      return static_cast<double>(hit.numPairs);
    case HitColumn::queryRange:
    case HitColumn::onQuery:
      return static_cast<double>(m_queryRanges[k].first);
    case HitColumn::templateRange:
      return static_cast<double>(m_templateRanges[k].first);
    case HitColumn::identities:
      return hit.identity;
    default:
      return row;
  }
}

QVariant HitModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || !m_result) return {};
  const auto column = static_cast<HitColumn>(index.column());
  switch (role) {
    case Qt::DisplayRole:
      return text(index.row(), column);
    case Qt::ToolTipRole:
      return column == HitColumn::hit ? QVariant(fullName(hit(index.row()))) : QVariant();
    case Qt::TextAlignmentRole:
      return static_cast<int>(Qt::AlignVCenter | (column == HitColumn::hit ? Qt::AlignLeft : Qt::AlignRight));
    default:
      return {};
  }
}

QVariant HitModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= kNumHitColumns) return {};
  const auto column = static_cast<HitColumn>(section);
  const bool isLeft = column == HitColumn::hit || column == HitColumn::onQuery;
  switch (role) {
    case Qt::DisplayRole:
      return hitHeading(column);
    case Qt::ToolTipRole:
      return hitHelp(column);
    case Qt::TextAlignmentRole:
      return static_cast<int>(Qt::AlignVCenter | (isLeft ? Qt::AlignLeft : Qt::AlignRight));
    default:
      return {};
  }
}

HitOrder::HitOrder(HitModel& model, QObject* parent) : QSortFilterProxyModel(parent), m_model(model) {
  setSourceModel(&model);
}

void HitOrder::setFilter(const QString& words) {
  m_words = words.simplified().split(u' ', Qt::SkipEmptyParts);
  invalidateFilter();
}

QVariant HitOrder::headerData(int section, Qt::Orientation orientation, int role) const {
  const QVariant value = QSortFilterProxyModel::headerData(section, orientation, role);
  if (role != Qt::DisplayRole || orientation != Qt::Horizontal || section != sortColumn()) return value;
  return value.toString() + (sortOrder() == Qt::AscendingOrder ? kAscendingSign : kDescendingSign);
}

bool HitOrder::lessThan(const QModelIndex& left, const QModelIndex& right) const {
  const bool isAscending = sortOrder() == Qt::AscendingOrder;
  const auto column = static_cast<HitColumn>(left.column());
  if (column == HitColumn::hit) {
    const int order =
        QString::compare(m_model.text(left.row(), column), m_model.text(right.row(), column), Qt::CaseInsensitive);
    if (order != 0) return order < 0;
  } else {
    const double a = m_model.value(left.row(), column), b = m_model.value(right.row(), column);
    // A descending sort asks the other way round.
    if (std::isnan(a) != std::isnan(b)) return std::isnan(isAscending ? b : a);
    if (a < b || b < a) return a < b;
  }
  return isAscending ? left.row() < right.row() : left.row() > right.row();
}

bool HitOrder::filterAcceptsRow(int row, const QModelIndex&) const {
  const QString text = fullName(m_model.hit(row)) + u'\n' + QString::fromStdString(m_model.hit(row).family);
  for (const QString& word : m_words)
    if (!text.contains(word, Qt::CaseInsensitive)) return false;
  return true;
}

Qt::SortOrder bestFirst(HitColumn column) {
  switch (column) {
    case HitColumn::probability:
    case HitColumn::score:
    case HitColumn::secondaryStructure:
    case HitColumn::columns:
    case HitColumn::identities:
      return Qt::DescendingOrder;
    default:
      return Qt::AscendingOrder;
  }
}

QString hitRowsText(const HitModel& model, const std::vector<int>& sourceRows) {
  QString text;
  const auto addLine = [&](const auto& cell) {
    for (int column = 0; column < kNumHitColumns; ++column) {
      if (static_cast<HitColumn>(column) == HitColumn::onQuery) continue;  // a picture
      text += (column == 0 ? QString() : QStringLiteral("\t")) + cell(static_cast<HitColumn>(column));
    }
    text += u'\n';
  };
  addLine([](HitColumn column) { return hitHeading(column); });
  for (const int row : sourceRows)
    addLine([&](HitColumn column) {
      const QString shown = model.text(row, column).replace(u'\t', u' ');
      return column == HitColumn::hit ? shown : withHyphen(shown);
    });
  return text;
}

}  // namespace ui
