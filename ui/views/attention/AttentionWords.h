// What a picture of attention says in words: titles, captions, notes and warnings.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <utility>
#include <vector>

#include "ui/views/attention/AttentionShown.h"

namespace ui {

namespace attention_words {

/// In the language of the program.
inline QString tr(const char* text) { return QCoreApplication::translate("AttentionView", text); }

/// "0.375", "1.20e-05", "−∞".
QString number(double value);

}  // namespace attention_words

/// Of the dataset.
QString titleOf(const AttentionShown& shown);
/// "Layer 3, head 5 · L2H4 (0-based): label", the heads of a mean, the layers of a rollout; of a comparison both heads.
QString headTitle(const AttentionShown& shown);
/// Of B, with the name of its file where that is another.
QString secondTitle(const AttentionShown& shown);
/// The same above the maps, each shorter than the one before. The shortest names head and file, or what the title of
/// the file has beyond that of the other.
std::vector<QString> headTitles(const AttentionShown& shown);
std::vector<QString> secondTitles(const AttentionShown& shown);
/// What a cell of the rows or columns is: "residue", "token", "step", "position".
QString rowUnit(const AttentionSubject& subject);
QString columnUnit(const AttentionSubject& subject);
/// Of rows and columns, with what they do: "query residue", "key residue".
std::pair<QString, QString> axisTitles(const AttentionSubject& subject);
/// Whether rows ask and columns are asked: not where columns of an alignment, positions or channels are compared, nor in
/// maps that are no heads, as of contacts.
bool areQueriesAndKeys(const AttentionSubject& subject);
/// What a value of the map is: "weight", "score", "value", or the quantity that it is of: "MI with APC".
QString valueName(const AttentionShown& shown);
/// What cells are that have no value by intention: "masked", of a quantity "left out".
QString maskedText(const AttentionShown& shown);
/// A value with its unit, where it has one: "0.375", "0.12 bits".
QString measured(const AttentionShown& shown, double value);
/// How alike A and B are, and on what part of their weight; empty where nothing is compared, and for scores.
QString likenessText(const AttentionShown& shown);
/// What the margin of the rows shows.
struct RowNumbers {
  std::vector<double> values;  ///< one per row
  QString title, unit;
};
RowNumbers rowNumbersOf(const AttentionShown& shown);
/// What rows are, and what was done to the numbers.
QString headNote(const AttentionShown& shown);
/// Below the colour bar: quantity, scale and ends.
QString attentionCaption(const AttentionShown& shown);
/// Whose geometry the companion is, and how it was matched.
QString companionNote(const AttentionShown& shown);
/// Of the margin below the map.
QString columnTitle(const AttentionShown& shown);
/// Written below the map: how to read it. Empty without numbers.
QString noteText(const AttentionShown& shown);
/// What to beware of, and what was asked for and cannot be shown.
QString warningText(const AttentionShown& shown);
/// All of it, for the legend of a figure; `isSecondDrawn`: the map beside is in the picture as well.
QString captionOf(const AttentionShown& shown, bool isSecondDrawn);

}  // namespace ui
