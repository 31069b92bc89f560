// Operation "prefilter": what each stage of the prefilter makes of every template of a database, as numbers.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <numeric>

#include "engine/base/Nth.h"
#include "engine/base/ParameterKinds.h"
#include "engine/datasets/ArrayText.h"
#include "engine/operations/DatabaseInput.h"
#include "engine/operations/Operation.h"
#include "engine/operations/ProfileInput.h"
#include "engine/search/hits/HitDetails.h"

namespace engine {

namespace {

constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();
const std::string kTemplate = "template by E-value", kColumn = "query column", kResidueOfColumn = "residue";

/// The templates in the order in which they are shown, and how far each got.
struct Stages {
  std::vector<Index> order;  ///< by E-value, of equal ones by ungapped score
  std::vector<PrefilterRow> rows;
  PrefilterOptions options;

  const PrefilterRow& row(size_t place) const { return nth(rows, order[place]); }
  template <class IsCounted>
  Index count(const IsCounted& isCounted) const {
    return static_cast<Index>(std::count_if(rows.begin(), rows.end(), isCounted));
  }
  template <class Value>
  Array<double> column(const Value& value) const {
    Array<double> array({static_cast<Index>(order.size())});
    for (size_t k = 0; k < order.size(); ++k) array[static_cast<Index>(k)] = value(row(k));
    return array;
  }
};

double bits(double units) { return units / ColumnStateProfile::kUnitsPerBit; }

ArrayBundle plotOf(const Stages& stages, const Database& database, const std::string& quantity) {
  ArrayBundle arrays;
  Array<double> places({static_cast<Index>(stages.order.size())});
  std::iota(places.begin(), places.end(), 1.0);
  arrays["axis_" + kTemplate] = std::move(places);
  arrays["quantity_" + quantity] = Array<double>({0});
  std::vector<std::string> names;
  for (const Index k : stages.order) names.emplace_back(database.name(k));
  labelAxis(arrays, kTemplate, names);
  return arrays;
}

/// Ungapped scores against their threshold.
ArrayBundle ungappedPlot(const Stages& stages, const Database& database) {
  ArrayBundle arrays = plotOf(stages, database, "score, bits");
  arrays["points_ungapped, goes on"] =
      stages.column([](const PrefilterRow& row) { return row.isOverThreshold ? bits(row.ungapped) : kAbsent; });
  arrays["points_ungapped, dropped"] =
      stages.column([](const PrefilterRow& row) { return row.isOverThreshold ? kAbsent : bits(row.ungapped); });
  arrays["curve_threshold: " + std::to_string(bits(stages.options.minUngapped)).substr(0, 3) + " + log2(Nq Nt)"] =
      stages.column([](const PrefilterRow& row) { return bits(row.threshold); });
  arrays["points_gapped"] = stages.column([](const PrefilterRow& row) { return bits(row.gapped); });
  return arrays;
}

/// E-values on a logarithmic axis, with the largest that is kept.
ArrayBundle evaluePlot(const Stages& stages, const Database& database) {
  ArrayBundle arrays = plotOf(stages, database, "E-value of the gapped score");
  arrays["log_axes"] = Array<Bool>({2}, {Bool{0}, Bool{1}});
  arrays["points_kept"] = stages.column([](const PrefilterRow& row) { return row.isKept ? row.eValue : kAbsent; });
  arrays["points_dropped: E too large"] =
      stages.column([](const PrefilterRow& row) { return row.isOverThreshold && !row.isKept ? row.eValue : kAbsent; });
  arrays["points_dropped: under the ungapped threshold"] =
      stages.column([](const PrefilterRow& row) { return row.isOverThreshold || row.isKept ? kAbsent : row.eValue; });
  arrays["curve_largest E-value that is kept"] =
      stages.column([&stages](const PrefilterRow&) { return stages.options.maxEvalue; });
  return arrays;
}

/// The query in the letters of the column states: each column beside the typical column that is nearest.
ArrayBundle letterArrays(const ProfileHmm& query, const ColumnStates& states) {
  const std::vector<std::uint8_t> letters = columnLetters(query, states);
  const Index length = query.length();
  Array<double> numbers({1, length}), divergence({1, length}), columns({alphabet::kNumResidues, length}),
      typical = columns;
  for (Index i = 0; i < length; ++i) {
    const std::uint8_t letter = nth(letters, i);
    numbers[i] = letter + 1;
    for (Index a = 0; a < alphabet::kNumResidues; ++a) {
      const double q = columns(a, i) = nth(nth(query.emissions, i), a);
      const double p = typical(a, i) = nth(nth(states.probabilities, Index{letter}), a);
      if (q > 0) divergence[i] += q * std::log2(q / p);
    }
  }
  ArrayBundle arrays;
  addArray(arrays, std::move(columns), {"query", {kResidueOfColumn, kColumn}, "emissions with pseudocounts"});
  addArray(arrays, std::move(typical),
           {"typical column", {kResidueOfColumn, kColumn}, "the nearest of the typical columns"});
  addArray(arrays, std::move(numbers), {"letter", {"of the query", kColumn}, "number of that typical column, from 1"});
  addArray(arrays, std::move(divergence),
           {"divergence", {"of the query", kColumn}, "of the query's column from it, bits"});
  std::vector<std::string> residues;
  for (Index a = 0; a < alphabet::kNumResidues; ++a) residues.emplace_back(1, nth(alphabet::kLetters, a));
  labelAxis(arrays, kResidueOfColumn, residues);
  return arrays;
}

class ExplainPrefilter : public Operation {
 public:
  std::string id() const override { return "prefilter"; }
  std::string title() const override { return "Explain the prefilter"; }
  std::string help() const override {
    return "The prefilter of searches, stage by stage, for every template of a database: the best ungapped score "
           "against its threshold, the gapped score, its E-value, and who is left. By-products: the E-values, and the "
           "query in the letters of the column states, each column beside the typical column that is nearest.";
  }
  std::vector<std::string> headings() const override { return {"Step by step"}; }
  std::string formula() const override {
    return "s > 2.5 + log2(N_q N_t)\n"
           "E = N N_q N_t 2^{−S}";
  }
  std::vector<OperationInput> inputs() const override {
    return {{"query",
             "profile, alignment or sequence",
             {DatasetKind::profile, DatasetKind::alignment, DatasetKind::sequences}}};
  }
  std::vector<std::string> wordParameters() const override { return {"database"}; }
  std::vector<Parameter> parameters() const override {
    return {databaseParameter(),
            presetParameter(),
            numberParameter("ungapped", "Ungapped threshold", "bits",
                            "what the best ungapped score must exceed beyond log2(Nq Nt)", 2.5, -1e3, 1e3),
            numberParameter("evalue", "Largest E-value", "", "of the gapped score", 1000, 0, 1e5),
            countParameter("least", "Least templates",
                           "so many of the best go on whatever their scores (searches: 100)", 0, 0, 1e9),
            textParameter("column-states", "Column states",
                          "file with the alphabet of the prefilter (cs219.lib); empty: our own", "", PathKind::file)};
  }
  void checkParameters(const ParameterValues& values) const override { requireDatabase(values); }
  Place place() const override { return Place::native; }

 protected:
  std::vector<Dataset> compute(const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                               const Compute& compute, Diagnostics& diagnostics, Progress& progress) const override {
    const Preset preset = parsePreset(values.text("preset"));
    PartProgress first(progress, 0, 0.1), second(progress, 0.1, 0.6), third(progress, 0.6, 1);
    const ProfileOfInput input = profileInput(inputs[0], preset, Side::query, compute, diagnostics, first);
    const ProfileHmm query = preparedQuery(*input.profile, alignmentOptions(preset), first);
    OpenedDatabase database(values.text("database"), preset, compute.threads, diagnostics, second);
    const PrefilterUse use = database.prefilterWith(values.text("column-states"), compute.threads, diagnostics, second);
    Stages stages;
    stages.options.minUngapped = ColumnStateProfile::kUnitsPerBit * values.real("ungapped");
    stages.options.maxEvalue = values.real("evalue");
    stages.options.minHits = static_cast<Index>(values.integer("least"));
    stages.rows = prefilterTable(columnStateProfile(query, *use.states), use.letters->strings(), stages.options,
                                 compute.threads, third);
    sort(stages);
    const auto place = std::filesystem::path(values.text("database")).lexically_normal();
    const std::string name = (place.filename().empty() ? place.parent_path() : place).filename().string();
    return results(stages, database.profiles(), inputs[0]->title + " in " + name, letterArrays(query, *use.states));
  }

 private:
  static void sort(Stages& stages) {
    stages.order.resize(stages.rows.size());
    std::iota(stages.order.begin(), stages.order.end(), Index{0});
    std::stable_sort(stages.order.begin(), stages.order.end(), [&stages](Index a, Index b) {
      const PrefilterRow &left = nth(stages.rows, a), &right = nth(stages.rows, b);
      return left.eValue != right.eValue ? left.eValue < right.eValue : left.ungapped > right.ungapped;
    });
  }

  static std::vector<Dataset> results(const Stages& stages, const Database& database, const std::string& title,
                                      ArrayBundle letters) {
    const std::string all = std::to_string(stages.rows.size());
    const Index over = stages.count([](const PrefilterRow& row) { return row.isOverThreshold; });
    const Index kept = stages.count([](const PrefilterRow& row) { return row.isKept; });
    std::vector<Dataset> results(3);
    results[0].title = title + ": " + std::to_string(over) + " of " + all + " over the ungapped threshold";
    results[0].value = std::make_shared<const ArrayBundle>(ungappedPlot(stages, database));
    results[1].id = ".evalues";
    results[1].title = title + ": " + std::to_string(kept) + " of " + all + " kept";
    results[1].value = std::make_shared<const ArrayBundle>(evaluePlot(stages, database));
    results[2].id = ".letters";
    results[2].title = title + ": query in letters";
    results[2].value = std::make_shared<const ArrayBundle>(std::move(letters));
    return results;
  }
};

}  // namespace

std::unique_ptr<const Operation> makeExplainPrefilter() { return std::make_unique<ExplainPrefilter>(); }

}  // namespace engine
