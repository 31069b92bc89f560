#include "ui/views/pair/PairSubject.h"

#include <algorithm>
#include <memory>

#include "engine/attention/HeadSet.h"
#include "engine/attention/geometric/GeometricArrays.h"
#include "engine/base/Nth.h"
#include "engine/operations/ChainChoice.h"
#include "engine/operations/Operation.h"
#include "ui/views/pair/PairMechanisms.h"
#include "ui/views/readout/ResidueText.h"

namespace ui {

using engine::Index;

namespace {

const std::vector<const PairMechanism*>& pairMechanisms() {
  static const std::vector<const PairMechanism*> list{&geometricPairs(), &invariantPointPairs()};
  return list;
}

engine::ParameterValues withoutWeights(const PairSource& source) {
  engine::ParameterValues values = source.values;
  for (const PairKnob& knob : source.mechanism->knobs) values.set(knob.key, std::string());
  return values;
}

}  // namespace

std::vector<std::string> pairOperations() {
  std::vector<std::string> operations;
  for (const PairMechanism* mechanism : pairMechanisms()) operations.emplace_back(mechanism->operation);
  return operations;
}

bool PairSource::hasVectorsOf(const PairSource& other) const {
  return mechanism == other.mechanism && input->value == other.input->value &&
         withoutWeights(*this).all() == withoutWeights(other).all();
}

std::optional<PairSource> pairSourceOf(const engine::DatasetPtr& dataset, const Document& document) {
  if (!dataset || !dataset->as<engine::HeadSet>()) return std::nullopt;
  const engine::Request& request = dataset->provenance.request;
  const auto& all = pairMechanisms();
  const auto found = std::find_if(all.begin(), all.end(), [&](const PairMechanism* mechanism) {
    return request.operation == mechanism->operation;
  });
  if (found == all.end()) return std::nullopt;
  const bool isSample = request.inputs.empty() || request.inputs[0].empty();
  const engine::DatasetPtr input = document.find(isSample ? request.output + ".input" : request.inputs[0]);
  if (!input || (!input->as<engine::Structure>() && !input->as<engine::ArrayBundle>())) return std::nullopt;
  try {
    const engine::Operation& operation = engine::findOperation(request.operation);
    return PairSource{*found, dataset, input, engine::completed(operation.parameters(), request.parameters)};
  } catch (const engine::Error&) {  // of a file of another version
    return std::nullopt;
  }
}

std::shared_ptr<PairLayer> layerOf(const PairSource& source, engine::Progress& progress) {
  const auto* structure = source.input->as<engine::Structure>();
  const auto arraysOf = [&] {
    return source.mechanism->inputOf(engine::chosenChain(*structure, source.values.text("chain"), source.input->title));
  };
  const engine::ArrayBundle made = structure ? arraysOf() : engine::ArrayBundle{};
  const engine::ArrayBundle& arrays = structure ? made : *source.input->as<engine::ArrayBundle>();
  return source.mechanism->layerOf(arrays, withoutWeights(source), progress);
}

std::vector<engine::Array<double>> weightsOf(const PairSource& source, const std::vector<engine::Array<double>>& own) {
  std::vector<engine::Array<double>> weights;
  for (size_t k = 0; k < own.size(); ++k) {
    engine::Array<double> given = engine::headWeights(source.values, source.mechanism->knobs[k].key, own[k].size());
    weights.push_back(given.empty() ? own[k] : std::move(given));
  }
  return weights;
}

PairNames::PairNames(const engine::Dataset& heads)
    : m_title(QString::fromStdString(heads.title)), m_axis(heads.axes.empty() ? heads.id : heads.axes.front()) {
  const auto& set = *heads.as<engine::HeadSet>();
  m_numResidues = set.numQueries;
  m_letters = set.queryLetters;
  for (const auto& map : set.maps) m_labels.push_back(map ? map->label : std::string());
}

QString PairNames::residue(Index index) const {
  const QString number = QString::number(index + 1);
  const bool isKnown = index < std::ssize(m_letters) && engine::nth(m_letters, index) != '-';
  return isKnown ? QLatin1Char(engine::nth(m_letters, index)) + number : number;
}

QString PairNames::residueInWords(Index index) const { return residueText(m_letters, index); }

QString PairNames::head(Index head) const {
  const QString which = QObject::tr("Head %1 of %2").arg(head + 1).arg(numHeads());
  const std::string& label = engine::nth(m_labels, head);
  return label.empty() ? which : which + QStringLiteral(": ") + QString::fromStdString(label);
}

}  // namespace ui
