#include "engine/heads/HeadTable.h"

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "engine/heads/HeadColumns.h"
#include "engine/heads/HeadLabels.h"

namespace engine {

const HeadStatistics& HeadTable::at(Index layer, Index head) const { return nth(heads, layer * numHeads + head); }

Index HeadTable::bestContactHead() const {
  Index best = -1;
  double highest = -1;
  const std::vector<HeadColumn> columns = columnsOf(*this);
  const HeadColumn* const column = findColumn(columns, "P_all_L");
  for (Index k = 0; k < count(); ++k) {
    const auto precision = column ? column->number(nth(heads, k)) : std::nullopt;
    if (precision && *precision > highest) {
      highest = *precision;
      best = k;
    }
  }
  return best;
}

void HeadTable::validate() const {
  if (count() != numLayers * numHeads)
    fail("head table: found ", count(), " heads, expected ", numLayers, " layers x ", numHeads, " heads");
  for (Index k = 0; k < count(); ++k) {
    const HeadStatistics& one = nth(heads, k);
    if (one.layer != k / numHeads || one.head != k % numHeads)
      fail("head table: entry ", k + 1, " is layer ", one.layer + 1, ", head ", one.head + 1, ", expected layer ",
           k / numHeads + 1, ", head ", k % numHeads + 1);
    if (one.told.size() != toldKeys.size())
      fail("head table: entry ", k + 1, " has ", one.told.size(), " cells, expected ", toldKeys.size());
    if (one.annotations.size() != annotationNames.size())
      fail("head table: entry ", k + 1, " has ", one.annotations.size(), " annotations, expected ",
           annotationNames.size());
  }
  if (atlas && static_cast<Index>(atlas->x.size()) != count())
    fail("head table: found ", atlas->x.size(), " places of heads, expected ", count());
}

HeadTable relabelled(const HeadTable& table, const HeadThresholds& thresholds) {
  HeadTable other = table;
  other.thresholds = thresholds;
  if (table.isTold()) return other;
  for (HeadStatistics& one : other.heads) one.labels = labelsOf(one, thresholds, other.chance);
  return other;
}

}  // namespace engine
