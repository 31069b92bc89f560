#include "ui/views/heads/SwitchOff.h"

#include <QCoreApplication>
#include <QMenu>
#include <algorithm>
#include <sstream>

#include "engine/attention/HeadSet.h"
#include "engine/models/ModelWeights.h"
#include "engine/operations/Operation.h"
#include "ui/views/heads/HeadsOnChain.h"

namespace ui {

namespace {

QString switchOffWords(const char* text) { return QCoreApplication::translate("SwitchOff", text); }

bool isOfModel(const engine::Dataset& heads) {
  const std::string& operation = heads.provenance.request.operation;
  return operation == "model" || operation == "ablate";
}

bool isLearned(const engine::Dataset& heads) {
  const std::string& operation = heads.provenance.request.operation;
  const auto* set = heads.as<engine::HeadSet>();
  return set && set->areHeads && (operation == "train factored" || operation == "learned");
}

/// Alignment, weights and structure that heads were learned from; nothing when one is not loaded any more.
std::optional<engine::Request> requestOfLearned(const engine::Dataset& heads, const Document& document) {
  const engine::Request& made = heads.provenance.request;
  const bool isTraining = made.operation == "train factored";
  const auto inputAt = [&](std::size_t k) { return made.inputs.size() > k ? made.inputs[k] : std::string(); };
  engine::Request request{"ablate-learned", {inputAt(0)}, {}, document.freeId("ablate")};
  request.inputs.push_back(isTraining ? heads.id.text() + ".weights" : inputAt(1));
  for (const std::string& input : request.inputs)
    if (!document.find(input)) return std::nullopt;
  if (const std::string structure = inputAt(isTraining ? 1 : 2); !structure.empty() && document.find(structure))
    request.inputs.push_back(structure);
  for (const char* key : {"row", "chain", "seed"})
    if (made.parameters.isGiven(key)) request.parameters.copy(key, made.parameters);
  return request;
}

/// "3.1 4.2=uniform" with these heads in the place of what was said of them.
std::string ablationText(const std::string& before, const std::vector<ChosenHead>& chosen, const std::string& how) {
  std::vector<std::string> places;
  for (const ChosenHead& head : chosen)
    places.push_back(std::to_string(head.layer + 1) + "." + std::to_string(head.head + 1));
  std::string text;
  const auto add = [&text](const std::string& word) { text += (text.empty() ? "" : " ") + word; };
  std::istringstream words(before);
  for (std::string word; words >> word;)
    if (std::find(places.begin(), places.end(), word.substr(0, word.find('='))) == places.end()) add(word);
  for (const std::string& place : places) add(how == "zero" ? place : place + "=" + how);
  return text;
}

/// The parameters of the run that the operation knows as well.
engine::ParameterValues commonParameters(const engine::ParameterValues& made) {
  engine::ParameterValues values;
  for (const engine::Parameter& parameter : engine::findOperation("ablate").parameters())
    if (made.isGiven(parameter.key)) values.copy(parameter.key, made);
  return values;
}

QString nameOf(const std::vector<ChosenHead>& chosen) {
  if (chosen.size() > 1) return switchOffWords("%1 heads").arg(chosen.size());
  return switchOffWords("layer %1, head %2").arg(chosen.front().layer + 1).arg(chosen.front().head + 1);
}

}  // namespace

std::optional<engine::Request> requestWithout(const engine::Dataset& heads, const std::vector<ChosenHead>& chosen,
                                              const std::string& how, const Document& document) {
  const engine::Request& made = heads.provenance.request;
  if (isLearned(heads) && !chosen.empty()) {
    std::optional<engine::Request> request = requestOfLearned(heads, document);
    if (request) request->parameters.set("ablate", ablationText({}, chosen, how));
    return request;
  }
  if (!isOfModel(heads) || made.inputs.empty() || chosen.empty()) return std::nullopt;
  for (const std::string& input : made.inputs)
    if (!input.empty() && !document.find(input)) return std::nullopt;
  const engine::DatasetPtr weights = document.find(made.inputs.front());
  if (!weights || !weights->as<engine::ModelWeights>()) return std::nullopt;
  engine::Request request{"ablate", made.inputs, commonParameters(made.parameters), document.freeId("ablate")};
  const std::string before = made.parameters.contains("ablate") ? made.parameters.text("ablate") : std::string();
  request.parameters.set("ablate", ablationText(before, chosen, how));
  std::vector<std::string>& inputs = request.inputs;  // weights, what was read, a structure
  while (inputs.back().empty()) inputs.pop_back();
  constexpr std::size_t kStructure = 2;
  if (const auto places = placesOf(heads, document); inputs.size() == kStructure && !places.empty())
    inputs.push_back(places.front().structure->id.text());
  return request;
}

std::optional<engine::Request> requestWithoutEach(const engine::Dataset& heads, const Document& document) {
  return isLearned(heads) ? requestOfLearned(heads, document) : std::nullopt;
}

void addSwitchOff(QMenu& menu, View& view, const engine::DatasetPtr& heads, const std::vector<ChosenHead>& chosen) {
  if (!heads || !(isOfModel(*heads) || isLearned(*heads)) || chosen.empty()) return;
  if (!requestWithout(*heads, chosen, "zero", view.session().document())) {
    menu.addAction(switchOffWords("Switch off: the weights or the input of the model are not loaded"))
        ->setEnabled(false);
    return;
  }
  QMenu* const ways = menu.addMenu(switchOffWords("Switch off %1").arg(nameOf(chosen)));
  std::vector<std::pair<const char*, QString>> kinds{{"zero", switchOffWords("Zero: the head adds nothing")},
                                                     {"uniform", switchOffWords("Uniform: it looks at all alike")}};
  if (!isLearned(*heads)) kinds.emplace_back("mean", switchOffWords("Mean: it says the same everywhere"));
  for (const auto& [how, text] : kinds) {
    QAction* const action = ways->addAction(text);
    action->setObjectName(QStringLiteral("switchoff.") + QLatin1String(how));
    QObject::connect(action, &QAction::triggered, &view, [&view, heads, chosen, way = std::string(how)] {
      if (const auto request = requestWithout(*heads, chosen, way, view.session().document()))
        Q_EMIT view.requested(*request);
    });
  }
  if (!isLearned(*heads)) return;
  QAction* const each = ways->addAction(switchOffWords("Each head by itself, one after the other"));
  each->setObjectName(QStringLiteral("switchoff.each"));
  QObject::connect(each, &QAction::triggered, &view, [&view, heads] {
    if (const auto request = requestWithoutEach(*heads, view.session().document())) Q_EMIT view.requested(*request);
  });
}

}  // namespace ui
