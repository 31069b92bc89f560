#include "engine/report/Describe.h"

#include <nlohmann/json.hpp>

#include "engine/datasets/Exports.h"
#include "engine/datasets/Kind.h"

namespace engine {

nlohmann::ordered_json datasetJson(const Dataset& dataset) {
  nlohmann::ordered_json result{
      {"kind", kindName(dataset.kind())}, {"title", dataset.title}, {"source", dataset.source}};
  result.update(kindOf(dataset).facts(dataset));
  if (!dataset.provenance.request.operation.empty()) result["provenance"] = provenanceJson(dataset.provenance);
  return result;
}

std::string datasetText(const Dataset& dataset) {
  return datasetLine(dataset) + "\n" + kindOf(dataset).text(dataset);
}

std::string datasetLine(const Dataset& dataset) {
  return kindName(dataset.kind()) + ", " + kindOf(dataset).size(dataset);
}

}  // namespace engine
