#include "engine/lessons/expression/Scope.h"

#include "engine/base/PrintableText.h"
#include "engine/lessons/expression/SettingTarget.h"
#include "engine/lessons/file/Problem.h"

namespace engine {

namespace {

/// Values over a scope that at() made, which lives as long.
class ValuesOverOwned : public NamedValues {
 public:
  ValuesOverOwned(std::map<std::string, LessonValue, std::less<>> values, std::shared_ptr<const LessonScope> below)
      : NamedValues(std::move(values), below.get()), m_owned(std::move(below)) {}

 private:
  std::shared_ptr<const LessonScope> m_owned;
};

}  // namespace

const LessonValue* NamedValues::find(std::string_view name) const {
  if (const auto found = m_values.find(name); found != m_values.end()) return &found->second;
  return m_below ? m_below->find(name) : nullptr;
}

std::vector<std::string> NamedValues::names() const {
  std::vector<std::string> names = m_below ? m_below->names() : std::vector<std::string>{};
  for (const auto& [name, value] : m_values) names.push_back(name);
  return names;
}

std::shared_ptr<const LessonScope> NamedValues::at(const LessonSettings& settings) const {
  auto values = m_values;
  LessonSettings below;
  for (const auto& [key, value] : settings) {
    const SettingTarget target = settingTarget(key);
    if (const auto own = values.find(target.name); own != values.end())
      own->second = withPart(own->second, target, value);
    else if (m_below)
      below.emplace(key, value);
    else
      failUnknownName(target.name, names());
  }
  if (below.empty()) return std::make_shared<NamedValues>(std::move(values), m_below);
  return std::make_shared<ValuesOverOwned>(std::move(values), m_below->at(below));
}

void failUnknownName(std::string_view name, const std::vector<std::string>& known) {
  const std::string near = nearestSpelling(std::string(name), known);
  fail(inQuotes(name), " is not defined here", near.empty() ? "" : "; did you mean \"" + near + "\"?");
}

}  // namespace engine
