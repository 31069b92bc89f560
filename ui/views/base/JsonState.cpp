#include "ui/views/base/JsonState.h"

#include <cmath>

namespace ui {

std::optional<int> choiceUnder(const QJsonObject& state, const char* key, ChoiceNames names) {
  const QJsonValue value = state.value(QLatin1String(key));
  for (size_t k = 0; value.isString() && k < names.size(); ++k)
    if (value.toString() == QLatin1String(names[k])) return static_cast<int>(k);
  return std::nullopt;
}

std::optional<double> numberUnder(const QJsonObject& state, const char* key) {
  const QJsonValue value = state.value(QLatin1String(key));
  return value.isDouble() && std::isfinite(value.toDouble()) ? std::optional(value.toDouble()) : std::nullopt;
}

std::optional<bool> flagUnder(const QJsonObject& state, const char* key) {
  const QJsonValue value = state.value(QLatin1String(key));
  return value.isBool() ? std::optional(value.toBool()) : std::nullopt;
}

}  // namespace ui
