// DP matrices for the eye.
#include "ui/views/dp/DpReadout.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "engine/base/Nth.h"
#include "engine/hmm/viterbi/BackPointers.h"

namespace ui {

using engine::Index;
using engine::PairState;

Rgb stateColor(PairState state) {
  const auto& palette = okabeIto();
  switch (state) {
    case PairState::MM:
    case PairState::M:
      return palette[5];
    case PairState::MI:
    case PairState::I:
      return palette[1];
    case PairState::IM:
      return palette[6];
    case PairState::DG:
    case PairState::D:
      return palette[3];
    case PairState::GD:
      return palette[7];
  }
  return palette[0];
}

QString stateText(PairState state) {
  switch (state) {
    case PairState::MM:
      return QStringLiteral("MM: both match");
    case PairState::MI:
      return QStringLiteral("MI: query match, template insert");
    case PairState::IM:
      return QStringLiteral("IM: query insert, template match");
    case PairState::DG:
      return QStringLiteral("DG: query delete, template gap");
    case PairState::GD:
      return QStringLiteral("GD: query gap, template delete");
    case PairState::M:
      return QStringLiteral("M: match");
    case PairState::I:
      return QStringLiteral("I: insert");
    case PairState::D:
      return QStringLiteral("D: delete");
  }
  return {};
}

QString shortStateText(PairState state) {
  switch (state) {
    case PairState::MI:
      return QStringLiteral("MI: templ. insert");
    case PairState::IM:
      return QStringLiteral("IM: query insert");
    case PairState::DG:
      return QStringLiteral("DG: query delete");
    case PairState::GD:
      return QStringLiteral("GD: templ. delete");
    default:
      return stateText(state);
  }
}

Predecessor predecessorOf(const engine::DpMatrices& matrices, PairState state, Index i, Index j) {
  Predecessor result;
  if (matrices.kind != engine::DpKind::viterbi || i < 0 || j < 0 || i >= matrices.numQueryColumns() ||
      j >= matrices.numTemplateColumns() || !matrices.plane(state))
    return result;
  const std::uint8_t packed = matrices.backtrace(i + 1, j + 1);
  if (state <= PairState::GD && (packed & engine::pointer::kCellOff) != 0) {
    result.kind = Predecessor::Kind::off;
    return result;
  }
  const auto origin = engine::originOf(state, packed);
  result.kind = origin ? Predecessor::Kind::cell : Predecessor::Kind::start;
  if (!origin) return result;
  result.state = *origin;
  result.i = engine::consumesQuery(state) ? i - 1 : i;
  result.j = engine::consumesTemplate(state) ? j - 1 : j;
  return result;
}

std::shared_ptr<const engine::Array<float>> innerPlane(const engine::DpMatrices& matrices, PairState state) {
  const engine::Array<float>* plane = matrices.plane(state);
  if (!plane || plane->rank() != 2 || plane->length(0) < 1 || plane->length(1) < 1) return nullptr;
  const Index rows = plane->length(0) - 1, columns = plane->length(1) - 1;
  auto inner = std::make_shared<engine::Array<float>>(engine::Shape{rows, columns}, 0.0F, plane->name);
  for (Index i = 0; i < rows; ++i)
    std::copy_n(plane->data() + (i + 1) * (columns + 1) + 1, columns, inner->data() + i * columns);
  return inner;
}

std::vector<std::shared_ptr<const engine::Array<float>>> behindBest(
    const std::vector<std::shared_ptr<const engine::Array<float>>>& planes) {
  std::vector<float> lead;  // by i + j
  for (const auto& plane : planes) {
    if (!plane || plane->size() == 0) continue;
    const Index rows = plane->length(0), columns = plane->length(1);
    lead.resize(static_cast<size_t>(rows + columns - 1), -std::numeric_limits<float>::infinity());
    for (Index i = 0; i < rows; ++i)
      for (Index j = 0; j < columns; ++j) {
        float& best = engine::nth(lead, i + j);
        if (std::isfinite((*plane)(i, j))) best = std::max(best, (*plane)(i, j));
      }
  }
  for (size_t k = 1; k < lead.size(); ++k) lead[k] = std::max(lead[k], lead[k - 1]);
  std::vector<std::shared_ptr<const engine::Array<float>>> result;
  for (const auto& plane : planes) {
    if (!plane || plane->size() == 0) {
      result.push_back(plane);
      continue;
    }
    auto behind = std::make_shared<engine::Array<float>>(*plane);
    for (Index i = 0; i < plane->length(0); ++i)
      for (Index j = 0; j < plane->length(1); ++j)
        if (std::isfinite((*plane)(i, j))) (*behind)(i, j) -= engine::nth(lead, i + j);
    result.push_back(std::move(behind));
  }
  return result;
}

Index nearestStep(const engine::AlignmentPath& path, Index i, Index j) {
  Index nearest = -1, least = 0;
  for (size_t k = 0; k < path.steps.size(); ++k) {
    const Index distance = std::abs(path.steps[k].i - i) + std::abs(path.steps[k].j - j);
    if (nearest < 0 || distance < least) {
      nearest = static_cast<Index>(k);
      least = distance;
    }
  }
  return nearest;
}

Index stepAt(const engine::AlignmentPath& path, Index i, Index j) {
  const Index nearest = nearestStep(path, i, j);
  if (nearest < 0) return -1;
  const engine::PathStep& step = engine::nth(path.steps, nearest);
  return step.i == i && step.j == j ? nearest : -1;
}

AlignedText alignedText(const engine::AlignmentPath& path, const std::string& queryLetters,
                        const std::string& templateLetters) {
  const auto letter = [](const std::string& letters, Index index) {
    return index >= 0 && index < static_cast<Index>(letters.size()) ? engine::nth(letters, index) : 'x';
  };
  AlignedText text;
  for (const engine::PathStep& step : path.steps) {
    const char query = engine::consumesQuery(step.state) ? letter(queryLetters, step.i) : '-';
    const char templ = engine::consumesTemplate(step.state) ? letter(templateLetters, step.j) : '-';
    const bool isPair = engine::consumesQuery(step.state) && engine::consumesTemplate(step.state);
    const bool isSame =
        isPair && std::isalpha(static_cast<unsigned char>(query)) != 0 && query != 'x' &&
        std::toupper(static_cast<unsigned char>(query)) == std::toupper(static_cast<unsigned char>(templ));
    text.query += query;
    text.templ += templ;
    text.match += !isPair ? ' ' : isSame ? '|' : step.score >= 1 ? '+' : step.score > 0 ? '.' : ' ';
  }
  return text;
}

std::vector<MapLine> pathLines(const engine::AlignmentPath& path, std::optional<PairState> emphasised, Rgb line,
                               Rgb halo, double lineScale) {
  std::vector<MapLine> lines;
  if (path.steps.empty()) return lines;
  const auto middle = [](const engine::PathStep& step) {
    return CellPoint{static_cast<double>(step.i) + 0.5, static_cast<double>(step.j) + 0.5};
  };
  MapLine whole{{}, halo, 4 * lineScale};
  for (const engine::PathStep& step : path.steps) whole.points.push_back(middle(step));
  if (whole.points.size() == 1)  // a path of one cell is drawn as the cell's diagonal
    whole.points = {{whole.points[0].row - 0.5, whole.points[0].column - 0.5},
                    {whole.points[0].row + 0.5, whole.points[0].column + 0.5}};
  lines.push_back(whole);
  whole.color = line;
  whole.width = 1.5 * lineScale;
  lines.push_back(whole);
  if (!emphasised) return lines;
  for (size_t k = 0; k < path.steps.size();) {
    if (path.steps[k].state != *emphasised) {
      ++k;
      continue;
    }
    // The step into a state belongs to it: the run starts where the path came from.
    MapLine run{{}, stateColor(*emphasised), 3 * lineScale};
    run.points.push_back(middle(path.steps[k == 0 ? 0 : k - 1]));
    for (; k < path.steps.size() && path.steps[k].state == *emphasised; ++k)
      run.points.push_back(middle(path.steps[k]));
    lines.push_back(std::move(run));
  }
  return lines;
}

}  // namespace ui
