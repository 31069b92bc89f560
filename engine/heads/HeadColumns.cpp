#include "engine/heads/HeadColumns.h"

#include <algorithm>
#include <cstdio>

#include "engine/base/Nth.h"

namespace engine {

namespace {

using Head = HeadStatistics;
using Contacts = ContactStatistics;

template <class T>
HeadCell cell(const std::optional<T>& value) {
  return value ? HeadCell(*value) : HeadCell();
}

/// A member that may be absent.
template <class T>
std::function<HeadCell(const Head&)> member(std::optional<T> Head::*part) {
  return [part](const Head& head) { return cell(head.*part); };
}

/// A number of the contacts, absent without a structure.
template <class T>
std::function<HeadCell(const Head&)> ofContacts(T get) {
  return [get](const Head& head) { return head.contacts ? cell(get(*head.contacts)) : HeadCell(); };
}

std::vector<HeadColumn> headColumnsOfName() {
  return {{"layer", "Layer", "", "layer, counted from 1", "Head", 0, true,
           [](const Head& head) { return HeadCell(head.layer + 1); }},
          {"head", "Head", "", "head of the layer, counted from 1", "Head", 0, true,
           [](const Head& head) { return HeadCell(head.head + 1); }},
          {"label", "Label", "", "the first rule that holds: what the head does in a word", "Head", 0, true,
           [](const Head& head) { return HeadCell(head.label()); }},
          {"tags", "Also", "", "the other rules that hold", "Head", 0, true,
           [](const Head& head) { return HeadCell(head.tags()); }}};
}

std::vector<HeadColumn> rowColumns() {
  return {{"rows", "Rows", "", "rows with weight on residues; all means are over these", "Rows", 0, true,
           [](const Head& head) { return head.hasNegative ? HeadCell() : HeadCell(head.rows); }},
          {"not_finite", "Not finite", "", "cells that hold no number", "Rows", 0, true,
           [](const Head& head) { return HeadCell(head.notFinite); }},
          {"special_mass", "On special tokens", "", "share of the weight on tokens that are no residues", "Rows", 3,
           true, member(&Head::specialMass)},
          {"entropy", "Entropy", "bits",
           "spread of a row's weight, mean over rows; 2 to its power is the number of "
           "residues that a row looks at",
           "Rows", 2, true, member(&Head::entropy)},
          {"entropy_norm", "Entropy / largest", "", "entropy over that of even weights: 1 is even, 0 is one residue",
           "Rows", 3, true, member(&Head::entropyNorm)},
          {"confidence", "Largest weight", "", "largest weight of a row, mean over rows", "Rows", 3, true,
           member(&Head::confidence)}};
}

std::vector<HeadColumn> distanceColumns() {
  return {{"distance", "Distance", "residues", "how far a row looks along the sequence, mean over weight and rows",
           "Positions", 1, true, member(&Head::distance)},
          {"distance_uniform", "Distance if even", "residues", "how far a row with even weights would look",
           "Positions", 1, true, member(&Head::distanceUniform)},
          {"distance_ratio", "Distance / even", "", "distance over that of even weights: below 1 the head looks nearby",
           "Positions", 2, false, [](const Head& head) { return cell(head.distanceRatio()); }},
          {"sink_share", "Sink", "", "largest share of the weight that one residue receives from all rows", "Positions",
           3, true, member(&Head::sinkShare)},
          {"sink_position", "Sink at", "", "that residue, counted from 1", "Positions", 0, true,
           [](const Head& head) { return head.sinkPosition ? HeadCell(*head.sinkPosition + 1) : HeadCell(); }},
          {"first_share", "On the first", "", "share of the weight on the first residue", "Positions", 3, false,
           member(&Head::firstShare)}};
}

std::vector<HeadColumn> offsetColumns() {
  return {
      {"previous", "Previous", "", "weight on the residue before, mean over rows", "Offsets", 3, true,
       member(&Head::previous)},
      {"self", "Self", "", "weight of a residue on itself, mean over rows", "Offsets", 3, true, member(&Head::self)},
      {"next", "Next", "", "weight on the residue behind, mean over rows", "Offsets", 3, true, member(&Head::next)},
      {"offset", "Offset", "residues", "offset with the most weight, of those up to 32 either way", "Offsets", 0, true,
       member(&Head::offset)},
      {"offset_mass", "Weight at offset", "", "weight at that offset, mean over rows", "Offsets", 3, true,
       member(&Head::offsetMass)},
      {"local", "Within 5", "", "weight on residues up to five away", "Offsets", 3, true, member(&Head::local)},
      {"helix_mass", "Helix", "", "weight at offsets of one turn of a helix: three and four either way", "Offsets", 3,
       true, member(&Head::helixMass)},
      {"helix_excess", "Helix excess", "", "the same less the weight at two and five either way: a peak, no slope",
       "Offsets", 3, true, member(&Head::helixExcess)},
      {"helix_period", "Helix period", "",
       "how much of the change with the offset repeats every 3.6 residues; "
       "chance gives 0.11 and up to 0.5",
       "Offsets", 2, false, member(&Head::helixPeriod)},
      {"symmetry", "Symmetry", "", "1: residues look at each other alike; 0: never back", "Offsets", 3, true,
       member(&Head::symmetry)}};
}

std::vector<HeadColumn> typeColumns() {
  return {{"type_information", "Types joined", "bits",
           "what the type of the residue that looks tells about that of "
           "the residue looked at; too high for few residues",
           "Residue types", 2, false, member(&Head::typeInformation)},
          {"key_type_information", "Types chosen", "bits",
           "how far the types looked at are from the composition of "
           "the sequence",
           "Residue types", 2, false, member(&Head::keyTypeInformation)},
          {"key_type", "Type", "", "residue type that receives the most weight", "Residue types", 0, true,
           [](const Head& head) { return head.keyType ? HeadCell(std::string(1, *head.keyType)) : HeadCell(); }},
          {"key_type_share", "Share of type", "", "share of the weight that it receives", "Residue types", 3, true,
           member(&Head::keyTypeShare)},
          {"key_type_background", "Type in sequence", "", "its share of the residues", "Residue types", 3, false,
           member(&Head::keyTypeBackground)},
          {"key_type_count", "Residues of type", "", "number of such residues", "Residue types", 0, false,
           member(&Head::keyTypeCount)}};
}

std::string rangeInWords(PairRange range) {
  const Separations apart = separationsOf(range);
  std::string text = std::to_string(apart.least);
  text += apart.largest ? " to " + std::to_string(*apart.largest) : " and more";
  return text + " residues apart";
}

std::vector<HeadColumn> precisionColumns() {
  std::vector<HeadColumn> columns;
  for (std::size_t r = 0; r < kNumPairRanges; ++r)
    for (std::size_t k = 0; k < kTopDivisors.size(); ++k) {
      const auto range = static_cast<PairRange>(r);
      const std::string name(nameOf(range)), top = topName(k);
      std::string key = "P_" + name + "_" + top;
      std::erase(key, '/');
      columns.push_back({key, "P@" + top + (r == 0 ? "" : " " + name), "",
                         "share of the " + top + " pairs of highest score that touch, pairs " + rangeInWords(range),
                         "Contacts", 3, true,
                         ofContacts([range, k](const Contacts& found) { return found.at(range, k).precision; })});
    }
  return columns;
}

std::vector<HeadColumn> contactColumns() {
  return {{"background", "Contacts", "", "share of all pairs six and more residues apart that touch", "Contacts", 3,
           false, ofContacts([](const Contacts& found) { return found.background; })},
          {"average_precision", "Average precision", "", "area under the curve of precision over recall", "Contacts", 3,
           true, ofContacts([](const Contacts& found) { return found.averagePrecision; })},
          {"enrichment", "Enrichment", "", "P@L over the share of all pairs that touch: 1 is chance", "Contacts", 2,
           true, ofContacts([](const Contacts& found) { return found.enrichment; })},
          {"enrichment_low", "Enrichment from", "", "lower end of its 95 % interval", "Contacts", 2, true,
           ofContacts([](const Contacts& found) {
             return found.enrichmentInterval ? std::optional(found.enrichmentInterval->low) : std::nullopt;
           })},
          {"enrichment_high", "Enrichment to", "", "upper end of its 95 % interval", "Contacts", 2, true,
           ofContacts([](const Contacts& found) {
             return found.enrichmentInterval ? std::optional(found.enrichmentInterval->high) : std::nullopt;
           })},
          {"distance_correlation", "Nearness", "",
           "how the score of a pair goes with its nearness, by ranks: 1 is the "
           "nearest first",
           "Contacts", 3, true, ofContacts([](const Contacts& found) { return found.distanceCorrelation; })},
          {"contact_mass", "Weight on contacts", "",
           "share of the weight six and more residues away that falls on "
           "contacts",
           "Contacts", 3, true, ofContacts([](const Contacts& found) { return found.contactMass; })},
          {"strong_cells", "Strong cells", "",
           "cells with more than 0.3 of their row's weight, six and more residues "
           "away",
           "Contacts", 0, false, ofContacts([](const Contacts& found) { return std::optional(found.strongCells); })},
          {"strong_contacts", "Strong contacts", "", "share of these that touch; fewer than 100 cells tell little",
           "Contacts", 3, false, ofContacts([](const Contacts& found) -> std::optional<double> {
             if (found.strongCells == 0) return std::nullopt;
             return static_cast<double>(found.strongContacts) / static_cast<double>(found.strongCells);
           })}};
}

std::vector<HeadColumn> partnerColumns() {
  return {{"helix_partners", "Helix partners", "",
           "weight on residues four away in the same helix, over that of even "
           "weights",
           "Secondary structure", 2, false,
           [](const Head& head) { return head.helixPartners ? cell(head.helixPartners->ratio()) : HeadCell(); }},
          {"strand_partners", "Strand partners", "", "weight on residues paired in a sheet, over that of even weights",
           "Secondary structure", 2, false,
           [](const Head& head) { return head.strandPartners ? cell(head.strandPartners->ratio()) : HeadCell(); }}};
}

using Annotation = AnnotationStatistics;

/// Means of whole numbers are none.
int meanDecimals(int decimals) { return std::max(decimals, 1); }

std::string rounded(double value, int decimals) {
  char digits[64];
  std::snprintf(digits, sizeof digits, "%.*f", decimals, value);
  return digits;
}

/// The k-th cell that was told, absent where the head has none.
const ToldCell& toldCell(const Head& head, std::size_t k) {
  static const ToldCell kNone;
  return k < head.told.size() ? head.told[k] : kNone;
}

/// A column of means is followed by its spread and the number of proteins.
void addMeanColumns(std::vector<HeadColumn>& columns, std::size_t k) {
  columns.back().spread = [k](const Head& head) { return toldCell(head, k).spread; };
  const HeadColumn mean = columns.back();
  HeadColumn spread{mean.key + "_sd", mean.title + " ±", mean.unit, "standard deviation over proteins: " + mean.help,
                    mean.group, meanDecimals(mean.decimals), mean.isInFile,
                    [k](const Head& head) { return cell(toldCell(head, k).spread); }};
  HeadColumn count{mean.key + "_n", mean.title + ", proteins", "", "proteins that have the number: " + mean.help,
                   mean.group, 0, mean.isInFile,
                   [k](const Head& head) { return HeadCell(toldCell(head, k).proteins); }};
  columns.push_back(std::move(spread));
  columns.push_back(std::move(count));
}

/// What a table over proteins has besides means.
std::vector<HeadColumn> proteinColumns() {
  return {{"proteins", "Proteins", "", "number of proteins that the head was looked at in", "Proteins", 0},
          {"label_share", "Share of label", "", "share of the proteins for which the label is the first rule that holds",
           "Proteins", 2}};
}

std::vector<HeadColumn> toldColumns(const HeadTable& table) {
  std::vector<HeadColumn> columns = headColumnsOfName();
  std::vector<HeadColumn> known = headColumns();
  for (HeadColumn& one : proteinColumns()) known.push_back(std::move(one));
  for (std::size_t k = 0; k < table.toldKeys.size(); ++k) {
    const std::string& key = table.toldKeys[k].key;
    const HeadColumn* const found = findColumn(known, key);
    columns.push_back(found ? *found : HeadColumn{key, key, "", "column " + key + " of the file", "Of the file"});
    const bool isReal = found && found->decimals > 0;
    columns.back().value = [k, isReal](const Head& head) -> HeadCell {
      const HeadCell& value = toldCell(head, k).value;
      const auto* whole = std::get_if<Index>(&value);
      return whole && isReal ? HeadCell(static_cast<double>(*whole)) : value;  // a file writes 1.0 as 1
    };
    if (table.toldKeys[k].isMean) addMeanColumns(columns, k);
  }
  return columns;
}

/// What a number of the k-th annotation is, absent where the head has none.
template <class T>
std::function<HeadCell(const Head&)> ofAnnotation(std::size_t k, T get) {
  return
      [k, get](const Head& head) { return k < head.annotations.size() ? cell(get(head.annotations[k])) : HeadCell(); };
}

}  // namespace

std::optional<double> HeadColumn::number(const HeadStatistics& head) const {
  const HeadCell found = value(head);
  if (const auto* real = std::get_if<double>(&found)) return *real;
  if (const auto* whole = std::get_if<Index>(&found)) return static_cast<double>(*whole);
  return std::nullopt;
}

std::string HeadColumn::plainText(const HeadStatistics& head) const {
  const HeadCell found = value(head);
  if (const auto* words = std::get_if<std::string>(&found)) return *words;
  if (const auto* whole = std::get_if<Index>(&found)) return std::to_string(*whole);
  const auto* real = std::get_if<double>(&found);
  return real ? rounded(*real, spread ? meanDecimals(decimals) : decimals) : "–";
}

std::string HeadColumn::text(const HeadStatistics& head) const {
  const std::optional<double> around = spread ? spread(head) : std::nullopt;
  std::string text = plainText(head);
  if (around) text.append(" ± ").append(rounded(*around, meanDecimals(decimals)));
  return text;
}

const std::vector<HeadColumn>& headColumns() {
  static const std::vector<HeadColumn> all = [] {
    std::vector<HeadColumn> columns;
    for (auto* part : {headColumnsOfName, rowColumns, distanceColumns, offsetColumns, typeColumns, precisionColumns,
                       contactColumns, partnerColumns}) {
      std::vector<HeadColumn> some = part();
      columns.insert(columns.end(), some.begin(), some.end());
    }
    return columns;
  }();
  return all;
}

std::vector<HeadColumn> columnsOf(const HeadTable& table) {
  if (table.isTold()) return toldColumns(table);
  std::vector<HeadColumn> columns = headColumns();
  for (std::size_t k = 0; k < table.annotationNames.size(); ++k) {
    const std::string& name = table.annotationNames[k];
    const auto add = [&](const char* key, const char* title, const char* help, auto get) {
      columns.push_back(
          {name + key, name + title, "", name + help, "Residues with a label", 2, false, ofAnnotation(k, get)});
    };
    const auto hasAny = [&](auto get) {
      return std::any_of(table.heads.begin(), table.heads.end(), [&](const Head& head) {
        return k < head.annotations.size() && get(head.annotations[k]).has_value();
      });
    };
    const auto ratio = [](const Annotation& one) { return one.ratio(); };
    const auto auc = [](const Annotation& one) { return one.auc; };
    const auto correlation = [](const Annotation& one) { return one.correlation; };
    if (hasAny(ratio)) add("_ratio", " / expected", ": weight that these residues receive over their share", ratio);
    if (hasAny(auc))
      add("_auc", ": AUC", ": chance that one of these receives more than another residue; 0.5 is chance", auc);
    if (hasAny(correlation))
      add("_correlation", ": correlation", ": how the weight that a residue receives goes with it, by ranks",
          correlation);
  }
  return columns;
}

const HeadColumn* findColumn(const std::vector<HeadColumn>& columns, const std::string& key) {
  const auto found =
      std::find_if(columns.begin(), columns.end(), [&](const HeadColumn& one) { return one.key == key; });
  return found == columns.end() ? nullptr : &*found;
}

}  // namespace engine
