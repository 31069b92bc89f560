#include "ui/lessons/handout/HandoutContent.h"

#include <algorithm>
#include <utility>

#include "engine/lessons/run/LessonGraph.h"
#include "engine/lessons/run/LessonText.h"
#include "engine/lessons/words/LessonInLanguage.h"
#include "engine/lessons/words/LocalNumber.h"
#include "ui/lessons/KnownPictures.h"

namespace ui {

namespace {

using engine::QuestionKind;

constexpr size_t kMostNumbers = 12;  ///< of an answer that is written out

QString text(const std::string& words) { return QString::fromStdString(words); }

int numLinesFor(QuestionKind kind) {
  return kind == QuestionKind::draw || kind == QuestionKind::bars ? 3 : kind == QuestionKind::choose ? 1 : 2;
}

/// Of many numbers, as a curve has them, the first and the last.
std::string shortAnswer(const engine::LessonQuestion& question, const engine::LessonAnswer& answer) {
  if (answer.numbers.size() <= kMostNumbers) return engine::answerText(question, answer);
  const auto number = [](double value) { return engine::numberText(engine::numberValue(value), ""); };
  return number(answer.numbers[0]) + ", " + number(answer.numbers[1]) + ", … " + number(answer.numbers.back()) + " (" +
         std::to_string(answer.numbers.size()) + " numbers)";
}

QString controlText(const engine::LessonControl& control) {
  QString told = text(control.label.empty() ? control.name : control.label + " (" + control.name + ")");
  if (!control.choices.empty()) {
    QStringList choices;
    for (const std::string& choice : control.choices) choices << text(choice);
    return told + QStringLiteral(": ") + choices.join(QStringLiteral(", "));
  }
  const bool hasRange = control.to > control.from;
  const auto number = [](double value) { return text(engine::numberText(engine::numberValue(value), "")); };
  if (hasRange) told += QObject::tr(": %1 to %2").arg(number(control.from), number(control.to));
  return hasRange && control.isDefinition() ? told + QObject::tr(", here %1").arg(number(control.start)) : told;
}

/// One step, part by part, as the file has them.
class StepReader {
 public:
  StepReader(engine::LessonRun& run, int number, engine::Progress& progress)
      : m_language(run.lesson().language),
        m_step(run.lesson().steps[static_cast<size_t>(number)]),
        m_blocks(run.steps()[static_cast<size_t>(number)]) {
    engine::StepState all;
    for (const engine::LessonQuestion& question : m_blocks.questions) all.answered.insert(question.name);
    m_open = run.values(number, {}, progress);
    m_answered = run.values(number, all, progress);
  }

  HandoutStep read(const engine::LessonProse& introduction) {
    m_read.title = text(m_step.title);
    m_read.values = m_open;
    addProse(introduction, HandoutPart::Kind::prose);
    for (const engine::LessonBeat& beat : m_step.beats) {
      if (!beat.title.empty()) addProse({beat.title, beat.place}, HandoutPart::Kind::heading);
      for (const engine::LessonPart& part : beat.parts)
        part.block ? addBlock(*part.block) : addProse(part.prose, HandoutPart::Kind::prose);
    }
    return std::move(m_read);
  }

 private:
  HandoutText textOf(const engine::LessonProse& prose, const engine::StepValues& values) const {
    engine::LessonProblems problems;  // told when the file was read
    HandoutText shown{readLessonMarkdown(prose, problems), {}};
    for (const LessonMarkdown::Number& number : shown.markdown.numbers) {
      try {
        shown.numbers.push_back(shownNumber(number.number, values, m_language));
      } catch (const engine::Error&) {
        shown.numbers.push_back(QStringLiteral("–"));
      }
    }
    return shown;
  }

  void addProse(const engine::LessonProse& prose, HandoutPart::Kind kind) {
    if (prose.markdown.find_first_not_of(" \t\n") != std::string::npos)
      m_read.parts.push_back({kind, textOf(prose, *m_open)});
  }

  void addBlock(const engine::LessonBlock& block) {
    engine::LessonProblems problems;
    const auto isIn = [&block](engine::LessonPlace place) {
      const int last = block.lines.empty() ? block.place.line : block.lines.back().place.line;
      return place.line >= block.place.line && place.line <= last;
    };
    if (block.kind == "predict") {
      for (const engine::LessonQuestion& question : m_blocks.questions)
        if (isIn(question.place)) addQuestion(question);
    } else if (block.kind == "picture") {
      for (const engine::LessonPicture& picture : m_blocks.pictures)
        if (isIn(picture.place)) addPicture(picture);
    } else if (block.kind == "formula") {
      if (auto formula = engine::parseFormulaBlock(block, problems)) m_read.formulas.push_back(std::move(*formula));
    } else if (block.kind == "algorithm") {
      if (auto lines = engine::parseAlgorithm(block, problems)) m_read.algorithms.push_back(std::move(*lines));
    } else if (block.kind == "control") {
      for (const engine::LessonControl& control : engine::parseControls(block, problems))
        m_read.controls << controlText(control);
    } else if (block.kind == "goal") {
      for (const engine::LessonGoal& goal : engine::parseGoals(block, problems))
        addProse({goal.text, block.place}, HandoutPart::Kind::goal);
    } else if (block.kind == "note" || block.kind == "more") {
      addFree(block);
    }
  }

  void addFree(const engine::LessonBlock& block) {
    if (block.kind == "note") {
      std::string markdown;
      for (const engine::LessonLine& line : block.lines) markdown += line.text + "\n";
      m_read.notes = textOf({markdown, block.place}, *m_open);
      return;
    }
    if (!block.lines.empty()) addProse({block.lines.front().text, block.place}, HandoutPart::Kind::heading);
    for (const engine::LessonPart& part : block.parts)
      part.block ? addBlock(*part.block) : addProse(part.prose, HandoutPart::Kind::more);
  }

  /// Further down the same name replaces it, as on the page.
  void addPicture(const engine::LessonPicture& picture) {
    const auto same = std::find_if(m_read.pictures.begin(), m_read.pictures.end(), [&](const auto& other) {
      return !picture.name.empty() && other.name == picture.name;
    });
    if (same == m_read.pictures.end())
      m_read.pictures.push_back(picture);
    else
      *same = picture;
  }

  void addQuestion(const engine::LessonQuestion& question) {
    HandoutPart part{HandoutPart::Kind::question, textOf({question.text, question.place}, *m_open)};
    for (const engine::QuestionOption& option : question.options)
      part.choices.push_back(textOf({option.text, question.place}, *m_open));
    // By their letters: the file may have them in the right order.
    std::vector<std::string> items = question.items;
    std::sort(items.begin(), items.end());
    for (const std::string& item : items) part.choices.push_back(textOf({item, question.place}, *m_open));
    part.numLines = numLinesFor(question.kind);
    part.unit = text(question.unit);
    m_read.parts.push_back(std::move(part));
    const engine::LessonAnswer truth = engine::trueAnswer(question, *m_answered);
    std::string answer = shortAnswer(question, truth);
    // Of several numbers commas are between them.
    if (truth.numbers.size() == 1) answer = engine::localNumber(std::move(answer), m_language);
    m_read.answers.push_back({textOf({question.text, question.place}, *m_answered),
                              textOf({answer, question.place}, *m_answered),
                              textOf({question.because, question.place}, *m_answered)});
  }

  const std::string m_language;
  const engine::LessonStep& m_step;
  const engine::StepBlocks& m_blocks;
  StepValuesPtr m_open, m_answered;
  HandoutStep m_read;
};

void addOnce(QStringList& list, const QString& word) {
  if (!list.contains(word)) list << word;
}

void addProvenance(const engine::LessonGraph& graph, HandoutContent& content) {
  using Form = engine::DataLine::Form;
  for (const engine::LessonDefinition& definition : graph.definitions) {
    if (definition.data && definition.data->form == Form::sample)
      addOnce(content.data, QObject::tr("%1 (sample)").arg(text(definition.data->text)));
    if (definition.data && definition.data->form == Form::file) addOnce(content.data, text(definition.data->text));
    if (definition.run && definition.run->operation) addOnce(content.operations, text(definition.run->operation->id()));
  }
}

}  // namespace

HandoutContent readHandout(const QString& path, const QString& samples, const HandoutLanguage& language,
                           engine::Progress& progress) {
  HandoutContent content;
  engine::LessonInLanguage read = engine::readLessonIn(path.toStdString(), language.wanted, language.folders);
  content.lesson = std::make_shared<const engine::Lesson>(std::move(read.lesson));
  engine::LessonRun run(content.lesson, samples.toStdString(), engine::Compute{nullptr, 1}, knownPictures());
  std::vector<engine::LessonProblem> all = read.problems;
  all.insert(all.end(), run.problems().begin(), run.problems().end());
  for (const engine::LessonProblem& problem : all)
    if (!problem.isWarning) engine::fail(engine::problemText(path.toStdString(), problem));
  for (size_t step = 0; step < content.lesson->steps.size(); ++step) {
    progress.update(static_cast<double>(step) / static_cast<double>(content.lesson->steps.size()),
                    content.lesson->steps[step].title);
    content.steps.push_back(StepReader(run, static_cast<int>(step), progress)
                                .read(step == 0 ? content.lesson->introduction : engine::LessonProse{}));
  }
  addProvenance(run.graph(), content);
  return content;
}

}  // namespace ui
