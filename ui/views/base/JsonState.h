// Options of views in and out of JSON. What is missing, has another type, is not finite or not among the names is
// passed over, so that a session of another version opens with what it has in common with this one.
#pragma once

#include <QJsonObject>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

namespace ui {

/// Names of choices, in the order of the values.
using ChoiceNames = std::span<const char* const>;

template <class Value>
QString nameOf(ChoiceNames names, Value value) {
  return QString::fromUtf8(names[static_cast<size_t>(value)]);
}

/// The number of the name that stands under the key.
std::optional<int> choiceUnder(const QJsonObject& state, const char* key, ChoiceNames names);
std::optional<double> numberUnder(const QJsonObject& state, const char* key);
std::optional<bool> flagUnder(const QJsonObject& state, const char* key);

/// Calls `take` with the value that the key names, if it does.
template <class Value, class Take>
void takeChoice(const QJsonObject& state, const char* key, ChoiceNames names, const Take& take) {
  if (const auto choice = choiceUnder(state, key, names)) take(static_cast<Value>(*choice));
}

template <class Take>
void takeNumber(const QJsonObject& state, const char* key, const Take& take) {
  if (const auto number = numberUnder(state, key)) take(*number);
}

/// The nearest whole number that `Whole` can hold; up to 1e15, where numbers of JSON are still exact.
template <class Whole, class Take>
void takeWhole(const QJsonObject& state, const char* key, const Take& take) {
  constexpr double kMost = std::min(1e15, static_cast<double>(std::numeric_limits<Whole>::max()));
  if (const auto number = numberUnder(state, key))
    take(static_cast<Whole>(std::llround(std::clamp(*number, -kMost, kMost))));
}

template <class Take>
void takeFlag(const QJsonObject& state, const char* key, const Take& take) {
  if (const auto flag = flagUnder(state, key)) take(*flag);
}

}  // namespace ui
