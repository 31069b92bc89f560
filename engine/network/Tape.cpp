#include "engine/network/Tape.h"

#include <optional>

#include "engine/base/MemoryNeed.h"

namespace engine {

namespace {

template <class T>
void accumulate(std::optional<Array<T>>& sum, Array<T> term) {
  if (!sum) {
    sum = std::move(term);
    return;
  }
  for (Index k = 0; k < term.size(); ++k) (*sum)[k] += term[k];
}

}  // namespace

template <class T>
Variable<T> Tape<T>::variable(Array<T> value) {
  return record(std::move(value), {});
}

template <class T>
Variable<T> Tape<T>::record(Array<T> value, std::vector<Operand<T>> operands) {
  for (const Operand<T>& operand : operands)
    if (operand.variable.m_tape != this)
      fail("a result of shape ", shapeText(value.shape()), " depends on a variable of shape ",
           shapeText(operand.variable.shape()), " that is on another tape");
  report(0);
  m_numBytes += 2.0 * double(value.size()) * sizeof(T);
  requireMemory(m_numBytes, "the results on a tape and their gradients", "use smaller arrays");
  m_nodes.push_back({std::move(value), std::move(operands)});
  return Variable<T>(this, m_nodes.size() - 1);
}

template <class T>
std::vector<bool> Tape<T>::nodesThatDependOn(const std::vector<Variable<T>>& variables) const {
  std::vector<bool> depends(m_nodes.size(), false);
  for (const Variable<T>& variable : variables) {
    if (variable.m_tape != this)
      fail("gradients: a variable of shape ", shapeText(variable.shape()), " is on another tape");
    depends[variable.m_node] = true;
  }
  for (size_t node = 0; node < m_nodes.size(); ++node)
    for (const Operand<T>& operand : m_nodes[node].operands)
      if (depends[operand.variable.m_node]) depends[node] = true;
  return depends;
}

template <class T>
std::vector<Array<T>> Tape<T>::gradients(const Variable<T>& loss, const std::vector<Variable<T>>& of) const {
  if (loss.m_tape != this) fail("gradients: the loss is on another tape");
  if (loss.value().size() != 1)
    fail("gradients: found a loss of shape ", shapeText(loss.shape()), ", expected one value");
  const std::vector<bool> depends = nodesThatDependOn(of);
  std::vector<bool> isWanted(m_nodes.size(), false);
  for (const Variable<T>& variable : of) isWanted[variable.m_node] = true;

  std::vector<std::optional<Array<T>>> gradient(loss.m_node + 1);
  gradient[loss.m_node] = Array<T>(loss.shape(), T{1});
  for (size_t node = loss.m_node + 1; node-- > 0;) {
    report(1 - double(node) / double(loss.m_node + 1));
    if (!gradient[node] || !depends[node]) continue;
    for (const auto& [variable, pullback] : m_nodes[node].operands)
      if (depends[variable.m_node])
        accumulate(gradient[variable.m_node], pullback(*gradient[node], m_nodes[node].value));
    if (!isWanted[node]) gradient[node].reset();
  }

  std::vector<Array<T>> result;
  for (const Variable<T>& variable : of) {
    const bool isReached = variable.m_node <= loss.m_node && gradient[variable.m_node];
    result.push_back(isReached ? *gradient[variable.m_node] : Array<T>(variable.shape()));
  }
  return result;
}

template class Tape<float>;
template class Tape<double>;

}  // namespace engine
