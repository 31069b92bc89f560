#include "ui/views/base/FamilyRequest.h"

#include <utility>

#include "engine/datasets/SequenceSet.h"
#include "engine/hmm/pair/ProfileAlignment.h"
#include "engine/links/Links.h"

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

/// Whether these columns of an alignment without axes, from `first` on, are linked with the dataset, not through what
/// is aligned with them: then the way back leads to the same column.
bool isLinked(const Document& document, const engine::Dataset& found, engine::Index first, engine::Index length,
              engine::DatasetId other) {
  for (engine::Index column = first; column < first + length; ++column)
    if (const auto there = document.translate(found.id, column, other))
      return document.translate(other, *there, found.id) == column;
  return false;
}

/// What is loaded of the family of one of the profiles of an alignment that names none, the rows rather than a profile.
engine::DatasetPtr linkedFamily(const Document& document, const engine::Dataset& found,
                                const engine::ProfileHmm& profile, engine::Index first) {
  engine::DatasetPtr family;
  for (const engine::DatasetPtr& dataset : document.datasets()) {
    const bool isProfile = dataset->as<engine::ProfileHmm>() != nullptr;
    if (!isProfile && !dataset->as<engine::Alignment>() && !dataset->as<engine::SequenceSet>()) continue;
    if (family && isProfile) continue;
    const engine::Index columns = engine::numPositions(*dataset);
    const bool fits = columns == profile.length() || (!isProfile && columns == profile.numAlignmentColumns);
    if (!fits || !isLinked(document, found, first, profile.length(), dataset->id)) continue;
    if (!family || family->as<engine::ProfileHmm>()) family = dataset;
  }
  return family;
}

/// The families of query and template; null where they are not loaded.
std::pair<engine::DatasetPtr, engine::DatasetPtr> familiesOf(const Document& document, const engine::Dataset& found) {
  const auto* alignment = found.axes.empty() ? found.as<engine::ProfileAlignment>() : nullptr;
  if (alignment && alignment->query && alignment->templ)
    return {linkedFamily(document, found, *alignment->query, 0),
            linkedFamily(document, found, *alignment->templ, alignment->query->length())};
  return {found.axes.empty() ? nullptr : familyOf(document, found.axes[0]),
          found.axes.size() > 1 ? familyOf(document, found.axes[1]) : nullptr};
}

}  // namespace

std::optional<engine::Request> familyRequest(const Document& document, const engine::Dataset& found,
                                             engine::Index rank) {
  const engine::Request& made = found.provenance.request;
  if (made.operation == "hit" && !made.inputs.empty())
    if (const engine::DatasetPtr search = document.find(made.inputs[0]))
      return familyRequest(document, *search,
                           made.parameters.contains("rank") ? engine::Index(made.parameters.integer("rank")) : 1);
  const auto [query, rows] = familiesOf(document, found);
  if (!query) return std::nullopt;
  engine::Request request{"merge", {query->id.text(), found.id.text()}, {}, found.id.text() + "-families"};
  if (rows && !rows->as<engine::ProfileHmm>()) request.inputs.push_back(rows->id);
  if (rank > 0) {
    request.parameters.set("rank", static_cast<std::int64_t>(rank));
    request.output.append("-").append(std::to_string(rank));
  }
  return request;
}

}  // namespace ui
