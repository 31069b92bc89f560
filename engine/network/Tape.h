// Reverse-mode differentiation over dense arrays: operations write themselves down on a tape, gradients read it
// backwards. The operations are in TapeOperations.h.
#pragma once

#include <deque>
#include <functional>
#include <vector>

#include "engine/base/Array.h"
#include "engine/base/Progress.h"

namespace engine {

template <class T>
class Tape;

/// An array on a tape. A handle of two words: copies mean the same array; valid as long as the tape lives.
template <class T>
class Variable {
 public:
  const Array<T>& value() const;
  const Shape& shape() const { return value().shape(); }
  Index rank() const { return value().rank(); }
  /// Length along an axis; negative axes count from the last (-1). Throws Error when there is no such axis.
  Index length(Index axis) const { return value().length(axis < 0 ? axis + rank() : axis); }
  Tape<T>& tape() const { return *m_tape; }

 private:
  friend class Tape<T>;
  Variable(Tape<T>* tape, size_t node) : m_tape(tape), m_node(node) {}

  Tape<T>* m_tape;
  size_t m_node;
};

/// From the gradient of the loss with respect to a result, and that result, to the gradient with respect to one
/// operand, in the operand's shape.
template <class T>
using Pullback = std::function<Array<T>(const Array<T>& gradient, const Array<T>& result)>;

template <class T>
struct Operand {
  Variable<T> variable;
  Pullback<T> pullback;
};

/// The record of a computation, in float or double. Memory is freed with the tape: one tape per forward pass. Not for
/// use from several threads at once.
template <class T>
class Tape {
 public:
  Tape() = default;
  /// Asks before every operation, forwards and backwards, whether to stop: throws Cancelled then. `progress` must
  /// outlive the tape.
  explicit Tape(Progress& progress) : m_progress(&progress) {}
  Tape(const Tape&) = delete;  // variables point to their tape
  Tape& operator=(const Tape&) = delete;

  /// An array that comes from outside: input, weight or constant.
  Variable<T> variable(Array<T> value);
  /// The result of an operation. Any function can be put on the tape by this: its value, and a pullback for each
  /// operand that it depends on. Throws Error when the tape outgrows the machine's memory.
  Variable<T> record(Array<T> value, std::vector<Operand<T>> operands);

  /// Gradients of `loss` (one value) with respect to the variables `of`, each in the shape of its variable; zeros where
  /// the loss does not depend on it. Nodes are visited once, from the loss back. May be called again, for the same or
  /// for another loss. Throws Error when the loss has more than one value or a variable is from another tape.
  std::vector<Array<T>> gradients(const Variable<T>& loss, const std::vector<Variable<T>>& of) const;

  /// Number of arrays on the tape.
  Index size() const { return static_cast<Index>(m_nodes.size()); }

 private:
  friend class Variable<T>;
  struct Node {
    Array<T> value;
    std::vector<Operand<T>> operands;
  };

  std::vector<bool> nodesThatDependOn(const std::vector<Variable<T>>& variables) const;
  void report(double fraction) const {
    if (m_progress != nullptr) m_progress->update(fraction, "gradients");
  }

  Progress* m_progress = nullptr;
  double m_numBytes = 0;     ///< of all values and as many gradients
  std::deque<Node> m_nodes;  // operands come before their results; references stay valid as it grows
};

template <class T>
const Array<T>& Variable<T>::value() const {
  return m_tape->m_nodes[m_node].value;
}

}  // namespace engine
