#include "ui/views/pair/PairSubject.h"

#include <memory>

#include "engine/attention/HeadSet.h"
#include "engine/attention/geometric/BackboneHeads.h"
#include "engine/attention/geometric/GeometricArrays.h"
#include "engine/base/Nth.h"
#include "engine/operations/ChainChoice.h"
#include "engine/operations/Operation.h"
#include "ui/views/readout/ResidueText.h"

namespace ui {

using engine::Index;

namespace {

constexpr const char kOperation[] = "attention geometric";

engine::ParameterValues withoutWeights(engine::ParameterValues values) {
  for (const char* key : {"w_r", "w_d"}) values.set(key, std::string());
  return values;
}

}  // namespace

bool PairSource::hasVectorsOf(const PairSource& other) const {
  return input->value == other.input->value &&
         withoutWeights(values).all() == withoutWeights(other.values).all();
}

std::optional<PairSource> pairSourceOf(const engine::DatasetPtr& dataset, const Document& document) {
  if (!dataset || !dataset->as<engine::HeadSet>()) return std::nullopt;
  const engine::Request& request = dataset->provenance.request;
  if (request.operation != kOperation) return std::nullopt;
  const bool isSample = request.inputs.empty() || request.inputs[0].empty();
  const engine::DatasetPtr input = document.find(isSample ? request.output + ".input" : request.inputs[0]);
  if (!input || (!input->as<engine::Structure>() && !input->as<engine::ArrayBundle>())) return std::nullopt;
  try {
    return PairSource{dataset, input,
                      engine::completed(engine::findOperation(kOperation).parameters(), request.parameters)};
  } catch (const engine::Error&) {  // of a file of another version
    return std::nullopt;
  }
}

std::shared_ptr<engine::GeometricPairs> layerOf(const PairSource& source, engine::Progress& progress) {
  const auto* structure = source.input->as<engine::Structure>();
  const auto arraysOf = [&] {
    return engine::backboneHeadsInput(
        engine::chosenChain(*structure, source.values.text("chain"), source.input->title));
  };
  const engine::ArrayBundle made = structure ? arraysOf() : engine::ArrayBundle{};
  const engine::ArrayBundle& arrays = structure ? made : *source.input->as<engine::ArrayBundle>();
  const engine::ParameterValues values = withoutWeights(source.values);
  return std::make_shared<engine::GeometricPairs>(engine::readGeometricInput<double>(arrays, values), 1, progress);
}

engine::Array<double> weightsOf(const PairSource& source, const char* key, const engine::Array<double>& own) {
  engine::Array<double> given = engine::headWeights(source.values, key, own.size());
  return given.empty() ? own : given;
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
