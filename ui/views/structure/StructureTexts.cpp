#include "ui/views/structure/StructureTexts.h"

#include <QStringList>
#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::Index;
using engine::Vector3;

namespace {

constexpr int kAttended = 5;
/// Neighbours farther apart are not bonded: what lies between is missing.
constexpr double kLongestLink = 4.5;

QString words(const char* text) { return QObject::tr(text); }

QString numberText(double value) {
  return std::isfinite(value) ? withMinus(QString::number(value, 'f', 3)) : QStringLiteral("–");
}

/// Columns for a monospaced face.
QString invariantTable(const std::vector<engine::InvariantRow>& rows) {
  QString text = words("%1%2%3%4")
                     .arg(words("mean"), -22)
                     .arg(words("before"), 10)
                     .arg(words("after"), 10)
                     .arg(words("|Δ| ≤"), 10);
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

void readBackbone(std::vector<ReadoutLine>& lines, const PlacedStructure& structure, Index residue) {
  const ResidueTable& residues = structure.residues();
  if (const QString missing = structure.missingAtoms(residue); !missing.isEmpty())
    lines.push_back({words("Missing atoms"), missing});
  const bool hasNext =
      residues.find(residue + 1) && residue >= 0 && residues.chain(residue) == residues.chain(residue + 1);
  const Vector3 here = structure.alpha(residue), next = structure.alpha(residue + 1);
  if (hasNext && (next - here).norm() > kLongestLink)
    lines.push_back({words("Gap behind it"),
                     words("%1 to %2").arg(measuredText({here, next}), residues.text({residue + 1, "CA"}))});
}

/// What a value of the map is called.
QString valueName(const ShownHead& head) { return head.quantity.isEmpty() ? words("weight") : head.quantity; }

QString valueText(const ShownHead& head, float value) {
  const QString number = QString::number(value, 'g', 3);
  return head.unit.isEmpty() ? number : number + u' ' + head.unit;
}

void readAttention(std::vector<ReadoutLine>& lines, const StructurePicture& picture, const ResiduePair& pair) {
  const ResidueTable& residues = picture.structure.residues();
  const ShownHead& head = picture.head;
  lines.push_back({head.quantity.isEmpty() ? words("Head") : words("Map"), head.label});
  if (residues.find(pair.second)) {
    const float weight = head.weights.weight(pair.first, pair.second);
    lines.push_back(
        {head.quantity.isEmpty() ? words("Weight") : head.quantity,
         std::isnan(weight) ? words("none: the map has no number for this pair") : valueText(head, weight)});
    for (const AttentionLine& line : head.lines)
      if (head.contacts && std::minmax(line.i, line.j) == std::minmax(pair.first, pair.second))
        lines.push_back(
            {words("Among pairs"), words("number %1 of the best %2; %3")
                                       .arg(line.rank + 1)
                                       .arg(head.lines.size())
                                       .arg(line.touches ? words("they touch") : words("they do not touch"))});
    return;
  }
  const auto strongest = head.weights.strongestOf(pair.first, kAttended, picture.options.separation, residues.chains());
  for (const AttentionLine& line : strongest)
    lines.push_back({head.quantity.isEmpty() ? words("Attends to") : words("Largest"),
                     QStringLiteral("%1 (%2)").arg(residues.text({line.j, "CA"}), valueText(head, line.weight))});
}

void readResidues(std::vector<ReadoutLine>& lines, const StructurePicture& picture, const StructureMarks& marks) {
  const PlacedStructure& structure = picture.structure;
  const auto [first, second] = marks.current;
  const QString firstText = structure.residues().text({first, "CA"}),
                secondText = structure.residues().text({second, "CA"});
  if (!firstText.isEmpty()) lines.push_back({words("Residue"), firstText});
  if (marks.hovered.residue == first && marks.hovered.atom != "CA" && first >= 0)
    lines.push_back({words("Atom"), QString::fromStdString(marks.hovered.atom)});
  if (!secondText.isEmpty()) lines.push_back({words("Second residue"), secondText});
  readBackbone(lines, structure, first);
  readBackbone(lines, structure, second);
  const std::vector<Vector3> pair{structure.alpha(first), structure.alpha(second)};
  if (std::isfinite(measured(pair))) lines.push_back({words("Distance Cα–Cα"), measuredText(pair)});
  const auto& [values, title, groupNames] = picture.columns;
  const bool isColumn =
      isOfAnother(picture.options.coloring) && first >= 0 && first < static_cast<Index>(values.size());
  if (isColumn) {
    const float value = engine::nth(values, first);
    const bool isGroup = !groupNames.empty() && std::isfinite(value);
    lines.push_back({title, isGroup              ? QString::fromStdString(groupNames.at(static_cast<size_t>(value) - 1))
                            : groupNames.empty() ? numberText(value)
                                                 : words("none")});
  }
  if (!picture.head.weights.isEmpty() && !firstText.isEmpty()) readAttention(lines, picture, marks.current);
}

QString atomNames(const ResidueTable& residues, const Measurement& measurement, const QString& between) {
  QStringList names;
  for (const AtomPick& pick : measurement) names << residues.text(pick);
  return names.join(between);
}

/// "Angle" of a kind that measures something.
QString titleOf(MeasureKind kind) { return measureTitle(static_cast<size_t>(kind)); }

QString barText(const StructurePicture& picture) {
  const StructureOptions& options = picture.options;
  const ShownHead& head = picture.head;
  const int bars = numShownBars(picture);
  const QString limit = options.mostBars > 0 && bars >= options.mostBars ? words("the strongest")
                        : options.weightLimit == WeightLimit::share
                            ? words("from %1 % of the strongest").arg(100 * options.threshold, 0, 'f', 0)
                            : words("%1 from %2").arg(valueName(head)).arg(options.lowestWeight, 0, 'f', 3);
  const QString bar = bars == 1 ? words("1 bar, %1").arg(limit) : words("%1 bars, %2").arg(bars).arg(limit);
  return head.quantity.isEmpty() ? bar + words(", wide at the query") : bar;
}

/// "the best 120 pairs: 17 touch, 14.2 % (all pairs: 5.0 %); Cβ closer than 8 Å"
QString contactText(const StructurePicture& picture) {
  const ShownHead& head = picture.head;
  const int pairs = numShownBars(picture), touching = numTouchingBars(picture);
  if (pairs == 0) return words("no pairs of residues at least 6 apart have a score");
  const auto percent = [](double share) { return decimalText(100 * share, 1); };
  return words("the best %1 pairs: %2 touch, %3 % (of all pairs %4 %); %5 closer than %6 Å")
      .arg(pairs)
      .arg(touching)
      .arg(percent(static_cast<double>(touching) / pairs), percent(head.contacts->background),
           picture.options.contactAtom == engine::ContactAtom::beta ? QStringLiteral("Cβ") : QStringLiteral("Cα"))
      .arg(picture.options.contactCutoff);
}

}  // namespace

std::vector<std::pair<QString, bool>> headingLines(const StructurePicture& picture, const StructureMarks& marks) {
  std::vector<std::pair<QString, bool>> lines;
  const StructureOptions& options = picture.options;
  const ShownHead& head = picture.head;
  const auto say = [&](const QString& text) { lines.push_back({text, false}); };
  if (!head.message.isEmpty()) lines.push_back({head.message, true});
  if (!head.weights.isEmpty()) {
    say(head.label);
    if (!head.place.isEmpty()) say(head.place);
    if (head.areRanked) {
      if (head.contacts) say(contactText(picture));
    } else {
      say(barText(picture));
    }
  }
  if (const auto& laid = picture.companion)
    say(words("%1 laid on %2 by %3: RMSD %4 Å over %5 CA pairs")
            .arg(QString::fromStdString(laid->dataset->title), picture.structure.title(),
                 laid->pairing == Pairing::alignment ? words("alignment") : words("sequence"))
            .arg(laid->superposition.rmsd, 0, 'f', 2)
            .arg(laid->superposition.numPairs));
  if (options.measuring != MeasureKind::none)
    say(words("%1: pick %2 of %3, Esc ends")
            .arg(titleOf(options.measuring))
            .arg(marks.picked.size() + 1)
            .arg(static_cast<int>(options.measuring)));
  const size_t incomplete = picture.structure.incomplete().size();
  if (incomplete > 0)
    say(incomplete == 1 ? words("1 residue lacks backbone atoms (hollow ring)")
        : incomplete <= kMostHollow
            ? words("%1 residues lack backbone atoms (hollow rings)").arg(incomplete)
            : words("%1 of %2 residues lack backbone atoms").arg(incomplete).arg(picture.structure.residues().size()));
  return lines;
}

std::vector<ReadoutLine> readoutLines(const StructurePicture& picture, const StructureMarks& marks) {
  const PlacedStructure& structure = picture.structure;
  if (!structure.structure()) return {};
  std::vector<ReadoutLine> lines;
  readResidues(lines, picture, marks);
  for (const Measurement& measurement : picture.options.measurements)
    lines.push_back({measureTitle(measurement.size()),
                     QStringLiteral("%1: %2").arg(atomNames(structure.residues(), measurement, QStringLiteral(" – ")),
                                                  measuredText(structure.positions(measurement)))});
  if (const auto& laid = picture.companion) {
    const auto& [motion, rmsd, numPairs] = laid->superposition;
    lines.push_back({words("Superposed"), QString::fromStdString(laid->dataset->title)});
    lines.push_back({words("RMSD"), words("%1 Å over %2 CA pairs").arg(rmsd, 0, 'f', 2).arg(numPairs)});
    const bool isByAlignment = laid->pairing == Pairing::alignment;
    lines.push_back({words("Paired by"), isByAlignment ? words("alignment") : words("sequence (BLOSUM62)")});
  }
  if (!structure.incomplete().empty())
    lines.push_back({words("Residues lacking backbone atoms"), QString::number(structure.incomplete().size())});
  if (structure.numGaps() > 0)
    lines.push_back({words("Gaps in the chains (dashed)"), QString::number(structure.numGaps())});
  if (!picture.invariants.empty())
    lines.push_back({words("Numbers under the motion"), invariantTable(picture.invariants), true});
  return lines;
}

QString statusText(const StructurePicture& picture, const StructureMarks& marks) {
  const PlacedStructure& structure = picture.structure;
  if (!structure.structure()) return {};
  const auto [first, second] = marks.hover;
  const MeasureKind measuring = picture.options.measuring;
  if (first < 0)
    return measuring == MeasureKind::none
               ? QString()
               : words("%1: click %2 atoms").arg(titleOf(measuring)).arg(static_cast<int>(measuring));
  QString text = structure.residues().text(first == marks.hovered.residue ? marks.hovered : AtomPick{first, "CA"});
  if (second >= 0) text += QStringLiteral(" – ") + structure.residues().text({second, "CA"});
  const QString missing = structure.missingAtoms(first);
  if (!missing.isEmpty()) text += words(", missing %1").arg(missing);
  const HeadOnStructure& weights = picture.head.weights;
  if (const float weight = weights.isEmpty() ? std::nanf("") : weights.weight(first, second); !std::isnan(weight))
    text += QStringLiteral(", %1 %2").arg(valueName(picture.head), valueText(picture.head, weight));
  return text;
}

namespace {

QString barCaption(const StructurePicture& picture) {
  const StructureOptions& options = picture.options;
  const ShownHead& head = picture.head;
  const bool isAttention = head.quantity.isEmpty();
  const QString form = isAttention ? words(
                                         "; %1 attention bars of %2 (%3, strongest %4 per residue, |i − j| > %5), "
                                         "wide at the query")
                                   : words("; %1 bars of %2 (%3, strongest %4 per residue, |i − j| > %5)");
  QString text = form.arg(numShownBars(picture))
                     .arg(head.label)
                     .arg(options.weightLimit == WeightLimit::share
                              ? words("at least %1 % of the strongest").arg(100 * options.threshold)
                              : words("%1 at least %2").arg(valueName(head)).arg(options.lowestWeight))
                     .arg(options.perResidue)
                     .arg(options.separation);
  if (options.mostBars > 0) text += words(", at most the %1 strongest").arg(options.mostBars);
  return text;
}

}  // namespace

QString captionText(const StructurePicture& picture) {
  if (!picture.structure.structure()) return {};
  static const QStringList styles{words("cartoon"), words("tube"), words("CA trace"), words("balls and sticks")};
  const StructureOptions& options = picture.options;
  QString text = words("%1 as %2, coloured by %3")
                     .arg(picture.structure.title(), styles[static_cast<int>(options.style)],
                          isOfAnother(options.coloring) ? picture.columns.title
                                                        : QString::fromStdString(picture.legend.title).toLower());
  const ShownHead& head = picture.head;
  if (head.contacts)
    text += words("; bars of %1: %2, green where they touch, orange where not")
                .arg(head.label.left(1).toLower() + head.label.mid(1), contactText(picture));
  else if (!head.weights.isEmpty() && !head.areRanked)
    text += barCaption(picture);
  text += QStringLiteral(".");
  if (options.areFramesShown)
    text +=
        words(" Arrows: residue frames of N, CA and C, x red, y green, z blue, %1 Å long.").arg(options.frameLength);
  if (!head.place.isEmpty()) text += words(" Matched to %1.").arg(head.place);
  if (const auto& laid = picture.companion)
    text += words(" %1 superposed on %2 CA pairs, RMSD %3 Å.")
                .arg(QString::fromStdString(laid->dataset->title))
                .arg(laid->superposition.numPairs)
                .arg(laid->superposition.rmsd, 0, 'f', 2);
  if (!picture.structure.motion().isIdentity())
    text += options.motion.isMirrored ? words(" The coordinates are mirrored and moved.")
                                      : words(" The coordinates are moved.");
  return text;
}

}  // namespace ui
