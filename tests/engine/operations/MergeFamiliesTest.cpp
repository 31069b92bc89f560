// Operation "merge": two alignments, a hit of a search with its database and without, an alignment of profiles.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/alignment/RowFamilies.h"
#include "engine/io/Format.h"
#include "engine/operations/Operation.h"
#include "engine/search/hits/SearchResult.h"
#include "tests/support/ErrorOf.h"
#include "tests/support/Files.h"

namespace merge_families_test {

using namespace engine;
using test::errorOf;
using testing::HasSubstr;

const std::string kQuery = ">q1\nMKTAYIAKQRQISFVKSHFSRQLEERLGLIEVQ\n>q2\nMKTAYLAKQRQLSFVKSHFARQLDERLGLIDVQ\n";
const std::string kTemplate =
    ">t1\nAAMKTAYIAKWRQISFIKSHFSRNLEERLGVIEVQ\n>t2\nAAMKTAYLAKWRQLSFVKggSHFARQLDDRLGLIDVQ\n";

class MergeFamilies : public testing::Test {
 protected:
  MergeFamilies() {
    std::filesystem::create_directories(folder.path() / "db");
    test::writeText(folder.path() / "db" / "related.a3m", kTemplate);
    test::writeText(folder.path() / "q.a3m", kQuery);
    test::writeText(folder.path() / "t.a3m", kTemplate);
  }
  DatasetPtr file(const std::string& name) const {
    Diagnostics diagnostics;
    Progress progress;
    Dataset dataset = load(folder.path() / name, diagnostics, progress);
    dataset.id = name;
    return std::make_shared<const Dataset>(std::move(dataset));
  }
  static std::vector<Dataset> run(const std::string& id, const std::vector<DatasetPtr>& inputs,
                                  const ParameterValues& values = {}) {
    Diagnostics diagnostics;
    Progress progress;
    return findOperation(id).run(inputs, values, {nullptr, 1}, diagnostics, progress);
  }
  DatasetPtr search() const {
    ParameterValues values;
    values.set("database", (folder.path() / "db").string());
    return std::make_shared<const Dataset>(run("search", {file("q.a3m")}, values).front());
  }
  static std::string rowsOf(const Dataset& dataset) {
    std::string text;
    const auto& alignment = *dataset.as<Alignment>();
    for (Index row = 0; row < alignment.numRows(); ++row)
      text += alignment.rows[static_cast<size_t>(row)].name + " " + alignment.ungapped(row).letters() + "\n";
    return text;
  }
  /// Of the four rows; the two residues that the second template row has more are an insert.
  const std::string kRows =
      "q1 MKTAYIAKQRQISFVKSHFSRQLEERLGLIEVQ\nq2 MKTAYLAKQRQLSFVKSHFARQLDERLGLIDVQ\n"
      "t1 AAMKTAYIAKWRQISFIKSHFSRNLEERLGVIEVQ\nt2 AAMKTAYLAKWRQLSFVKggSHFARQLDDRLGLIDVQ\n";

  test::TemporaryFolder folder;
};

TEST_F(MergeFamilies, twoAlignmentsAreAlignedAndStacked) {
  const Dataset result = run("merge", {file("q.a3m"), file("t.a3m")}).front();
  const auto& alignment = *result.as<Alignment>();
  EXPECT_EQ(rowsOf(result), kRows);
  EXPECT_EQ(alignment.numColumns, 35) << "33 pairs, two columns of the template before them";
  EXPECT_EQ(alignment.columnOfResidue(0)[4], alignment.columnOfResidue(2)[6]) << "pairs share a column";
  EXPECT_EQ(alignment.rows[0].notes.back().first, kFamilyTag);
  EXPECT_NE(alignment.rows[0].notes.back().second, alignment.rows[2].notes.back().second);
  EXPECT_TRUE(result.provenance.warnings.empty());
}

TEST_F(MergeFamilies, onTheColumnsOfTheQueryTheRestIsInserts) {
  ParameterValues values;
  values.set("columns", std::string("query"));
  const Dataset result = run("merge", {file("q.a3m"), file("t.a3m")}, values).front();
  const auto& alignment = *result.as<Alignment>();
  EXPECT_EQ(alignment.numColumns, 33);
  ASSERT_FALSE(alignment.rows[2].inserts.empty());
  EXPECT_EQ(alignment.rows[2].inserts[0].after, 0);
}

TEST_F(MergeFamilies, aHitTakesItsRowsFromTheDatabase) {
  const Dataset result = run("merge", {file("q.a3m"), search()}).front();
  EXPECT_EQ(rowsOf(result), kRows);
  EXPECT_TRUE(result.provenance.warnings.empty());
}

TEST_F(MergeFamilies, withoutTheDatabaseTheSequencesOfTheProfileStandInAndItSaysSo) {
  const DatasetPtr found = search();
  std::filesystem::remove_all(folder.path() / "db");
  const Dataset result = run("merge", {file("q.a3m"), found}).front();
  EXPECT_GE(result.as<Alignment>()->numRows(), 3);
  ASSERT_FALSE(result.provenance.warnings.empty());
  EXPECT_THAT(result.provenance.warnings.back(), HasSubstr("representative sequence"));
  const Dataset given = run("merge", {file("q.a3m"), found, file("t.a3m")}).front();
  EXPECT_EQ(rowsOf(given), kRows) << "an alignment that is given is taken";
}

TEST_F(MergeFamilies, anAlignmentOfProfilesTellsThePath) {
  const auto pair = std::make_shared<const Dataset>(run("align", {file("q.a3m"), file("t.a3m")}).front());
  EXPECT_EQ(rowsOf(run("merge", {file("q.a3m"), pair, file("t.a3m")}).front()), kRows);
  ParameterValues values;
  values.set("rank", std::int64_t{1000});
  EXPECT_THAT(errorOf([&] { run("merge", {file("q.a3m"), pair}, values); }), HasSubstr("rank 1000"));
}

TEST_F(MergeFamilies, anotherQueryIsAnError) {
  const DatasetPtr found = search();
  test::writeText(folder.path() / "other.a3m", ">o\nMKT\n");
  EXPECT_THAT(errorOf([&] { run("merge", {file("other.a3m"), found}); }), HasSubstr("match columns"));
}

TEST_F(MergeFamilies, mergedAlignmentsComeBackFromA3m) {
  const Dataset result = run("merge", {file("q.a3m"), file("t.a3m")}).front();
  save(result.value, folder.path() / "both.a3m");
  const DatasetPtr again = file("both.a3m");
  EXPECT_EQ(rowsOf(*again), kRows);
  EXPECT_EQ(again->as<Alignment>()->codes, result.as<Alignment>()->codes);
  EXPECT_EQ(familiesOf(*again->as<Alignment>()), familiesOf(*result.as<Alignment>()));
  ASSERT_EQ(familiesOf(*again->as<Alignment>()).size(), 2u);
  EXPECT_EQ(again->as<Alignment>()->notes, result.as<Alignment>()->notes);
}

}  // namespace merge_families_test
