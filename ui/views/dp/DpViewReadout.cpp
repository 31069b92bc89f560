// What the DP view says about a cell: every way into it, values, the path.
#include <algorithm>
#include <cmath>

#include "engine/hmm/viterbi/CellCandidates.h"
#include "ui/views/dp/CandidateText.h"
#include "ui/views/dp/DpView.h"
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

}  // namespace

std::vector<ReadoutLine> DpView::readout() const {
  std::vector<ReadoutLine> lines;
  const Cell cell = currentCell();
  // Lanes go on where this template ends.
  if (!alignment() || (cell.i < 0 && cell.j < 0) || cell.i >= numRows() || cell.j >= numColumns()) return lines;
  if (cell.i >= 0) lines.push_back({"Query column", residueText(lettersOf(alignment()->query), cell.i)});
  if (cell.j >= 0) lines.push_back({"Template column", residueText(lettersOf(alignment()->templ), cell.j)});
  if (cell.i < 0 || cell.j < 0) return lines;
  addPathReadout(lines, cell);
  if (hasWaysIn()) {
    addCandidates(lines, cell);
  } else {
    addValues(lines, cell);
  }
  return lines;
}

void DpView::addCandidates(std::vector<ReadoutLine>& lines, Cell cell) const {
  const engine::CellCandidates ways = engine::cellCandidates(*alignment(), cell.i, cell.j);
  if (ways.isOff) {
    lines.push_back({"Cell", QStringLiteral("switched off")});
    return;
  }
  for (size_t k = 0; k < ways.states.size(); ++k) {
    const engine::StateCandidates& state = ways.states[k];
    if (static_cast<int>(k) != m_main) {
      lines.push_back({nameOf(state.state), candidateLine(state)});
      continue;
    }
    ReadoutLine line{nameOf(state.state), candidateTable(state)};
    line.isTable = true;
    lines.push_back(line);
  }
}

void DpView::addValues(std::vector<ReadoutLine>& lines, Cell cell) const {
  for (int plane = 0; plane < numPlanes(); ++plane) {
    const Plane& shown = m_planes[static_cast<size_t>(plane)];
    const PairState state = shown.state;
    if (!shown.values) continue;
    const double value = (*shown.values)(cell.i, cell.j);
    const QString origin =
        std::isfinite(value) ? predecessorText(predecessorOf(matrices(), state, cell.i, cell.j)) : QString();
    lines.push_back({nameOf(state), valueText(value, m_kind) + origin});
  }
}

void DpView::addPathReadout(std::vector<ReadoutLine>& lines, Cell cell) const {
  const engine::AlignmentPath* path = chosenPath();
  if (!path) {
    lines.push_back({"Path", "no path scored above 0"});
    return;
  }
  const Index at = stepAt(*path, cell.i, cell.j);
  if (at < 0) {
    lines.push_back({"Path", "not on the path"});
    return;
  }
  const engine::PathStep& step = path->steps[static_cast<size_t>(at)];
  lines.push_back({"Path", QStringLiteral("step %1 of %2 in %3, adds %4 bits")
                               .arg(at + 1)
                               .arg(path->steps.size())
                               .arg(nameOf(step.state), withMinus(QString::number(step.score, 'f', 2)))});
  const double posterior = stepPosterior(step, alignment()->posterior);
  if (posterior >= 0) lines.push_back({"Posterior", QString::number(posterior, 'f', 3)});
}

}  // namespace ui
