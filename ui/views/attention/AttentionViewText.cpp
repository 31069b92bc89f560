// What the attention view says in words and numbers: titles, notes, caption, readout, status, tables.
#include <algorithm>
#include <cmath>

#include "ui/views/attention/AttentionFormula.h"
#include "ui/views/attention/AttentionLayout.h"
#include "ui/views/readout/ResidueText.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::Index;

namespace {

QString number(double value) {
  if (std::isinf(value)) return value < 0 ? QStringLiteral("−∞") : QStringLiteral("∞");
  return withMinus(std::abs(value) >= 1e-3 || value == 0 ? QString::number(value, 'g', 3)
                                                         : QString::number(value, 'e', 2));
}

QString percent(double part) { return QStringLiteral("%1 %").arg(100 * part, 0, 'f', part < 0.0995 ? 1 : 0); }

/// 12 345, so that long counts can be read.
QString counted(Index count) {
  QString text = QString::number(count);
  for (qsizetype place = text.size() - 3; place > 0; place -= 3) text.insert(place, QChar(0x202f));
  return text;
}

/// Both customs: people count from 1, programs from 0.
QString headName(const HeadStrip::Head& head, Index numLayers) {
  const QString fromOne = numLayers > 1 ? QStringLiteral("Layer %1, head %2").arg(head.layer + 1).arg(head.head + 1)
                                        : QStringLiteral("Head %1").arg(head.head + 1);
  return fromOne + QStringLiteral(" · L%1H%2 (0-based)").arg(head.layer).arg(head.head);
}

}  // namespace

QString AttentionView::title() const {
  const engine::DatasetPtr& main = m_heads ? m_heads : m_geometry;
  return main ? QString::fromStdString(main->title) : QStringLiteral("Attention map");
}

QString AttentionView::emptyText() const {
  return QStringLiteral(
      "No attention map yet. Compute attention for a structure, or open an array of attention weights.");
}

QString AttentionView::headTitle() const {
  if (!heads()) return {};
  if (transform() == AttentionTransform::rollout) {
    const int layer = chosenHead().layer;
    return tr("Rollout of layers 1–%1 of %2 · L0–L%3 (0-based)").arg(layer + 1).arg(heads()->numLayers).arg(layer);
  }
  if (meanHeads().size() > 1) {
    QStringList names;
    for (const HeadStrip::Head& head : meanHeads()) names << QStringLiteral("L%1H%2").arg(head.layer).arg(head.head);
    return tr("Mean of %1 heads · %2 (0-based)").arg(meanHeads().size()).arg(names.join(u' '));
  }
  const auto shown = shownHeads();
  if (shown.empty()) return tr("No heads");
  QString text = headName(shown.front(), heads()->numLayers);
  if (m_data.head && !m_data.head->label.empty())
    text += QStringLiteral(": ") + QString::fromStdString(m_data.head->label);
  return text;
}

QString AttentionView::headNote() const {
  if (m_hasFailed) return tr("Nothing to show: see the messages");
  if (m_data.isIncomplete) return tr("This head has not been computed yet");
  QStringList parts;
  if (const QString text = transformText(transform()); !text.isEmpty())
    parts << (transform() == AttentionTransform::apc && isSquare() ? text + tr(" of A + Aᵀ") : text);
  if (m_data.isScore) parts << tr("scores before the softmax");
  if (picture() == AttentionPicture::arcs) parts << tr("the %1 strongest pairs").arg(m_data.arcs.size());
  if (showsRows()) {
    QString rows = tr("rows are queries");
    const bool isWhole = m_rows.numHidden() + m_columns.numHidden() == 0 && m_options.filter.keepsAll();
    if (m_data.isStochastic) {
      rows += isWhole ? tr(", each row sums to 1") : tr(", each row of the whole map sums to 1");
    } else if (!m_data.isScore) {
      rows += tr(", not normalised");
    }
    parts << rows;
  }
  if (isSplit()) parts << tr("above the diagonal: attention");
  QString text = parts.join(QStringLiteral("; "));
  if (!text.isEmpty()) text[0] = text[0].toUpper();
  return text;
}

bool AttentionView::showsRows() const {
  return transform() == AttentionTransform::none || transform() == AttentionTransform::rollout;
}

QString AttentionView::lockText() const {
  if (m_isOnPage) return {};
  if (!session().selection().locked().isEmpty()) return tr("Locked: Esc or a click on empty space unlocks");
  return session().selection().hover().isEmpty() ? QString() : tr("Click locks");
}

QString AttentionView::attentionCaption() const {
  QString what = m_data.isScore ? tr("score") : tr("weight");
  switch (transform()) {
    case AttentionTransform::none:
      break;
    case AttentionTransform::apc:
      what = tr("corrected %1").arg(what);
      break;
    default:
      what = transformText(transform());
  }
  QString caption = QStringLiteral("%1, %2").arg(what, scaleText(m_attentionLook.scale));
  const bool isFixed = m_options.range == WeightRange::zeroToOne && !m_data.isSigned() && !m_data.isScore &&
                       m_attentionLook.scale != ValueScale::rank;
  if (isFixed) caption += tr(", fixed %1–%2").arg(scaleText(m_attentionLook.low), scaleText(m_attentionLook.high));
  if (m_attentionLook.colorMapId == "diverging") caption += tr(", centred on 0");
  return caption;
}

QString AttentionView::companionNote() const {
  const bool isSymmetric = m_options.companion == Companion::distance || m_options.companion == Companion::contacts;
  QString note = isSymmetric ? tr("Chain %1") : tr("From row to column residue, chain %1");
  note = note.arg(QString::fromStdString(geometry()->chain));
  return m_match ? note + QStringLiteral("; ") + matchText() : note;
}

QString AttentionView::matchText() const {
  const auto* own = m_geometry->as<engine::ChainGeometry>();
  const engine::DatasetPtr structure = session().document().find(m_matchedStructure);
  return placeText(*m_match, structure ? structure->title : own->structure->name, own->chain);
}

QString AttentionView::columnTitle() const {
  const bool areWeights = showsRows() && !m_data.isScore;
  return areWeights ? tr("received") : tr("column sum");
}

QString AttentionView::mismatchText() const {
  if (!m_geometry || geometry() || !heads()) return {};
  const auto* other = m_geometry->as<engine::ChainGeometry>();
  const Index length = other && other->geometry.distance.rank() == 2 ? other->geometry.distance.length(0) : 0;
  if (areUnplacedHeads(*m_heads) && isSquare() && !heads()->queryLetters.empty())
    return tr("Pair geometry not shown: chain %1 (%2 residues) has not the sequence of the attention map (%3).")
        .arg(other ? QString::fromStdString(other->chain) : QString())
        .arg(length)
        .arg(m_rows.size() - (m_rows.numSpecial() - m_rows.numHidden()));
  return tr("Pair geometry not shown: it has %1 residues, the attention map %2 × %3.")
             .arg(length)
             .arg(numRows())
             .arg(numColumns()) +
         endsQuestion(length);
}

QString AttentionView::endsQuestion(Index length) const {
  if (!canNameEnds() || !isSquare() || m_options.ends != EndTokens::none) return {};
  const Index more = heads()->numQueries - length;
  const QString how = tr(" Choose it under Ends, or press E.");
  if (more == 2) return tr(" Are the first and the last position special tokens?") + how;
  return more == 1 ? tr(" Is the first or the last position a special token?") + how : QString();
}

QString AttentionView::noteText() const {
  QStringList parts;
  if (!hasNumbers()) return {};
  const Index cells = numRows() * numColumns();
  if (!m_options.filter.keepsAll()) {
    QStringList limits;
    if (m_options.filter.threshold > 0) limits << QStringLiteral("≥ %1").arg(number(m_options.filter.threshold));
    if (m_options.filter.topPerRow > 0) limits << tr("top %1 per row").arg(m_options.filter.topPerRow);
    if (m_options.filter.massFraction < 1) limits << tr("%1 of each row").arg(percent(m_options.filter.massFraction));
    const double mass = m_data.totalMass > 0 ? m_data.keptMass / m_data.totalMass : 0;
    parts << tr("%1 of %2 cells shown (%3), %4 of the mass")
                 .arg(counted(m_data.numKept), counted(cells), limits.join(QStringLiteral(", ")), percent(mass));
  }
  const Index numSpecial = std::max(m_rows.numHidden(), m_columns.numHidden());
  if (numSpecial > 0) {
    double lost = 0;
    for (const double mass : m_data.lostMass) lost += mass;
    QString text = tr("%1 special tokens hidden").arg(numSpecial);
    if (!m_data.lostMass.empty())
      text += tr(": %1 of the attention of a row lies on them; not renormalised")
                  .arg(percent(lost / static_cast<double>(m_data.lostMass.size())));
    parts << text;
  }
  if (m_options.areContactsShown && geometry())
    parts << tr("outlined: contacts < 8 Å, |i − j| ≥ %1").arg(kContactSeparation);
  if (!m_options.diagonals.empty()) parts << tr("dashed: |i − j| = %1").arg(diagonalsText(m_options.diagonals));
  return parts.join(QStringLiteral(" · "));
}

QString AttentionView::warningText() const {
  QStringList parts;
  if (m_data.values && heads()) {
    const bool isRank = m_options.scale == ValueScale::rank;
    const bool isOwn = m_data.isSigned() || m_data.isScore || m_options.range == WeightRange::ownLargest;
    if (isRank) {
      parts << tr("Colours are ranks within this map: not comparable with other maps.");
    } else if (isOwn) {
      parts << tr("Colours end at this map's own largest value: not comparable with other maps.");
    } else if (m_options.range == WeightRange::largestOfHeads) {
      parts << (largestWeight() ? tr("Colours end at the largest weight of all heads: not comparable with other sets.")
                                : tr("Looking for the largest weight of all heads…"));
    }
  }
  if (m_options.transform != transform())
    parts << (m_options.transform == AttentionTransform::rollout
                  ? tr("Rollout needs square maps of all heads of several layers.")
                  : tr("Only square maps can be made symmetric."));
  if (m_options.picture != picture()) parts << tr("Arcs need queries and keys of one sequence.");
  if (const QString text = mismatchText(); !text.isEmpty()) parts << text;
  return parts.join(u' ');
}

QString AttentionView::residueName(Index cell, const ShownPositions& positions, engine::DatasetId axis,
                                   const std::string& letters) const {
  if (const std::string token = positions.specialToken(cell); !token.empty()) return QString::fromStdString(token);
  if (geometry() && !m_match) return residueText(letters, cell, geometry());
  const auto k = static_cast<size_t>(cell);
  const Index residue = positions.residueOf(cell);
  const QString word = letters.empty() ? QString::fromStdString(positions.token(cell)) : QString();
  const QString name = word.isEmpty() ? residueText(k < letters.size() ? letters[k] : ' ', residue)
                                      : QStringLiteral("“%1” %2").arg(word).arg(residue + 1);
  return name +
         (m_match ? chainName(positions, cell) : structureNumber(session().document(), {axis, positions.toAxis(cell)}));
}

double AttentionView::weightAt(Cell cell) const {
  if (transform() == AttentionTransform::rollout) return std::nan("");
  if (!m_data.isScore && m_data.raw) return (*m_data.raw)(cell.row, cell.column);
  if (!m_data.head) return std::nan("");
  return m_data.head->weights(m_rows.positionOf(cell.row), m_columns.positionOf(cell.column));
}

double AttentionView::scoreAt(Cell cell) const {
  if (m_data.isScore) return (*m_data.raw)(cell.row, cell.column);
  if (!m_data.head || m_data.head->scores.rank() != 2) return std::nan("");
  return m_data.head->scores(m_rows.positionOf(cell.row), m_columns.positionOf(cell.column));
}

QString AttentionView::weightFormula(Cell cell) const {
  const double weight = weightAt(cell);
  if (std::isnan(weight) || !m_data.head) return {};
  return softmaxFormula(m_data.head->scores, m_rows.positionOf(cell.row), m_columns.positionOf(cell.column), weight);
}

void AttentionView::addCellLines(std::vector<ReadoutLine>& lines, Cell cell) const {
  if (hasNumbers()) {
    if (transform() != AttentionTransform::none) {
      QString name = transformText(transform());
      name[0] = name[0].toUpper();
      lines.push_back({name, number((*m_data.values)(cell.row, cell.column))});
      const QString formula = transformFormula(transform(), *m_data.raw, *m_data.values, cell.row, cell.column,
                                               m_data.isScore ? QStringLiteral("S") : QStringLiteral("A"));
      if (!formula.isEmpty()) lines.push_back({tr("Formula"), formula, true});
    }
    if (const double weight = weightAt(cell); !std::isnan(weight)) lines.push_back({tr("Weight"), number(weight)});
    if (const double score = scoreAt(cell); !std::isnan(score)) lines.push_back({tr("Score"), number(score)});
    if (const QString formula = weightFormula(cell); !formula.isEmpty())
      lines.push_back({tr("As softmax"), formula, true});
    lines.push_back({tr("Rank in row"),
                     QStringLiteral("%1 of %2").arg(rankInRow(*m_data.raw, cell.row, cell.column)).arg(numColumns())});
    if (!std::isfinite((*m_data.shown)(cell.row, cell.column)))
      lines.push_back({tr("Shown"), tr("no: the filter leaves it out")});
  }
  if (geometry()) {
    const float distance = geometry()->geometry.distance(cell.row, cell.column);
    lines.push_back({tr("Distance Cβ–Cβ"), std::isfinite(distance) ? QStringLiteral("%1 Å").arg(distance, 0, 'f', 2)
                                                                   : tr("unknown: missing atoms")});
  }
}

void AttentionView::addMarginLines(std::vector<ReadoutLine>& lines, Cell cell) const {
  if (!m_data.margins || !hasNumbers()) return;
  if (cell.row >= 0 && m_options.rowMargin == RowMargin::entropy)
    lines.push_back({tr("Row entropy"),
                     QStringLiteral("%1 bits").arg(number(m_data.margins->rowEntropy[static_cast<size_t>(cell.row)]))});
  if (cell.row >= 0 && m_options.rowMargin == RowMargin::sum)
    lines.push_back({tr("Row sum"), number(m_data.margins->rowSum[static_cast<size_t>(cell.row)])});
  if (cell.column >= 0 && m_options.isColumnMarginShown)
    lines.push_back({columnTitle() == tr("received") ? tr("Received") : tr("Column sum"),
                     number(m_data.margins->columnSum[static_cast<size_t>(cell.column)])});
}

std::vector<ReadoutLine> AttentionView::readout() const {
  const Focus& focus = session().selection().current();
  const Cell cell = cellOf(focus);
  std::vector<ReadoutLine> lines;
  if (cell.row < 0 && cell.column < 0) return lines;
  if (cell.row >= 0) lines.push_back({tr("Query"), residueName(cell.row, m_rows, rowAxis(), rowLetters())});
  if (focus.isPair() && cell.column >= 0)
    lines.push_back({tr("Key"), residueName(cell.column, m_columns, columnAxis(), columnLetters())});
  if (heads() && heads()->count() > 0) lines.push_back({tr("Head"), headTitle()});
  if (focus.isPair() && cell.isIn()) addCellLines(lines, cell);
  if (!focus.isPair() && hasNumbers() && cell.row >= 0)
    for (const Index key : largestInRow(*m_data.raw, cell.row, 3))
      lines.push_back({tr("Attends to"), residueName(key, m_columns, columnAxis(), columnLetters()) +
                                             QStringLiteral(": ") + number((*m_data.raw)(cell.row, key))});
  addMarginLines(lines, cell);
  return lines;
}

QString AttentionView::statusText() const {
  if (m_hoveredHead) return m_strip.describe(*m_hoveredHead);
  const Focus& focus = session().selection().current();
  const Cell cell = cellOf(focus);
  if (cell.row < 0) return {};
  QString text = residueName(cell.row, m_rows, rowAxis(), rowLetters());
  if (!focus.isPair() || !cell.isIn()) return text;
  text += QStringLiteral(" → ") + residueName(cell.column, m_columns, columnAxis(), columnLetters());
  if (!hasNumbers()) return text;
  if (transform() != AttentionTransform::none)
    text += u' ' + QStringLiteral("· ") + transformText(transform()) + u' ' +
            number((*m_data.values)(cell.row, cell.column));
  if (const double weight = weightAt(cell); !std::isnan(weight)) text += tr(" · weight %1").arg(number(weight));
  return text + tr(" · rank %1 of %2").arg(rankInRow(*m_data.raw, cell.row, cell.column)).arg(numColumns());
}

QString AttentionView::captionText() const {
  if (!heads()) return m_companionMatrix ? companionTitle(m_options.companion) + u'.' : title();
  QString text = picture() == AttentionPicture::arcs ? tr("Attention as arcs: %1.") : tr("Attention map: %1.");
  text = text.arg(headTitle()) + u' ' + headNote() +
         tr(". Colours: %1 (%2).").arg(attentionCaption(), QString::fromStdString(m_attentionLook.colorMapId));
  if (m_companionMatrix && picture() == AttentionPicture::map) {
    const QString companion = companionTitle(m_options.companion);
    text += u' ' + (isSplit() ? tr("Below the diagonal: %1.") : tr("Beside it: %1.")).arg(companion);
    if (m_match) text += tr(" Matched: %1.").arg(matchText());
  }
  for (const QString& note : {noteText(), warningText()})
    if (!note.isEmpty()) text += u' ' + note + (note.endsWith(u'.') ? QString() : QStringLiteral("."));
  return text;
}

}  // namespace ui
