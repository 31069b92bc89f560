// Operation "heads-of-proteins": means of single runs, structures by name and sequence, work that goes on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/base/Nth.h"
#include "engine/datasets/Exports.h"
#include "engine/datasets/SequenceSet.h"
#include "engine/heads/HeadColumns.h"
#include "engine/heads/HeadsOverProteins.h"
#include "engine/io/Format.h"
#include "engine/operations/Operation.h"
#include "engine/operations/heads/UnfinishedHeads.h"
#include "engine/structure/Structure.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

namespace heads_of_proteins_test {

using namespace engine;
using test::errorOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

DatasetPtr loaded(const std::filesystem::path& path, const std::string& id) {
  Diagnostics diagnostics;
  Progress progress;
  Dataset dataset = load(path, diagnostics, progress);
  dataset.id = id;
  return std::make_shared<const Dataset>(std::move(dataset));
}

const DatasetPtr& model() {
  static const DatasetPtr weights = loaded(test::dataFile("models/esm2_tiny.safetensors"), "model");
  return weights;
}

/// Of 1LDM, whose structure is a sample.
std::string letters1ldm() {
  static const std::string letters = [] {
    std::string all;
    for (const Residue& residue : loaded(test::sampleFile("1ldm_A.pdb.gz"), "s")->as<Structure>()->chains[0].residues)
      all += residue.letter;
    return all;
  }();
  return letters;
}

DatasetPtr sequences(const std::vector<std::pair<std::string, std::string>>& all) {
  SequenceSet set;
  for (const auto& [name, letters] : all) set.sequences.push_back(Sequence::fromLetters(name, letters));
  auto dataset = std::make_shared<Dataset>();
  dataset->id = dataset->title = "many";
  dataset->value = std::make_shared<const SequenceSet>(std::move(set));
  return dataset;
}

const std::string kShort = "MKTVRQERLKSIVRILERSKEPVSGAQLAEELSVSRQVIVQDIAYLRSLG";

std::vector<Dataset> run(const std::string& id, const std::vector<DatasetPtr>& inputs, const ParameterValues& values,
                         Progress& progress) {
  Diagnostics diagnostics;
  return findOperation(id).run(inputs, values, {nullptr, 2}, diagnostics, progress);
}
Dataset described(const DatasetPtr& proteins, const ParameterValues& values = {}) {
  Progress progress;
  return run("heads-of-proteins", {model(), proteins}, values, progress).front();
}
const HeadTable& tableOf(const Dataset& dataset) { return *dataset.as<HeadTable>(); }

/// Stops when the protein of this number (from 1) begins.
class StopAt : public Progress {
 public:
  explicit StopAt(int number) : m_text(std::to_string(number) + " of ") {}

 protected:
  void report(double, std::string_view step) override {
    if (step.starts_with(m_text)) throw Cancelled{};
  }

 private:
  std::string m_text;
};

class HeadsOfProteins : public testing::Test {
 protected:
  std::string file(const std::string& name) const { return (m_folder.path() / name).string(); }
  ParameterValues unfinished() const {
    ParameterValues values;
    values.set("unfinished", file("unfinished"));
    return values;
  }
  /// A folder with the structure of 1LDM under this name, and a file that is none.
  ParameterValues structuresNamed(const std::string& name) const {
    const std::filesystem::path folder = m_folder.path() / "structures";
    std::filesystem::create_directories(folder);
    std::filesystem::copy_file(test::sampleFile("1ldm_A.pdb.gz"), folder / name);
    test::writeText(folder / "notes.txt", "no structure");
    ParameterValues values;
    values.set("structures", folder.string());
    return values;
  }

  test::TemporaryFolder m_folder;
};

TEST_F(HeadsOfProteins, AreTheMeanOfSingleRuns) {
  const std::vector<std::pair<std::string, std::string>> all{{"a", kShort}, {"b", "MKTAYIW"}, {"1ldm", letters1ldm()}};
  const Dataset result = described(sequences(all), structuresNamed("1ldm.pdb.gz"));
  HeadsOverProteins sum;
  for (const auto& [name, letters] : all) {
    Progress progress;
    ParameterValues values;
    values.set("sequence", letters);
    Dataset heads = run("model", {model()}, values, progress).front();
    heads.id = "heads";
    const DatasetPtr structure = name == "1ldm" ? loaded(test::sampleFile("1ldm_A.pdb.gz"), "structure") : nullptr;
    sum.add(tableOf(run("heads", {std::make_shared<const Dataset>(heads), structure}, {}, progress).front()));
  }
  EXPECT_EQ(headTableTsv(tableOf(result)), headTableTsv(sum.mean()));
  const auto columns = columnsOf(tableOf(result));
  EXPECT_EQ(findColumn(columns, "P_all_L_n")->number(tableOf(result).heads[0]), 1);
  EXPECT_EQ(findColumn(columns, "entropy_n")->number(tableOf(result).heads[0]), 3);
  EXPECT_EQ(tableOf(result).proteins[2], (ProteinOfTable{"1ldm", 329, "1ldm.pdb.gz, chain A", ""}));
  EXPECT_THAT(result.provenance.warnings, ElementsAre(HasSubstr("2 of 3 sequences had no structure: a, b")));
}

TEST_F(HeadsOfProteins, FindStructuresBySequenceToo) {
  std::string mutated = letters1ldm().substr(3);
  mutated[50] = mutated[50] == 'W' ? 'Y' : 'W';
  const Dataset result = described(sequences({{"x", kShort}, {"y", mutated}}), structuresNamed("other.pdb.gz"));
  EXPECT_EQ(tableOf(result).proteins[1].structure, "other.pdb.gz, chain A");
  EXPECT_EQ(tableOf(result).proteins[0].structure, "");
}

TEST_F(HeadsOfProteins, AStructureOfAnotherSequenceIsNotTaken) {
  const Dataset result = described(sequences({{"x", kShort}}), structuresNamed("X.pdb.gz"));
  EXPECT_THAT(result.provenance.warnings, ElementsAre(HasSubstr("x (X.pdb.gz: no chain has this sequence)")));
  const auto columns = columnsOf(tableOf(result));
  EXPECT_EQ(findColumn(columns, "P_all_L_n")->number(tableOf(result).heads[0]), 0);
}

TEST_F(HeadsOfProteins, AStructureThatCannotBeReadIsNamed) {
  const ParameterValues values = structuresNamed("1ldm.pdb.gz");
  test::writeText(m_folder.path() / "structures" / "x.cif", "data_x\nloop_\n_atom_site.id\n");
  const Dataset result = described(sequences({{"x", kShort}}), values);
  EXPECT_THAT(result.provenance.warnings, ElementsAre(HasSubstr("x.cif")));
}

TEST_F(HeadsOfProteins, FoldersWithoutStructuresAreRefused) {
  ParameterValues values;
  values.set("structures", m_folder.path().string());
  EXPECT_THAT(errorOf([&] { described(sequences({{"x", kShort}}), values); }), HasSubstr("found no structure"));
  values.set("structures", file("nowhere"));
  EXPECT_THAT(errorOf([&] { described(sequences({{"x", kShort}}), values); }), HasSubstr("nowhere"));
}

TEST_F(HeadsOfProteins, NoneOneAndSequencesOfOneResidue) {
  EXPECT_THAT(errorOf([] { described(sequences({})); }), HasSubstr("found no sequence"));
  const Dataset one = described(sequences({{"x", "M"}}));
  EXPECT_EQ(tableOf(one).count(), 12);
  const auto columns = columnsOf(tableOf(one));
  EXPECT_EQ(findColumn(columns, "rows")->number(tableOf(one).heads[0]), 1);
  const Dataset two = described(sequences({{"empty", ""}, {"x", "M"}}));
  EXPECT_THAT(two.provenance.warnings, ElementsAre(HasSubstr("1 of 2 sequences were left out: empty (has no res")));
  EXPECT_FALSE(tableOf(two).proteins[0].isCounted);
  EXPECT_EQ(headTableTsv(tableOf(one)), headTableTsv(tableOf(two)));
  EXPECT_THAT(errorOf([] { described(sequences({{"empty", ""}})); }), HasSubstr("empty: has no residues"));
}

TEST_F(HeadsOfProteins, OtherModelsAreRefusedBeforeAnyWork) {
  Progress progress;
  const DatasetPtr structures = loaded(test::dataFile("models/esm3_encoder_tiny.safetensors"), "encoder");
  EXPECT_THAT(errorOf([&] {
                run("heads-of-proteins", {structures, sequences({{"x", "MKT"}})}, {}, progress);
              }),
              HasSubstr("takes no sequences"));
}

TEST_F(HeadsOfProteins, GoOnWhereTheyWereAndGiveTheSame) {
  const DatasetPtr proteins = sequences({{"a", kShort}, {"bad", ""}, {"b", "MKTAYIW"}, {"c", kShort.substr(9)}});
  const std::string whole = headTableTsv(tableOf(described(proteins)));
  for (const int stop : {1, 2, 3, 4}) {
    std::filesystem::remove(file("unfinished"));
    StopAt progress(stop);
    EXPECT_THROW(run("heads-of-proteins", {model(), proteins}, unfinished(), progress), Cancelled);
    EXPECT_EQ(std::filesystem::exists(file("unfinished")), stop > 1);
    if (stop > 1) {
      const UnfinishedHeads work = unfinishedFromText(readFileWhole(file("unfinished")), "unfinished");
      EXPECT_EQ(std::ssize(work.proteins), stop - 1);
      EXPECT_EQ(unfinishedFromText(unfinishedText(work), "again"), work);
    }
    const Dataset result = described(proteins, unfinished());
    EXPECT_EQ(headTableTsv(tableOf(result)), whole) << "stopped at " << stop;
    EXPECT_EQ(tableOf(result).proteins.size(), 4U);
  }
}

TEST_F(HeadsOfProteins, OtherInputsDoNotGoOn) {
  const DatasetPtr proteins = sequences({{"a", kShort}});
  described(proteins, unfinished());
  EXPECT_THAT(errorOf([&] { described(sequences({{"b", kShort}}), unfinished()); }),
              HasSubstr("unfinished: was begun with other inputs (sequences)"));
  ParameterValues values = unfinished();
  values.set("sink", 0.5);
  EXPECT_THAT(errorOf([&] { described(proteins, values); }), HasSubstr("(options)"));
  values = structuresNamed("1ldm.pdb.gz");
  values.copy("unfinished", unfinished());
  EXPECT_THAT(errorOf([&] { described(proteins, values); }), HasSubstr("(structures)"));
  Progress progress;
  const DatasetPtr other = loaded(test::dataFile("models/esm1v_tiny.safetensors"), "model");
  EXPECT_THAT(errorOf([&] { run("heads-of-proteins", {other, proteins}, unfinished(), progress); }),
              HasSubstr("(model)"));
}

TEST_F(HeadsOfProteins, DamagedFilesOfWorkAreRefused) {
  described(sequences({{"a", kShort}}), unfinished());
  const std::string text = readFileWhole(file("unfinished"));
  for (const std::string& damaged : {text.substr(0, text.size() / 2), std::string("{}"), std::string("[]"),
                                     std::string("text"), text.substr(0, text.find("\"heads\":[") + 9) + "]}"})
    EXPECT_THAT(errorOf([&] { unfinishedFromText(damaged, "u"); }), testing::StartsWith("u: ")) << damaged.size();
}

TEST_F(HeadsOfProteins, TellEveryProteinInTheirFile) {
  Dataset result = described(sequences({{"a", kShort}, {"bad", ""}}));
  const std::string json = headTableJson(result);
  EXPECT_THAT(json, HasSubstr("\"name\": \"bad\""));
  EXPECT_THAT(json, HasSubstr("\"share\": 1.0"));
  EXPECT_THAT(json, HasSubstr("\"mean\":"));
  const ArrayBundle arrays = headTableArrays(tableOf(result));
  EXPECT_EQ(shapeOf(arrays.at("entropy_sd")), (Shape{3, 4}));
  EXPECT_EQ(shapeOf(arrays.at("offsets")), (Shape{3, 4, 65}));
}

}  // namespace heads_of_proteins_test
