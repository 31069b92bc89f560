#include "engine/lessons/run/LessonEvaluation.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "engine/base/PrintableText.h"
#include "engine/base/Sha256.h"
#include "engine/io/Format.h"
#include "engine/lessons/run/StoredResults.h"

namespace engine {

namespace {

constexpr std::size_t kMostComputed = 20000;  ///< definitions for one wish
constexpr std::uintmax_t kMostBytesOfFile = 1'000'000'000;

void addText(Sha256& hash, const std::string& text) { hash.add(std::to_string(text.size()) + ":" + text); }

void addValue(Sha256& hash, const LessonValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return addText(hash, "t" + *text);
  if (const auto* dataset = std::get_if<DatasetPtr>(&value)) {
    const auto* address = dataset->get();
    return hash.add(&address, sizeof address);
  }
  const auto& array = std::get<LessonArray>(value);
  addText(hash, shapeText(array.shape()));
  hash.add(array.data(), static_cast<std::size_t>(array.size()) * sizeof(double));
}

/// A link may lead out of the folder.
void checkBelow(const std::filesystem::path& path, const std::filesystem::path& folder, const std::string& text) {
  namespace fs = std::filesystem;
  std::error_code failed;
  const fs::path real = fs::canonical(path, failed);
  if (failed) fail(path.string(), ": ", failed.message());
  const fs::path below = real.lexically_relative(fs::canonical(folder, failed));
  if (failed || below.empty() || *below.begin() == "..")
    fail(inQuotes(text), " is a link out of the folder that a lesson may read");
}

/// A sample or file that a line names, with what lies in its folder.
[[noreturn]] void tellNotThere(const std::filesystem::path& path, const DataLine& line) {
  namespace fs = std::filesystem;
  std::error_code failed;
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(path.parent_path(), failed))
    if (entry.is_regular_file(failed)) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  const std::string near = nearestSpelling(path.filename().string(), names);
  std::string all;
  for (std::size_t k = 0; k < std::min<std::size_t>(names.size(), 40); ++k) all += (k ? ", " : "") + names[k];
  fail(path.string(), ": there is no such ", line.form == DataLine::Form::sample ? "sample" : "file",
       near.empty() ? "" : ", did you mean \"" + near + "\"?", all.empty() ? "" : " (there are: " + all + ")");
}

/// One weight of a row set, the others of the row rescaled to keep its sum.
LessonValue withWeight(const LessonValue& whole, const LessonEvaluation::Part& part) {
  LessonValue set = withPart(whole, part.target, part.value);
  const auto& before = std::get<LessonArray>(whole);
  auto& after = std::get<LessonArray>(set);
  if (static_cast<Index>(part.target.indices.size()) != before.rank() || before.rank() == 0) return set;
  Index flat = 0;
  for (Index axis = 0; axis < before.rank(); ++axis)
    flat = flat * before.length(axis) + part.target.indices[static_cast<std::size_t>(axis)] - 1;
  const Index length = before.length(before.rank() - 1), first = flat - flat % length;
  double sum = 0;
  for (Index k = first; k < first + length; ++k) sum += before[k];
  const double others = sum - before[flat], left = sum - after[flat];
  for (Index k = first; k < first + length; ++k)
    if (k != flat) after[k] = others > 0 ? before[k] * (left / others) : left / static_cast<double>(length - 1);
  return set;
}

NamesInScope scopeOf(const LessonDefinition& definition) {
  NamesInScope names;
  for (const auto& [name, index] : definition.uses) names[name] = index;
  return names;
}

/// While a definition is computed.
struct Opened {
  std::set<int>& open;
  int index;
  ~Opened() { open.erase(index); }
};

double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

template <class Work>
auto LessonEvaluation::placed(int definition, const Work& work) {
  const LessonPlace place = m_parts->definition(definition).place;
  try {
    return work();
  } catch (const ExpressionError&) {
    throw;
  } catch (const Error& error) {
    throw ExpressionError(place, error.what());
  } catch (const std::bad_alloc&) {
    throw ExpressionError(place, "there is not enough memory for this");
  }
}

std::filesystem::path LessonEvaluation::folderOf(bool isSample) const {
  const std::filesystem::path lesson = m_parts->lesson->file;
  return isSample ? m_parts->samples : lesson.has_parent_path() ? lesson.parent_path() : ".";
}

std::filesystem::path LessonEvaluation::pathOf(const DataLine& line) const {
  return folderOf(line.form == DataLine::Form::sample) / line.text;
}

std::filesystem::path LessonEvaluation::pathOf(const StoredFolder& stored) const {
  return folderOf(stored.isSample) / stored.path;
}

DatasetPtr LessonEvaluation::load(const DataLine& line) {
  namespace fs = std::filesystem;
  const fs::path path = pathOf(line);
  std::error_code failed;
  if (!fs::exists(path, failed)) tellNotThere(path, line);
  checkBelow(path, folderOf(line.form == DataLine::Form::sample), line.text);
  if (fs::is_regular_file(path, failed) && fs::file_size(path, failed) > kMostBytesOfFile)
    fail(path.string(), ": larger than 1 GB, which is the most a lesson may read");
  Progress none;
  Diagnostics diagnostics;
  return std::make_shared<const Dataset>(
      engine::load(path, diagnostics, m_parts->progress ? *m_parts->progress : none));
}

bool LessonEvaluation::isAsWritten(int index) const {
  if (m_settings.contains(index) || m_replaced.contains(index)) return false;
  const auto& uses = m_parts->definition(index).uses;
  return std::all_of(uses.begin(), uses.end(), [&](const auto& use) { return isAsWritten(use.second); });
}

bool LessonEvaluation::isStored(int index) const {
  const LessonDefinition& definition = m_parts->definition(index);
  return definition.kind == LessonDefinition::Kind::run && definition.run->stored && m_runs.timesHere == 0 &&
         isAsWritten(index);
}

std::string LessonEvaluation::baseKey(int index) {
  const LessonDefinition& definition = m_parts->definition(index);
  Sha256 hash;
  addText(hash, std::to_string(static_cast<int>(definition.kind)) + definition.text);
  if (const auto replaced = m_replaced.find(index); replaced != m_replaced.end()) {
    addValue(hash, replaced->second);
  } else if (definition.control) {
    addValue(hash, startValue(*definition.control));
  } else if (definition.data && !definition.data->value) {
    addText(hash, std::to_string(static_cast<int>(definition.data->form)));
    if (definition.data->form != DataLine::Form::text) {
      const std::filesystem::path path = pathOf(*definition.data);
      std::error_code failed;
      addText(hash, path.string());
      const auto changed = std::filesystem::last_write_time(path, failed).time_since_epoch().count();
      hash.add(&changed, sizeof changed);
    }
  }
  if (definition.run && definition.run->stored && definition.kind == LessonDefinition::Kind::run)
    addText(hash, isStored(index) ? stateOf(pathOf(*definition.run->stored)) : std::to_string(m_runs.timesHere));
  if (index == m_runs.underWay) addText(hash, "so far " + std::to_string(m_runs.number));
  for (const auto& [name, used] : definition.uses) {
    addText(hash, name);
    addText(hash, key(used));
  }
  return hash.finish();
}

const std::string& LessonEvaluation::key(int index) {
  if (const auto found = m_keys.find(index); found != m_keys.end()) return found->second;
  const auto set = m_settings.find(index);
  if (set == m_settings.end()) return m_keys[index] = baseKey(index);
  Sha256 hash;
  // What is set as a whole does not depend on anything.
  addText(hash, set->second.front().target.indices.empty() ? "" : baseKey(index));
  for (const Part& part : set->second) {
    addText(hash, settingKey(part.target) + (part.isWeight ? "w" : ""));
    addValue(hash, part.value);
  }
  return m_keys[index] = hash.finish();
}

RunResult LessonEvaluation::computed(int index) {
  const LessonDefinition& definition = m_parts->definition(index);
  const EvaluatedNames scope(shared_from_this(), scopeOf(definition));
  Progress none;
  Progress& progress = m_parts->progress ? *m_parts->progress : none;
  if (isStored(index)) {
    const StoredFolder& stored = *definition.run->stored;
    checkBelow(pathOf(stored), folderOf(stored.isSample), stored.path);
    return storedResult(*definition.run, scope, pathOf(stored), progress);
  }
  if (!m_parts->soFar || m_parts->isTelling) return runOperation(*definition.run, scope, m_parts->compute, progress);
  std::shared_ptr<const RunResult> last;
  try {
    return runOperation(*definition.run, scope, m_parts->compute, progress, [&](RunResult soFar) {
      last = std::make_shared<const RunResult>(std::move(soFar));
      m_parts->soFar(index, last);
    });
  } catch (const Cancelled&) {
    if (m_parts->isPartKept && last) m_parts->cache->add(key(index), {nullptr, last});
    throw;
  }
}

std::shared_ptr<const RunResult> LessonEvaluation::result(int index) {
  if (index == m_runs.underWay) return m_runs.resultSoFar;
  const std::string& own = key(index);
  if (const auto kept = m_parts->cache->find(own)) return kept->result;
  const auto start = std::chrono::steady_clock::now();
  auto result = std::make_shared<RunResult>(placed(index, [&] { return computed(index); }));
  if (!isStored(index)) ++m_parts->numRuns;
  m_parts->seconds[m_parts->definition(index).text] = secondsSince(start);
  m_parts->cache->add(own, {nullptr, result});
  return result;
}

std::shared_ptr<const LessonValue> LessonEvaluation::output(int index) {
  const LessonDefinition& definition = m_parts->definition(index);
  const auto made = result(definition.uses.at(""));
  const auto array = made->arrays.find(definition.array);
  if (array == made->arrays.end()) fail("its run gave no ", inQuotes(definition.array));
  return array->second;
}

bool LessonEvaluation::isOutputAsItIs(int index) const {
  return m_parts->definition(index).kind == LessonDefinition::Kind::output && !m_replaced.contains(index) &&
         !m_settings.contains(index);
}

LessonValue LessonEvaluation::baseValue(int index) {
  const LessonDefinition& definition = m_parts->definition(index);
  if (const auto replaced = m_replaced.find(index); replaced != m_replaced.end()) return replaced->second;
  switch (definition.kind) {
    case LessonDefinition::Kind::control:
      return startValue(*definition.control);
    case LessonDefinition::Kind::output:
      return *output(index);
    case LessonDefinition::Kind::dataset: {
      const auto made = result(definition.uses.at(""));
      if (definition.array.empty()) return made->main;
      const auto part = made->parts.find(definition.array);
      if (part == made->parts.end()) fail("its run gave no ", inQuotes(definition.array));
      return part->second;
    }
    case LessonDefinition::Kind::run:
      fail("a run is no value");
    case LessonDefinition::Kind::data:
      break;
  }
  if (definition.data->value)
    return definition.data->value->value(EvaluatedNames(shared_from_this(), scopeOf(definition)));
  if (definition.data->form == DataLine::Form::text) return definition.data->text;
  const auto start = std::chrono::steady_clock::now();
  DatasetPtr loaded = load(*definition.data);
  m_parts->seconds[definition.text] = secondsSince(start);
  return loaded;
}

std::shared_ptr<const LessonValue> LessonEvaluation::value(int index) {
  if (const auto found = m_values.find(index); found != m_values.end()) return found->second;
  const std::string& own = key(index);
  if (const auto kept = m_parts->cache->find(own)) return m_values[index] = kept->value;
  auto made = placed(index, [&] {
    if (++m_parts->numComputed > kMostComputed) fail("more than ", kMostComputed, " values are computed for this");
    if (!m_open.insert(index).second) fail(inQuotes(m_parts->definition(index).name), " is computed from itself");
    const Opened opened{m_open, index};
    if (isOutputAsItIs(index)) return output(index);
    const auto set = m_settings.find(index);
    const bool isWhole = set != m_settings.end() && set->second.front().target.indices.empty();
    LessonValue value = isWhole ? set->second.front().value : baseValue(index);
    if (set != m_settings.end())
      for (std::size_t k = isWhole ? 1 : 0; k < set->second.size(); ++k) {
        const Part& part = set->second[k];
        if (isWaiting(index, part, value)) continue;
        value = part.isWeight ? withWeight(value, part) : withPart(value, part.target, part.value);
      }
    if (auto* array = std::get_if<LessonArray>(&value)) array->name = m_parts->definition(index).name;
    return std::make_shared<const LessonValue>(std::move(value));
  });
  if (!isOutputAsItIs(index)) m_parts->cache->add(own, {made, nullptr});  // else its run is there
  return m_values[index] = made;
}

bool LessonEvaluation::isWaiting(int index, const Part& part, const LessonValue& value) const {
  const auto* array = std::get_if<LessonArray>(&value);
  if (!part.isByHand || !array || m_parts->definition(index).uses.empty()) return false;
  const std::vector<Index>& at = part.target.indices;
  if (static_cast<Index>(at.size()) > array->rank()) return true;
  for (std::size_t axis = 0; axis < at.size(); ++axis)
    if (at[axis] > array->length(static_cast<Index>(axis))) return true;
  return false;
}

std::vector<std::vector<std::string>> LessonEvaluation::labels(int index) {
  const LessonDefinition& definition = m_parts->definition(index);
  if (definition.kind != LessonDefinition::Kind::output || m_settings.contains(index)) return {};
  const auto made = result(definition.uses.at(""));
  const auto found = made->labels.find(definition.array);
  return found == made->labels.end() ? std::vector<std::vector<std::string>>() : found->second;
}

void LessonEvaluation::addSeconds(int index, std::set<int>& seen, double& seconds) {
  if (!seen.insert(index).second || m_parts->cache->contains(key(index))) return;
  const LessonDefinition& definition = m_parts->definition(index);
  if (const auto took = m_parts->seconds.find(definition.text); took != m_parts->seconds.end()) seconds += took->second;
  for (const auto& [name, used] : definition.uses) addSeconds(used, seen, seconds);
}

double LessonEvaluation::secondsFor(int definition) {
  std::set<int> seen;
  double seconds = 0;
  addSeconds(definition, seen, seconds);
  return seconds;
}

std::shared_ptr<LessonEvaluation> LessonEvaluation::with(const LessonSettings& settings, const NamesInScope& names,
                                                         const std::set<std::string>& weights, bool isByHand) const {
  Settings all = m_settings;
  std::map<int, std::vector<Part>> added;
  for (const auto& [key, value] : settings) {
    const SettingTarget target = settingTarget(key);
    const auto found = names.find(target.name);
    if (found == names.end()) {
      std::vector<std::string> known;
      for (const auto& [name, index] : names) known.push_back(name);
      const std::string nearest = nearestSpelling(target.name, known);
      fail(inQuotes(target.name), " cannot be set: nothing here is called so",
           nearest.empty() ? std::string() : ", did you mean \"" + nearest + "\"?");
    }
    added[found->second].push_back({target, value, weights.contains(key), isByHand});
  }
  for (auto& [index, parts] : added) {
    // Wholes first: cells change them.
    std::stable_sort(parts.begin(), parts.end(), [](const Part& one, const Part& other) {
      return one.target.indices.empty() > other.target.indices.empty();
    });
    std::vector<Part>& kept = all[index];
    if (parts.front().target.indices.empty()) kept.clear();
    for (const Part& part : parts) {
      std::erase_if(kept, [&](const Part& before) { return before.target == part.target; });
      kept.push_back(part);
    }
  }
  return std::make_shared<LessonEvaluation>(m_parts, std::move(all), m_replaced, m_runs);
}

std::shared_ptr<LessonEvaluation> LessonEvaluation::withResult(int run, std::shared_ptr<const RunResult> soFar) const {
  static std::atomic<std::size_t> numTold = 0;  // caches outlive what they are of
  return std::make_shared<LessonEvaluation>(m_parts, m_settings, m_replaced,
                                            LessonRuns{m_runs.timesHere, run, std::move(soFar), ++numTold});
}

const LessonValue* EvaluatedNames::find(std::string_view name) const {
  const auto found = m_names.find(name);
  if (found == m_names.end() || name.empty()) return nullptr;
  return m_evaluation->value(found->second).get();
}

std::vector<std::string> EvaluatedNames::names() const {
  std::vector<std::string> names;
  for (const auto& [name, index] : m_names)
    if (!name.empty()) names.push_back(name);
  return names;
}

std::shared_ptr<const LessonScope> EvaluatedNames::at(const LessonSettings& settings) const {
  return std::make_shared<EvaluatedNames>(m_evaluation->with(settings, m_names, m_weights), m_names, m_weights);
}

}  // namespace engine
