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

namespace {

/// What every result of one run is told of itself.
class RunRecord {
 public:
  RunRecord(const Operation& operation, const std::vector<DatasetPtr>& inputs, ParameterValues values,
            const Compute& where, const Diagnostics& diagnostics)
      : m_operation(operation),
        m_inputs(inputs),
        m_request{operation.id(), {}, std::move(values), {}},
        m_device(where.device),
        m_numDone(where.device ? where.device->numDone() : 0),
        m_diagnostics(diagnostics),
        m_numEarlierWarnings(static_cast<std::ptrdiff_t>(diagnostics.warnings().size())) {
    for (const DatasetPtr& input : inputs) m_request.inputs.push_back(input ? input->id : DatasetId{});
  }

  /// Ids, titles, axes, provenance. `part`: which one of what there is before the end, from 1, so that whatever is made
  /// of it is known to be stale once more is there; 0 of all.
  void complete(std::vector<Dataset>& results, std::uint64_t part) const {
    nameResults(results, defaultId(m_operation.id()));
    for (Dataset& result : results) {
      if (result.title.empty()) result.title = m_operation.title();
      if (result.axes.empty() && !m_inputs.empty() && m_inputs[0])
        result.axes = kindOf(result).axesOnInput(result, *m_inputs[0]);
      completeProvenance(result.provenance);
      if (part > 0) result.provenance.version = versionOf({result.provenance.version, part});
    }
  }

 private:
  void completeProvenance(Provenance& provenance) const {
    const bool ranOnDevice = m_device && m_device->numDone() > m_numDone;
    const auto& warnings = m_diagnostics.warnings();
    if (provenance.request.operation.empty()) provenance.request = m_request;
    if (provenance.device.empty()) provenance.device = ranOnDevice ? m_device->info().name : "native CPU";
    provenance.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
    provenance.warnings.assign(warnings.begin() + m_numEarlierWarnings, warnings.end());
    provenance.programVersion = programVersion();
    provenance.inputVersions = versionsOf(provenance.request.inputs, m_inputs);
    provenance.version = versionOf(provenance.inputVersions);
  }

  const Operation& m_operation;
  const std::vector<DatasetPtr>& m_inputs;
  Request m_request;
  const Device* m_device;
  std::uint64_t m_numDone;
  const Diagnostics& m_diagnostics;
  std::ptrdiff_t m_numEarlierWarnings;
  std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

}  // namespace

std::vector<Dataset> Operation::run(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                                    const Compute& compute, Diagnostics& diagnostics, Progress& progress,
                                    const ResultsSoFar& soFar) const {
  checkInputs(*this, inputs);
  const ParameterValues all = completedFor(inputs, values);
  checkParameters(all);
  const Compute where{place() == Place::native ? nullptr : compute.device, compute.threads};
  const RunRecord record(*this, inputs, all, where, diagnostics);
  progress.update(0, title());
  std::uint64_t part = 0;
  const auto tell = [&](std::vector<Dataset> partial) {
    record.complete(partial, ++part);
    soFar(std::move(partial));
  };
  std::vector<Dataset> results = soFar ? computeShowing(inputs, all, where, diagnostics, progress, tell)
                                       : this->compute(inputs, all, where, diagnostics, progress);
  record.complete(results, 0);
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
