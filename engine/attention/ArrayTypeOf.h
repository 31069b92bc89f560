// What the elements of an array are, in the words of descriptions.
#pragma once

#include "engine/attention/Mechanism.h"

namespace engine {

inline ArrayType typeOf(const AnyArray& array) {
  if (std::holds_alternative<Array<Bool>>(array)) return ArrayType::boolean;
  const bool isReal = std::holds_alternative<Array<float>>(array) || std::holds_alternative<Array<double>>(array);
  return isReal ? ArrayType::real : ArrayType::integer;
}

}  // namespace engine
