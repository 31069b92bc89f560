#include "engine/lessons/expression/Value.h"

#include "engine/datasets/Kind.h"

namespace engine {

namespace {

std::string withArticle(const std::string& noun) {
  return (std::string("aeiou").find(noun.at(0)) != std::string::npos ? "an " : "a ") + noun;
}

}  // namespace

LessonValue numberValue(double number) { return LessonArray(Shape{}, number); }

std::string lengthsText(const Shape& shape) {
  std::string text;
  for (const Index length : shape) text += (text.empty() ? "" : " × ") + std::to_string(length);
  return text;
}

std::string describeValue(const LessonValue& value) {
  if (const auto* array = std::get_if<LessonArray>(&value))
    return array->rank() == 0 ? "a number" : lengthsText(array->shape()) + " numbers";
  if (std::holds_alternative<std::string>(value)) return "a text";
  const auto& dataset = std::get<DatasetPtr>(value);
  return dataset ? withArticle(kindOf(*dataset).name()) : "no dataset";
}

}  // namespace engine
