#include "engine/lessons/run/LessonText.h"

#include <algorithm>
#include <utility>

#include "engine/base/Joined.h"
#include "engine/base/Nth.h"
#include "engine/lessons/formula/FormulaShown.h"
#include "engine/lessons/run/AnswerText.h"
#include "engine/lessons/run/ArrayWords.h"
#include "engine/lessons/run/StepNames.h"
#include "engine/lessons/words/LocalNumber.h"

namespace engine {

namespace {

/// One step, part by part, as the file has them.
class StepPlayer {
 public:
  StepPlayer(LessonRun& run, int step, const LessonTextOptions& options, const LessonConsole& console,
             Progress& progress)
      : m_run(run), m_step(step), m_options(options), m_console(console), m_progress(progress) {
    m_state.settings = options.settings;
    m_state.timesRunHere = options.runsAll ? 1 : 0;
    m_state.replaced = options.replaced;
    if (options.hasAnswers)
      for (const LessonQuestion& question : nth(run.steps(), step).questions) m_state.answered.insert(question.name);
    compute();
  }

  void play() {
    const LessonStep& step = nth(m_run.lesson().steps, m_step);
    write("## " + std::to_string(m_step + 1) + " " + step.title + "\n");
    if (step.translated == Translated::not_yet) write("(This step has not been translated yet.)\n");
    if (step.translated == Translated::partly) write("(Parts of this step have not been translated yet.)\n");
    if (step.translated == Translated::outdated)
      write("(The original of this step has changed since it was translated.)\n");
    for (const auto& [name, dataset] : m_options.replaced)
      write("Your own " + name + ": " + dataset->title +
            ". What the lesson checks and says of its sample does not apply.\n");
    for (const LessonBeat& beat : step.beats) {
      if (!beat.title.empty()) write("### " + beat.title + "\n");
      parts(beat.parts);
    }
  }

 private:
  void compute() { m_values = m_run.values(m_step, m_state, m_progress); }
  void write(const std::string& text) const { m_console.write(text + "\n"); }

  void parts(const std::vector<LessonPart>& parts) {
    for (const LessonPart& part : parts) {
      if (!part.block) {
        if (!part.prose.markdown.empty()) write(proseText(part.prose));
      } else {
        block(*part.block);
      }
    }
  }

  void block(const LessonBlock& block) {
    LessonProblems problems;  // told when the file was read
    if (block.kind == "control") {
      for (const LessonControl& control : parseControls(block, problems)) write(controlText(control));
    } else if (block.kind == "picture") {
      if (const auto picture = parsePicture(block, {}, problems)) pictureLines(*picture);
    } else if (block.kind == "formula") {
      if (const auto formula = parseFormulaBlock(block, problems)) formulaLines(*formula);
    } else if (block.kind == "algorithm") {
      if (const auto algorithm = parseAlgorithm(block, problems)) algorithmLines(*algorithm);
    } else if (block.kind == "predict") {
      if (const auto question = parseQuestion(block, problems)) ask(*question);
    } else if (block.kind == "goal") {
      for (const LessonGoal& goal : parseGoals(block, problems)) write("Goal: " + goal.text + ".\n");
    } else if (block.kind == "more") {
      if (!block.lines.empty()) write("More: " + block.lines.front().text + "\n");
      parts(block.parts);
    }
  }

  bool isCovered(const LessonExpression& expression) const {
    const auto& names = expression.names();
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) { return m_values->isCovered(name); });
  }

  /// A live number, as the language writes it.
  std::string liveText(const LiveNumber& number) const {
    return localNumber(valueText(number.expression, number.format), m_run.lesson().language);
  }

  std::string valueText(const LessonExpression& expression, const std::string& format) const {
    return isCovered(expression) ? "?" : numberText(expression.value(*m_values), format);
  }

  /// With numbers put in, formulae on a line, and the words of marks.
  std::string proseText(const LessonProse& prose) const {
    return consoleProse(prose, [&](const LiveNumber& number) { return liveText(number); });
  }

  std::string controlText(const LessonControl& control) const {
    std::string text = "Control " + control.name;
    if (!control.label.empty()) text += " (" + control.label + ")";
    if (!control.choices.empty())
      text += ": " + joined(control.choices);
    else if (control.to > control.from)
      text += " from " + numberText(numberValue(control.from), "") + " to " + numberText(numberValue(control.to), "");
    if (m_values->isLocked(control.name)) return text + ", locked until the question is answered.\n";
    LessonProblems problems;
    const auto value = LessonExpression::parse(control.name, control.place, problems);
    return text + (value ? ", now " + valueText(*value, "") : "") + ".\n";
  }

  /// How many of its arrays a picture shows that is filled step by step ("uncover scores").
  static std::size_t numFilled(const LessonPicture& picture) {
    for (const auto& [key, line] : picture.settings)
      if (key == "uncover") return line.text.ends_with("scores") ? 1 : line.text.ends_with("weights") ? 2 : 4;
    return picture.of.size();
  }

  void pictureLines(const LessonPicture& picture) const {
    write("Picture " + picture.kind + " of " + joined(picture.of) + ":");
    for (std::size_t k = 0; k < std::min(picture.of.size(), numFilled(picture)); ++k) {
      const std::string& name = picture.of[k];
      write("- " + name + ": " + (m_values->isCovered(name) ? "?" : arrayWords(name, *m_values)));
    }
    for (const LessonExpression& mark : picture.marks) write("- marked: " + mark.text());
    write("");
  }

  void formulaLines(const LessonFormula& formula) const {
    for (const FormulaTree& line : formula.lines) {
      write("Formula: " + linearFormula(line));
      write("In words: " + spokenFormula(line));
      if (!formula.isPlain && formula.areNumbersShown) writeNumbers(formula, line);
    }
    write("");
  }

  void writeNumbers(const LessonFormula& formula, const FormulaTree& line) const {
    try {
      const FormulaContext context(formula.bindings, *m_values, formula.at);
      FormulaIndices at;
      for (const auto& [index, value] : formula.at)
        at[index] = value ? static_cast<Index>(value->number(*m_values)) : 1;
      FormulaShowing showing;
      showing.terms = static_cast<std::size_t>(std::max(1, formula.terms));
      showing.isCovered = [&](const LessonExpression& expression) { return isCovered(expression); };
      const ShownFormula shown = showFormula(line, context, at, showing);
      if (shown.numbers) write("With numbers: " + linearFormula(shown.numbers));
      if (shown.value) write("Value: " + linearFormula(shown.value));
    } catch (const Error& error) {
      write(std::string("(no numbers: ") + error.what() + ")");
    }
  }

  void algorithmLines(const LessonAlgorithm& algorithm) const {
    int number = 0;
    for (const AlgorithmLine& line : algorithm.lines) {
      write(std::to_string(++number) + ". " + linearFormula(line.formula) + " — " + line.what);
      if (algorithm.isExecuted()) writeNumbers(algorithm.formula(line), line.formula);
    }
    write("");
  }

  void ask(const LessonQuestion& question) {
    write("Question: " + proseText({question.text, question.place}));
    int number = 0;
    for (const QuestionOption& option : question.options) write(std::to_string(++number) + ") " + option.text);
    for (const std::string& item : question.items) write(std::to_string(++number) + ") " + item);
    if (m_options.hasAnswers)
      tellAnswer(question);
    else
      takeAnswers(question);
  }

  void takeAnswers(const LessonQuestion& question) {
    write(answerForm(question));
    for (int tries = 0; tries < question.tries;) {
      const std::optional<std::string> line = m_console.read();
      if (!line) return write("Not answered.\n");
      try {
        const std::optional<LessonAnswer> answer = answerIn(question, *line);
        if (!answer) fail("this cannot be read");
        const LessonGrade found = grade(question, *answer, *m_values);
        if (found.isRight) {
          write("Right.");
          return uncover(question);
        }
        ++tries;
        write(found.hint.empty() ? "Not yet." : "Not yet. " + proseText({found.hint, question.place}));
      } catch (const Error& error) {
        // Another form of answer is no try.
        write(std::string(error.what()) + ". " + answerForm(question));
      }
    }
    tellAnswer(question);
  }

  void tellAnswer(const LessonQuestion& question) {
    const LessonAnswer truth = trueAnswer(question, *m_values);
    std::string told = answerText(question, truth);
    // Of several numbers commas are between them.
    if (truth.numbers.size() == 1) told = localNumber(std::move(told), m_run.lesson().language);
    write("Answer: " + told);
    uncover(question);
  }

  void uncover(const LessonQuestion& question) {
    if (m_state.answered.insert(question.name).second) compute();
    if (!question.because.empty()) write(proseText({question.because, question.place}));
    write("");
  }

  LessonRun& m_run;
  int m_step;
  const LessonTextOptions& m_options;
  const LessonConsole& m_console;
  Progress& m_progress;
  StepState m_state;
  std::shared_ptr<const StepValues> m_values;
};

}  // namespace

void playAsText(LessonRun& run, const LessonTextOptions& options, const LessonConsole& console, Progress& progress) {
  const Lesson& lesson = run.lesson();
  if (options.step < 0) {
    console.write("# " + lesson.title + "\n\n" + lesson.goal + "\n\n");
    if (!lesson.introduction.markdown.empty()) console.write(lesson.introduction.markdown + "\n\n");
  }
  for (int step = 0; step < static_cast<int>(lesson.steps.size()); ++step)
    if (options.step < 0 || options.step == step) StepPlayer(run, step, options, console, progress).play();
}

}  // namespace engine
