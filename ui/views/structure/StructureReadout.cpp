// What the structure view says: readout, caption, status line, numbers.
#include <QStringList>
#include <cmath>

#include "ui/views/readout/ShownNumber.h"
#include "ui/views/structure/StructureView.h"

namespace ui {

using engine::Index;
using engine::Vector3;

namespace {

constexpr int kAttended = 5;
/// Neighbours farther apart are not bonded: what lies between is missing.
constexpr double kLongestLink = 4.5;

QString numberText(double value) {
  return std::isfinite(value) ? withMinus(QString::number(value, 'f', 3)) : QStringLiteral("–");
}

/// Columns for a monospaced face.
QString invariantTable(const std::vector<engine::InvariantRow>& rows) {
  QString text = StructureView::tr("%1%2%3%4")
                     .arg(StructureView::tr("mean"), -22)
                     .arg(StructureView::tr("before"), 10)
                     .arg(StructureView::tr("after"), 10)
                     .arg(StructureView::tr("|Δ| ≤"), 10);
  for (const auto& row : rows) {
    const QString unit = row.unit.empty() ? QString() : QStringLiteral(" ") + QString::fromStdString(row.unit);
    text += QStringLiteral("\n%1%2%3%4")
                .arg(QString::fromStdString(row.name) + unit, -22)
                .arg(numberText(row.before), 10)
                .arg(numberText(row.after), 10)
                .arg(numberText(row.largestChange), 10);
  }
  return text;
}

}  // namespace

QString StructureView::missingText(Index residue) const {
  const engine::Residue* found = m_residues.find(residue);
  if (!found) return {};
  QStringList missing;
  for (const char* atom : {"N", "CA", "C", "O"})
    if (!engine::isSet(found->position(atom))) missing << QLatin1String(atom);
  return missing.join(QStringLiteral(", "));
}

void StructureView::readResidue(std::vector<ReadoutLine>& lines, Index first, Index second) const {
  const QString firstText = m_residues.text({first, "CA"}), secondText = m_residues.text({second, "CA"});
  if (!firstText.isEmpty()) lines.push_back({tr("Residue"), firstText});
  if (m_hovered.residue == first && m_hovered.atom != "CA" && first >= 0)
    lines.push_back({tr("Atom"), QString::fromStdString(m_hovered.atom)});
  if (!secondText.isEmpty()) lines.push_back({tr("Second residue"), secondText});
  for (const Index residue : {first, second}) {
    if (const QString missing = missingText(residue); !missing.isEmpty())
      lines.push_back({tr("Missing atoms"), missing});
    const bool hasNext =
        m_residues.find(residue + 1) && residue >= 0 && m_residues.chain(residue) == m_residues.chain(residue + 1);
    const Vector3 here = alpha(residue), next = alpha(residue + 1);
    if (hasNext && (next - here).norm() > kLongestLink)
      lines.push_back(
          {tr("Gap behind it"), tr("%1 to %2").arg(measuredText({here, next}), m_residues.text({residue + 1, "CA"}))});
  }
  const std::vector<Vector3> pair{alpha(first), alpha(second)};
  if (std::isfinite(measured(pair))) lines.push_back({tr("Distance Cα–Cα"), measuredText(pair)});
  const bool isColumn =
      m_coloring == ResidueColoring::column && first >= 0 && first < static_cast<Index>(m_columnValues.size());
  if (isColumn) lines.push_back({m_columnTitle, numberText(m_columnValues[static_cast<size_t>(first)])});
  if (m_head.isEmpty() || firstText.isEmpty()) return;
  lines.push_back({tr("Head"), m_headLabel});
  if (!secondText.isEmpty()) {
    const float weight = m_head.weight(first, second);
    lines.push_back({tr("Weight"), std::isnan(weight) ? tr("none: the map has no position for one of them")
                                                      : QString::number(weight, 'g', 3)});
    return;
  }
  for (const AttentionLine& line : m_head.strongestOf(first, kAttended, m_separation, m_residues.chains()))
    lines.push_back(
        {tr("Attends to"), QStringLiteral("%1 (%2)").arg(m_residues.text({line.j, "CA"})).arg(line.weight, 0, 'g', 3)});
}

std::vector<ReadoutLine> StructureView::readout() const {
  if (!m_structure) return {};
  std::vector<ReadoutLine> lines;
  const Focus& focus = session().selection().current();
  readResidue(lines, indexOf(focus.first), indexOf(focus.second));
  for (const Measurement& measurement : m_measurements) {
    QStringList names;
    std::vector<Vector3> at;
    for (const AtomPick& pick : measurement) {
      names << m_residues.text(pick);
      at.push_back(position(pick));
    }
    lines.push_back({measureTitle(measurement.size()),
                     QStringLiteral("%1: %2").arg(names.join(QStringLiteral(" – ")), measuredText(at))});
  }
  if (m_companion) {
    const auto& [motion, rmsd, numPairs] = m_companion->superposition;
    lines.push_back({tr("Superposed"), QString::fromStdString(m_companion->dataset->title)});
    lines.push_back({tr("RMSD"), tr("%1 Å over %2 CA pairs").arg(rmsd, 0, 'f', 2).arg(numPairs)});
    lines.push_back(
        {tr("Paired by"), m_companion->pairing == Pairing::alignment ? tr("alignment") : tr("sequence (BLOSUM62)")});
  }
  if (!m_incomplete.empty())
    lines.push_back({tr("Residues lacking backbone atoms"), QString::number(m_incomplete.size())});
  if (m_numGaps > 0) lines.push_back({tr("Gaps in the chains (dashed)"), QString::number(m_numGaps)});
  if (!m_invariants.empty()) lines.push_back({tr("Numbers under the motion"), invariantTable(m_invariants), true});
  return lines;
}

QString StructureView::statusText() const {
  if (!m_structure) return {};
  const Focus& focus = session().selection().hover();
  const Index first = indexOf(focus.first), second = indexOf(focus.second);
  if (first < 0)
    return m_measuring == MeasureKind::none
               ? QString()
               : tr("%1: click %2 atoms").arg(measureTitle(static_cast<size_t>(m_measuring))).arg(int(m_measuring));
  QString text = m_residues.text(first == m_hovered.residue ? m_hovered : AtomPick{first, "CA"});
  if (second >= 0) text += QStringLiteral(" – ") + m_residues.text({second, "CA"});
  if (const QString missing = missingText(first); !missing.isEmpty()) text += tr(", missing %1").arg(missing);
  if (const float weight = m_head.isEmpty() ? std::nanf("") : m_head.weight(first, second); !std::isnan(weight))
    text += tr(", weight %1").arg(weight, 0, 'g', 3);
  return text;
}

QString StructureView::captionText() const {
  if (!m_structure) return {};
  static const QStringList styles{tr("cartoon"), tr("tube"), tr("CA trace"), tr("balls and sticks")};
  QString text = tr("%1 as %2, coloured by %3")
                     .arg(QString::fromStdString(m_dataset->title), styles[static_cast<int>(m_style)],
                          m_coloring == ResidueColoring::column ? m_columnTitle
                                                                : QString::fromStdString(m_legend.title).toLower());
  if (!m_head.isEmpty())
    text += tr("; %1 attention bars of %2 (%3, strongest %4 per residue, |i − j| > %5), wide at the query")
                .arg(m_numLines)
                .arg(m_headLabel)
                .arg(m_weightLimit == WeightLimit::share ? tr("at least %1 % of the strongest").arg(100 * m_threshold)
                                                         : tr("weight at least %1").arg(m_lowestWeight))
                .arg(m_perResidue)
                .arg(m_separation);
  text += QStringLiteral(".");
  if (const HeadsPlace* at = place()) text += tr(" Attention matched to %1.").arg(placeText(*at));
  if (m_companion)
    text += tr(" %1 superposed on %2 CA pairs, RMSD %3 Å.")
                .arg(QString::fromStdString(m_companion->dataset->title))
                .arg(m_companion->superposition.numPairs)
                .arg(m_companion->superposition.rmsd, 0, 'f', 2);
  if (!m_motion.isIdentity())
    text += m_motionSettings.isMirrored ? tr(" The coordinates are mirrored and moved.")
                                        : tr(" The coordinates are moved.");
  return text;
}

}  // namespace ui
