#include "ui/views/attention/AttentionWords.h"

#include <QStringList>
#include <algorithm>
#include <cmath>

#include "ui/views/heads/HeadNames.h"
#include "ui/views/heads/HeadsOnChain.h"
#include "ui/views/maps/ColorBar.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using attention_words::number;
using attention_words::tr;
using engine::Index;

namespace {

QString percent(double part) { return QStringLiteral("%1 %").arg(100 * part, 0, 'f', part < 0.0995 ? 1 : 0); }

/// 12 345, so that long counts can be read.
QString counted(Index count) {
  QString text = QString::number(count);
  for (qsizetype place = text.size() - 3; place > 0; place -= 3) text.insert(place, QChar(0x202f));
  return text;
}

/// What a head does, as far as that is known without making its map.
QString labelOf(const engine::HeadSet& heads, const HeadStrip::Head& head) {
  const auto map = heads.isInMemory() ? heads.map(head.layer, head.head) : nullptr;
  return map ? QString::fromStdString(map->label) : QString();
}

/// Both customs: people count from 1, programs from 0. Of a quantity its name alone.
QString mapName(const engine::HeadSet& heads, const HeadStrip::Head& head) {
  const QString label = labelOf(heads, head);
  if (!heads.areHeads && !label.isEmpty()) return label;
  const QString fromOne = headName(heads, head.layer, head.head);
  const QString zeroBased = zeroBasedName(heads, head.layer, head.head);
  const QString name = zeroBased.isEmpty() ? fromOne : fromOne + QStringLiteral(" · %1 (0-based)").arg(zeroBased);
  return label.isEmpty() ? name : name + QStringLiteral(": ") + label;
}

QString meanName(const engine::HeadSet& heads, const std::vector<HeadStrip::Head>& all) {
  QStringList names;
  const bool areHeads = heads.areHeads && areOfLayersAndHeads(heads);
  for (const HeadStrip::Head& head : all)
    names << (areHeads ? zeroBasedName(heads, head.layer, head.head) : mapName(heads, head));
  const QString form = areHeads ? tr("Mean of %1 heads · %2 (0-based)") : tr("Mean of %1 maps · %2");
  return form.arg(all.size()).arg(names.join(areHeads ? QStringLiteral(" ") : QStringLiteral(", ")));
}

/// "tokens"; "residues i", where a letter says which of the two they are.
QString plural(const QString& unit) {
  const qsizetype letter = unit.size() - 2;
  return letter > 0 && unit[letter] == u' ' ? unit.left(letter) + u's' + unit.mid(letter) : unit + u's';
}

QString rowsText(const AttentionShown& shown) {
  const AttentionSubject& subject = shown.subject;
  if (!areQueriesAndKeys(subject))
    return tr("rows are %1, columns are %2").arg(plural(rowUnit(subject)), plural(columnUnit(subject)));
  const QString rows = tr("rows are queries");
  const bool areWeights = !subject.heads() || subject.heads()->areHeads;
  if (!areWeights || shown.data().isScore || shown.data().comparison == HeadComparison::difference) return rows;
  if (!shown.data().isStochastic) return rows + tr(", not normalised");
  if (shown.data().areAllRowsZeros) return rows + tr(", every row is all 0");
  const bool isAll = subject.rows().numHidden() + subject.columns().numHidden() == 0 && shown.options.filter.keepsAll();
  const QString sum = isAll ? tr(", each row sums to 1") : tr(", each row of the whole map sums to 1");
  const QString text = rows + (shown.data().numNotNumbers > 0 ? tr(", each row without gaps sums to 1") : sum);
  return shown.data().hasRowsOfZeros ? text + tr(" or is all 0") : text;
}

QString filterNote(const AttentionShown& shown) {
  const engine::MapFilter& filter = shown.options.filter;
  const AttentionMapData& data = shown.data();
  QStringList limits;
  if (filter.threshold > 0) limits << QStringLiteral("≥ %1").arg(number(filter.threshold));
  if (filter.topPerRow > 0) limits << tr("top %1 per row").arg(filter.topPerRow);
  if (filter.massFraction < 1) limits << tr("%1 of each row").arg(percent(filter.massFraction));
  const double mass = data.totalMass > 0 ? data.keptMass / data.totalMass : 0;
  const Index cells = shown.subject.numRows() * shown.subject.numColumns();
  return tr("%1 of %2 cells shown (%3), %4 of the mass")
      .arg(counted(data.numKept), counted(cells), limits.join(QStringLiteral(", ")), percent(mass));
}

QString tokensNote(const AttentionShown& shown, Index numHidden) {
  const std::vector<double>& lost = shown.data().lostMass;
  const QString text = numHidden == 1 ? tr("1 special token hidden") : tr("%1 special tokens hidden").arg(numHidden);
  const bool areKeys = shown.subject.columns().numHidden() > 0;  // a hidden query has received nothing
  if (lost.empty() || !areKeys || !areQueriesAndKeys(shown.subject)) return text;
  double sum = 0;
  for (const double mass : lost) sum += mass;
  return text + tr(": %1 of the attention of a row lies on them; not renormalised")
                    .arg(percent(sum / static_cast<double>(lost.size())));
}

/// What the data have decided is no reason for a warning; it is told all the same.
bool hasUnstatedRange(const AttentionShown& shown) {
  return shown.options.range == WeightRange::automatic && shown.range() == WeightRange::ownLargest &&
         shown.subject.heads() && shown.options.scale != ScaleChoice::rank && !shown.data().isSigned() &&
         !shown.data().isScore;
}

QString rangeWarning(const AttentionShown& shown) {
  if (!shown.data().values || !shown.subject.heads()) return {};
  if (shown.options.scale == ScaleChoice::rank)
    return tr("Colours are ranks within this map: not comparable with other maps.");
  if (shown.data().isSigned() || shown.data().isScore || shown.options.range == WeightRange::ownLargest)
    return tr("Colours end at this map's own largest value: not comparable with other maps.");
  if (shown.options.range != WeightRange::largestOfHeads) return {};
  return shown.largestWeight ? tr("Colours end at the largest weight of all heads: not comparable with other sets.")
                             : tr("Looking for the largest weight of all heads…");
}

/// Of a map that is a little longer than a chain.
QString endsQuestion(const AttentionShown& shown, Index length) {
  const AttentionSubject& subject = shown.subject;
  if (!subject.canNameEnds() || !subject.isSquare() || shown.options.ends != EndTokens::none) return {};
  const Index more = subject.heads()->numQueries - length;
  const QString how = tr(" Choose it under Ends, or press E.");
  if (more == 2) return tr(" Are the first and the last position special tokens?") + how;
  return more == 1 ? tr(" Is the first or the last position a special token?") + how : QString();
}

/// Why there is geometry that is not shown.
QString mismatchWarning(const AttentionShown& shown) {
  const AttentionSubject& subject = shown.subject;
  if (!subject.geometryDataset() || subject.geometry() || !subject.heads()) return {};
  const auto* other = subject.geometryDataset()->as<engine::ChainGeometry>();
  const Index length = other && other->geometry.distance.rank() == 2 ? other->geometry.distance.length(0) : 0;
  const ShownPositions& rows = subject.rows();
  if (areUnplacedHeads(*subject.headsDataset()) && subject.isSquare() && !subject.heads()->queryLetters.empty())
    return tr("Pair geometry not shown: chain %1 (%2 residues) has not the sequence of the attention map (%3).")
        .arg(other ? QString::fromStdString(other->chain) : QString())
        .arg(length)
        .arg(rows.size() - (rows.numSpecial() - rows.numHidden()));
  return tr("Pair geometry not shown: it has %1 residues, the attention map %2 × %3.")
             .arg(length)
             .arg(rows.size())
             .arg(subject.numColumns()) +
         endsQuestion(shown, length);
}

}  // namespace

QString attention_words::number(double value) {
  if (std::isinf(value)) return value < 0 ? QStringLiteral("−∞") : QStringLiteral("∞");
  return withMinus(std::abs(value) >= 1e-3 || value == 0 ? QString::number(value, 'g', 3)
                                                         : QString::number(value, 'e', 2));
}

QString titleOf(const AttentionShown& shown) {
  const QString title = shown.subject.title();
  return title.isEmpty() ? tr("Attention map") : title;
}

namespace {

/// Of what is declared, else residues where letters or a chain tell them, tokens where the file names them.
QString unitOf(const std::string& declared, const ShownPositions& positions, const std::string& letters,
               bool areResidues) {
  if (!declared.empty()) return tr(declared.c_str());
  // Where special tokens are counted as well, numbers are not those of residues.
  const bool areSpecialCounted = positions.numSpecial() > positions.numHidden();
  if (areSpecialCounted) return positions.token(0).empty() ? tr("position") : tr("token");
  if (areResidues || !letters.empty()) return tr("residue");
  return positions.token(0).empty() ? tr("position") : tr("token");
}

/// Of A.
QString firstTitle(const AttentionShown& shown) {
  const engine::HeadSet* const heads = shown.subject.heads();
  if (shown.transform() == AttentionTransform::rollout) {
    const int layer = shown.head.layer;
    return tr("Rollout of layers 1–%1 of %2 · L0–L%3 (0-based)").arg(layer + 1).arg(heads->numLayers).arg(layer);
  }
  if (shown.meanHeads.size() > 1) return meanName(*heads, shown.meanHeads);
  const auto known = shown.shownHeads();
  return known.empty() ? tr("No heads") : mapName(*heads, known.front());
}

/// Of B, without its file.
QString secondName(const AttentionShown& shown) {
  const ComparedHead& other = shown.compared;
  const auto heads = other.heads();
  return shown.transform() == AttentionTransform::rollout
             ? tr("Rollout of layers 1–%1 of %2").arg(other.head.layer + 1).arg(heads->numLayers)
             : mapName(*heads, other.head);
}

/// Title of the file of B where that is another, else nothing.
QString secondFile(const AttentionShown& shown) {
  const ComparedHead& other = shown.compared;
  return other.dataset && !other.isOfSameFile ? QString::fromStdString(other.dataset->title) : QString();
}

QString ofFile(const QString& name, const QString& file) {
  return file.isEmpty() ? name : tr("%1 of %2").arg(name, file);
}

/// "Layer 1, head 2 · L0H1 (0-based): label", without its label, in the custom of people alone.
std::vector<QString> shorterNames(const QString& name) {
  return {name, name.left(name.indexOf(QStringLiteral(": "))), name.left(name.indexOf(QStringLiteral(" · ")))};
}

/// Of A or B, whose files are called `file` and `otherFile`; both are empty where it is the same one.
std::vector<QString> titlesOf(const QString& letter, const QString& name, const QString& file,
                              const QString& otherFile) {
  const QString form = QStringLiteral("%1: %2");
  std::vector<QString> titles;
  for (const QString& shorter : shorterNames(name)) titles.push_back(form.arg(letter, ofFile(shorter, file)));
  const bool isCopy = !otherFile.isEmpty() && file.size() > otherFile.size() && file.startsWith(otherFile);
  if (isCopy) titles.push_back(form.arg(letter, shorterNames(name).back() + file.mid(otherFile.size())));
  return titles;
}

}  // namespace

QString secondTitle(const AttentionShown& shown) {
  return shown.compared.dataset ? ofFile(secondName(shown), secondFile(shown)) : QString();
}

std::vector<QString> secondTitles(const AttentionShown& shown) {
  const QString file = secondFile(shown);
  return titlesOf(QStringLiteral("B"), secondName(shown), file, file.isEmpty() ? file : shown.subject.title());
}

std::vector<QString> headTitles(const AttentionShown& shown) {
  if (!shown.subject.heads()) return {QString()};
  const QString first = firstTitle(shown), other = secondFile(shown);
  const QString own = other.isEmpty() ? other : shown.subject.title();
  if (shown.comparison() == HeadComparison::none) return shorterNames(first);
  if (shown.comparison() == HeadComparison::beside) return titlesOf(QStringLiteral("A"), first, own, other);
  const auto form = tr("%1: %2; %3");
  const QString way = comparisonText(shown.comparison());
  const std::vector<QString> ofA = titlesOf(QStringLiteral("A"), first, own, other), ofB = secondTitles(shown);
  return {headTitle(shown), form.arg(way, ofA[1], ofB[1]), form.arg(way, ofA.back(), ofB.back()),
          QStringLiteral("%1; %2").arg(ofA.back(), ofB.back())};
}

QString headTitle(const AttentionShown& shown) {
  if (!shown.subject.heads()) return {};
  const QString other = secondFile(shown);
  const QString first = ofFile(firstTitle(shown), other.isEmpty() ? other : shown.subject.title());
  switch (shown.comparison()) {
    case HeadComparison::none:
      return first;
    case HeadComparison::beside:
      return tr("A: %1").arg(first);
    default:
      return tr("%1: A is %2; B is %3").arg(comparisonText(shown.comparison()), first, secondTitle(shown));
  }
}

QString rowUnit(const AttentionSubject& subject) {
  const std::string declared = subject.heads() ? subject.heads()->queryUnit : std::string();
  return unitOf(declared, subject.rows(), subject.rowLetters(), subject.areRowsResidues());
}

QString columnUnit(const AttentionSubject& subject) {
  const std::string declared = subject.heads() ? subject.heads()->keyUnit : std::string();
  return unitOf(declared, subject.columns(), subject.columnLetters(), subject.areColumnsResidues());
}

std::pair<QString, QString> axisTitles(const AttentionSubject& subject) {
  const bool areAsking = areQueriesAndKeys(subject), areColumns = subject.areAlignmentColumns() && !areAsking;
  const auto form = [&](const QString& asking) {
    return areAsking ? asking : areColumns ? tr("alignment %1") : tr("%1");
  };
  return {form(tr("query %1")).arg(rowUnit(subject)), form(tr("key %1")).arg(columnUnit(subject))};
}

bool areQueriesAndKeys(const AttentionSubject& subject) {
  if (!subject.heads()) return true;
  if (!subject.heads()->areHeads) return false;
  const std::string& columns = subject.heads()->keyUnit;
  return columns != "position" && columns != "channel" && columns != "residue";
}

QString valueName(const AttentionShown& shown) {
  const engine::HeadSet* const heads = shown.subject.heads();
  if (shown.data().isScore) return tr("score");
  if (!heads || heads->areHeads) return areQueriesAndKeys(shown.subject) ? tr("weight") : tr("value");
  const auto known = shown.shownHeads();
  QString name = known.size() == 1 ? labelOf(*heads, known.front()) : QString();
  // Of many maps that are called by layer and head the whole set says what is measured.
  if (name.isEmpty() && heads->arrayName != engine::HeadSet{}.arrayName)
    name = QString::fromStdString(heads->arrayName).replace(u'_', u' ');
  const bool isOfB = shown.data().comparison != HeadComparison::none && secondName(shown) != name;
  return name.isEmpty() || isOfB ? tr("value") : name;
}

QString maskedText(const AttentionShown& shown) {
  return shown.hatchesMasked() ? tr("masked") : tr("left out");
}

QString measured(const AttentionShown& shown, double value) {
  const engine::HeadSet* const heads = shown.subject.heads();
  const bool hasUnit = heads && !heads->unit.empty() && !shown.data().isScore;
  return hasUnit ? number(value) + u' ' + QString::fromStdString(heads->unit) : number(value);
}

QString likenessText(const AttentionShown& shown) {
  const auto& found = shown.data().compared.found;
  if (!found || !shown.numbers.areThere()) return {};
  QString text = tr("A and B: r %1").arg(found->correlation, 0, 'f', 2);
  if (found->divergence) text += tr(", divergence %1 bits").arg(number(*found->divergence));
  constexpr double kAll = 0.9995;
  if (found->keptOfFirst < kAll || found->keptOfSecond < kAll)
    text += tr(", of %1 % and %2 % of the weight")
                .arg(qRound(100 * found->keptOfFirst))
                .arg(qRound(100 * found->keptOfSecond));
  return text;
}

RowNumbers rowNumbersOf(const AttentionShown& shown) {
  const auto& margins = shown.data().margins;
  switch (shown.rowMargin()) {
    case RowMargin::divergence: {
      RowNumbers rows{{}, tr("divergence"), tr("bits")};
      if (const auto& found = shown.data().compared.found) rows.values = found->rowDivergence;
      rows.values.resize(static_cast<size_t>(shown.subject.numRows()), 0.0);
      for (double& value : rows.values)
        if (std::isnan(value)) value = 0;  // no bar
      return rows;
    }
    case RowMargin::entropy:
      return {margins ? margins->rowEntropy : std::vector<double>{}, tr("entropy"), tr("bits")};
    case RowMargin::sum:
    case RowMargin::none:
      break;
  }
  return {margins ? margins->rowSum : std::vector<double>{}, tr("row sum"), QString()};
}

QString headNote(const AttentionShown& shown) {
  const AttentionMapData& data = shown.data();
  if (shown.numbers.hasFailed) return tr("Nothing to show: see the messages");
  if (data.isIncomplete) return tr("This head has not been computed yet");
  QStringList parts;
  if (const QString text = transformText(shown.transform()); !text.isEmpty()) {
    const bool isOfSum = shown.transform() == AttentionTransform::apc && shown.subject.isSquare();
    const int least = shown.leastSeparation();
    parts << (isOfSum ? text + tr(" of A + Aᵀ") : text) + (least > 0 ? tr(", |i − j| ≥ %1").arg(least) : QString());
  }
  if (data.isScore) parts << tr("scores before the softmax");
  if (shown.picture() == AttentionPicture::arcs) parts << tr("the %1 strongest pairs").arg(data.arcs.size());
  if (shown.showsRows() && (areQueriesAndKeys(shown.subject) || !shown.subject.areAlignmentColumns()))
    parts << rowsText(shown);
  if (shown.isSplit())
    parts << tr("above the diagonal: %1").arg(shown.subject.heads()->areHeads ? tr("attention") : valueName(shown));
  if (shown.comparison() != HeadComparison::none && !shown.compared.isOfSameFile)
    parts << (shown.compared.isByResidue ? tr("B matched by residue") : tr("B matched by position"));
  if (const QString likeness = likenessText(shown); !likeness.isEmpty()) parts << likeness;
  QString text = parts.join(QStringLiteral("; "));
  if (!text.isEmpty()) text[0] = text[0].toUpper();
  return text;
}

QString attentionCaption(const AttentionShown& shown) {
  const MapLook& look = shown.look;
  QString what = valueName(shown);
  if (shown.data().comparison == HeadComparison::difference) what = tr("%1 A − B").arg(what);
  if (shown.transform() == AttentionTransform::apc)
    what = tr("corrected %1").arg(what);
  else if (shown.transform() != AttentionTransform::none)
    what = transformText(shown.transform());
  const engine::HeadSet* const heads = shown.subject.heads();
  if (heads && !heads->unit.empty() && !shown.data().isScore)
    what += QStringLiteral(" (%1)").arg(QString::fromStdString(heads->unit));
  QString caption = QStringLiteral("%1, %2").arg(what, scaleText(look.scale));
  const bool isFixed = shown.range() == WeightRange::zeroToOne && !shown.data().isSigned() &&
                       !shown.data().isScore && look.scale != ValueScale::rank;
  if (isFixed) caption += tr(", fixed %1–%2").arg(scaleText(look.low), scaleText(look.high));
  if (look.colorMapId == "diverging") caption += tr(", centred on 0");
  return caption;
}

QString companionNote(const AttentionShown& shown) {
  if (shown.companion.isSecondHead) return tr("Same colours, same place");
  const Companion companion = shown.options.companion;
  const bool isSymmetric = companion == Companion::distance || companion == Companion::contacts;
  const QString note = (isSymmetric ? tr("Chain %1") : tr("From row to column residue, chain %1"))
                           .arg(QString::fromStdString(shown.subject.geometry()->chain));
  return shown.subject.match() ? note + QStringLiteral("; ") + shown.subject.matchText() : note;
}

QString columnTitle(const AttentionShown& shown) {
  const bool areWeights = shown.showsRows() && !shown.data().isScore && areQueriesAndKeys(shown.subject);
  return areWeights ? tr("received") : tr("column sum");
}

QString noteText(const AttentionShown& shown) {
  if (!shown.numbers.areThere()) return {};
  QStringList parts;
  if (!shown.options.filter.keepsAll()) parts << filterNote(shown);
  const Index numHidden = std::max(shown.subject.rows().numHidden(), shown.subject.columns().numHidden());
  if (numHidden > 0) parts << tokensNote(shown, numHidden);
  const bool isSecondHatched = shown.companion.isSecondHead && shown.data().compared.secondMasked;
  if (shown.data().masked || isSecondHatched)
    parts << (shown.hatchesMasked() ? tr("hatched: masked") : tr("grey: left out"));
  if (const Index odd = shown.data().numNotNumbers; odd > 0)
    parts << tr("cross-hatched: not a number (%1 of %2 cells)")
                 .arg(counted(odd), counted(shown.data().values->size() * (shown.companion.isSecondHead ? 2 : 1)));
  if (hasUnstatedRange(shown)) parts << tr("colours end at this map's largest value");
  if (shown.options.areContactsShown && shown.subject.geometry())
    parts << (shown.options.contactMarks == ContactMarks::dots ? tr("dots: contacts < 8 Å, |i − j| ≥ %1")
                                                               : tr("outlined: contacts < 8 Å, |i − j| ≥ %1"))
                 .arg(kContactSeparation);
  if (!shown.options.diagonals.empty())
    parts << tr("dashed: |i − j| = %1").arg(diagonalsText(shown.options.diagonals));
  return parts.join(QStringLiteral(" · "));
}

QString warningText(const AttentionShown& shown) {
  QStringList parts{rangeWarning(shown)};
  if (shown.options.transform != shown.transform())
    parts << (shown.options.transform == AttentionTransform::rollout
                  ? tr("Rollout needs square maps of all heads of several layers.")
                  : tr("Only square maps can be made symmetric."));
  parts << shown.compared.problem;
  if (shown.options.picture != shown.picture()) parts << tr("Arcs need queries and keys of one sequence.");
  parts << mismatchWarning(shown);
  parts.removeAll(QString());
  return parts.join(u' ');
}

QString captionOf(const AttentionShown& shown, bool isSecondDrawn) {
  const QString companion = companionTitle(shown.options.companion);
  if (!shown.subject.heads()) return shown.companion.matrix ? companion + u'.' : titleOf(shown);
  QString text = shown.picture() == AttentionPicture::arcs ? tr("Attention as arcs: %1.") : tr("Attention map: %1.");
  if (!areQueriesAndKeys(shown.subject)) text = tr("Map: %1.");
  text = text.arg(headTitle(shown));
  if (const QString note = headNote(shown); !note.isEmpty()) text += u' ' + note + u'.';
  text += tr(" Colours: %1 (%2).").arg(attentionCaption(shown), QString::fromStdString(shown.look.colorMapId));
  if (shown.companion.matrix && shown.picture() == AttentionPicture::map && (isSecondDrawn || shown.isSplit())) {
    const bool isSecond = shown.companion.isSecondHead;
    text += u' ' + (shown.isSplit() ? tr("Below the diagonal: %1.") : tr("Second map: %1."))
                       .arg(isSecond ? tr("B: %1").arg(secondTitle(shown)) : companion);
    if (shown.subject.match() && !isSecond) text += tr(" Matched: %1.").arg(shown.subject.matchText());
  }
  for (const QString& note : {noteText(shown), warningText(shown)})
    if (!note.isEmpty())
      text += u' ' + note.left(1).toUpper() + note.mid(1) + (note.endsWith(u'.') ? QString() : QStringLiteral("."));
  return text;
}

}  // namespace ui
