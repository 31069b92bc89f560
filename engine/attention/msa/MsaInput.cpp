#include "engine/attention/msa/MsaInput.h"

#include "engine/base/ParameterKinds.h"
#include "engine/base/Random.h"

namespace engine {

std::vector<ArrayDescription> msaInputs() {
  std::vector<ArrayDescription> list = {{"X", "(R, C, D)", "features of the cells: R rows (sequences), C columns"}};
  for (ArrayDescription& description : projectionInputs()) list.push_back(std::move(description));
  list.push_back({"padding", "(R, C)", "true where a cell is padding", true, ArrayType::boolean});
  return list;
}

ArrayBundle msaSample() {
  ArrayBundle sample = {{"X", deterministicArray<float>(21, {3, 4, 8}, 1, "X")}};
  std::uint64_t seed = 3100;
  for (const char* name : {"W_q", "W_k", "W_v", "W_o"})
    sample[name] = deterministicArray<float>(seed++, {8, 8}, 0.3, name);
  for (const char* name : {"b_q", "b_k", "b_v", "b_o"})
    sample[name] = deterministicArray<float>(seed++, {8}, 0.3, name);
  return sample;
}

ArrayBundle msaBench() { return benchArrays(withProjections({{"X", {64, 256, 768}}}, 768)); }

Parameter scoresParameter() {
  return flagParameter("scores", "Scores S", "also give S, the scores that the softmax turns into A", false);
}

bool keepsScores(const ParameterValues& values) { return values.flag("scores") || values.flag("intermediates"); }

Array<Bool> seenCells(const Array<Bool>& padding, const Shape& shape) {
  Array<Bool> seen(shape, Bool{1}, "mask");
  for (Index cell = 0; cell < padding.size(); ++cell) seen[cell].value = !padding[cell].value;
  return seen;
}

}  // namespace engine
