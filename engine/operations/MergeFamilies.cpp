// Operation "merge": two alignments, or an alignment and a hit of its search, stacked through their profiles.
#include <algorithm>
#include <optional>

#include "engine/base/Nth.h"
#include "engine/base/ParameterKinds.h"
#include "engine/datasets/FactText.h"
#include "engine/datasets/Residues.h"
#include "engine/hmm/rows/MatchColumns.h"
#include "engine/operations/AlignedProfiles.h"
#include "engine/operations/DatabaseInput.h"
#include "engine/operations/Operation.h"
#include "engine/operations/ProfileInput.h"
#include "engine/search/hits/MergeHits.h"
#include "engine/search/hits/SearchResult.h"
#include "engine/search/hits/StackFamilies.h"

namespace engine {

namespace {

/// What is known of one side before its rows are.
struct FamilySide {
  std::string name;
  Index numColumns = 0;
  std::shared_ptr<const ProfileHmm> profile;  ///< may be null
};

/// An alignment of two profiles that was found or is made.
struct FoundPair {
  FamilySide query, templ;
  AlignmentPath path;
  std::optional<Alignment> templateRows;  ///< from where it was found
};

/// The columns of the alignment that are the profile's. Throws Error when these cannot be told.
std::vector<Index> columnsOf(const Alignment& alignment, const FamilySide& side, const std::string& title) {
  if (side.profile && side.profile->numAlignmentColumns == alignment.numColumns) {
    const std::vector<Index>& known = side.profile->alignmentColumn;
    if (static_cast<Index>(known.size()) == side.numColumns && std::count(known.begin(), known.end(), -1) == 0)
      return known;
  }
  std::vector<Index> columns = matchColumns(alignment, MatchRule{});
  if (alignment.numColumns == side.numColumns) columns = consecutive(0, side.numColumns);
  if (static_cast<Index>(columns.size()) != side.numColumns)
    fail(title, ": found ", columns.size(), " match columns, expected ", side.numColumns, ", those of the profile ",
         side.name, " that was aligned");
  return columns;
}

/// The rows of a dataset on the columns of the side's profile.
Alignment familyRows(const Dataset& dataset, const FamilySide& side, Diagnostics& diagnostics) {
  Alignment rows;
  if (const auto* profile = dataset.as<ProfileHmm>()) {
    if (profile->length() != side.numColumns)
      fail(dataset.title, ": found a profile of ", counted(profile->length(), "column"), ", expected ",
           side.numColumns, ", as the one that was aligned");
    rows = shownAlignment(*profile);
    diagnostics.warn(dataset.title, ": a profile has no alignment, its ",
                     counted(rows.numRows(), "representative sequence"), " stand for the family");
  } else {
    const auto alignment = alignmentInput(dataset);
    rows = onMatchColumns(*alignment, columnsOf(*alignment, side, dataset.title));
  }
  rows.name = dataset.title;
  return rows;
}

FoundPair pairOfHit(const SearchResult& result, std::int64_t rank, const std::string& title, bool needsRows,
                    Diagnostics& diagnostics) {
  if (rank > static_cast<std::int64_t>(result.hits.size()))
    fail(title, ": found rank ", rank, ", expected at most ", result.hits.size(), ", the number of hits");
  const SearchHit& hit = nth(result.hits, std::max<std::int64_t>(rank, 1) - 1);
  FoundPair found{{result.queryName, result.numQueryColumns, result.query},
                  {hit.name, hit.numColumns, hit.templ},
                  hit.path,
                  {}};
  if (!needsRows || !hit.templ) return found;
  try {
    found.templateRows = rowsOfEntry(ProfileSource(result.database), MatchRule{}, hit);
  } catch (const Error& error) {
    diagnostics.warn(error.what());
  }
  return found;
}

FoundPair pairOfAlignment(const ProfileAlignment& alignment, std::int64_t rank, const std::string& title) {
  const std::int64_t path = rank > 0 ? rank - 1 : alignment.opened;
  if (path >= static_cast<std::int64_t>(alignment.paths.size()))
    fail(title, ": found rank ", path + 1, ", expected at most ", alignment.paths.size(), ", the number of paths");
  return {{alignment.query->name, alignment.query->length(), alignment.query},
          {alignment.templ->name, alignment.templ->length(), alignment.templ},
          nth(alignment.paths, path),
          {}};
}

class MergeFamilies : public Operation {
 public:
  std::string id() const override { return "merge"; }
  std::string title() const override { return "Merge two families"; }
  std::string help() const override {
    return "Stacks the rows of two alignments through the alignment of their profiles: those of the query's family "
           "first, then those of the template's, in common columns where the profiles are aligned. Rows lose no "
           "residue. In place of a template, a hit of a search or an alignment of two profiles says what is aligned "
           "with what.";
  }
  std::vector<OperationInput> inputs() const override {
    return {{"query",
             "alignment, sequence or profile of the query",
             {DatasetKind::alignment, DatasetKind::sequences, DatasetKind::profile}},
            {"template",
             "alignment, sequence or profile of the template; or a search or alignment of profiles in which it was "
             "aligned with the query",
             {DatasetKind::alignment, DatasetKind::sequences, DatasetKind::profile, DatasetKind::profileAlignment,
              DatasetKind::searchResult}},
            {"rows",
             "alignment of the template's family, where the template is a search or an alignment of profiles",
             {DatasetKind::alignment, DatasetKind::sequences},
             true,
             "the rows in the database, else those that the template's profile carries"}};
  }
  std::vector<Parameter> parameters() const override {
    return {choiceParameter("columns", "Columns",
                            "both: every column of both families; query: those of the query, residues of the template "
                            "without a partner become inserts",
                            {"both", "query"}),
            countParameter("rank", "Rank",
                           "which hit or path, 1: the first; 0: the one that was opened, else the first", 0, 0, 1e9)};
  }
  Place place() const override { return Place::native; }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress) const override {
    const Dataset* rows = inputs.size() > 2 ? inputs[2].get() : nullptr;
    FoundPair found = foundPair(inputs, values, compute, diagnostics, progress);
    const Alignment query = familyRows(*inputs[0], found.query, diagnostics);
    const Alignment templ = templateRows(rows, *inputs[1], found, diagnostics);
    const auto columns = values.text("columns") == "query" ? StackColumns::query : StackColumns::both;
    Dataset result;
    result.title = query.name + " + " + templ.name;
    result.value = std::make_shared<const Alignment>(stackedFamilies(query, templ, found.path, columns));
    return {result};
  }

 private:
  static FoundPair foundPair(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                             const Compute& compute, Diagnostics& diagnostics, Progress& progress) {
    const bool hasRows = inputs.size() > 2 && inputs[2];
    const std::int64_t rank = values.integer("rank");
    const Dataset& templ = *inputs[1];
    if (const auto* result = templ.as<SearchResult>())
      return pairOfHit(*result, rank, templ.title, !hasRows, diagnostics);
    if (const auto* alignment = templ.as<ProfileAlignment>()) return pairOfAlignment(*alignment, rank, templ.title);
    std::vector<std::shared_ptr<const ProfileHmm>> profiles;
    PartProgress building(progress, 0, 0.5), aligning(progress, 0.5, 1);
    for (size_t side = 0; side < 2; ++side)
      profiles.push_back(profileInput(inputs[side], Preset::standard, side == 0 ? Side::query : Side::templ, compute,
                                      diagnostics, building)
                             .profile);
    const auto asked = completed(findOperation("align").parameters(), {});
    return pairOfAlignment(*alignedProfiles(*profiles[0], *profiles[1], asked, diagnostics, aligning), rank,
                           inputs[0]->title + " and " + templ.title);
  }

  static Alignment templateRows(const Dataset* rows, const Dataset& templ, FoundPair& found,
                                Diagnostics& diagnostics) {
    if (rows) return familyRows(*rows, found.templ, diagnostics);
    if (found.templateRows) {
      found.templateRows->name = found.templ.name;
      return std::move(*found.templateRows);
    }
    const bool isFamily = !templ.as<SearchResult>() && !templ.as<ProfileAlignment>();
    if (isFamily) return familyRows(templ, found.templ, diagnostics);
    if (!found.templ.profile)
      fail(templ.title, ": the rows of ", found.templ.name,
           " are not known: the result was read from a report, expected the template's alignment as third input");
    Dataset profile;
    profile.title = found.templ.name;
    profile.value = found.templ.profile;
    return familyRows(profile, found.templ, diagnostics);
  }
};

}  // namespace

std::unique_ptr<const Operation> makeMergeFamilies() { return std::make_unique<MergeFamilies>(); }

}  // namespace engine
