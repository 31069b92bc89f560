#include "engine/lessons/run/RunBlock.h"

#include <algorithm>

#include "engine/base/PrintableText.h"
#include "engine/lessons/run/BlockLine.h"
#include "engine/lessons/run/DataBlock.h"

namespace engine {

namespace {

const std::string kAttention = "attention ";

bool isGiven(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

class RunReader {
 public:
  RunReader(const LessonBlock& block, LessonProblems& problems)
      : m_block(block), m_problems(problems), m_run(std::make_shared<RunBlock>()) {}

  std::shared_ptr<const RunBlock> read() {
    if (m_block.lines.empty() || !findOperationOf(m_block.lines[0])) return nullptr;
    for (std::size_t k = 1; k < m_block.lines.size(); ++k) {
      const LessonLine& line = m_block.lines[k];
      const KeyAndRest parts = keyAndRest(line);
      if (parts.key == "in") {
        readInputs(line, parts);
      } else if (parts.key == "set") {
        readSettings(line, parts);
      } else if (parts.key == "out") {
        readOutputs(line, parts);
      } else if (parts.key == "as") {
        readDatasets(line, parts);
      } else if (parts.key == "stored") {
        readStored(line, parts);
      } else {
        tellUnknown(line.place, "key", parts.key, {"in", "set", "out", "as", "stored"}, m_problems);
      }
    }
    if (m_run->outputs.empty() && m_run->as.empty() && m_run->asParts.empty())
      m_problems.error(m_block.lines[0].place, "nothing is taken out of this run: \"out\" and \"as\" are missing");
    return m_run;
  }

 private:
  bool findOperationOf(const LessonLine& line) {
    m_run->place = line.place;
    std::vector<std::string> known;
    for (const auto& operation : operations()) {
      known.push_back(operation->id());
      if (operation->id() == line.text) m_run->operation = operation.get();
    }
    if (!m_run->operation) {
      tellUnknown(line.place, "operation", line.text, known, m_problems);
      return false;
    }
    m_run->parameters = m_run->operation->parameters();
    if (line.text.starts_with(kAttention))
      for (const auto& mechanism : mechanisms())
        if (mechanism->id() == line.text.substr(kAttention.size())) m_run->mechanism = mechanism.get();
    return true;
  }

  void readInputs(const LessonLine& line, const KeyAndRest& parts) {
    std::vector<std::string> known;
    for (const OperationInput& input : m_run->operation->inputs()) known.push_back(input.name);
    if (m_run->mechanism)
      for (const ArrayDescription& array : m_run->mechanism->inputs()) known.push_back(array.name);
    const std::vector<OperationInput> inputs = m_run->operation->inputs();
    // Operations that take arrays of any name.
    const bool isOpen = !m_run->mechanism && std::any_of(inputs.begin(), inputs.end(), [](const OperationInput& input) {
      return std::find(input.kinds.begin(), input.kinds.end(), DatasetKind::arrays) != input.kinds.end();
    });
    for (const NamedPart& part : namedParts(line, parts.offset)) {
      const std::string name(part.name);
      if (!name.empty() && !isOpen && !isGiven(known, name)) {
        tellUnknown(placeIn(line, part.nameOffset), "input", name, known, m_problems);
        continue;
      }
      if (auto value = expressionIn(line, part.value, part.valueOffset, m_problems))
        m_run->inputs.push_back({name, *std::move(value)});
    }
  }

  void readSettings(const LessonLine& line, const KeyAndRest& parts) {
    for (const NamedPart& part : namedParts(line, parts.offset)) {
      const std::string key(part.name);
      const Parameter* const parameter = findParameter(m_run->parameters, key);
      if (!parameter) {
        std::vector<std::string> known;
        for (const Parameter& one : m_run->parameters) known.push_back(one.key);
        const bool isBare = key.empty();
        tellUnknown(placeIn(line, part.nameOffset), "parameter", isBare ? std::string(part.value) : key, known,
                    m_problems);
        continue;
      }
      readSetting(line, part, *parameter);
    }
  }

  void readSetting(const LessonLine& line, const NamedPart& part, const Parameter& parameter) {
    RunSetting setting{&parameter, {}, {}, std::string(part.value), placeIn(line, part.valueOffset)};
    std::string text;
    const bool isQuoted = unquoted(part.value, text);
    if (!isQuoted) text = part.value;
    const bool isFreeText = std::holds_alternative<std::string>(parameter.standard) && parameter.choices.empty();
    // A free text that looks like a name may be one; which it is shows when names are known.
    const bool mayBeName = !isQuoted && (isLessonName(text) || text.starts_with('(') || text.starts_with('['));
    if (isQuoted || !isFreeText || !mayBeName) {
      try {
        setting.value = parseParameter(parameter, text);
      } catch (const Error& error) {
        if (isQuoted || isFreeText) return m_problems.error(setting.place, error.what());
        // A misspelt choice is no expression.
        if (!parameter.choices.empty() && !isLessonName(text)) return m_problems.error(setting.place, error.what());
      }
    }
    if (!setting.value) setting.expression = expressionIn(line, part.value, part.valueOffset, m_problems);
    if (setting.value || setting.expression) m_run->settings.push_back(std::move(setting));
  }

  void readOutputs(const LessonLine& line, const KeyAndRest& parts) {
    const std::vector<std::string> known =
        m_run->mechanism ? outputNames(*m_run->mechanism) : std::vector<std::string>{};
    for (const NamedPart& part : namedParts(line, parts.offset)) {
      RunOutput output{std::string(part.name.empty() ? part.value : part.name), std::string(part.value),
                       placeIn(line, part.nameOffset)};
      const bool isGradient = output.array.starts_with("gradient_");
      if (m_run->mechanism && !isGradient && !output.isOfByProduct() && !isGiven(known, output.array))
        tellUnknown(output.place, "output", output.array, known, m_problems);
      else if (part.name.empty() && output.isOfByProduct())
        m_problems.error(output.place, "an array of one result needs a name: ", output.array, "=NAME");
      else if (!isLessonName(output.name))
        m_problems.error(placeIn(line, part.valueOffset), "expected a name, found ", inQuotes(output.name));
      else
        m_run->outputs.push_back(std::move(output));
    }
  }

  void readDatasets(const LessonLine& line, const KeyAndRest& parts) {
    const std::vector<NamedPart> names = namedParts(line, parts.offset);
    const auto numMain = std::count_if(names.begin(), names.end(), [](const auto& part) { return part.name.empty(); });
    if (names.empty() || numMain > 1)
      return m_problems.error(placeIn(line, parts.offset), "expected a name, found ", inQuotes(parts.rest),
                              "; by-products are written WORD=NAME");
    for (const NamedPart& part : names) {
      const std::string name(part.value);
      const LessonPlace place = placeIn(line, part.valueOffset);
      if (!isLessonName(name)) {
        m_problems.error(place, "expected a name, found ", inQuotes(name));
      } else if (!part.name.empty()) {
        m_run->asParts.push_back({std::string(part.name), name, place});
      } else if (!m_run->as.empty()) {
        m_problems.error(place, "found a second name of the main result, expected WORD=", name,
                         " for the by-product that WORD names");
      } else {
        m_run->as = name;
        m_run->asPlace = place;
      }
    }
  }

  void readStored(const LessonLine& line, const KeyAndRest& parts) {
    constexpr std::string_view kSample = "sample ";
    const bool isSample = parts.rest.starts_with(kSample);
    StoredFolder stored{std::string(parts.rest.substr(isSample ? kSample.size() : 0)), isSample,
                        placeIn(line, parts.offset)};
    if (!staysBelow(stored.path))
      return m_problems.error(stored.place, "expected a folder below that of the ", isSample ? "samples" : "lesson",
                              ", found ", inQuotes(stored.path));
    m_run->stored = std::move(stored);
  }

  const LessonBlock& m_block;
  LessonProblems& m_problems;
  std::shared_ptr<RunBlock> m_run;
};

}  // namespace

std::vector<std::string> outputNames(const Mechanism& mechanism) {
  std::vector<std::string> names;
  for (const ArrayDescription& array : mechanism.outputs()) names.push_back(array.name);
  return names;
}

std::shared_ptr<const RunBlock> parseRun(const LessonBlock& block, LessonProblems& problems) {
  return RunReader(block, problems).read();
}

}  // namespace engine
