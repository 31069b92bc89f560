// Functions of alignments; rows and columns count from 1, a row may be named.
#include <numeric>

#include "engine/alignment/Alignment.h"
#include "engine/base/PrintableText.h"
#include "engine/lessons/expression/OneHotAlignment.h"
#include "engine/lessons/file/Problem.h"
#include "engine/trees/TreeDistances.h"

namespace engine {

namespace {

using Arguments = FunctionArguments;

const Alignment& alignmentIn(const Arguments& arguments) { return arguments.dataset<Alignment>(0, "an alignment"); }

void requireWithin(const char* what, Index index, Index count) {
  if (index < 1 || index > count) fail(what, " ", index, " is none of 1 to ", count);
}

/// From 0.
Index rowOf(const Arguments& arguments, std::size_t k, const Alignment& alignment) {
  if (!std::holds_alternative<std::string>(*arguments.values.at(k))) {
    const Index row = arguments.index(k);
    requireWithin("row", row, alignment.numRows());
    return row - 1;
  }
  const std::string& name = arguments.text(k);
  const Index row = alignment.findRow(name);
  if (row >= 0) return row;
  std::vector<std::string> names;
  for (const AlignmentRow& one : alignment.rows) names.push_back(one.name);
  const std::string near = nearestSpelling(name, names);
  fail("no row is called ", inQuotes(name), near.empty() ? "" : "; did you mean \"" + near + "\"?");
}

Index columnOf(const Arguments& arguments, std::size_t k, const Alignment& alignment) {
  const Index column = arguments.index(k);
  requireWithin("column", column, alignment.numColumns);
  return column - 1;
}

/// Share of identical residues among the columns where both rows have one (engine/trees/MATHEMATICS.md 1.1).
LessonValue identity(const Arguments& arguments) {
  const Alignment& alignment = alignmentIn(arguments);
  arguments.budget.spend(static_cast<double>(2 * alignment.numColumns));
  Alignment both;
  both.numColumns = alignment.numColumns;
  for (const std::size_t k : {1, 2}) {
    const ResidueCode* const codes = alignment.row(rowOf(arguments, k, alignment));
    both.rows.emplace_back();
    both.codes.insert(both.codes.end(), codes, codes + alignment.numColumns);
  }
  Progress progress;
  return numberValue(1 - rowDistances(both, RowDistance::identity, 1, progress)(0, 1));
}

LessonValue letter(const Arguments& arguments) {
  const Alignment& alignment = alignmentIn(arguments);
  const Index row = rowOf(arguments, 1, alignment);
  return std::string(1, alphabet::letterOf(alignment.at(row, columnOf(arguments, 2, alignment))));
}

/// Share of the rows with one of the letters among those that have a residue; among all rows where "-" is asked for
/// too.
LessonValue fraction(const Arguments& arguments) {
  const Alignment& alignment = alignmentIn(arguments);
  const Index column = columnOf(arguments, 1, alignment);
  const std::string& letters = arguments.text(2);
  std::vector<bool> isAsked(256, false);
  for (const char c : letters) {
    const ResidueCode code = alphabet::codeOf(c);
    if (code == alphabet::kInvalid) fail(inQuotes(std::string(1, c)), " is no letter of proteins");
    isAsked[alphabet::standard(code)] = true;
  }
  arguments.budget.spend(static_cast<double>(alignment.numRows()));
  double found = 0, all = 0;
  for (Index row = 0; row < alignment.numRows(); ++row) {
    const ResidueCode code = alphabet::standard(alignment.at(row, column));
    if (code == alphabet::kGap && !isAsked[alphabet::kGap]) continue;
    all += 1;
    found += isAsked[code] ? 1 : 0;
  }
  return numberValue(all > 0 ? found / all : 0);
}

/// Indices from 0: what is selected, or all.
std::vector<Index> selected(const Arguments& arguments, const std::string& name, Index count) {
  for (std::size_t k = 1; k < arguments.size(); ++k) {
    const LessonArray& some = arguments.array(k);
    if (some.name != name) continue;
    std::vector<Index> indices;
    for (const double index : some) {
      requireWithin(name == "rows" ? "row" : "column", static_cast<Index>(index), count);
      indices.push_back(static_cast<Index>(index) - 1);
    }
    return indices;
  }
  std::vector<Index> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), Index{0});
  return all;
}

}  // namespace

LessonValue oneHotOfAlignment(const Arguments& arguments) {
  const Alignment& alignment = alignmentIn(arguments);
  for (std::size_t k = 1; k < arguments.size(); ++k)
    if (arguments.array(k).name.empty()) fail("argument ", k + 1, ": expected rows 1 2 or columns 3..5");
  const std::vector<Index> rows = selected(arguments, "rows", alignment.numRows());
  const std::vector<Index> columns = selected(arguments, "columns", alignment.numColumns);
  const Shape shape = {static_cast<Index>(rows.size()), static_cast<Index>(columns.size()), alphabet::kNumResidues};
  arguments.budget.spend(static_cast<double>(rows.size()) * static_cast<double>(columns.size()) *
                         alphabet::kNumResidues);
  LessonArray result(shape, 0.0);
  Index cell = 0;
  for (const Index row : rows)
    for (const Index column : columns) {
      const ResidueCode code = alphabet::standard(alignment.at(row, column));
      if (code < alphabet::kNumResidues) result[cell + code] = 1;
      cell += alphabet::kNumResidues;
    }
  return result;
}

std::vector<LessonFunction> alignmentFunctions() {
  return {{"identity", 3, 3, "identity(alignment, row, row)", identity},
          {"letter", 3, 3, "letter(alignment, row, column)", letter},
          {"fraction", 3, 3, "fraction(alignment, column, \"letters\")", fraction}};
}

}  // namespace engine
