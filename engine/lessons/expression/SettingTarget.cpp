#include "engine/lessons/expression/SettingTarget.h"

#include <charconv>

#include "engine/base/Joined.h"
#include "engine/base/PrintableText.h"
#include "engine/lessons/expression/Expression.h"

namespace engine {

std::string settingKey(const SettingTarget& target) {
  if (target.indices.empty()) return target.name;
  return target.name + "[" +
         joined(
             target.indices, [](Index index) { return std::to_string(index); }, ",") +
         "]";
}

SettingTarget settingTarget(std::string_view key) {
  const auto misread = [&] { fail("expected a name such as T or Q[1,1], found ", inQuotes(key)); };
  const std::size_t bracket = key.find('[');
  SettingTarget target{std::string(key.substr(0, bracket)), {}};
  if (target.name.empty()) misread();
  if (bracket == std::string_view::npos) return target;
  const char* next = key.data() + bracket;
  const char* const end = key.data() + key.size();
  do {
    for (++next; next != end && *next == ' ';) ++next;
    Index index = 0;
    const auto [behind, error] = std::from_chars(next, end, index);
    if (error != std::errc{} || behind == end) misread();
    target.indices.push_back(index);
    next = behind;
  } while (*next == ',');
  if (*next != ']' || next + 1 != end) misread();
  return target;
}

LessonValue withPart(const LessonValue& whole, const SettingTarget& target, const LessonValue& part) {
  if (target.indices.empty()) return part;
  const auto* array = std::get_if<LessonArray>(&whole);
  const auto* values = std::get_if<LessonArray>(&part);
  if (!array || !values)
    fail(settingKey(target), " cannot be set: it needs numbers, ", target.name, " is ", describeValue(whole),
         ", what it is set to is ", describeValue(part));
  const auto depth = static_cast<Index>(target.indices.size());
  if (depth > array->rank()) fail(settingKey(target), " cannot be set: ", target.name, " is ", describeValue(*array));
  Index flat = 0, count = 1;
  for (Index axis = 0; axis < array->rank(); ++axis) {
    const Index length = array->length(axis);
    const Index index = axis < depth ? target.indices[static_cast<std::size_t>(axis)] : 1;
    if (axis >= depth) count *= length;
    if (axis < depth && (index < 1 || index > length))
      fail(settingKey(target), " cannot be set: ", target.name, " is ", describeValue(*array));
    flat = flat * length + index - 1;
  }
  if (values->size() != count)
    fail(settingKey(target), " cannot be set to ", describeValue(part), ": it has ", count, " cells");
  LessonArray changed = *array;
  for (Index k = 0; k < count; ++k) changed[flat + k] = (*values)[k];
  return changed;
}

LessonValue settingValue(const std::string& text) {
  LessonProblems problems;
  if (const auto expression = LessonExpression::parse(text, {}, problems)) {
    try {
      return expression->value(NamedValues({}));
    } catch (const Error&) {  // a word
    }
  }
  return text;
}

}  // namespace engine
