// Names of the states of an alignment path and what they consume.
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

bool consumesQuery(PairState state) {
  switch (state) {
    case PairState::MM:
    case PairState::MI:
    case PairState::DG:
    case PairState::M:
    case PairState::I:
      return true;
    default:
      return false;
  }
}

bool consumesTemplate(PairState state) {
  switch (state) {
    case PairState::MM:
    case PairState::IM:
    case PairState::GD:
    case PairState::M:
    case PairState::D:
      return true;
    default:
      return false;
  }
}

}  // namespace engine
