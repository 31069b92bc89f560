// Decoding of back pointers.
#include "engine/hmm/viterbi/BackPointers.h"

#include <algorithm>
#include <array>
#include <utility>

namespace engine {

namespace {

std::optional<PairState> originOfMM(int origin) {
  switch (origin) {
    case pointer::kFromMM:
      return PairState::MM;
    case pointer::kFromGD:
      return PairState::GD;
    case pointer::kFromIM:
      return PairState::IM;
    case pointer::kFromDG:
      return PairState::DG;
    case pointer::kFromMI:
      return PairState::MI;
    default:
      return std::nullopt;
  }
}

std::optional<PairState> originOfM(int origin) {
  switch (origin) {
    case pointer::kFromM:
      return PairState::M;
    case pointer::kFromI:
      return PairState::I;
    case pointer::kFromD:
      return PairState::D;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::uint8_t textbookByte(std::uint8_t pointers) {
  constexpr std::array<std::pair<std::uint8_t, std::uint8_t>, 6> kOrigins{{{pointer::kStop, 0},
                                                                         {pointer::kFromMM, 1},
                                                                         {pointer::kFromMI, 2},
                                                                         {pointer::kFromIM, 3},
                                                                         {pointer::kFromDG, 4},
                                                                         {pointer::kFromGD, 5}}};
  constexpr std::array<std::uint8_t, 4> kOpens{pointer::kOpensMI, pointer::kOpensIM, pointer::kOpensDG,
                                               pointer::kOpensGD};
  int byte = pointers & pointer::kCellOff;
  for (const auto& [ours, textbook] : kOrigins)
    if ((pointers & pointer::kOriginMask) == ours) byte |= textbook;
  for (size_t k = 0; k < kOpens.size(); ++k)
    if ((pointers & kOpens[k]) == 0) byte |= 8 << k;
  return static_cast<std::uint8_t>(byte);
}

std::optional<PairState> originOf(PairState state, std::uint8_t pointers) {
  const auto gap = [&](std::uint8_t opens, PairState match) { return pointers & opens ? match : state; };
  switch (state) {
    case PairState::GD:
      return gap(pointer::kOpensGD, PairState::MM);
    case PairState::IM:
      return gap(pointer::kOpensIM, PairState::MM);
    case PairState::DG:
      return gap(pointer::kOpensDG, PairState::MM);
    case PairState::MI:
      return gap(pointer::kOpensMI, PairState::MM);
    case PairState::I:
      return gap(pointer::kOpensI, PairState::M);
    case PairState::D:
      return gap(pointer::kOpensD, PairState::M);
    case PairState::M:
      return originOfM(pointers & pointer::kOriginMask);
    default:
      return originOfMM(pointers & pointer::kOriginMask);
  }
}

AlignmentPath traceBack(const Array<std::uint8_t>& backtrace, PairState state, Index row, Index column) {
  AlignmentPath path;
  std::optional<PairState> current = state;
  while (current && row > 0 && column > 0) {
    path.steps.push_back({*current, row - 1, column - 1, 0});
    const auto origin = originOf(*current, backtrace(row, column));
    row -= consumesQuery(*current);
    column -= consumesTemplate(*current);
    current = origin;
  }
  std::reverse(path.steps.begin(), path.steps.end());
  return path;
}

}  // namespace engine
