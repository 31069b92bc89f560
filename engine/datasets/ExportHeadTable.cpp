// The head table as a file: a row per head, an object per head, an array per number.
#include <algorithm>
#include <cstdio>
#include <limits>
#include <nlohmann/json.hpp>
#include <type_traits>
#include <variant>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "engine/datasets/Exports.h"
#include "engine/heads/HeadColumns.h"

namespace engine {

namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json orNull(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json intervalJson(const std::optional<Interval>& interval) {
  return interval ? Json::array({interval->low, interval->high}) : Json::array({nullptr, nullptr});
}

Json contactsJson(const ContactStatistics& found) {
  Json precision = Json::object(), used = Json::object(), possible = Json::object();
  for (std::size_t r = 0; r < kNumPairRanges; ++r)
    for (std::size_t k = 0; k < kTopDivisors.size(); ++k) {
      const auto range = static_cast<PairRange>(r);
      const std::string key = std::string(nameOf(range)) + " " + topName(k);
      precision[key] = orNull(found.at(range, k).precision);
      used[key] = found.at(range, k).used;
      possible[key] = orNull(found.at(range, k).possible);
    }
  return {{"known", found.known},
          {"precision", precision},
          {"used", used},
          {"possible", possible},
          {"pairs", found.pairs},
          {"contacts", found.contacts},
          {"background", orNull(found.background)},
          {"average_precision", orNull(found.averagePrecision)},
          {"enrichment", orNull(found.enrichment)},
          {"enrichment_interval", intervalJson(found.enrichmentInterval)},
          {"distance_correlation", orNull(found.distanceCorrelation)},
          {"contact_mass", orNull(found.contactMass)},
          {"strong_cells", found.strongCells},
          {"strong_contacts", found.strongContacts},
          {"strong_interval", intervalJson(found.strongInterval)}};
}

Json partnersJson(const PartnerMass& partners) {
  return {{"rows", partners.rows}, {"mass", orNull(partners.mass)}, {"uniform", orNull(partners.uniform)}};
}

Json annotationJson(const AnnotationStatistics& one) {
  if (one.correlation || !one.received) return {{"correlation", orNull(one.correlation)}};
  return {{"received", orNull(one.received)},
          {"expected", orNull(one.expected)},
          {"ratio", orNull(one.ratio())},
          {"auc", orNull(one.auc)}};
}

Json rowsJson(const HeadStatistics& head) {
  return {{"rows", head.hasNegative ? Json(nullptr) : Json(head.rows)},
          {"not_finite", head.notFinite},
          {"negative", head.hasNegative},
          {"causal", head.isCausal},
          {"special_mass", orNull(head.specialMass)},
          {"entropy", orNull(head.entropy)},
          {"entropy_norm", orNull(head.entropyNorm)},
          {"confidence", orNull(head.confidence)},
          {"sink_share", orNull(head.sinkShare)},
          {"sink_position", orNull(head.sinkPosition)},
          {"first_share", orNull(head.firstShare)}};
}

Json offsetsJson(const HeadStatistics& head) {
  return {{"distance", orNull(head.distance)},
          {"distance_uniform", orNull(head.distanceUniform)},
          {"offsets", head.offsets},
          {"previous", orNull(head.previous)},
          {"self", orNull(head.self)},
          {"next", orNull(head.next)},
          {"offset", orNull(head.offset)},
          {"offset_mass", orNull(head.offsetMass)},
          {"local", orNull(head.local)},
          {"helix_mass", orNull(head.helixMass)},
          {"helix_excess", orNull(head.helixExcess)},
          {"helix_period", orNull(head.helixPeriod)},
          {"symmetry", orNull(head.symmetry)}};
}

Json typesJson(const HeadStatistics& head) {
  const Json letter = head.keyType ? Json(std::string(1, *head.keyType)) : Json(nullptr);
  return {{"type_information", orNull(head.typeInformation)},
          {"key_type_information", orNull(head.keyTypeInformation)},
          {"key_type", letter},
          {"key_type_share", orNull(head.keyTypeShare)},
          {"key_type_background", orNull(head.keyTypeBackground)},
          {"key_type_count", orNull(head.keyTypeCount)}};
}

Json headJson(const HeadTable& table, const HeadStatistics& head) {
  Json labels = Json::array(), reasons = Json::array();
  for (const HeadLabel& label : head.labels) {
    labels.push_back(label.name);
    reasons.push_back(label.reason);
  }
  Json one{{"layer", head.layer}, {"head", head.head}, {"labels", labels}, {"reasons", reasons}};
  for (const Json& part : {rowsJson(head), offsetsJson(head), typesJson(head)}) one.update(part);
  if (head.contacts) one["contacts"] = contactsJson(*head.contacts);
  if (head.helixPartners) one["helix_partners"] = partnersJson(*head.helixPartners);
  if (head.strandPartners) one["strand_partners"] = partnersJson(*head.strandPartners);
  for (std::size_t k = 0; k < head.annotations.size(); ++k)
    one["annotations"][table.annotationNames[k]] = annotationJson(head.annotations[k]);
  return one;
}

Json cellJson(const HeadCell& cell) {
  return std::visit(
      [](const auto& value) {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::monostate>) return Json(nullptr);
        else return Json(value);
      },
      cell);
}

/// Every label with its share, every number, means with spread and number of proteins.
Json toldJson(const HeadTable& table, const HeadStatistics& head) {
  Json labels = Json::array();
  for (const HeadLabel& label : head.labels) labels.push_back({{"name", label.name}, {"share", label.share}});
  Json one{{"layer", head.layer}, {"head", head.head}, {"labels", labels}};
  for (std::size_t k = 0; k < table.toldKeys.size(); ++k) {
    const ToldCell& cell = head.told[k];
    Json value = cellJson(cell.value);
    if (table.toldKeys[k].isMean)
      value = {{"mean", cellJson(cell.value)}, {"sd", orNull(cell.spread)}, {"proteins", cell.proteins}};
    one[table.toldKeys[k].key] = std::move(value);
  }
  if (!head.offsets.empty()) one["offsets"] = head.offsets;
  return one;
}

Json proteinsJson(const HeadTable& table) {
  Json proteins = Json::array();
  for (const ProteinOfTable& one : table.proteins) {
    Json protein{{"name", one.name}, {"residues", one.residues}, {"counted", one.isCounted}};
    protein["structure"] = one.structure.empty() ? Json(nullptr) : Json(one.structure);
    if (!one.problem.empty()) protein["problem"] = one.problem;
    proteins.push_back(std::move(protein));
  }
  return proteins;
}

Json thresholdsJson(const HeadThresholds& thresholds) {
  return {{"special_mass", thresholds.specialMass},
          {"entropy_norm", thresholds.entropyNorm},
          {"offset_mass", thresholds.offsetMass},
          {"sink_share", thresholds.sinkShare},
          {"helix_mass", thresholds.helixMass},
          {"helix_excess", thresholds.helixExcess},
          {"precision", thresholds.contactPrecision},
          {"enrichment", thresholds.contactEnrichment},
          {"type_share", thresholds.typeShare},
          {"type_over_background", thresholds.typeOverBackground},
          {"type_over_sink", thresholds.typeOverSink},
          {"type_count", thresholds.typeCount},
          {"local", thresholds.local}};
}

Json atlasJson(const HeadAtlas& atlas) {
  Json places = Json::array();
  for (std::size_t k = 0; k < atlas.x.size(); ++k) places.push_back({atlas.x[k], atlas.y[k]});
  return {{"xy", places}, {"cluster", atlas.cluster}, {"cut", atlas.cut}};
}

std::string cellText(const HeadCell& cell) {
  if (const auto* words = std::get_if<std::string>(&cell)) return *words;
  if (const auto* whole = std::get_if<Index>(&cell)) return std::to_string(*whole);
  const auto* real = std::get_if<double>(&cell);
  if (!real) return {};
  char digits[64];
  std::snprintf(digits, sizeof digits, "%.6g", *real);
  return digits;
}

}  // namespace

std::string headTableTsv(const HeadTable& table) {
  std::vector<HeadColumn> columns = columnsOf(table);
  std::erase_if(columns, [](const HeadColumn& column) { return !column.isInFile; });
  std::string text;
  for (const HeadColumn& column : columns) text += (text.empty() ? "" : "\t") + column.key;
  text += '\n';
  for (const HeadStatistics& head : table.heads) {
    std::string line;
    for (const HeadColumn& column : columns) line += cellText(column.value(head)) + '\t';
    line.back() = '\n';
    text += line;
  }
  return text;
}

std::string headTableJson(const Dataset& dataset) {
  const auto* table = dataset.as<HeadTable>();
  if (!table) fail(dataset.title, ": found ", kindName(dataset.kind()), ", expected a head table");
  Json heads = Json::array();
  for (const HeadStatistics& head : table->heads)
    heads.push_back(table->isTold() ? toldJson(*table, head) : headJson(*table, head));
  Json document{{"layers", table->numLayers}, {"heads_per_layer", table->numHeads}, {"sequence", table->keyLetters}};
  if (!table->proteins.empty()) document["proteins"] = proteinsJson(*table);
  if (table->contacts)
    document["structure"] = {{"title", table->contacts->title},
                             {"chain", table->contacts->chain},
                             {"atom", table->contacts->atom == ContactAtom::beta ? "CB" : "CA"},
                             {"cutoff", table->contacts->cutoff},
                             {"known", table->contacts->known}};
  if (table->chance)
    document["chance_of_best"] = {{"shifts", table->chance->numShifts},
                                  {"median", table->chance->median},
                                  {"interval", intervalJson(table->chance->band)}};
  document["thresholds"] = thresholdsJson(table->thresholds);
  document["heads"] = heads;
  if (table->atlas) document["atlas"] = atlasJson(*table->atlas);
  document["provenance"] = provenanceJson(dataset.provenance);
  return document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

ArrayBundle headTableArrays(const HeadTable& table) {
  constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();
  const Shape shape{table.numLayers, table.numHeads};
  ArrayBundle bundle;
  for (const HeadColumn& column : columnsOf(table)) {
    Array<double> values(shape, kAbsent, column.key);
    bool isNumber = true;
    for (Index k = 0; k < table.count() && isNumber; ++k) {
      isNumber = !std::holds_alternative<std::string>(column.value(nth(table.heads, k)));
      values[k] = column.number(nth(table.heads, k)).value_or(kAbsent);
    }
    if (isNumber && column.key != "layer" && column.key != "head") bundle.emplace(column.key, std::move(values));
  }
  Index longest = 0;
  for (const HeadStatistics& head : table.heads) longest = std::max(longest, static_cast<Index>(head.offsets.size()));
  Array<double> offsets({table.numLayers, table.numHeads, longest}, kAbsent, "offsets");
  Array<std::int32_t> rules(shape, -1, "rule");
  for (Index k = 0; k < table.count(); ++k) {
    const HeadStatistics& head = nth(table.heads, k);
    std::copy(head.offsets.begin(), head.offsets.end(), offsets.begin() + k * longest);
    if (!head.labels.empty()) rules[k] = static_cast<std::int32_t>(head.labels.front().rule);
  }
  bundle.emplace("offsets", std::move(offsets));
  bundle.emplace("rule", std::move(rules));
  return bundle;
}

}  // namespace engine
