// Scores, weights and outputs of dot-product attention as the formula that gives them, with the numbers of the arrays
// put in: S_ij = q_i · k_j / √d, A_ij = exp(S_ij) / Σ exp(S_ik), O_i = Σ A_ij v_j.
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "ui/views/matrices/ArraySlice.h"

namespace ui {

/// Numbers below each other, term after term, with what each line of them adds up to.
struct TermLine {
  QString name;                ///< "Q[2]"
  std::vector<double> values;  ///< NaN: the key is not seen
  bool hasTotal = false;
};

struct FormulaPart {
  QString index;                ///< what the terms count: "feature d"
  std::vector<QString> labels;  ///< of the terms: "3 V"
  std::vector<TermLine> lines;  ///< all as long as `labels`
  engine::Index marked = -1;    ///< a term that is never left out
  QStringList results;          ///< what follows: "S[2, 5] = 1.23 / √8 = 0.435"
};

struct CellFormula {
  QString title;                   ///< "A[1, 2, 5]: query n 2 V, key m 5 K"
  std::vector<FormulaPart> parts;  ///< none: the arrays do not tell where the number is from
};

/// Without what is NaN.
double sumOf(const std::vector<double>& values);
/// Whether some cells of these arrays have a formula: queries, keys and scores, or weights, values and outputs.
bool haveFormulas(const std::vector<ArraySlice>& slices);
/// Of a score or weight its sum of products and its softmax, of an output its sum of weighted values. Only what the
/// numbers of the arrays confirm is told: a factor other than 1/√d as a number, a softmax over fewer keys by the keys
/// that it is over; nothing where scores have other terms. Cost: the terms of a row of scores.
CellFormula formulaOf(const std::vector<ArraySlice>& slices, const QString& array, engine::Index row,
                      engine::Index column);

/// As lines of monospaced text of at most so many letters: all terms, or the first ones, a marked one and the last.
QStringList formulaLines(const FormulaPart& part, int letters);
/// The same with terms below each other, at most so many, where there is little width.
QStringList formulaColumns(const FormulaPart& part, int mostTerms);
/// Lines that a formula of these parts takes at most.
inline constexpr int kMostFormulaLines = 10, kMostResultLines = 3;

}  // namespace ui
