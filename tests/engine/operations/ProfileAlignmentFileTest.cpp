// Alignments of two profiles as files: every way to align comes back whole, and what is damaged says where.
#include "engine/datasets/files/ProfileAlignmentFile.h"

#include <gmock/gmock.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "engine/datasets/FileNote.h"
#include "engine/io/Format.h"
#include "engine/io/NotedArrays.h"
#include "engine/operations/AlignmentKnobs.h"
#include "engine/operations/Operation.h"
#include "engine/report/Export.h"
#include "tests/engine/operations/SameAlignment.h"
#include "tests/support/Files.h"

using namespace engine;
using testing::HasSubstr;

namespace profile_alignment_file_test {

using Options = std::map<std::string, ParameterValue>;
using Note = nlohmann::ordered_json;

DatasetPtr rows(const std::string& id, const std::vector<std::string>& letters) {
  std::vector<Sequence> sequences;
  for (const std::string& row : letters) sequences.push_back(Sequence::fromLetters(id, row));
  auto dataset = std::make_shared<Dataset>();
  dataset->id = dataset->title = id;
  dataset->value = std::make_shared<const Alignment>(alignmentOf(sequences));
  return dataset;
}

const std::vector<std::string> kQuery{"HHHHHHVLSEGEWQLVLHVWAKVEADVAGHGQDILIRLFKSHPETLEKF",
                                      "HHHHHHVLSAGDWQLVLNVWGKVEA--AGHGQEVLIRLFTGHPETLEKF"};
const std::vector<std::string> kTemplate{"VHLTPEEKSAVTALWGKVNVDEVGGEALGRLLVVYPWTQRFFESFGDLS",
                                         "VHLTAEEKSLVTGLWGKVNVDEVGGDALGRLLVVY-WTQRFFDSFGDLS"};

Dataset aligned(const Options& options, const DatasetPtr& query = rows("query", kQuery)) {
  ParameterValues values;
  for (const auto& [key, value] : options) values.set(key, value);
  Diagnostics diagnostics;
  Progress progress;
  return findOperation("align").run({query, rows("template", kTemplate)}, values, {}, diagnostics, progress).at(0);
}

ProfileAlignment restored(const ArrayBundle& arrays) { return profileAlignmentOfFile(arrays, noteIn(arrays)); }

TEST(ProfileAlignmentFile, everyWayToAlignComesBackToTheLastBit) {
  const std::string on = "on";
  const std::vector<Options> ways{
      {},
      {{"alternatives", std::int64_t{3}}, {"smin", -100.0}, {"cooptimal", std::int64_t{4}}},
      {{"mac", on}, {"mact", 0.2}},
      {{"sums", on}, {"samples", std::int64_t{5}}, {"seed", std::int64_t{7}}},
      {{"preset", std::string("guide")}, {"mode", std::string("global")}},
      {{"preset", std::string("hhsuite-3.3")}, {"mac", on}, {"alternatives", std::int64_t{2}}, {"smin", -100.0}},
      {{"mode", std::string("global")}, {"mac", on}, {"egq", 0.1}, {"egt", 0.2}, {"null", std::string("local")}},
      {{"excl", std::string("1-6,40-45")}, {"template-excl", std::string("2-3")}, {"shift", 0.2}, {"corr", 0.3}}};
  for (const Options& way : ways) {
    const Dataset dataset = aligned(way);
    const auto& expected = *dataset.as<ProfileAlignment>();
    SCOPED_TRACE(alignmentOptionsNote(expected.options).dump());
    test::expectSameAlignment(restored(profileAlignmentFileArrays(expected)), expected);
  }
}

TEST(ProfileAlignmentFile, theQueryThatPathsAreJudgedWithIsKept) {
  const Dataset dataset = aligned({{"preset", std::string("hhsuite-3.3")}, {"mac", std::string("on")}});
  const auto& expected = *dataset.as<ProfileAlignment>();
  ASSERT_TRUE(expected.judgedQuery) << "the query carries a tag";
  test::expectSameAlignment(restored(profileAlignmentFileArrays(expected)), expected);
}

TEST(ProfileAlignmentFile, threeStatesComeBack) {
  for (const char* mode : {"local", "global"}) {
    const Dataset dataset = aligned({{"states", std::string("3")}, {"mode", std::string(mode)}});
    const auto& expected = *dataset.as<ProfileAlignment>();
    ASSERT_EQ(expected.matrices.states.size(), 3U);
    const ProfileAlignment found = restored(profileAlignmentFileArrays(expected));
    test::expectSameAlignment(found, expected);
    EXPECT_EQ(found.matrices.states, expected.matrices.states);
  }
}

TEST(ProfileAlignmentFile, oneColumnEachAndNoPathComeBack) {
  const Dataset dataset = aligned({}, rows("w", {"W"}));
  const auto& one = *dataset.as<ProfileAlignment>();
  ASSERT_EQ(one.matrices.numQueryColumns(), 1);
  test::expectSameAlignment(restored(profileAlignmentFileArrays(one)), one);
  ProfileAlignment none = one;
  none.paths.clear();
  none.scores.clear();
  test::expectSameAlignment(restored(profileAlignmentFileArrays(none)), none);
}

TEST(ProfileAlignmentFile, profilesWithoutColumnsComeBack) {
  auto profile = std::make_shared<ProfileHmm>();
  profile->background.fill(0.05);
  profile->transitions.resize(1);
  profile->columnNeff.resize(1);
  ProfileAlignment empty;
  empty.query = empty.templ = profile;
  empty.matrices.addPlanes({PairState::MM, PairState::MI, PairState::IM, PairState::DG, PairState::GD}, {1, 1}, 2.5F);
  empty.matrices.backtrace = Array<std::uint8_t>({1, 1}, 3);
  test::expectSameAlignment(restored(profileAlignmentFileArrays(empty)), empty);
}

TEST(ProfileAlignmentFile, whatKeepsNoMatricesOrProfilesIsRefused) {
  const Dataset dataset = aligned({});
  ProfileAlignment bare = *dataset.as<ProfileAlignment>();
  bare.matrices = {};
  EXPECT_THROW(profileAlignmentFileArrays(bare), Error);
  EXPECT_THROW(profileAlignmentFileArrays({}), Error);
}

TEST(ProfileAlignmentFile, othersGetPlanesWithoutBorders) {
  const Dataset dataset = aligned({{"sums", std::string("on")}});
  const ArrayBundle arrays = profileAlignmentFileArrays(*dataset.as<ProfileAlignment>());
  const auto& planes = dataset.as<ProfileAlignment>()->matrices.planes;
  const auto& match = std::get<Array<float>>(arrays.at("MM"));
  EXPECT_EQ(match.shape(), (Shape{49, 49}));
  EXPECT_EQ(match(4, 7), planes[0](5, 8));
  const auto& border = std::get<Array<float>>(arrays.at("viterbi_border"));
  ASSERT_EQ(border.shape(), (Shape{5, 99}));
  EXPECT_EQ(border(2, 49), planes[2](0, 49)) << "the end of the border row";
  EXPECT_EQ(border(2, 50), planes[2](1, 0)) << "the border column begins below it";
  for (const char* name : {"forward_MM", "backward_GD", "posterior", "posterior_MI"})
    EXPECT_TRUE(arrays.contains(name)) << name;
}

TEST(ProfileAlignmentFile, knobsStandWhereTheAlignmentWasMade) {
  Dataset dataset = aligned({{"shift", 0.25}, {"corr", 0.3}, {"ssw", 0.5}, {"cooptimal", std::int64_t{6}}});
  Dataset again = dataset;
  again.provenance = {};
  again.axes = {};
  again.value =
      std::make_shared<const ProfileAlignment>(restored(profileAlignmentFileArrays(*dataset.as<ProfileAlignment>())));
  EXPECT_EQ(knobsOf(again), knobsOf(dataset));
  EXPECT_EQ(knobsOf(again).correlation, 0.3);
  EXPECT_EQ(alignmentOptionsNote(optionsWith(again, knobsOf(again))),
            alignmentOptionsNote(optionsWith(dataset, knobsOf(dataset))));
}

/// One thing that is wrong with a file, and what has to be said about it.
struct Damage {
  std::string expected;
  std::function<void(ArrayBundle& arrays, Note& note)> harm;
};

template <class T>
Damage reshaped(const std::string& name, Shape shape, const std::string& expected) {
  return {expected, [=](ArrayBundle& arrays, Note&) { arrays.insert_or_assign(name, Array<T>(shape, T{}, name)); }};
}
Damage without(const std::string& name) {
  return {name, [=](ArrayBundle& arrays, Note&) { arrays.erase(name); }};
}
Damage step(Index row, Index number, std::int32_t value, const std::string& expected) {
  return {expected,
          [=](ArrayBundle& arrays, Note&) { std::get<Array<std::int32_t>>(arrays.at("steps"))(row, number) = value; }};
}
Damage noted(const char* key, const Note& value, const std::string& expected) {
  return {expected, [=](ArrayBundle&, Note& note) { note[key] = value; }};
}
Damage option(const char* key, const Note& value, const std::string& expected) {
  return {expected, [=](ArrayBundle&, Note& note) {
            if (value.is_null())
              note["options"].erase(key);
            else
              note["options"][key] = value;
          }};
}

std::vector<Damage> damages() {
  std::vector<Damage> all;
  for (const char* name :
       {"MM", "GD", "backtrace", "viterbi_border", "backtrace_border", "forward_IM", "forward_border", "posterior",
        "posterior_border", "steps", "step_scores", "step_posteriors", "path_bits", "path_scores", "query_emissions",
        "query_neff", "template_transitions", "template_rows", "template_weights"})
    all.push_back(without(name));
  const std::vector<Damage> others{
      reshaped<float>("MI", {49, 48}, "MI: found shape (49, 48), expected (49, 49)"),
      reshaped<double>("MM", {49, 49}, "array MM: found float64, expected float32 (49, 49)"),
      reshaped<float>("viterbi_border", {5, 98}, "viterbi_border: found shape (5, 98), expected (5, 99)"),
      reshaped<std::int32_t>("backtrace_border", {98}, "backtrace_border: found shape (98), expected (99)"),
      reshaped<std::int32_t>("steps", {3, 3}, "steps: found shape (3, 3)"),
      reshaped<double>("step_scores", {1}, "step_scores: found shape (1)"),
      reshaped<double>("path_bits", {7}, "path_bits: found shape (7)"),
      reshaped<double>("path_scores", {1, 7}, "path_scores: found shape (1, 7), expected (1, 8)"),
      reshaped<double>("query_neff", {48, 3}, "query_neff: found shape (48, 3), expected (49, 3)"),
      reshaped<double>("template_weights", {9}, "template_weights: found shape (9), expected (2)"),
      {"array backtrace: found 256, expected bytes",
       [](ArrayBundle& arrays, Note&) { std::get<Array<std::int32_t>>(arrays.at("backtrace"))(3, 4) = 256; }},
      {"template_emissions",
       [](ArrayBundle& arrays, Note&) {
         std::get<Array<double>>(arrays.at("template_emissions"))(0, 0) = std::numeric_limits<double>::quiet_NaN();
       }},
      step(2, 0, 99, "array steps, row 2: found path 99"),
      step(0, 1, 5, "array steps, row 0: found state 5, expected the number of one of MM, MI, IM, DG, GD"),
      step(0, 1, -1, "array steps, row 0: found state -1"),
      step(1, 2, 49, "array steps, row 1: found query column 49, expected 0 to 48"),
      step(1, 3, -1, "array steps, row 1: found template column -1"),
      step(1, 3, 40, "behind the step before"),
      noted("opened", 9, "\"opened\": found 9"),
      noted("paths", -1, "\"paths\": found -1, expected a count"),
      noted("viterbi", {"MM", "MI"}, "\"viterbi\": found the states MM, MI, expected MM, MI, IM, DG, GD or M, I, D"),
      noted("forward", {"M", "I", "D"}, "\"forward\": found the states M, I, D"),
      option("shift", "x", "\"shift\": found \"x\", expected a number"),
      option("null", "none", "\"null\": found \"none\", expected one of background, pair"),
      option("alternatives", 0, "\"alternatives\": found 0, expected a whole number from 1"),
      option("excl", {1, 2}, "\"excl\": found [1,2], expected pairs of columns"),
      option("mac", 1, "\"mac\": found 1, expected true or false"),
      option("corr", nullptr, "found no \"corr\"")};
  all.insert(all.end(), others.begin(), others.end());
  return all;
}

TEST(ProfileAlignmentFile, everyDamageNamesFileAndArrayAndLeavesTheArrays) {
  const Dataset dataset = aligned({{"sums", std::string("on")}});
  const ArrayBundle whole = profileAlignmentFileArrays(*dataset.as<ProfileAlignment>());
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "damaged.npz";
  for (const Damage& damage : damages()) {
    SCOPED_TRACE(damage.expected);
    ArrayBundle arrays = whole;
    Note note = Note::parse(noteTextIn(arrays));
    damage.harm(arrays, note);
    save(std::make_shared<const ArrayBundle>(withNote(arrays, note)), path);
    Diagnostics diagnostics;
    Progress progress;
    EXPECT_TRUE(load(path, diagnostics, progress).as<ArrayBundle>());
    ASSERT_EQ(diagnostics.warnings().size(), 1U);
    EXPECT_THAT(diagnostics.warnings()[0], HasSubstr("damaged.npz"));
    EXPECT_THAT(diagnostics.warnings()[0], HasSubstr(damage.expected));
  }
}

TEST(ProfileAlignmentFile, bothFormatsAndTheOptionForMatricesHoldAllOfIt) {
  const Dataset dataset = aligned({{"cooptimal", std::int64_t{2}}});
  const test::TemporaryFolder folder;
  for (const auto& [name, part] : {std::pair("a.npz", ""), {"b.safetensors", ""}, {"c.npz", "matrices"}}) {
    SCOPED_TRACE(name);
    exportDataset(dataset, folder.path() / name, part);
    Diagnostics diagnostics;
    Progress progress;
    const Dataset again = load(folder.path() / name, diagnostics, progress);
    EXPECT_TRUE(diagnostics.warnings().empty());
    ASSERT_TRUE(again.as<ProfileAlignment>());
    test::expectSameAlignment(*again.as<ProfileAlignment>(), *dataset.as<ProfileAlignment>());
  }
}

}  // namespace profile_alignment_file_test
