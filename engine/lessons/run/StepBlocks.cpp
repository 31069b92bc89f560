#include "engine/lessons/run/StepBlocks.h"

#include <algorithm>
#include <set>

#include "engine/base/PrintableText.h"
#include "engine/lessons/run/BlockLine.h"

namespace engine {

namespace {

void addBlocks(const std::vector<LessonPart>& parts, std::vector<const LessonBlock*>& blocks) {
  for (const LessonPart& part : parts) {
    if (!part.block) continue;
    blocks.push_back(part.block.get());
    addBlocks(part.block->parts, blocks);
  }
}

void readCovered(const LessonBlock& block, StepBlocks& step) {
  for (const LessonLine& line : block.lines) {
    const KeyAndRest parts = keyAndRest(line);
    if (parts.key != "cover" && parts.key != "show") continue;
    auto& names = parts.key == "cover" ? step.covered : step.shown;
    for (const LinePiece& word : wordsOf(parts.rest)) names[block.name].emplace_back(word.text);
  }
}

void readBlock(const LessonBlock& block, const LessonKnows& knows, StepBlocks& step, LessonProblems& problems) {
  if (block.kind == "control") {
    if (std::vector<LessonControl> controls = parseControls(block, problems); !controls.empty())
      step.controls.push_back(std::move(controls));
  } else if (block.kind == "picture") {
    if (auto picture = parsePicture(block, knows, problems)) step.pictures.push_back(*std::move(picture));
  } else if (block.kind == "formula") {
    if (auto formula = parseFormulaBlock(block, problems)) step.formulas.push_back(*std::move(formula));
  } else if (block.kind == "algorithm") {
    if (auto algorithm = parseAlgorithm(block, problems)) step.algorithms.push_back(*std::move(algorithm));
  } else if (block.kind == "predict") {
    if (auto question = parseQuestion(block, problems)) step.questions.push_back(*std::move(question));
    readCovered(block, step);
  } else if (block.kind == "goal") {
    for (LessonGoal& goal : parseGoals(block, problems)) step.goals.push_back(std::move(goal));
  } else if (block.kind == "check") {
    for (const LessonLine& line : block.lines)
      if (auto check = parseCheck(line.text, line.place, problems)) step.checks.push_back(*std::move(check));
  }
}

void checkNeighbours(const StepBlocks& step, LessonProblems& problems) {
  for (const LessonPicture& picture : step.pictures) {
    if (picture.beside.empty()) continue;
    std::vector<std::string> others;
    for (const LessonPicture& other : step.pictures)
      if (&other != &picture && !other.name.empty()) others.push_back(other.name);
    if (std::find(others.begin(), others.end(), picture.beside) == others.end())
      tellUnknown(picture.place, "picture of this step", picture.beside, others, problems);
  }
}

void checkControls(const StepBlocks& step, LessonProblems& problems) {
  std::set<std::string> names;
  for (const std::vector<LessonControl>& block : step.controls)
    for (const LessonControl& control : block)
      if (!names.insert(control.name).second)
        problems.error(control.place, "two controls of this step move ", inQuotes(control.name));
}

}  // namespace

std::vector<const LessonBlock*> blocksOf(const LessonStep& step) {
  std::vector<const LessonBlock*> blocks;
  for (const LessonBeat& beat : step.beats) addBlocks(beat.parts, blocks);
  return blocks;
}

std::vector<LessonGoal> parseGoals(const LessonBlock& block, LessonProblems& problems) {
  std::vector<LessonGoal> goals;
  for (const LessonLine& line : block.lines) {
    const std::vector<LinePiece> words = wordsOf(line.text);
    std::string text;
    if (words.size() < 2 || !unquoted(words.back().text, text)) {
      problems.error(line.place, "a goal is a condition and a text in quotation marks, found ", inQuotes(line.text));
      continue;
    }
    const std::string_view condition = trimmed(std::string_view(line.text).substr(0, words.back().offset));
    if (auto parsed = expressionIn(line, condition, 0, problems)) goals.push_back({*std::move(parsed), text});
  }
  return goals;
}

StepBlocks parseStepBlocks(const LessonStep& step, const LessonKnows& knows, LessonProblems& problems) {
  StepBlocks blocks;
  for (const LessonBlock* block : blocksOf(step)) readBlock(*block, knows, blocks, problems);
  checkNeighbours(blocks, problems);
  checkControls(blocks, problems);
  return blocks;
}

}  // namespace engine
