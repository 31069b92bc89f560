// How a result came about as JSON.
#include <nlohmann/json.hpp>

#include "engine/datasets/Exports.h"

namespace engine {

using Json = nlohmann::ordered_json;

Json parametersJson(const ParameterValues& values) {
  Json parameters = Json::object();
  for (const auto& [key, value] : values.all())
    parameters[key] = std::visit([](const auto& held) { return Json(held); }, value);
  return parameters;
}

Json provenanceJson(const Provenance& provenance) {
  const ParameterValues& values = provenance.request.parameters;
  Json given = Json::array();
  for (const auto& [key, value] : values.all())
    if (values.isGiven(key)) given.push_back(key);
  return {{"operation", provenance.request.operation},
          {"inputs", provenance.request.inputs},
          {"parameters", parametersJson(values)},
          {"given", given},
          {"device", provenance.device},
          {"seconds", provenance.seconds},
          {"warnings", provenance.warnings},
          {"version", provenance.programVersion}};
}

}  // namespace engine
