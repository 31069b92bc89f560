#include "engine/attention/heads/HeadLines.h"

#include <algorithm>

#include "engine/base/ParallelFor.h"

namespace engine {

namespace {

/// Lines of one piece of work: about a million numbers.
Index linesPerPiece(const MsaLines& lines, Index width) {
  return std::max<Index>(1, 1'000'000 / std::max<Index>(1, lines.length * width));
}

}  // namespace

template <class T>
Array<T> splitLines(const Array<T>& joined, const MsaLines& lines, Index heads, int threads, Progress& progress) {
  const Index width = joined.length(2), d = width / heads;
  Array<T> split({lines.count, heads, lines.length, d}, Untouched{}, joined.name);
  parallelFor(lines.count, linesPerPiece(lines, width), threads, progress, "heads", [&](Index begin, Index end) {
    T* place = split.data() + begin * lines.length * width;
    for (Index line = begin; line < end; ++line)
      for (Index h = 0; h < heads; ++h)
        for (Index i = 0; i < lines.length; ++i, place += d)
          std::copy_n(joined.data() + lines.cell(line, i) * width + h * d, d, place);
  });
  return split;
}

template <class T>
Array<T> joinLines(const Array<T>& split, const MsaLines& lines, const Shape& cells, int threads, Progress& progress) {
  const Index heads = split.length(1), d = split.length(3), width = heads * d;
  Array<T> joined({cells[0], cells[1], width}, Untouched{});
  parallelFor(lines.count, linesPerPiece(lines, width), threads, progress, "heads", [&](Index begin, Index end) {
    const T* place = split.data() + begin * lines.length * width;
    for (Index line = begin; line < end; ++line)
      for (Index h = 0; h < heads; ++h)
        for (Index i = 0; i < lines.length; ++i, place += d)
          std::copy_n(place, d, joined.data() + lines.cell(line, i) * width + h * d);
  });
  return joined;
}

#define INSTANTIATE(T)                                                                   \
  template Array<T> splitLines(const Array<T>&, const MsaLines&, Index, int, Progress&); \
  template Array<T> joinLines(const Array<T>&, const MsaLines&, const Shape&, int, Progress&);
INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

}  // namespace engine
