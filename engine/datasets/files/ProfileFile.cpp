#include "engine/datasets/files/ProfileFile.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "engine/datasets/Exports.h"
#include "engine/datasets/FileNote.h"

namespace engine {

namespace {

using Json = nlohmann::ordered_json;

std::vector<double> numbers(const ResidueVector& vector) { return {vector.begin(), vector.end()}; }

ResidueVector residueVector(const nlohmann::json& note) {
  const auto values = note.get<std::vector<double>>();
  ResidueVector vector{};
  if (values.size() != vector.size())
    fail("the note of a profile: found ", values.size(), " numbers, expected one for each of ", vector.size(),
         " residues");
  std::copy(values.begin(), values.end(), vector.begin());
  return vector;
}

template <class Number>
Array<Number> neffArray(const ProfileHmm& profile) {
  Array<Number> neff({profile.length(), 3}, Number(0), "neff");
  for (Index i = 0; i < profile.length(); ++i) {
    const ColumnNeff& column = nth(profile.columnNeff, i + 1);
    neff(i, 0) = static_cast<Number>(column.match);
    neff(i, 1) = static_cast<Number>(column.insert);
    neff(i, 2) = static_cast<Number>(column.deletion);
  }
  return neff;
}

/// A row for each of these tables' rows.
template <class Number, class Rows>
Array<Number> tableArray(const Rows& rows, Index width, const char* name) {
  Array<Number> table({static_cast<Index>(rows.size()), width}, Number(0), name);
  for (Index i = 0; i < table.length(0); ++i)
    for (Index k = 0; k < width; ++k) table(i, k) = static_cast<Number>(nth(nth(rows, i), k));
  return table;
}

template <class Number>
ArrayBundle arraysIn(const ProfileHmm& profile, const std::string& prefix) {
  const auto numRows = static_cast<Index>(profile.rows.size());
  Array<Number> weights({numRows}, Number(0), "weights");
  Array<std::int32_t> rows({numRows}, 0, "rows");
  for (Index k = 0; k < numRows; ++k) {
    weights(k) = static_cast<Number>(nth(profile.rows, k).weight);
    rows(k) = static_cast<std::int32_t>(nth(profile.rows, k).row);
  }
  ArrayBundle bundle;
  const auto add = [&](auto array) {
    array.name = prefix + array.name;
    const std::string name = array.name;
    bundle.emplace(name, std::move(array));
  };
  add(std::move(weights));
  add(std::move(rows));
  add(neffArray<Number>(profile));
  add(tableArray<Number>(profile.transitions, kNumTransitions, "transitions"));
  add(tableArray<Number>(profile.emissions, alphabet::kNumResidues, "emissions"));
  return bundle;
}

Array<double> numbersIn(const ArrayBundle& arrays, const std::string& name, const Shape& shape,
                        NonFinite nonFinite = NonFinite::reject) {
  Array<double> numbers = numbersOf<double>(arrays, name, nonFinite);
  requireShape(name, numbers.shape(), shape);
  return numbers;
}

void takeColumns(ProfileHmm& profile, const ArrayBundle& arrays, const std::string& prefix) {
  const Array<double> emissions = numbersIn(arrays, prefix + "emissions", {-1, Index{alphabet::kNumResidues}});
  const Index length = emissions.length(0);
  const Array<double> neff = numbersIn(arrays, prefix + "neff", {length, 3});
  const Array<double> transitions =
      numbersIn(arrays, prefix + "transitions", {length + 1, Index{kNumTransitions}}, NonFinite::allow);
  profile.emissions.resize(static_cast<size_t>(length));
  profile.transitions.resize(static_cast<size_t>(length + 1));
  for (Index i = 0; i <= length; ++i) {
    for (Index t = 0; t < kNumTransitions; ++t) nth(nth(profile.transitions, i), t) = transitions(i, t);
    if (i == length) break;
    profile.columnNeff.push_back({neff(i, 0), neff(i, 1), neff(i, 2)});
    for (Index a = 0; a < alphabet::kNumResidues; ++a) nth(nth(profile.emissions, i), a) = emissions(i, a);
  }
}

void takeRows(ProfileHmm& profile, const ArrayBundle& arrays, const std::string& prefix) {
  const Array<double> rows = numbersIn(arrays, prefix + "rows", {-1});
  const Array<double> weights = numbersIn(arrays, prefix + "weights", rows.shape());
  for (Index k = 0; k < rows.size(); ++k) {
    constexpr double kMost = 1e9;
    if (!(rows[k] >= 0 && rows[k] < kMost))
      fail("array ", prefix, "rows: found ", rows[k], ", expected rows of an alignment");
    profile.rows.push_back({static_cast<Index>(rows[k]), weights[k]});
  }
}

}  // namespace

ArrayBundle profileArrays(const ProfileHmm& profile) {
  if (profile.rows.empty())
    fail("profile ", profile.name, ": the weights of its rows are unknown, expected one built from an alignment");
  return arraysIn<float>(profile, {});
}

ArrayBundle exactProfileArrays(const ProfileHmm& profile, const std::string& prefix) {
  profile.validate();
  return arraysIn<double>(profile, prefix);
}

Json profileNote(const ProfileHmm& profile) {
  Json annotations = Json::array();
  for (const ColumnAnnotation& one : profile.annotations) annotations.push_back({one.name, one.symbols});
  const ColumnNeff begin = profile.columnNeff.empty() ? ColumnNeff{} : profile.columnNeff.front();
  Json note{{"kind", "profile"},
            {"name", profile.name},
            {"description", profile.description},
            {"family", profile.family},
            {"alignment_columns", profile.numAlignmentColumns},
            {"mean_neff", profile.neff},
            {"begin_neff", {begin.match, begin.insert, begin.deletion}},
            {"pseudocounts", profile.hasPseudocounts},
            {"transition_pseudocounts", profile.hasTransitionPseudocounts},
            {"background", numbers(profile.background)},
            {"column", profile.alignmentColumn},
            {"consensus", profile.consensus},
            {"master", profile.masterLetters},
            {"annotations", std::move(annotations)},
            {"sequences", profile.shownSequences},
            {"filter", profile.filterNote}};
  if (profile.composition) note["composition"] = numbers(*profile.composition);
  return note;
}

ArrayBundle profileFileArrays(const ProfileHmm& profile) {
  return withNote(profileArrays(profile), profileNote(profile));
}

ProfileHmm profileOfFile(const ArrayBundle& arrays, const nlohmann::json& note, const std::string& prefix) {
  ProfileHmm profile;
  profile.name = note.at("name").get<std::string>();
  profile.description = note.at("description").get<std::string>();
  profile.family = note.at("family").get<std::string>();
  profile.numAlignmentColumns = note.at("alignment_columns").get<Index>();
  profile.neff = note.at("mean_neff").get<double>();
  profile.hasPseudocounts = note.at("pseudocounts").get<bool>();
  profile.hasTransitionPseudocounts = note.at("transition_pseudocounts").get<bool>();
  profile.background = residueVector(note.at("background"));
  profile.alignmentColumn = note.at("column").get<std::vector<Index>>();
  profile.consensus = note.at("consensus").get<std::string>();
  profile.masterLetters = note.at("master").get<std::string>();
  profile.filterNote = note.at("filter").get<std::string>();
  for (const nlohmann::json& one : note.at("annotations"))
    profile.annotations.push_back({one.at(0).get<std::string>(), one.at(1).get<std::string>()});
  profile.shownSequences = note.at("sequences").get<std::vector<std::pair<std::string, std::string>>>();
  if (note.contains("composition")) profile.composition = residueVector(note.at("composition"));
  const auto begin = note.at("begin_neff").get<std::vector<double>>();
  if (begin.size() != 3) fail("the note of a profile: found ", begin.size(), " numbers for begin_neff, expected 3");
  profile.columnNeff = {{begin[0], begin[1], begin[2]}};
  takeColumns(profile, arrays, prefix);
  takeRows(profile, arrays, prefix);
  profile.validate();
  return profile;
}

}  // namespace engine
