// What stands at one cell of an alignment, in words and numbers.
#include "ui/views/alignment/AlignmentReadout.h"

namespace ui {

using engine::Index;
namespace alphabet = engine::alphabet;

Index indexIn(const engine::Dataset& dataset, const Position& position, const Document& document) {
  if (position.index < 0 || position.dataset == dataset.id) return position.index;
  return document.translate(position.dataset, position.index, dataset.id).value_or(-1);
}

QString residueText(const engine::Alignment& alignment, Index row, Index column) {
  return residueText(alignment, row, engine::SlotContent{static_cast<std::int32_t>(column)});
}

QString residueText(const engine::Alignment& alignment, Index row, const engine::SlotContent& slot) {
  const auto number = engine::residueNumber(alignment, row, slot);
  if (!number) return QStringLiteral("gap");
  const char letter = alphabet::letterOf(alphabet::upper(engine::codeAt(alignment, row, slot)));
  QString name = QString::fromStdString(alphabet::threeLetter(letter)).toLower();
  if (!name.isEmpty()) name[0] = name[0].toUpper();
  return QStringLiteral("%1 %2").arg(name).arg(*number);
}

namespace {

ReadoutLine rowLine(const engine::Alignment& alignment, Index row) {
  const QString name = QString::fromStdString(alignment.rows[static_cast<size_t>(row)].name);
  return {QStringLiteral("Row"), QStringLiteral("%1 (%2 of %3)").arg(name).arg(row + 1).arg(alignment.numRows())};
}

}  // namespace

std::vector<ReadoutLine> insertReadout(const engine::Alignment& alignment, Index row, const engine::SlotContent& slot) {
  return {
      {QStringLiteral("Insert"), QStringLiteral("after column %1 of %2").arg(slot.column).arg(alignment.numColumns)},
      rowLine(alignment, row),
      {QStringLiteral("Residue"), residueText(alignment, row, slot)}};
}

std::vector<ReadoutLine> alignmentReadout(const engine::Alignment& alignment,
                                          const engine::ColumnStatistics* statistics, Index row, Index column) {
  std::vector<ReadoutLine> lines;
  lines.push_back({QStringLiteral("Column"), QStringLiteral("%1 of %2").arg(column + 1).arg(alignment.numColumns)});
  if (row >= 0 && row < alignment.numRows()) {
    lines.push_back(rowLine(alignment, row));
    lines.push_back({QStringLiteral("Residue"), residueText(alignment, row, column)});
  }
  if (!statistics || column >= statistics->numColumns()) return lines;
  const auto at = static_cast<size_t>(column);
  lines.push_back(
      {QStringLiteral("Consensus"), QStringLiteral("%1 in %2 %")
                                        .arg(QChar::fromLatin1(alphabet::letterOf(statistics->consensus[at])))
                                        .arg(100.0 * statistics->consensusShare[at], 0, 'f', 1)});
  lines.push_back(
      {QStringLiteral("Conservation"), QStringLiteral("%1 bits").arg(statistics->conservation[at], 0, 'f', 2)});
  lines.push_back(
      {QStringLiteral("Occupancy"), QStringLiteral("%1 %").arg(100.0 * statistics->occupancy[at], 0, 'f', 1)});
  return lines;
}

QString structureResidueText(const engine::Structure& structure, Index residue) {
  for (const engine::Chain& chain : structure.chains) {
    const auto size = static_cast<Index>(chain.residues.size());
    if (residue >= 0 && residue < size) {
      const engine::Residue& found = chain.residues[static_cast<size_t>(residue)];
      return QString::fromStdString(found.name + " " + found.label() + " " + chain.id).trimmed();
    }
    residue -= size;
  }
  return {};
}

}  // namespace ui
