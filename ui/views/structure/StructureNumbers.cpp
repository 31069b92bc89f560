// The numbers that the structure view shows, as tables for export.
#include <QStringList>
#include <cmath>

#include "ui/views/structure/StructureTexts.h"

namespace ui {

using engine::Index;
using engine::Vector3;

namespace {

/// Rows of equal length, one label each.
class TableBuilder {
 public:
  TableBuilder(std::string name, std::string rowTitle, std::vector<std::string> columns)
      : m_table{std::move(name), std::move(rowTitle), "", {}, std::move(columns), {}} {}
  void add(std::string label, const std::vector<double>& values) {
    m_table.rowLabels.push_back(std::move(label));
    for (const double value : values) m_values.push_back(static_cast<float>(value));
  }
  void appendTo(std::vector<NumberTable>& tables) {
    if (m_table.rowLabels.empty()) return;
    const auto rows = static_cast<Index>(m_table.rowLabels.size());
    m_table.values = engine::Array<float>({rows, static_cast<Index>(m_table.columnLabels.size())}, m_values);
    tables.push_back(std::move(m_table));
  }

 private:
  NumberTable m_table;
  std::vector<float> m_values;
};

std::string nameOf(const StructurePicture& picture, Index residue) {
  return picture.structure.residues().text({residue, "CA"}).toStdString();
}

/// Ranked pairs from the best down, with whether they touch; others as they are drawn.
TableBuilder barNumbers(const StructurePicture& picture) {
  const PlacedStructure& structure = picture.structure;
  const ShownHead& head = picture.head;
  const auto distance = [&](const AttentionLine& line) {
    return (structure.alpha(line.i) - structure.alpha(line.j)).norm();
  };
  if (!head.areRanked) {
    TableBuilder bars("attention_bars", "pair", {"weight", "CA distance (Å)"});
    for (const AttentionLine& line : head.lines)
      if (isShown(picture, line))
        bars.add(nameOf(picture, line.i) + " > " + nameOf(picture, line.j), {line.weight, distance(line)});
    return bars;
  }
  TableBuilder pairs("best_pairs", "pair", {"score", "CA distance (Å)", "touches"});
  for (auto line = head.lines.rbegin(); line != head.lines.rend(); ++line)
    if (isShown(picture, *line))
      pairs.add(nameOf(picture, line->i) + " - " + nameOf(picture, line->j),
                {line->weight, distance(*line), line->touches ? 1.0 : 0.0});
  return pairs;
}

}  // namespace

std::vector<NumberTable> numberTables(const StructurePicture& picture) {
  const PlacedStructure& structure = picture.structure;
  std::vector<NumberTable> tables;
  TableBuilder residues("residues", "residue", {"CA x (Å)", "CA y (Å)", "CA z (Å)", "CA B-factor"});
  for (Index k = 0; k < structure.residues().size(); ++k) {
    const engine::Atom* atom = structure.residues().find(k)->findAtom("CA");
    const Vector3 at = structure.alpha(k);
    residues.add(nameOf(picture, k), {at.x(), at.y(), at.z(), atom ? atom->bFactor : std::nan("")});
  }
  residues.appendTo(tables);
  barNumbers(picture).appendTo(tables);
  TableBuilder measurements("measurements", "atoms", {"Å or degrees"});
  for (const Measurement& measurement : picture.options.measurements) {
    QStringList names;
    for (const AtomPick& pick : measurement) names << structure.residues().text(pick);
    measurements.add(names.join(QStringLiteral(" - ")).toStdString(), {measured(structure.positions(measurement))});
  }
  measurements.appendTo(tables);
  TableBuilder motion("motion", "number", {"before", "after", "largest change"});
  for (const auto& row : picture.invariants)
    motion.add(row.unit.empty() ? row.name : row.name + " (" + row.unit + ")",
               {row.before, row.after, row.largestChange});
  motion.appendTo(tables);
  return tables;
}

}  // namespace ui
