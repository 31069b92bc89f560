// Weights of a module that is part of others, under the names of its checkpoint: NAME.weight, NAME.bias.
#pragma once

#include <map>
#include <string>

#include "engine/attention/ShapeLetters.h"
#include "engine/attention/layers/LayerInputs.h"
#include "engine/base/Progress.h"

namespace engine {

/// Threads and progress of a computation.
struct Work {
  int threads;
  Progress& progress;
};

/// All real arrays of a description, in one type, with the maps that they mean.
template <class T>
class ModuleWeights {
 public:
  /// Reads what is described and there. Throws Error naming the array for shapes that do not fit the letters.
  ModuleWeights(const ArrayBundle& inputs, const InputList& list, ShapeLetters& letters);

  /// The weights of a part: under("tri_mul_out") knows "linear_z" as "tri_mul_out.linear_z".
  ModuleWeights under(const std::string& part) const;
  /// Empty when there is none of this name.
  const Array<T>& find(const std::string& name) const;
  /// The same, which is there.
  const Array<T>& at(const std::string& name) const { return m_arrays->at(m_path + name); }

  /// (..., in) to (..., out) by NAME.weight and, where there is one, NAME.bias.
  Array<T> linear(const std::string& name, const Array<T>& X, const Work& work) const;
  /// Layer normalisation (MATHEMATICS.md 1.1) by NAME.weight and, where there is one, NAME.bias.
  Array<T> norm(const std::string& name, const Array<T>& X, const Work& work) const;

 private:
  std::shared_ptr<std::map<std::string, Array<T>>> m_arrays;
  std::string m_path;
};

/// PATH and NAME.weight (WIDTH), PATH and NAME.bias (WIDTH).
void addLayerNormInputs(InputList& list, const std::string& name, const std::string& width, const std::string& help);

/// x sigma(g), element by element, in place. Throws Error unless the shapes agree.
template <class T>
void applyGate(Array<T>& x, const Array<T>& g, const Work& work);

/// x + y, element by element, in place. Throws Error unless the shapes agree.
template <class T>
void addTo(Array<T>& x, const Array<T>& y);

/// The first two axes (A, B, ...) swapped: (B, A, ...).
template <class T>
Array<T> swapFirstAxes(const Array<T>& x);

}  // namespace engine
