#include "app/window/Mutations.h"

#include <QAction>
#include <QApplication>
#include <QCursor>
#include <QPointer>
#include <QTimer>
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "app/window/MainWindow.h"
#include "app/window/ShowDataset.h"
#include "engine/attention/HeadSet.h"
#include "engine/hmm/profile/ProfileHmm.h"
#include "engine/models/LetterPredictions.h"
#include "engine/models/Mutations.h"
#include "ui/panels/LetterChoice.h"
#include "ui/views/base/ViewHistory.h"
#include "ui/views/base/ViewWaiting.h"

namespace app {

namespace {

using engine::DatasetPtr;
using engine::Index;

constexpr std::string_view kModel = "model", kChange = ".change";

bool isOfModel(const engine::Dataset& dataset) { return dataset.provenance.request.operation == kModel; }

/// Ids of the main results of models that a view shows, or that read what it shows.
std::set<std::string> modelsOf(const ui::View& view) {
  const ui::Document& document = view.session().document();
  std::set<std::string> outputs;
  for (const engine::DatasetId& id : view.datasetIds())
    for (const DatasetPtr& dataset : document.datasets()) {
      const engine::Request& request = dataset->provenance.request;
      const bool isInput =
          std::find(request.inputs.begin(), request.inputs.end(), id.text()) != request.inputs.end();
      if (isOfModel(*dataset) && (dataset->id == id || isInput) && document.find(request.output))
        outputs.insert(request.output);
    }
  return outputs;
}

/// The mutations of a result, by residue.
std::map<Index, engine::Mutation> mutationsOf(const engine::Dataset& result) {
  std::map<Index, engine::Mutation> all;
  const engine::ParameterValues& values = result.provenance.request.parameters;
  if (values.contains("mutations"))
    for (const engine::Mutation& mutation : engine::parsedMutations(values.text("mutations")))
      all[mutation.residue] = mutation;
  return all;
}

/// Where a residue is among the letters of a result: in its predicted letters all are residues, heads have special
/// tokens and gaps besides.
ui::ChangeableResidue residueAt(const engine::Dataset& dataset, Index position) {
  ui::ChangeableResidue found;
  if (const auto* profile = dataset.as<engine::ProfileHmm>()) {
    found.residue = position;
    found.letter = profile->masterLetters.at(static_cast<size_t>(position));
    const auto& emissions = profile->emissions.at(static_cast<size_t>(position));
    for (const char letter : engine::kPredictedLetters)
      found.probabilities.push_back(emissions.at(engine::alphabet::codeOf(letter)));
  } else if (const auto* heads = dataset.as<engine::HeadSet>()) {
    const std::string& letters = heads->queryLetters;
    if (position >= std::ssize(letters) || letters[static_cast<size_t>(position)] == '-') return found;
    const auto isResidue = [](char letter) { return letter != '-' && letter != '.'; };
    found.residue = std::count_if(letters.begin(), letters.begin() + position, isResidue);
    found.letter = letters[static_cast<size_t>(position)];
  }
  return found;
}

/// Residues of the result `output` that are pointed at: of a pair the one of the row first.
std::vector<ui::ChangeableResidue> residuesPointedAt(ui::Session& session, const std::string& output) {
  const ui::Document& document = session.document();
  const ui::Focus focus = session.selection().current();
  for (const bool isProfile : {true, false})
    for (const DatasetPtr& dataset : document.datasets()) {
      const bool isRight = isProfile ? dataset->as<engine::ProfileHmm>() != nullptr
                                     : dataset->as<engine::HeadSet>() && dataset->axes.empty();
      if (dataset->provenance.request.output != output || !isOfModel(*dataset) || !isRight) continue;
      std::vector<ui::ChangeableResidue> residues;
      for (const ui::Position& pointed : {focus.first, focus.second}) {
        if (pointed.index < 0) continue;
        const auto position = pointed.dataset == dataset->id
                                  ? std::optional<Index>(pointed.index)
                                  : document.translate(pointed.dataset, pointed.index, dataset->id);
        if (!position) continue;
        ui::ChangeableResidue found = residueAt(*dataset, *position);
        const auto isSame = [&](const auto& other) { return other.residue == found.residue; };
        if (found.residue >= 0 && std::none_of(residues.begin(), residues.end(), isSame))
          residues.push_back(std::move(found));
      }
      if (!residues.empty()) return residues;
    }
  return {};
}

/// Runs the result again with another letter at a residue; one step of undo.
void mutate(MainWindow& window, ui::View& view, const std::string& output, Index residue, char original, char letter) {
  const DatasetPtr result = window.session().document().find(output);
  if (!result) return;
  std::map<Index, engine::Mutation> all = mutationsOf(*result);
  all.erase(residue);
  if (letter != original) all[residue] = {original, residue, letter};
  std::vector<engine::Mutation> list;
  for (const auto& [place, mutation] : all) list.push_back(mutation);
  const engine::Request before = result->provenance.request;
  engine::Request after = before;
  after.parameters.set("mutations", engine::mutationsText(list));
  ui::Job* job = window.session().rerun(after);
  if (!job) return;
  ui::waitFor(&view, job);
  QObject::connect(job, &ui::Job::ended, &window, [&window, job, before, after] {
    if (job->state() != ui::JobState::finished) return;
    window.history().record([&window, before] { window.session().rerun(before); },
                            [&window, after] { window.session().rerun(after); });
  });
}

void askForLetter(MainWindow& window, ui::View& view) {
  for (const std::string& output : modelsOf(view)) {
    std::vector<ui::ChangeableResidue> residues = residuesPointedAt(window.session(), output);
    if (residues.empty()) continue;
    const auto mutations = mutationsOf(*window.session().document().find(output));
    std::map<Index, char> originals;
    for (ui::ChangeableResidue& each : residues) {
      const auto known = mutations.find(each.residue);
      each.original = known == mutations.end() ? each.letter : known->second.from;
      if (known != mutations.end()) each.letter = known->second.to;
      originals[each.residue] = each.original;
    }
    auto* choice = new ui::LetterChoice(std::move(residues), &view);
    QObject::connect(choice, &ui::LetterChoice::chosen, &view,
                     [&window, &view, output, originals](Index residue, char letter) {
                       mutate(window, view, output, residue, originals.at(residue), letter);
                     });
    const bool isUnderPointer = view.canvas().underMouse();
    choice->move(isUnderPointer ? QCursor::pos() : view.mapToGlobal(view.rect().center()));
    choice->show();
    return;
  }
  window.session().report(ui::MessageKind::information,
                          MainWindow::tr("Point at the residue that is to be mutated, or click it."));
}

}  // namespace

void offerMutations(MainWindow& window, ui::View& view) {
  QAction* action = view.addCommand(QStringLiteral("view.mutate"), MainWindow::tr("Mutate the residue…"),
                                    QKeySequence(Qt::CTRL | Qt::Key_M), [&] { askForLetter(window, view); });
  action->setToolTip(MainWindow::tr("Runs the model again with another letter in the place of the one pointed at"));
  const auto refresh = [action, &view] { action->setVisible(!modelsOf(view).empty()); };
  refresh();
  QObject::connect(&view, &ui::View::titleChanged, action, refresh);
  QObject::connect(&window.session().document(), &ui::Document::added, action, refresh);
  QObject::connect(&window.session().document(), &ui::Document::removed, action, refresh);
}

void showChangesOfModels(MainWindow& window) {
  const auto show = [&window](const std::string& id) {
    Workspace& workspace = window.workspace();
    const DatasetPtr change = workspace.session().document().find(id);
    const auto views = workspace.views();
    const auto isOnShow = [&](const std::string& dataset) {
      return std::any_of(views.begin(), views.end(), [&](const ui::View* view) {
        const auto ids = view->datasetIds();
        return std::find(ids.begin(), ids.end(), dataset) != ids.end();
      });
    };
    if (!change || isOnShow(id)) return;
    const QPointer<QWidget> typing = QApplication::focusWidget();
    showDataset(workspace, change);
    if (typing && !workspace.isAncestorOf(typing)) typing->setFocus();
  };
  QObject::connect(&window.session().document(), &ui::Document::added, &window,
                   [&window, show](const DatasetPtr& dataset) {
                     const engine::Request& request = dataset->provenance.request;
                     const bool isChange =
                         isOfModel(*dataset) && dataset->id.text() == request.output + std::string(kChange);
                     if (!isChange || window.session().isOpening()) return;
                     // Once all that came with it is there.
                     QTimer::singleShot(0, &window, [show, id = dataset->id.text()] { show(id); });
                   });
}

}  // namespace app
