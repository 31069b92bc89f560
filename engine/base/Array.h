// Owning n-dimensional arrays in C order that know their name, so that every complaint can give name and shape.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/base/Error.h"
#include "engine/base/LargePages.h"

namespace engine {

using Index = std::ptrdiff_t;
using Shape = std::vector<Index>;  ///< empty: a single value

/// "(2, 3, 4)"; "()" for a single value.
std::string shapeText(const Shape& shape);
/// Number of elements. Throws Error when a length is negative or the product does not fit.
Index elementCount(const Shape& shape);

/// Says that the values of a new array may be anything, because all of them are about to be written.
struct Untouched {};

/// Memory for arrays: not filled before they are, and in large pages that are used again where it is much.
template <class T>
struct ArrayAllocator : std::allocator<T> {
  template <class U>
  struct rebind {
    using other = ArrayAllocator<U>;
  };
  T* allocate(std::size_t count) {
    if (count > static_cast<std::size_t>(-1) / 2 / sizeof(T)) throw std::bad_alloc();
    if (count * sizeof(T) < kLargeBlock) return std::allocator<T>::allocate(count);
    return static_cast<T*>(takeLargeBlock(count * sizeof(T)));
  }
  void deallocate(T* memory, std::size_t count) noexcept {
    if (count * sizeof(T) < kLargeBlock) return std::allocator<T>::deallocate(memory, count);
    releaseLargeBlock(memory, count * sizeof(T));
  }
  template <class U>
  void construct(U*) noexcept {}  // the caller asked for untouched values
  template <class U, class... Arguments>
  void construct(U* place, Arguments&&... arguments) {
    std::construct_at(place, std::forward<Arguments>(arguments)...);
  }
};

/// Values in C order (last index fastest). Copying copies the values.
template <class T>
class Array {
 public:
  using Value = T;

  Array() : m_shape{0} {}
  explicit Array(Shape shape, T fill = T{}, std::string name = {})
      : name(std::move(name)), m_shape(std::move(shape)), m_values(static_cast<size_t>(elementCount(m_shape)), fill) {}
  Array(Shape shape, Untouched, std::string name = {})
      : name(std::move(name)), m_shape(std::move(shape)), m_values(static_cast<size_t>(elementCount(m_shape))) {}
  Array(Shape shape, const std::vector<T>& values, std::string name = {})
      : name(std::move(name)), m_shape(std::move(shape)), m_values(values.begin(), values.end()) {
    if (elementCount(m_shape) != static_cast<Index>(m_values.size()))
      fail("array ", this->name, ": shape ", shapeText(m_shape), " needs ", elementCount(m_shape), " values, found ",
           m_values.size());
  }

  const Shape& shape() const { return m_shape; }
  Index rank() const { return static_cast<Index>(m_shape.size()); }
  /// Length along an axis; throws Error when the array has no such axis.
  Index length(Index axis) const {
    if (axis < 0 || axis >= rank()) fail("array ", name, ": shape ", shapeText(m_shape), " has no axis ", axis);
    return m_shape[static_cast<size_t>(axis)];
  }
  Index size() const { return static_cast<Index>(m_values.size()); }
  bool empty() const { return m_values.empty(); }

  T* data() { return m_values.data(); }
  const T* data() const { return m_values.data(); }
  T* begin() { return data(); }
  T* end() { return data() + size(); }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size(); }
  T& operator[](Index flat) { return m_values[static_cast<size_t>(flat)]; }
  const T& operator[](Index flat) const { return m_values[static_cast<size_t>(flat)]; }

  /// Element at n indices; only the number of indices is unchecked.
  template <class... Indices>
  T& operator()(Indices... indices) {
    return m_values[static_cast<size_t>(offset(indices...))];
  }
  template <class... Indices>
  const T& operator()(Indices... indices) const {
    return m_values[static_cast<size_t>(offset(indices...))];
  }

  /// The same values under another shape with as many elements; throws Error otherwise.
  Array reshaped(Shape shape) const& { return Array(*this).reshaped(std::move(shape)); }
  Array reshaped(Shape shape) && {
    if (elementCount(shape) != size())
      fail("array ", name, ": shape ", shapeText(shape), " needs ", elementCount(shape), " values, found ", size());
    m_shape = std::move(shape);
    return std::move(*this);
  }

  bool operator==(const Array& other) const { return m_shape == other.m_shape && m_values == other.m_values; }

  std::string name;  ///< as in files and formulae; part of every error text

 private:
  template <class... Indices>
  Index offset(Indices... indices) const {
    Index flat = 0;
    size_t axis = 0;
    ((flat = flat * m_shape[axis++] + static_cast<Index>(indices)), ...);
    return flat;
  }

  Shape m_shape;
  std::vector<T, ArrayAllocator<T>> m_values;
};

/// Boolean arrays hold one byte per value, 0 or 1.
struct Bool {
  std::uint8_t value = 0;
  operator bool() const { return value != 0; }
  bool operator==(const Bool&) const = default;
};

using AnyArray = std::variant<Array<float>, Array<double>, Array<std::int32_t>, Array<std::int64_t>, Array<Bool>>;

/// Arrays by name, as in an .npz file. Names are the symbols of the formulae.
using ArrayBundle = std::map<std::string, AnyArray>;

const Shape& shapeOf(const AnyArray& array);
/// "float32", "float64", "int32", "int64" or "bool".
std::string typeNameOf(const AnyArray& array);

/// A copy of the named array as float or double values (numbers and booleans convert). Throws Error when it is missing
/// or holds a value that is not finite (unless `allowNonFinite`), naming the array and the position.
enum class NonFinite { reject, allow };
template <class T>
Array<T> numbersOf(const ArrayBundle& bundle, const std::string& name, NonFinite nonFinite = NonFinite::reject);

/// Throws Error naming the array and both shapes unless they agree; -1 in `expected` stands for any length.
void requireShape(const std::string& name, const Shape& found, const Shape& expected);

}  // namespace engine
