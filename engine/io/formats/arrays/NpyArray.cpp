// Reading and writing of NPY arrays.
#include "engine/io/formats/arrays/NpyArray.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <limits>

#include "engine/base/Error.h"
#include "engine/base/HalfFloat.h"

namespace engine {

namespace {

static_assert(std::endian::native == std::endian::little, "NPY data are written as they lie in memory");

using Half = std::uint16_t;  ///< bits of a float16

constexpr std::string_view kMagic("\x93NUMPY", 6);
constexpr size_t kAlignment = 64;

/// Takes the header, a Python dictionary of three entries, apart. Every step either advances or throws.
class HeaderText {
 public:
  HeaderText(std::string_view text, const std::string& what) : m_text(text), m_what(what) {}

  NpyHeader parse() {
    NpyHeader header;
    bool hasDescr = false, hasOrder = false, hasShape = false;
    expect('{');
    while (!accept('}')) {
      const std::string key = quoted();
      expect(':');
      if (key == "descr") {
        header.descr = type();
        hasDescr = true;
      } else if (key == "fortran_order") {
        header.isFortran = truth();
        hasOrder = true;
      } else if (key == "shape") {
        header.shape = shape();
        hasShape = true;
      } else {
        fail(m_what, ": the NPY header has the unknown key \"", key, "\"");
      }
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    if (!hasDescr || !hasOrder || !hasShape)
      fail(m_what, ": the NPY header lacks one of the keys descr, fortran_order and shape");
    return header;
  }

 private:
  char peek() {
    while (m_position < m_text.size() && (m_text[m_position] == ' ' || m_text[m_position] == '\n')) ++m_position;
    return m_position < m_text.size() ? m_text[m_position] : '\0';
  }

  bool accept(char c) {
    if (peek() != c) return false;
    ++m_position;
    return true;
  }

  void expect(char c) {
    if (!accept(c)) fail(m_what, ": the NPY header is damaged at byte ", m_position, ", expected '", c, "'");
  }

  std::string quoted() {
    const char quote = peek();
    if (quote != '\'' && quote != '"')
      fail(m_what, ": the NPY header is damaged at byte ", m_position, ", expected a quoted word");
    const size_t end = m_text.find(quote, m_position + 1);
    if (end == std::string_view::npos) fail(m_what, ": the NPY header ends inside a quoted word");
    const std::string word(m_text.substr(m_position + 1, end - m_position - 1));
    m_position = end + 1;
    return word;
  }

  std::string type() {
    if (peek() == '[')
      fail(m_what, ": found an array of records, expected float16, float32, float64, int32, int64 or bool values");
    return quoted();
  }

  bool truth() {
    peek();
    for (const std::string_view word : {"True", "False"})
      if (m_text.substr(m_position).starts_with(word)) {
        m_position += word.size();
        return word == "True";
      }
    fail(m_what, ": the NPY header is damaged at byte ", m_position, ", expected True or False");
  }

  Shape shape() {
    Shape lengths;
    expect('(');
    while (!accept(')')) {
      peek();
      Index length = 0;
      const char* const begin = m_text.data() + m_position;
      const auto [end, error] = std::from_chars(begin, m_text.data() + m_text.size(), length);
      if (error != std::errc{} || length < 0)
        fail(m_what, ": the NPY header is damaged at byte ", m_position, ", expected a length");
      m_position += static_cast<size_t>(end - begin);
      lengths.push_back(length);
      if (!accept(',')) {
        expect(')');
        break;
      }
    }
    return lengths;
  }

  std::string_view m_text;
  const std::string& m_what;
  size_t m_position = 0;
};

std::uint32_t littleEndian(std::string_view bytes) {
  std::uint32_t value = 0;
  for (size_t k = bytes.size(); k-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[k]);
  return value;
}

/// The header's text; `bytes` is moved on to the data.
std::string_view takeHeader(std::string_view& bytes, const std::string& what) {
  constexpr size_t kVersionEnd = 8;
  if (!bytes.starts_with(kMagic)) fail(what, ": found other first bytes than those of an NPY array");
  if (bytes.size() < kVersionEnd) fail(what, ": the NPY array ends inside its header");
  const int version = static_cast<unsigned char>(bytes[6]);
  if (version < 1 || version > 3) fail(what, ": found NPY version ", version, ", expected 1, 2 or 3");
  const size_t lengthBytes = version == 1 ? 2 : 4;
  if (bytes.size() < kVersionEnd + lengthBytes) fail(what, ": the NPY array ends inside its header");
  const size_t length = littleEndian(bytes.substr(kVersionEnd, lengthBytes));
  if (length > kLongestNpyHeader)
    fail(what, ": found an NPY header of ", length, " bytes, expected at most ", kLongestNpyHeader);
  bytes.remove_prefix(kVersionEnd + lengthBytes);
  if (bytes.size() < length) fail(what, ": the NPY array ends inside its header");
  const std::string_view header = bytes.substr(0, length);
  bytes.remove_prefix(length);
  return header;
}

/// Number of elements; throws unless so many of `size` bytes are there. Before anything is allocated.
Index requireData(const NpyHeader& header, size_t size, std::string_view bytes, const std::string& what) {
  // Lengths of 0 are left out at first: the steps of Fortran order are products of the others.
  constexpr size_t kMaxBytes = std::numeric_limits<size_t>::max() >> 5;
  size_t needed = size;
  bool isEmpty = false, isTooLarge = false;
  for (const Index length : header.shape) {
    isEmpty = isEmpty || length == 0;
    isTooLarge = isTooLarge || static_cast<size_t>(length) > kMaxBytes / needed;
    if (length != 0 && !isTooLarge) needed *= static_cast<size_t>(length);
  }
  if (isTooLarge)
    fail(what, ": shape ", shapeText(header.shape), " needs more than ", kMaxBytes, " bytes, found ", bytes.size());
  if (isEmpty) return 0;
  if (needed > bytes.size())
    fail(what, ": shape ", shapeText(header.shape), " of ", header.descr, " needs ", needed, " bytes, found ",
         bytes.size());
  return static_cast<Index>(needed / size);
}

template <class T>
T valueAt(const char* bytes, bool isBigEndian) {
  char copy[sizeof(T)];
  std::memcpy(copy, bytes, sizeof(T));
  if (isBigEndian) std::reverse(copy, copy + sizeof(T));
  T value;
  std::memcpy(&value, copy, sizeof(T));
  if constexpr (std::is_same_v<T, Bool>) value.value = value.value != 0;
  return value;
}

/// For the k-th element in C order its place in Fortran order (first index fastest).
class FortranOrder {
 public:
  explicit FortranOrder(const Shape& shape) {
    m_axes.reserve(shape.size());
    Index stride = 1;
    for (const Index length : shape) {
      m_axes.push_back({length, stride});
      stride *= length;
    }
  }
  Index place() const { return m_place; }
  void advance() {
    for (auto axis = m_axes.rbegin(); axis != m_axes.rend(); ++axis) {
      m_place += axis->stride;
      if (++axis->position < axis->length) return;
      m_place -= axis->stride * axis->length;
      axis->position = 0;
    }
  }

 private:
  struct Axis {
    Index length, stride, position = 0;
  };
  std::vector<Axis> m_axes;
  Index m_place = 0;
};

template <class T>
Array<T> readValues(const NpyHeader& header, bool isBigEndian, std::string_view bytes, const std::string& name,
                    const std::string& what, Diagnostics& diagnostics) {
  const Index count = requireData(header, sizeof(T), bytes, what);
  const size_t used = static_cast<size_t>(count) * sizeof(T);
  if (used < bytes.size()) diagnostics.warn(what, ": ", bytes.size() - used, " bytes behind the array were ignored");
  Array<T> values(header.shape, Untouched{}, name);
  FortranOrder fortran(header.shape);
  for (Index k = 0; k < count; ++k) {
    const Index place = header.isFortran ? fortran.place() : k;
    values[k] = valueAt<T>(bytes.data() + static_cast<size_t>(place) * sizeof(T), isBigEndian);
    if (header.isFortran) fortran.advance();
  }
  return values;
}

/// 16 bits hold too little to compute with.
AnyArray floatsOf(const Array<Half>& halves) {
  Array<float> floats(halves.shape(), Untouched{}, halves.name);
  floatsOfHalves(halves.data(), halves.size(), floats.data());
  return floats;
}

template <class T>
constexpr const char* descrOf() {
  if constexpr (std::is_same_v<T, float>) return "<f4";
  if constexpr (std::is_same_v<T, double>) return "<f8";
  if constexpr (std::is_same_v<T, std::int32_t>) return "<i4";
  if constexpr (std::is_same_v<T, std::int64_t>) return "<i8";
  return "|b1";
}

std::string headerText(const std::string& descr, const Shape& shape) {
  std::string text = "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (";
  for (size_t axis = 0; axis < shape.size(); ++axis) text += (axis ? " " : "") + std::to_string(shape[axis]) + ",";
  if (shape.size() > 1) text.pop_back();  // only a tuple of one length ends with a comma
  return text + "), }";
}

}  // namespace

NpyHeader takeNpyHeader(std::string_view& bytes, const std::string& what) {
  return HeaderText(takeHeader(bytes, what), what).parse();
}

AnyArray readNpyArray(std::string_view bytes, const std::string& name, const std::string& what,
                      Diagnostics& diagnostics) {
  const NpyHeader header = takeNpyHeader(bytes, what);
  const char order = header.descr.empty() ? '\0' : header.descr.front();
  const bool hasOrder = order == '<' || order == '>' || order == '=' || order == '|';
  const std::string type = header.descr.substr(hasOrder ? 1 : 0);
  const bool isBigEndian = order == '>';
  if (type == "f2") return floatsOf(readValues<Half>(header, isBigEndian, bytes, name, what, diagnostics));
  if (type == "f4") return readValues<float>(header, isBigEndian, bytes, name, what, diagnostics);
  if (type == "f8") return readValues<double>(header, isBigEndian, bytes, name, what, diagnostics);
  if (type == "i4") return readValues<std::int32_t>(header, isBigEndian, bytes, name, what, diagnostics);
  if (type == "i8") return readValues<std::int64_t>(header, isBigEndian, bytes, name, what, diagnostics);
  if (type == "b1") return readValues<Bool>(header, isBigEndian, bytes, name, what, diagnostics);
  fail(what, ": found values of type \"", header.descr, "\", expected float16, float32, float64, int32, int64 or bool");
}

std::string npyPrefix(const std::string& descr, const Shape& shape) {
  std::string header = headerText(descr, shape);
  const size_t prefix = kMagic.size() + 4;  // version and a length of two bytes
  header.append(kAlignment - 1 - (prefix + header.size()) % kAlignment, ' ');
  header += '\n';
  std::string out(kMagic);
  out += {'\1', '\0', static_cast<char>(header.size() & 0xff), static_cast<char>(header.size() >> 8)};
  return out + header;
}

std::string writeNpyArray(const AnyArray& anyArray) {
  return std::visit(
      [](const auto& array) {
        using T = typename std::decay_t<decltype(array)>::Value;
        std::string out = npyPrefix(descrOf<T>(), array.shape());
        out.append(reinterpret_cast<const char*>(array.data()), static_cast<size_t>(array.size()) * sizeof(T));
        return out;
      },
      anyArray);
}

}  // namespace engine
