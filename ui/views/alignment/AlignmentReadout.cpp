#include "ui/views/alignment/AlignmentReadout.h"

#include "engine/base/Nth.h"
#include "ui/views/alignment/AlignmentModel.h"
#include "ui/views/alignment/tree/AlignmentTree.h"

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
  const QString name = QString::fromStdString(engine::nth(alignment.rows, row).name);
  return {QStringLiteral("Row"), QStringLiteral("%1 (%2 of %3)").arg(name).arg(row + 1).arg(alignment.numRows())};
}

/// Tips may be read as rich text: names are shown as they are. Very long ones would be wider than the screen.
QString tipText(const std::string& text) {
  constexpr qsizetype kMostLetters = 300;
  const QString whole = QString::fromStdString(text);
  return (whole.size() > kMostLetters ? whole.left(kMostLetters) + QStringLiteral("…") : whole).toHtmlEscaped();
}

QString nameTip(const engine::AlignmentRow& row) {
  QString text = QStringLiteral("<b>%1</b>").arg(tipText(row.name));
  if (!row.description.empty()) text += QStringLiteral("<br>") + tipText(row.description);
  return text;
}

}  // namespace

AlignmentPointed pointedAt(const AlignmentPicture& picture, QPointF point) {
  using Region = AlignmentHit::Region;
  const AlignmentHit hit = hitAt(picture, point);
  AlignmentPointed pointed;
  const TreeHit tree = treeHitAt(picture, point);
  if (tree.isOnTree) pointed.tip = treeTip(*picture.content->tree, tree);
  if (tree.isOnCut || picture.layout.isOnNamesEdge(point)) pointed.cursor = Qt::SplitHCursor;
  const Index column = hit.slot >= 0 ? picture.content->cells.columnOf(hit.slot) : -1;
  const bool isCell = hit.region == Region::cells && hit.place >= 0;
  if (isCell || hit.region == Region::ruler || hit.region == Region::track) pointed.column = column;
  if (isCell && column >= 0) pointed.row = picture.arrangement().rowAt(hit.place);
  if (isCell && hit.slot >= 0 && column < 0) {
    pointed.insertRow = picture.arrangement().rowAt(hit.place);
    pointed.insert = picture.arrangement().slot(hit.slot);
  }
  if (hit.region == Region::names && hit.place >= 0 && !picture.layout.isOnNamesEdge(point)) {
    pointed.namedPlace = hit.place;
    pointed.tip = nameTip(engine::nth(picture.alignment().rows, picture.arrangement().rowAt(hit.place)));
  }
  if (hit.region == Region::track && (column >= 0 || hit.slot < 0)) {
    const AlignmentTrack& track = engine::nth(picture.content->tracks, hit.track);
    pointed.tip = column >= 0 ? track.tip(column) : track.help;
  }
  return pointed;
}

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

std::vector<ReadoutLine> structureReadout(const Document& document, const engine::Dataset& alignment, Index column) {
  std::vector<ReadoutLine> lines;
  for (const engine::DatasetPtr& dataset : document.datasets()) {
    const auto* structure = dataset->as<engine::Structure>();
    if (!structure) continue;
    const QString residue = structureResidueText(*structure, indexIn(*dataset, {alignment.id, column}, document));
    if (!residue.isEmpty()) lines.push_back({QString::fromStdString(dataset->title), residue});
  }
  return lines;
}

QString structureResidueText(const engine::Structure& structure, Index residue) {
  for (const engine::Chain& chain : structure.chains) {
    const auto size = static_cast<Index>(chain.residues.size());
    if (residue >= 0 && residue < size) {
      const engine::Residue& found = engine::nth(chain.residues, residue);
      return QString::fromStdString(found.name + " " + found.label() + " " + chain.id).trimmed();
    }
    residue -= size;
  }
  return {};
}

std::vector<ReadoutLine> shownReadout(const AlignmentModel& model, const AlignmentPointed& pointed,
                                      Session& session) {
  if (!model.dataset()) return {};
  const SelectionModel& shared = session.selection();
  const engine::Alignment& alignment = model.alignment();
  if (pointed.isOnInsert() && shared.locked().isEmpty())
    return insertReadout(alignment, pointed.insertRow, pointed.insert);
  const Focus& focus = shared.current();
  const Index column = model.columnOf(focus.first);
  if (focus.isEmpty() || column < 0) return {};
  const Index row = focus.first.dataset == model.dataset()->id ? focus.row : -1;
  std::vector<ReadoutLine> lines = alignmentReadout(alignment, model.content().statistics.get(), row, column);
  for (ReadoutLine& line : model.tree().readout(row, column)) lines.push_back(std::move(line));
  for (ReadoutLine& line : structureReadout(session.document(), *model.dataset(), column))
    lines.push_back(std::move(line));
  return lines;
}

QString shownStatus(const AlignmentModel& model, const AlignmentPointed& pointed, Session& session) {
  if (!model.dataset()) return {};
  const engine::Alignment& alignment = model.alignment();
  const auto name = [&](Index row) { return QString::fromStdString(engine::nth(alignment.rows, row).name); };
  if (pointed.isOnInsert())
    return QObject::tr("Insert after column %1 · %2 %3")
        .arg(pointed.insert.column)
        .arg(name(pointed.insertRow), residueText(alignment, pointed.insertRow, pointed.insert));
  const Focus& focus = session.selection().hover();
  const Index column = model.columnOf(focus.first);
  if (focus.isEmpty() || column < 0) return {};
  QString text = QObject::tr("Column %1").arg(column + 1);
  if (focus.first.dataset == model.dataset()->id && focus.row >= 0 && focus.row < alignment.numRows())
    text += QStringLiteral(" · %1 %2").arg(name(focus.row), residueText(alignment, focus.row, column));
  for (const ReadoutLine& line : structureReadout(session.document(), *model.dataset(), column))
    text += QStringLiteral(" · %1 %2").arg(line.label, line.value);
  return text;
}

QString shownCaption(const AlignmentModel& model) {
  if (!model.dataset()) return {};
  QStringList tracks;
  for (const AlignmentTrack& track : model.content().tracks)
    tracks << (track.range.isEmpty() ? track.label : track.label + QStringLiteral(" (%1)").arg(track.range));
  QString text = QObject::tr("%1: %2 rows, %3 columns, %4.")
                     .arg(QString::fromStdString(model.dataset()->title))
                     .arg(model.arranger().arrangement()->numPlaces())
                     .arg(model.alignment().numColumns)
                     .arg(model.options().caption());
  if (const QString choices = model.arranger().caption(); !choices.isEmpty()) text += u' ' + choices;
  if (const QString tree = model.tree().caption(); !tree.isEmpty()) text += u' ' + tree;
  if (!tracks.empty()) text += QObject::tr(" Above the columns: %1.").arg(tracks.join(QStringLiteral(", ")));
  return text;
}

QString sightSentence(const AlignmentPicture& page) {
  if (page.isWrapped()) return {};
  QStringList parts;
  const auto tell = [&](const QString& what, Index first, Index last, Index count) {
    if (last - first < count) parts << QObject::tr("%1 %2–%3 of %4").arg(what).arg(first + 1).arg(last).arg(count);
  };
  tell(QObject::tr("rows"), page.firstPlace(), page.lastPlace(), page.arrangement().numPlaces());
  tell(QObject::tr("columns"), page.firstSlot(), page.lastSlot(), page.arrangement().numSlots());
  return parts.isEmpty() ? QString() : QObject::tr(" Shown: %1.").arg(parts.join(QStringLiteral(", ")));
}

}  // namespace ui
