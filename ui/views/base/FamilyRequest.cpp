#include "ui/views/base/FamilyRequest.h"

#include "engine/hmm/profile/ProfileHmm.h"

namespace ui {

namespace {

/// The alignment that a profile was made from, where it is loaded; else the dataset itself.
engine::DatasetPtr familyOf(const Document& document, engine::DatasetId id) {
  engine::DatasetPtr dataset = document.find(id);
  if (!dataset || !dataset->as<engine::ProfileHmm>()) return dataset;
  const engine::Request& request = dataset->provenance.request;
  const engine::DatasetPtr origin =
      request.operation == "profile" && !request.inputs.empty() ? document.find(request.inputs[0]) : nullptr;
  return origin ? origin : dataset;
}

}  // namespace

std::optional<engine::Request> familyRequest(const Document& document, const engine::Dataset& found,
                                             engine::Index rank) {
  const engine::Request& made = found.provenance.request;
  if (made.operation == "hit" && !made.inputs.empty())
    if (const engine::DatasetPtr search = document.find(made.inputs[0]))
      return familyRequest(document, *search,
                           made.parameters.contains("rank") ? engine::Index(made.parameters.integer("rank")) : 1);
  const engine::DatasetPtr query = found.axes.empty() ? nullptr : familyOf(document, found.axes[0]);
  if (!query) return std::nullopt;
  engine::Request request{"merge", {query->id.text(), found.id.text()}, {}, found.id.text() + "-families"};
  const engine::DatasetPtr rows = found.axes.size() > 1 ? familyOf(document, found.axes[1]) : nullptr;
  if (rows && !rows->as<engine::ProfileHmm>()) request.inputs.push_back(rows->id);
  if (rank > 0) {
    request.parameters.set("rank", static_cast<std::int64_t>(rank));
    request.output.append("-").append(std::to_string(rank));
  }
  return request;
}

}  // namespace ui
