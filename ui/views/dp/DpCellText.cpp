#include "ui/views/dp/DpCellText.h"

#include <cmath>

#include "engine/base/Nth.h"
#include "engine/hmm/viterbi/CellCandidates.h"
#include "ui/views/dp/CandidateText.h"
#include "ui/views/dp/lanes/DpByte.h"
#include "ui/views/readout/ProfileReadout.h"
#include "ui/views/readout/ResidueText.h"
#include "ui/views/readout/ShownNumber.h"

namespace ui {

using engine::DpKind;
using engine::Index;
using engine::PairState;

namespace {

QString nameOf(PairState state) { return QString::fromUtf8(engine::stateName(state).data()); }

QString valueText(double value, DpKind kind) {
  if (kind == DpKind::posterior) return QString::number(value, 'g', 3);
  if (std::isinf(value)) return QStringLiteral("cannot be reached");
  if (std::isnan(value)) return QStringLiteral("no value");
  return withMinus(QStringLiteral("%1 bits").arg(value, 0, 'f', 2));
}

QString predecessorText(const Predecessor& from) {
  switch (from.kind) {
    case Predecessor::Kind::unknown:
      return {};
    case Predecessor::Kind::off:
      return QStringLiteral(", switched off");
    case Predecessor::Kind::start:
      return QStringLiteral(", a path starts here");
    case Predecessor::Kind::cell:
      break;
  }
  return QStringLiteral(", from %1 at %2, %3").arg(nameOf(from.state)).arg(from.i + 1).arg(from.j + 1);
}

void addCandidates(std::vector<ReadoutLine>& lines, const DpPicture& picture, DpCell cell) {
  const engine::CellCandidates ways = engine::cellCandidates(*picture.alignment(), cell.i, cell.j);
  if (ways.isOff) {
    lines.push_back({"Cell", QStringLiteral("switched off")});
    return;
  }
  for (size_t k = 0; k < ways.states.size(); ++k) {
    const engine::StateCandidates& state = ways.states[k];
    const bool isMain = static_cast<int>(k) == picture.options().mainPlane;
    lines.push_back({nameOf(state.state), isMain ? candidateTable(state) : candidateLine(state), isMain});
  }
}

void addValues(std::vector<ReadoutLine>& lines, const DpPicture& picture, DpCell cell) {
  for (size_t plane = 0; plane < static_cast<size_t>(picture.numPlanes()); ++plane) {
    const DpPlane& shown = picture.planes()[plane];
    if (!shown.values) continue;
    const double value = (*shown.values)(cell.i, cell.j);
    const QString origin = std::isfinite(value)
                               ? predecessorText(predecessorOf(picture.matrices(), shown.state, cell.i, cell.j))
                               : QString();
    lines.push_back({nameOf(shown.state), valueText(value, shown.kind) + origin});
  }
}

void addPath(std::vector<ReadoutLine>& lines, const DpPicture& picture, DpCell cell) {
  const engine::AlignmentPath* path = picture.path();
  if (!path) {
    lines.push_back({"Path", "no path scored above 0"});
    return;
  }
  const Index at = stepAt(*path, cell.i, cell.j);
  if (at < 0) {
    lines.push_back({"Path", "not on the path"});
    return;
  }
  const engine::PathStep& step = engine::nth(path->steps, at);
  lines.push_back({"Path", QStringLiteral("step %1 of %2 in %3, adds %4 bits")
                               .arg(at + 1)
                               .arg(path->steps.size())
                               .arg(nameOf(step.state), withMinus(QString::number(step.score, 'f', 2)))});
  const double posterior = stepPosterior(step, picture.alignment()->posterior);
  if (posterior >= 0) lines.push_back({"Posterior", QString::number(posterior, 'f', 3)});
}

/// What is kept of the cell: the byte in the form of the preset, bit by bit, and in words.
void addByte(std::vector<ReadoutLine>& lines, const DpPicture& picture, DpCell cell) {
  const ByteForm form = byteFormOf(*picture.alignment());
  const std::uint8_t packed = picture.matrices().backtrace(cell.i + 1, cell.j + 1);
  const QString label = form == ByteForm::textbook ? QStringLiteral("Byte, as in the guide") : QStringLiteral("Byte kept");
  lines.push_back({label, byteTable(byteIn(form, packed), form), true});
  lines.push_back({"Back pointers", byteMeaning(packed, form)});
}

/// What the candidates add: the transitions of the profiles as they were aligned. Those of the profile as it is stored
/// stand below, with the column.
void addTransitions(std::vector<ReadoutLine>& lines, const DpPicture& picture, DpCell cell) {
  const engine::ProfileAlignment& alignment = *picture.alignment();
  const auto add = [&](const char* whose, const std::shared_ptr<const engine::ProfileHmm>& profile, Index column) {
    const QString table = profile ? transitionTable(*profile, column) : QString();
    if (!table.isEmpty()) lines.push_back({QStringLiteral("%1 transitions as aligned").arg(whose), table, true});
  };
  add("Query", alignment.query, cell.i);
  add("Template", alignment.templ, cell.j);
}

QString shortValue(const DpPlane& plane, double value) {
  const QString name = nameOf(plane.state);
  if (plane.kind == DpKind::posterior) return QStringLiteral(" · P(%1) %2").arg(name).arg(value, 0, 'g', 3);
  if (!std::isfinite(value)) return QStringLiteral(" · %1 cannot be reached").arg(name);
  return QStringLiteral(" · %1 %2 bits").arg(name, withMinus(QString::number(value, 'f', 2)));
}

}  // namespace

std::vector<ReadoutLine> readoutOf(const DpPicture& picture, DpCell cell) {
  std::vector<ReadoutLine> lines;
  // Lanes go on where this template ends.
  if (cell.i >= picture.numRows() || cell.j >= picture.numColumns()) return lines;
  if (cell.i >= 0) lines.push_back({"Query column", residueText(picture.rowLetters(), cell.i)});
  if (cell.j >= 0) lines.push_back({"Template column", residueText(picture.columnLetters(), cell.j)});
  if (cell.i < 0 || cell.j < 0) return lines;
  addPath(lines, picture, cell);
  if (picture.hasWaysIn()) {
    addCandidates(lines, picture, cell);
    addByte(lines, picture, cell);
    addTransitions(lines, picture, cell);
  } else {
    addValues(lines, picture, cell);
  }
  return lines;
}

QString statusOf(const DpPicture& picture, DpCell cell) {
  if (!picture.contains(cell)) return {};
  QString text = QStringLiteral("query %1 × template %2")
                     .arg(residueText(picture.rowLetters(), cell.i), residueText(picture.columnLetters(), cell.j));
  for (size_t k = 0; k < picture.planes().size(); ++k) {
    const DpPlane& plane = picture.planes()[k];
    const int place = static_cast<int>(k);
    const bool isTold = place == picture.options().mainPlane || place >= picture.numPlanes();
    if (plane.values && isTold) text += shortValue(plane, (*plane.values)(cell.i, cell.j));
  }
  if (const engine::AlignmentPath* path = picture.path())
    if (const Index at = stepAt(*path, cell.i, cell.j); at >= 0)
      text += QStringLiteral(" · step %1 of %2 of the path").arg(at + 1).arg(path->steps.size());
  return text;
}

}  // namespace ui
