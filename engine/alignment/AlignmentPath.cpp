// Names of the states of an alignment path.
#include "engine/alignment/AlignmentPath.h"

namespace engine {

std::string_view stateName(PairState state) {
  switch (state) {
    case PairState::MM:
      return "MM";
    case PairState::MI:
      return "MI";
    case PairState::IM:
      return "IM";
    case PairState::DG:
      return "DG";
    case PairState::GD:
      return "GD";
    case PairState::M:
      return "M";
    case PairState::I:
      return "I";
    case PairState::D:
      return "D";
  }
  return "?";
}

}  // namespace engine
