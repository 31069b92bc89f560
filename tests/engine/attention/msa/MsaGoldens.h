// Modules of RoseTTAFold with deterministic weights, for the goldens of MATHEMATICS.md 7.7.
#pragma once

#include "engine/attention/heads/Projections.h"
#include "tests/engine/attention/NamedFill.h"

namespace test {

/// X of all goldens: (3, 4, 8).
template <class T>
engine::Array<T> goldenMsa() {
  return engine::deterministicArray<T>(21, {3, 4, 8}, 1, "X");
}

/// to_query, to_key, to_value, to_out of width 8 with two heads, out of a named fill.
template <class T>
engine::Projections<T> projectionsOf(const std::map<std::string, engine::Array<T>>& fill, engine::Index heads = 2) {
  engine::Projections<T> p;
  p.W_q = fill.at("to_query.weight"), p.b_q = fill.at("to_query.bias");
  p.W_k = fill.at("to_key.weight"), p.b_k = fill.at("to_key.bias");
  p.W_v = fill.at("to_value.weight"), p.b_v = fill.at("to_value.bias");
  p.W_o = fill.at("to_out.weight"), p.b_o = fill.at("to_out.bias");
  p.heads = heads;
  return p;
}

/// The four maps of width 8 x 8.
inline std::map<std::string, engine::Shape> projectionShapes() {
  std::map<std::string, engine::Shape> shapes;
  for (const char* name : {"to_query", "to_key", "to_value", "to_out"}) addLinear(shapes, name, 8, 8);
  return shapes;
}

/// Random projections: D features, H heads of widths d and v, Dout outputs, with biases.
template <class T>
engine::Projections<T> randomProjections(engine::Index D, engine::Index H, engine::Index d, engine::Index v,
                                         engine::Index Dout, std::uint64_t seed = 50) {
  const auto array = [&](engine::Shape shape) { return engine::deterministicArray<T>(seed++, std::move(shape), 0.5); };
  engine::Projections<T> p;
  p.W_q = array({H * d, D}), p.W_k = array({H * d, D}), p.W_v = array({H * v, D}), p.W_o = array({Dout, H * v});
  p.b_q = array({H * d}), p.b_k = array({H * d}), p.b_v = array({H * v}), p.b_o = array({Dout});
  p.heads = H;
  return p;
}

template <class T>
double sumOf(const engine::Array<T>& array) {
  double sum = 0;
  for (const T value : array) sum += double(value);
  return sum;
}

/// |found - expected| <= tolerance * (1 + |expected|) for the values from `first` on.
template <class T>
void expectValues(const engine::Array<T>& found, engine::Index first, const std::vector<double>& expected,
                  double tolerance) {
  for (size_t k = 0; k < expected.size(); ++k)
    EXPECT_NEAR(double(found[first + engine::Index(k)]), expected[k], tolerance * (1 + std::abs(expected[k])))
        << "element " << first + engine::Index(k);
}

}  // namespace test
