// Operation "gram-schmidt": orthogonal rows out of random ones, one step at a time.
#include <cmath>
#include <limits>

#include "engine/attention/random-features/GramSchmidt.h"
#include "engine/base/Nth.h"
#include "engine/base/ParameterKinds.h"
#include "engine/base/Random.h"
#include "engine/datasets/ArrayText.h"
#include "engine/operations/Operation.h"
#include "engine/operations/features/PlotArrays.h"

namespace engine {

namespace {

constexpr double kNotDrawn = std::numeric_limits<double>::quiet_NaN();

/// "ω₂": rows have one or two digits.
std::string subscripted(const char* symbol, Index row) {
  std::string text = symbol;
  for (const char digit : std::to_string(row + 1)) text += "\xe2\x82" + std::string(1, char(0x80 + (digit - '0')));
  return text;
}

std::string textOf(const GramSchmidtStep& step) {
  const std::string row = subscripted("m", step.row);
  if (step.along < 0)
    return row + " is divided by its length " + numberText(step.amount) + ": " + subscripted("ω", step.row);
  return "the part of " + row + " along " + subscripted("ω", step.along) + ", " + numberText(step.amount) +
         " of it, is taken away";
}

/// An arrow per state; where `from` or `to` is not known yet it is nowhere.
class Arrows {
 public:
  explicit Arrows(Index count) : m_all({count, 2, 2}, kNotDrawn) {}
  void set(Index state, double fromX, double fromY, double toX, double toY) {
    const double values[] = {fromX, toX, fromY, toY};
    std::copy(std::begin(values), std::end(values), m_all.data() + 4 * state);
  }
  Array<double> take() { return std::move(m_all); }

 private:
  Array<double> m_all;
};

class ShowGramSchmidt : public Operation {
 public:
  std::string id() const override { return "gram-schmidt"; }
  std::string title() const override { return "Gram-Schmidt, step by step"; }
  std::vector<std::string> headings() const override { return {"Attention", "Random features"}; }
  std::string formula() const override {
    return "u_k = m_k − Σ_{j<k} (m_k · ω_j) ω_j\n"
           "ω_k = u_k / |u_k|";
  }
  std::string help() const override {
    return "How rows of random numbers become orthogonal: from each the parts along the rows before it are taken away, "
           "then it gets the length 1. Two rows in the plane are drawn as arrows, step by step; of any number the "
           "matrices tell the rows after each step and all their dot products, which become the identity. Performers "
           "draw their features so, in blocks of d rows; attention performer with W shows what comes of it.";
  }
  std::vector<OperationInput> inputs() const override {
    return {{"arrays",
             "an array file (.npz) with M (count, d), count <= d",
             {DatasetKind::arrays},
             true,
             "numbers drawn at random"}};
  }
  std::vector<Parameter> parameters() const override {
    return {
        countParameter("depth", "Depth", "rows that are drawn, and numbers of each; 2: arrows in the plane", 2, 1, 16),
        countParameter("seed", "Random seed", "of the rows that are drawn", 3, 0, 9e15)};
  }
  Place place() const override { return Place::native; }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values, const Compute&,
                               Diagnostics&, Progress&) const override {
    const bool isGiven = !inputs.empty() && inputs[0];
    const Array<double> rows = isGiven ? given(*inputs[0]->as<ArrayBundle>()) : drawn(values);
    const GramSchmidt made = gramSchmidt(rows);
    std::vector<Dataset> results;
    if (rows.shape() == Shape{2, 2}) results.push_back(plane(rows, made));
    results.push_back(matrices(rows, made));
    return results;
  }

 private:
  static Array<double> given(const ArrayBundle& arrays) {
    if (arrays.count("M") == 0) fail("array M is missing, expected shape (count, d)");
    return numbersOf<double>(arrays, "M");
  }
  static Array<double> drawn(const ParameterValues& values) {
    const auto depth = static_cast<Index>(values.integer("depth"));
    Random random(static_cast<std::uint64_t>(values.integer("seed")));
    Array<double> rows({depth, depth}, 0.0, "M");
    for (double& value : rows) value = random.normal();
    return rows;
  }

  /// Two rows as arrows from the origin: what they were, what they are by now, and the part that is taken away.
  static Dataset plane(const Array<double>& rows, const GramSchmidt& made) {
    const Index count = std::ssize(made.steps) + 1;
    Arrows first(count), second(count), firstUnit(count), secondUnit(count), part(count), rest(count);
    ArrayBundle arrays;
    for (Index state = 0; state < count; ++state) {
      const double* const now = made.states.data() + 4 * state;
      first.set(state, 0, 0, rows(0, 0), rows(0, 1));
      second.set(state, 0, 0, rows(1, 0), rows(1, 1));
      if (state >= 1) firstUnit.set(state, 0, 0, now[0], now[1]);
      if (state == 2) {
        rest.set(state, 0, 0, now[2], now[3]);
        part.set(state, now[2], now[3], rows(1, 0), rows(1, 1));
      }
      if (state == 3) secondUnit.set(state, 0, 0, now[2], now[3]);
      sayStep(arrays, state, state == 0 ? "two rows of random numbers" : textOf(nth(made.steps, state - 1)));
    }
    arrays["arrow_m₁"] = first.take();
    arrays["arrow_m₂"] = second.take();
    arrays["arrow_ω₁"] = firstUnit.take();
    arrays["arrow_ω₂"] = secondUnit.take();
    arrays["arrow_part of m₂ along ω₁"] = part.take();
    arrays["arrow_u₂, what is left"] = rest.take();
    arrays["outline_length 1"] = unitCircle();
    say(arrays, "axis_first number");
    say(arrays, "quantity_second number");
    return plotDataset({}, "Gram-Schmidt in the plane", std::move(arrays));
  }

  static Dataset matrices(const Array<double>& rows, const GramSchmidt& made) {
    const Index states = std::ssize(made.steps) + 1, count = rows.length(0);
    Array<double> products({states, count, count});
    for (Index state = 0; state < states; ++state) {
      const Array<double> now = productsOfRows(made, state);
      std::copy(now.begin(), now.end(), products.data() + state * count * count);
    }
    const std::string step = "step", row = "row", other = "other row", number = "number";
    ArrayBundle arrays;
    addArray(arrays, rows, {"M", {row, number}, "random rows"});
    addArray(arrays, made.states, {"rows", {step, row, number}, "the rows after each step"});
    addArray(arrays, std::move(products), {"products", {step, row, other}, "dot products of the rows after each step"});
    addArray(arrays, made.rows(), {"W", {row, number}, "the rows at the end: orthogonal, of length 1"});
    return plotDataset("matrices", "Gram-Schmidt: rows and their products after each step", std::move(arrays));
  }
};

}  // namespace

std::unique_ptr<const Operation> makeShowGramSchmidt() { return std::make_unique<ShowGramSchmidt>(); }

}  // namespace engine
