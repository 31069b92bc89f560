// One step of a lesson: text left, pictures and controls right, formulae across.
#pragma once

#include <QWidget>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "ui/lessons/LessonMemory.h"
#include "ui/lessons/LessonRunner.h"

class QLabel;
class QScrollArea;
class QScrollBar;
class QSplitter;
class QVBoxLayout;

namespace ui {

class FormulaPanel;
class GoalLine;
class OwnDataLine;
class ProseView;
class QuestionCard;
class Session;
class ShownPicture;
class StepStage;

class StepPage : public QWidget {
  Q_OBJECT

 public:
  /// `number`: of the step, from 0. The memory is the caller's and outlives the page.
  StepPage(LessonRunner& runner, int number, StepMemory& memory, QWidget* parent);
  ~StepPage() override;
  int number() const { return m_number; }
  const engine::LessonStep& step() const;

  const StepWishes& wishes() const { return m_wishes; }
  void show(const StepReading& reading);
  const StepReading* reading() const { return m_reading ? &*m_reading : nullptr; }
  /// The picture is old: something is being computed.
  void setOld(bool isOld);

  /// False: all are uncovered, or only the first one is.
  bool uncoverBeat();
  bool coverBeat();
  /// All beats are seen, whatever was uncovered.
  void setReading(bool isReading);
  /// Asked for what could stand in the place of a sample: the datasets that are open.
  std::function<std::vector<engine::DatasetPtr>()> ownData;
  /// The question that is asked now: the first that is not answered; null: there is none.
  QuestionCard* currentQuestion() const;
  const std::vector<QuestionCard*>& questions() const { return m_questions; }
  std::vector<ShownPicture*> pictures() const;
  StepStage& stage() { return *m_stage; }
  Session& session() { return *m_session; }
  void toggleNumbers();
  /// Esc: what is marked is let go; false: nothing was.
  bool letGo();
  /// As the file says; `isAll`: answers too.
  void reset();
  /// How far the text is scrolled.
  QScrollBar& scrollBar();
  /// Text above the pictures where there is no room beside them.
  void arrange();
  /// Lowest places for a test: what is shown and where, in page coordinates.
  std::vector<QWidget*> shownParts() const;

 Q_SIGNALS:
  /// A control was moved or a question answered: the step is to be computed with what the memory says now.
  void outdated();
  void lessonWanted(const QString& lesson, const QString& step);
  /// Something of a question is to be kept.
  void answered(const std::string& question);
  void failed(const QString& text);
  /// In the place of a sample; null: the sample again.
  void ownDataChosen(const std::string& name, const engine::DatasetPtr& dataset);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Beat {
    std::vector<QWidget*> parts;
  };
  void makeFrame();
  void makeParts();
  void addPart(const engine::LessonPart& part, Beat& beat);
  void addBlock(const engine::LessonBlock& block, Beat& beat);
  ProseView* addProse(const engine::LessonProse& prose, QWidget* parent);
  void addQuestion(const engine::LessonQuestion& question, Beat& beat);
  void addMore(const engine::LessonBlock& block, Beat& beat);
  /// A formula or picture of "more".
  void addFolded(const engine::LessonBlock& block, QWidget& folded);
  void addPicture(const engine::LessonPicture& picture, Beat& beat);
  void place(QWidget* part, Beat& beat);
  void connectPictures();
  void setValue(const std::string& name, const engine::LessonValue& value);
  void showBeats();
  void applyLetterSize();
  void markPictures();
  void chooseCell(const MarkedCells& cell);
  const engine::StepBlocks& blocks() const;

  LessonRunner& m_runner;
  int m_number;
  StepMemory& m_memory;
  std::unique_ptr<Session> m_session;
  QSplitter* m_splitter;
  double m_textShare = 0;  ///< of the room, once it was dragged; 0: as usual
  QScrollArea* m_scroll;
  QVBoxLayout* m_column;
  StepStage* m_stage;
  FormulaPanel* m_formulas;
  QLabel *m_title = nullptr, *m_translationNote = nullptr;
  std::vector<Beat> m_beats;
  std::vector<ShownPicture*> m_pictures;  ///< those of "more" at the end
  std::vector<ShownPicture*> m_folded;    ///< those of "more"
  std::vector<QuestionCard*> m_questions;
  std::vector<GoalLine*> m_goals;
  std::vector<OwnDataLine*> m_ownData;
  struct ProsePart {
    ProseView* view;
    size_t firstNumber, firstMark;
  };
  std::vector<ProsePart> m_prose;
  StepWishes m_wishes;
  std::optional<StepReading> m_reading;
  std::optional<size_t> m_hoveredMark, m_chosenMark;
  std::optional<MarkedCells> m_pointedCell;
  bool m_isReading = false;
  bool m_isRevealing = false;  ///< a question was answered: what it covered comes into sight
};

}  // namespace ui
