// Short ways to describe parameters of the usual kinds.
#pragma once

#include "engine/base/Parameters.h"

namespace engine {

Parameter flagParameter(const char* key, const char* label, const char* help, bool standard);
/// A real number.
Parameter numberParameter(const char* key, const char* label, const char* unit, const char* help, double standard,
                          double minimum = -kUnbounded, double maximum = kUnbounded);
/// An integer.
Parameter countParameter(const char* key, const char* label, const char* help, std::int64_t standard,
                         double minimum = 0, double maximum = kUnbounded);
/// One of several texts, the first of them by default.
Parameter choiceParameter(const char* key, const char* label, const char* help, std::vector<std::string> choices);
/// Any text; `path` says what it names on disk.
Parameter textParameter(const char* key, const char* label, const char* help, const char* standard = "",
                        PathKind path = PathKind::none);
/// The number, some values of which have a word: named(countParameter(...), {{0, "automatic"}}).
Parameter named(Parameter parameter, std::vector<NamedValue> values);

}  // namespace engine
