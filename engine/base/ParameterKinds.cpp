#include "engine/base/ParameterKinds.h"

namespace engine {

Parameter flagParameter(const char* key, const char* label, const char* help, bool standard) {
  return {key, label, "", help, standard};
}

Parameter numberParameter(const char* key, const char* label, const char* unit, const char* help, double standard,
                          double minimum, double maximum) {
  return {key, label, unit, help, standard, minimum, maximum};
}

Parameter countParameter(const char* key, const char* label, const char* help, std::int64_t standard, double minimum,
                         double maximum) {
  return {key, label, "", help, standard, minimum, maximum};
}

Parameter choiceParameter(const char* key, const char* label, const char* help, std::vector<std::string> choices) {
  const std::string standard = choices.front();
  return {key, label, "", help, standard, -kUnbounded, kUnbounded, std::move(choices)};
}

Parameter textParameter(const char* key, const char* label, const char* help, const char* standard, PathKind path) {
  return {key, label, "", help, std::string(standard), -kUnbounded, kUnbounded, {}, {}, path};
}

Parameter named(Parameter parameter, std::vector<NamedValue> values) {
  parameter.namedValues = std::move(values);
  return parameter;
}

}  // namespace engine
