// What every operation has in common: checks before, provenance, ids and axes after; and the list of operations.
#include "engine/operations/Operation.h"

#include <algorithm>
#include <chrono>
#include <map>

#include "engine/base/Joined.h"
#include "engine/compute/Device.h"
#include "engine/datasets/Kind.h"
#include "engine/operations/MechanismOperation.h"

namespace engine {

#define OPERATION(Name) std::unique_ptr<const Operation> make##Name();
#include "engine/operations/operations.def"
#undef OPERATION

namespace {

std::string kindNames(const std::vector<DatasetKind>& kinds) {
  std::string text;
  for (const DatasetKind kind : kinds) text += (text.empty() ? "" : " or ") + kindName(kind);
  return text;
}

void checkInputs(const Operation& operation, const std::vector<DatasetPtr>& inputs) {
  const std::vector<OperationInput> expected = operation.inputs();
  if (inputs.size() > expected.size())
    fail(operation.id(), ": found ", inputs.size(), " inputs, expected at most ", expected.size());
  for (size_t k = 0; k < expected.size(); ++k) {
    const OperationInput& input = expected[k];
    if (k >= inputs.size() || !inputs[k]) {
      if (input.isOptional) continue;
      fail(operation.id(), ": input ", input.name, " is missing, expected ", kindNames(input.kinds));
    }
    if (std::find(input.kinds.begin(), input.kinds.end(), inputs[k]->kind()) == input.kinds.end())
      fail(operation.id(), ": input ", input.name, ": found ", kindName(inputs[k]->kind()), " (", inputs[k]->title,
           "), expected ", kindNames(input.kinds));
  }
}

std::vector<std::uint64_t> versionsOf(const std::vector<std::string>& ids, const std::vector<DatasetPtr>& inputs) {
  std::vector<std::uint64_t> versions;
  for (const std::string& id : ids) {
    const auto input =
        std::find_if(inputs.begin(), inputs.end(), [&id](const auto& one) { return one && one->id == id; });
    versions.push_back(input == inputs.end() ? Provenance::kUnknownVersion : (*input)->provenance.version);
  }
  return versions;
}

std::string defaultId(std::string operation) {
  std::replace(operation.begin(), operation.end(), ' ', '-');
  return operation;
}

}  // namespace

void nameResults(std::vector<Dataset>& results, const std::string& id) {
  if (results.empty()) return;
  const std::string prefix = results.front().id + ".";
  std::map<std::string, std::string> renamed;
  for (size_t k = 0; k < results.size(); ++k) {
    const std::string& own = results[k].id.text();
    std::string name = id;
    if (k > 0) name += own.starts_with(prefix) ? own.substr(prefix.size() - 1) : "." + std::to_string(k + 1);
    if (!own.empty()) renamed[own] = name;
    results[k].id = name;
  }
  for (Dataset& result : results)
    for (DatasetId& axis : result.axes)
      if (const auto found = renamed.find(axis); found != renamed.end()) axis = found->second;
}

std::vector<Dataset> Operation::run(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                                    const Compute& compute, Diagnostics& diagnostics, Progress& progress) const {
  checkInputs(*this, inputs);
  const ParameterValues all = completedFor(inputs, values);
  checkParameters(all);
  const size_t numEarlierWarnings = diagnostics.warnings().size();
  const Compute where{place() == Place::native ? nullptr : compute.device, compute.threads};
  const std::uint64_t numDone = where.device ? where.device->numDone() : 0;
  const auto start = std::chrono::steady_clock::now();
  progress.update(0, title());
  std::vector<Dataset> results = this->compute(inputs, all, where, diagnostics, progress);
  nameResults(results, defaultId(id()));
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();

  const bool ranOnDevice = where.device && where.device->numDone() > numDone;
  Request request{id(), {}, all, {}};
  for (const DatasetPtr& input : inputs) request.inputs.push_back(input ? input->id : DatasetId{});
  const auto& warnings = diagnostics.warnings();
  for (Dataset& result : results) {
    if (result.title.empty()) result.title = title();
    if (result.axes.empty() && !inputs.empty() && inputs[0])
      result.axes = kindOf(result).axesOnInput(result, *inputs[0]);
    Provenance& provenance = result.provenance;
    if (provenance.request.operation.empty()) provenance.request = request;
    if (provenance.device.empty()) provenance.device = ranOnDevice ? where.device->info().name : "native CPU";
    provenance.seconds = seconds;
    provenance.warnings.assign(warnings.begin() + static_cast<std::ptrdiff_t>(numEarlierWarnings), warnings.end());
    provenance.programVersion = programVersion();
    provenance.inputVersions = versionsOf(provenance.request.inputs, inputs);
    provenance.version = versionOf(provenance.inputVersions);
  }
  return results;
}

const std::vector<std::unique_ptr<const Operation>>& operations() {
  static const auto all = [] {
    std::vector<std::unique_ptr<const Operation>> list;
#define OPERATION(Name) list.push_back(make##Name());
#include "engine/operations/operations.def"
#undef OPERATION
    for (const auto& mechanism : mechanisms()) {  // in their order, also those with an operation of their own
      const auto own = std::find_if(list.begin(), list.end(), [&](const auto& operation) {
        return operation->id() == "attention " + mechanism->id();
      });
      if (own == list.end())
        list.push_back(operationOf(*mechanism));
      else
        std::rotate(own, own + 1, list.end());
    }
    return list;
  }();
  return all;
}

const Operation& findOperation(std::string_view id) {
  for (const auto& operation : operations())
    if (operation->id() == id) return *operation;
  fail("unknown operation \"", id, "\", expected one of: ", joined(operations(), &Operation::id));
}

std::string programVersion() { return HEADLIGHT_VERSION; }

}  // namespace engine
