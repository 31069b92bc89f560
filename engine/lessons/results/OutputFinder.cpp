#include "engine/lessons/results/OutputFinder.h"

#include <algorithm>
#include <cctype>

#include "engine/base/Error.h"
#include "engine/base/Joined.h"
#include "engine/base/PrintableText.h"
#include "engine/datasets/ArrayText.h"
#include "engine/datasets/Kind.h"
#include "engine/lessons/file/Problem.h"

namespace engine {

namespace {

constexpr char kMain[] = "main";

/// "longest path" is written longest_path.
std::string asWord(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return c < 0x80 && !std::isalnum(c); }, '_');
  return name;
}

}  // namespace

std::string wordOfResult(const Dataset& result) {
  const std::string id = result.id.text();
  const std::size_t dot = id.find('.');
  return dot == std::string::npos ? std::string() : id.substr(dot + 1);
}

OutputFinder::OutputFinder(const std::vector<Dataset>& results) : m_results(results) {
  for (const Dataset& result : results)
    if (const auto* arrays = result.as<ArrayBundle>()) add(result, *arrays);
}

void OutputFinder::add(const Dataset& result, const ArrayBundle& arrays) {
  const std::string word = wordOfResult(result);
  for (const auto& [name, array] : arrays) {
    const Found found(&arrays, name);
    m_plain.emplace(asWord(name), found);
    m_ofResult.emplace((word.empty() ? kMain : word) + "." + asWord(name), found);
  }
}

bool OutputFinder::addNextExported() {
  for (; m_nextResult < m_results.size(); ++m_nextResult, m_nextExporter = 0) {
    const Dataset& result = m_results[m_nextResult];
    const std::vector<Exporter> exporters =
        result.as<ArrayBundle>() ? std::vector<Exporter>() : kindOf(result).exporters();
    while (m_nextExporter < exporters.size()) {
      const Exporter& exporter = exporters[m_nextExporter++];
      if (exporter.suffix != ".npz") continue;
      try {
        const Exported made = exporter.make(result, [](const Dataset&) { return std::string(); });
        const auto* value = std::get_if<DatasetValue>(&made);
        if (!value || !value->as<ArrayBundle>()) continue;
        m_exported.push_back(*value);
        add(result, *value->as<ArrayBundle>());
        return true;
      } catch (const Error&) {  // a part that this run did not keep
      }
    }
  }
  return false;
}

std::vector<std::string> OutputFinder::known() const {
  std::vector<std::string> names;
  for (const auto& [name, found] : m_plain)
    if (!isArrayText(name)) names.push_back(name);
  for (const auto& [name, found] : m_ofResult) {
    const auto plain = m_plain.find(asWord(found.second));
    if (plain->second != found && !isArrayText(found.second)) names.push_back(name);
  }
  return names;
}

LessonArray OutputFinder::find(const std::string& wanted) {
  const auto lookUp = [&]() -> const Found* {
    for (const auto* names : {&m_plain, &m_ofResult})
      if (const auto found = names->find(wanted); found != names->end()) return &found->second;
    return nullptr;
  };
  const Found* found = lookUp();
  while (!found && addNextExported()) found = lookUp();
  if (!found) {
    const std::vector<std::string> names = known();
    const std::string nearest = nearestSpelling(wanted, names);
    fail("gives no ", inQuotes(wanted), nearest.empty() ? std::string() : ", did you mean \"" + nearest + "\"?",
         " (it gives: ", joined(names), ")");
  }
  return numbersOf<double>(*found->first, found->second, NonFinite::allow);
}

std::vector<std::vector<std::string>> OutputFinder::labels(const std::string& wanted) const {
  std::vector<std::vector<std::string>> labels;
  const auto plain = m_plain.find(wanted), ofResult = m_ofResult.find(wanted);
  if (plain == m_plain.end() && ofResult == m_ofResult.end()) return labels;
  const auto& [arrays, name] = plain == m_plain.end() ? ofResult->second : plain->second;
  for (const ArrayNote& note : notesIn(*arrays))
    if (note.name == name)
      for (const std::string& axis : note.axes) labels.push_back(labelsIn(*arrays, axis));
  const auto isEmpty = [](const auto& one) { return one.empty(); };
  return std::all_of(labels.begin(), labels.end(), isEmpty) ? std::vector<std::vector<std::string>>() : labels;
}

}  // namespace engine
