#include "engine/attention/pairs/ModuleWeights.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "engine/attention/heads/Projections.h"
#include "engine/base/ParallelFor.h"
#include "engine/network/LayerNorm.h"

namespace engine {

namespace {

/// "H*c" and "P" of "(H*c, P)".
std::vector<std::string> lettersOf(const std::string& shape) {
  std::vector<std::string> letters;
  std::istringstream axes(shape.substr(1, shape.size() - 2));
  for (std::string axis; std::getline(axes, axis, ',');) letters.push_back(axis.substr(axis.find_first_not_of(' ')));
  return letters;
}

}  // namespace

template <class T>
ModuleWeights<T>::ModuleWeights(const ArrayBundle& inputs, const InputList& list, ShapeLetters& letters)
    : m_arrays(std::make_shared<std::map<std::string, Array<T>>>()) {
  for (const ArrayDescription& input : list)
    if (input.type == ArrayType::real && (!input.isOptional || inputs.count(input.name) != 0))
      m_arrays->emplace(input.name, readArray<T>(inputs, input.name, letters, lettersOf(input.shape)));
}

template <class T>
ModuleWeights<T> ModuleWeights<T>::under(const std::string& part) const {
  ModuleWeights result = *this;
  result.m_path += part + ".";
  return result;
}

template <class T>
const Array<T>& ModuleWeights<T>::find(const std::string& name) const {
  static const Array<T> kNone;
  const auto found = m_arrays->find(m_path + name);
  return found == m_arrays->end() ? kNone : found->second;
}

template <class T>
Array<T> ModuleWeights<T>::linear(const std::string& name, const Array<T>& X, const Work& work) const {
  return project(X, at(name + ".weight"), find(name + ".bias"), work.threads, work.progress);
}

template <class T>
Array<T> ModuleWeights<T>::norm(const std::string& name, const Array<T>& X, const Work& work) const {
  return layerNorm(X, LayerNormWeights<T>{at(name + ".weight"), find(name + ".bias")}, work.threads, work.progress);
}

void addLayerNormInputs(InputList& list, const std::string& name, const std::string& width, const std::string& help) {
  list.push_back({name + ".weight", "(" + width + ")", help});
  list.push_back({name + ".bias", "(" + width + ")", "its bias", true});
}

template <class T>
void applyGate(Array<T>& x, const Array<T>& g, const Work& work) {
  requireShape("gate", g.shape(), x.shape());
  parallelFor(x.size(), 100'000, work.threads, work.progress, "gate", [&](Index begin, Index end) {
    for (Index k = begin; k < end; ++k) x[k] /= 1 + std::exp(-g[k]);
  });
}

template <class T>
void addTo(Array<T>& x, const Array<T>& y) {
  requireShape("update", y.shape(), x.shape());
  for (Index k = 0; k < x.size(); ++k) x[k] += y[k];
}

template <class T>
Array<T> swapFirstAxes(const Array<T>& x) {
  Shape shape = x.shape();
  std::swap(shape.at(0), shape.at(1));
  Array<T> swapped(shape, Untouched{}, x.name);
  const Index rows = shape[1], columns = shape[0], width = rows * columns == 0 ? 0 : x.size() / (rows * columns);
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < columns; ++j)
      std::copy_n(x.data() + (i * columns + j) * width, width, swapped.data() + (j * rows + i) * width);
  return swapped;
}

#define INSTANTIATE(T)                                              \
  template class ModuleWeights<T>;                                  \
  template void applyGate(Array<T>&, const Array<T>&, const Work&); \
  template void addTo(Array<T>&, const Array<T>&);                  \
  template Array<T> swapFirstAxes(const Array<T>&);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace engine
