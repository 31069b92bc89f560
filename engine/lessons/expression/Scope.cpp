#include "engine/lessons/expression/Scope.h"

namespace engine {

const LessonValue* NamedValues::find(std::string_view name) const {
  if (const auto found = m_values.find(name); found != m_values.end()) return &found->second;
  return m_below ? m_below->find(name) : nullptr;
}

std::vector<std::string> NamedValues::names() const {
  std::vector<std::string> names = m_below ? m_below->names() : std::vector<std::string>{};
  for (const auto& [name, value] : m_values) names.push_back(name);
  return names;
}

}  // namespace engine
