// What an expression may name.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/lessons/expression/Value.h"

namespace engine {

/// Controls, cells of arrays or whole arrays that an `at(...)` sets: "T" -> 2, "Q[1,1]" -> 3, "Q" -> [0 1].
using LessonSettings = std::map<std::string, LessonValue>;

/// Throws Error: "Temp" is not defined here; did you mean "T"?
[[noreturn]] void failUnknownName(std::string_view name, const std::vector<std::string>& known);

class LessonScope {
 public:
  virtual ~LessonScope() = default;
  /// The value of a name; null: nothing bears it here. Throws Error when what it stands for could not be computed.
  virtual const LessonValue* find(std::string_view name) const = 0;
  /// The names there are, for "did you mean".
  virtual std::vector<std::string> names() const = 0;
  /// The same names with these settings instead of what is set here. Throws Error for an unknown name.
  virtual std::shared_ptr<const LessonScope> at(const LessonSettings& settings) const = 0;
};

/// Some values over those of another scope (null: none): the "value" of an answer, indices of a formula. The scope
/// below must live as long as this one and what at() gives. Settings of names that are given here replace them, other
/// settings are those of the scope below.
class NamedValues : public LessonScope {
 public:
  explicit NamedValues(std::map<std::string, LessonValue, std::less<>> values, const LessonScope* below = nullptr)
      : m_values(std::move(values)), m_below(below) {}
  const LessonValue* find(std::string_view name) const override;
  std::vector<std::string> names() const override;
  std::shared_ptr<const LessonScope> at(const LessonSettings& settings) const override;

 private:
  std::map<std::string, LessonValue, std::less<>> m_values;
  const LessonScope* m_below;
};

}  // namespace engine
