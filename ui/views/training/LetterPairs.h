// Which residues favour which: the values of a head, or the couplings of a pair of positions, beside BLOSUM62.
#pragma once

#include <QString>
#include <array>
#include <string_view>

#include "engine/attention/HeadSet.h"
#include "engine/operations/training/TrainingCourse.h"

namespace ui {

/// The 20 residues so that alike ones are neighbours: acids, bases, polar, small, hydrophobic, aromatic.
inline constexpr std::string_view kLetterOrder = "DEKRHNQSTGPACMILVFYW";
inline constexpr int kLetterCount = 20;

/// By places of kLetterOrder; rows and columns sum to 0.
struct LetterPairs {
  std::array<std::array<double, kLetterCount>, kLetterCount> value{};
  double largest = 0;  ///< size
  bool isEmpty() const { return !(largest > 0); }
};

/// V of a head (H x 20 x 20).
LetterPairs lettersOfHead(const engine::Array<float>& value, engine::Index head);
/// W of positions i (rows) and j (columns), made of all heads; empty where these are not in memory.
LetterPairs lettersOfPair(const engine::Array<float>& value, const engine::HeadSet& heads, engine::Index i,
                          engine::Index j);
/// The same out of learned couplings: "couplings" (pairs of positions, 20, 20).
LetterPairs lettersOfPair(const engine::ArrayBundle& weights, engine::Index length, engine::Index i, engine::Index j);
/// Log odds of BLOSUM62 in bits, less means of rows and columns.
const LetterPairs& lettersOfBlosum();

/// Pearson's, over all 400 cells; 0 where one has none.
double correlation(const LetterPairs& a, const LetterPairs& b);
/// "E–K, K–E, D–R": the `count` that are favoured most; opposite charges are called so where two of them are.
QString favouredPairs(const LetterPairs& pairs, int count);

}  // namespace ui
