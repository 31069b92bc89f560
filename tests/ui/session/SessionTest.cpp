#include "ui/session/Session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QJsonArray>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/base/Error.h"
#include "engine/datasets/SequenceSet.h"
#include "engine/operations/Operation.h"
#include "tests/support/Files.h"

namespace session_test {

using testing::ElementsAre;
using testing::HasSubstr;

const char* const kTinyA3m = ">a\nMKVLAWGCDE\n>b\nMRVLAWGCDD\n>c\nMKILSWG-DE\n";

std::string errorOf(const std::function<void()>& call) {
  try {
    call();
  } catch (const engine::Error& error) {
    return error.what();
  }
  return {};
}

engine::DatasetPtr sequenceDataset(const std::string& id, const std::string& letters) {
  auto dataset = std::make_shared<engine::Dataset>();
  dataset->id = id;
  auto set = std::make_shared<engine::SequenceSet>();
  set->sequences.push_back(engine::Sequence::fromLetters(id, letters));
  dataset->value = std::shared_ptr<const engine::SequenceSet>(set);
  return dataset;
}

/// A session that keeps what it said and which views it asked for.
struct Listened {
  ui::Session session;
  std::vector<std::string> errors, warnings, views;
  Listened() {
    QObject::connect(&session, &ui::Session::message, &session, [this](ui::MessageKind kind, const QString& text) {
      if (kind == ui::MessageKind::error) errors.push_back(text.toStdString());
      if (kind == ui::MessageKind::warning) warnings.push_back(text.toStdString());
    });
    QObject::connect(&session, &ui::Session::viewRequested, &session,
                     [this](const ui::ViewRequest& request) { views.push_back(request.view); });
  }
  bool waitIdle() {
    return QTest::qWaitFor([this] { return session.jobs().numActive() == 0; }, 20000);
  }
};

TEST(Session, messagesAreOnePrintableLineOfBearableLength) {
  Listened listened;
  listened.session.report(ui::MessageKind::error,
                          QStringLiteral("a\x1b[31m\n\u202Eb ") + QString(1'000'000, QLatin1Char('y')));
  ASSERT_EQ(listened.errors.size(), 1u);
  EXPECT_THAT(listened.errors[0], testing::StartsWith("a\uFFFD[31m \uFFFDb yyy"));
  EXPECT_LT(listened.errors[0].size(), 1200u);
}

TEST(Session, takesADatasetThatNoFileHolds) {
  Listened listened;
  EXPECT_NO_THROW(listened.session.document().publish(sequenceDataset("s", "MKV")));
  EXPECT_TRUE(listened.session.document().find("s"));
}

TEST(Document, publishingTheSameIdReplaces) {
  ui::Document document;
  QSignalSpy added(&document, &ui::Document::added), replaced(&document, &ui::Document::replaced);
  document.publish(sequenceDataset("x", "ACD"));
  document.publish(sequenceDataset("x", "ACDE"));
  EXPECT_EQ(added.count(), 1);
  EXPECT_EQ(replaced.count(), 1);
  ASSERT_EQ(document.datasets().size(), 1u);
  EXPECT_EQ(document.find("x")->as<engine::SequenceSet>()->sequences[0].length(), 4);
}

TEST(Document, whoHoldsAnOldValueIsUndisturbed) {
  ui::Document document;
  document.publish(sequenceDataset("x", "ACD"));
  const engine::DatasetPtr old = document.find("x");
  document.publish(sequenceDataset("x", "W"));
  document.remove("x");
  EXPECT_EQ(old->as<engine::SequenceSet>()->sequences[0].letters(), "ACD");
  EXPECT_EQ(document.find("x"), nullptr);
}

std::vector<std::string> idsOf(const ui::Document& document) {
  std::vector<std::string> ids;
  for (const engine::DatasetPtr& dataset : document.datasets()) ids.push_back(dataset->id);
  return ids;
}

TEST(Document, expectedDatasetsKeepTheirOrderWhicheverComesFirst) {
  std::vector<std::string> arrival = {"a", "b", "b.part", "c", "stranger"};
  std::sort(arrival.begin(), arrival.end());
  do {
    ui::Document document;
    document.publish(sequenceDataset("before", "ACD"));
    document.expect({"c", "b", "a"});
    std::vector<std::string> seen;
    QObject::connect(&document, &ui::Document::added, [&](const engine::DatasetPtr& dataset) {
      EXPECT_EQ(document.find(dataset->id), dataset);
      seen.push_back(dataset->id);
    });
    for (const std::string& id : arrival) document.publish(sequenceDataset(id, "ACD"));
    EXPECT_EQ(seen, arrival);
    const bool isPartFirst =
        std::find(arrival.begin(), arrival.end(), "b.part") < std::find(arrival.begin(), arrival.end(), "b");
    EXPECT_THAT(idsOf(document), ElementsAre("before", "c", isPartFirst ? "b.part" : "b", isPartFirst ? "b" : "b.part",
                                             "a", "stranger"));
  } while (std::next_permutation(arrival.begin(), arrival.end()));
}

TEST(Document, aReplacedDatasetKeepsItsPlaceAndARemovedOneComesBackToIt) {
  ui::Document document;
  document.expect({"a", "b"});
  document.publish(sequenceDataset("b", "ACD"));
  document.publish(sequenceDataset("x", "ACD"));
  document.publish(sequenceDataset("a", "ACD"));
  document.publish(sequenceDataset("x", "AC"));
  EXPECT_THAT(idsOf(document), ElementsAre("a", "b", "x"));
  document.remove("a");
  document.publish(sequenceDataset("a", "ACD"));
  EXPECT_THAT(idsOf(document), ElementsAre("a", "b", "x"));
  document.clear();
  document.publish(sequenceDataset("b", "ACD"));
  document.publish(sequenceDataset("a", "ACD"));
  EXPECT_THAT(idsOf(document), ElementsAre("b", "a"));
}

TEST(Document, freeIdCountsUp) {
  ui::Document document;
  EXPECT_EQ(document.freeId("x"), "x");
  document.publish(sequenceDataset("x", "A"));
  EXPECT_EQ(document.freeId("x"), "x-2");
  document.publish(sequenceDataset("x-2", "A"));
  EXPECT_EQ(document.freeId("x"), "x-3");
  EXPECT_FALSE(document.freeId("").empty());
}

TEST(Document, linksOfLargeDatasetsAreToldWhenTheyAreFound) {
  std::string letters;
  for (int k = 0; k < 40000; ++k) letters += "ACDEFGHIKLMNPQRSTVWY"[(k * k / 7 + k) % 20];
  std::string other = letters;
  other[100] = other[100] == 'A' ? 'W' : 'A';
  ui::JobQueue jobs;
  ui::Document document(&jobs);
  QSignalSpy linked(&document, &ui::Document::linked);
  document.publish(sequenceDataset("small", "ACDEFGHIKLMNPQRSTVWY"));
  document.publish(sequenceDataset("same", "ACDEFGHIKLMNPQRSTVWY"));
  EXPECT_EQ(document.translate("small", 3, "same"), 3) << "at once";
  document.publish(sequenceDataset("x", letters));
  document.publish(sequenceDataset("y", letters));
  document.publish(sequenceDataset("z", other));
  EXPECT_FALSE(document.translate("x", 3, "y")) << "nothing long happens on the GUI thread";
  ASSERT_TRUE(QTest::qWaitFor([&] { return jobs.numActive() == 0; }, 20000));
  EXPECT_GE(linked.count(), 1);
  EXPECT_EQ(document.translate("x", 3, "y"), 3);
  document.publish(sequenceDataset("w", letters));
  document.clear();
  ASSERT_TRUE(QTest::qWaitFor([&] { return jobs.numActive() == 0; }, 20000));
  EXPECT_FALSE(document.translate("x", 3, "w"));
}

TEST(SelectionModel, keepsPlacesOnceAndInOrder) {
  ui::SelectionModel selection;
  QSignalSpy changes(&selection, &ui::SelectionModel::keptChanged);
  const auto at = [](engine::Index index) {
    ui::Focus focus;
    focus.first = {"a", index};
    return focus;
  };
  selection.keep({});
  EXPECT_EQ(changes.count(), 0);
  selection.setKept({at(3), at(1), {}, at(3)});
  EXPECT_THAT(selection.kept(), ElementsAre(at(3), at(1)));
  selection.setKept({at(3), at(1)});
  EXPECT_EQ(changes.count(), 1);
  selection.keep(at(3));
  EXPECT_THAT(selection.kept(), ElementsAre(at(1)));
  selection.clearKept();
  EXPECT_TRUE(selection.kept().empty());
  EXPECT_EQ(changes.count(), 3);
}

TEST(SelectionModel, putsItsStateBackAndIgnoresWhatItCannotRead) {
  ui::SelectionModel first, second;
  ui::Focus pair;
  pair.first = {"a", 3};
  pair.second = {"b", 4};
  pair.row = 2;
  ui::Focus single;
  single.first = {"a", 1};
  first.setLocked(pair);
  first.setKept({pair, single});
  first.setHead(2, 5);
  second.setState(first.state());
  EXPECT_EQ(second.locked(), pair);
  EXPECT_THAT(second.kept(), ElementsAre(pair, single));
  EXPECT_EQ(second.layer(), 2);
  EXPECT_EQ(second.head(), 5);
  second.setState({{"kept", 7}, {"layer", -3}, {"head", "x"}});
  EXPECT_TRUE(second.kept().empty());
  EXPECT_TRUE(second.locked().isEmpty());
  EXPECT_EQ(second.layer(), 0);
}

TEST(SelectionModel, tellsOnlyAboutChanges) {
  ui::SelectionModel selection;
  QSignalSpy hovers(&selection, &ui::SelectionModel::hoverChanged);
  const ui::Focus focus{{"x", 3}, {}, -1};
  selection.setHover(focus);
  selection.setHover(focus);
  EXPECT_EQ(hovers.count(), 1);
  EXPECT_EQ(selection.current(), focus);
  const ui::Focus locked{{"x", 5}, {"x", 7}, -1};
  selection.setLocked(locked);
  EXPECT_EQ(selection.current(), locked) << "a locked focus outranks the hovered one";
  selection.clearLocked();
  EXPECT_EQ(selection.current(), focus);
}

TEST(SessionFile, roundTripsThroughDisk) {
  const test::TemporaryFolder folder;
  ui::SessionFile file;
  file.title = "Tiny";
  file.sources.push_back({"a", "An alignment", folder.path() / "a.a3m"});
  engine::Request request{"profile", {"a"}, {}, "p"};
  request.parameters.set("match", std::string("first"));
  request.parameters.set("id", std::int64_t{90});
  request.parameters.set("shift", -0.03);
  request.parameters.set("ss", false);
  file.requests.push_back(request);
  file.views.push_back({"alignment", {"a"}, "Shown"});
  const auto path = folder.path() / "tiny.headlight";
  file.views[0].state = {{"zoom", 2.5}, {"rows", QJsonArray{1, 2}}};
  file.selection = {{"layer", 3}};
  file.window = {{"layout", "grid"}};
  ui::writeSessionFile(file, path);
  EXPECT_THAT(test::readText(path), testing::Not(HasSubstr(folder.path().string()))) << "paths are relative";

  const ui::SessionFile read = ui::readSessionFile(path);
  EXPECT_EQ(read.views.at(0).state, file.views[0].state);
  EXPECT_EQ(read.selection, file.selection);
  EXPECT_EQ(read.window, file.window);
  EXPECT_EQ(read.title, "Tiny");
  ASSERT_EQ(read.sources.size(), 1u);
  EXPECT_EQ(read.sources[0].path.lexically_normal(), (folder.path() / "a.a3m").lexically_normal());
  ASSERT_EQ(read.requests.size(), 1u);
  EXPECT_EQ(read.requests[0].parameters, request.parameters);
  EXPECT_EQ(read.views[0].datasets, std::vector<std::string>{"a"});
}

engine::ParameterValues replayed(const engine::ParameterValues& read) {
  return engine::completed(engine::findOperation("align").parameters(), read);
}

TEST(SessionFile, aReplayKnowsWhatWasGiven) {
  const test::TemporaryFolder folder;
  engine::Request request{"align", {"a", "a"}, {}, "x"};
  request.parameters.set("preset", std::string("guide"));
  request.parameters.set("shift", -0.03);
  request.parameters = replayed(request.parameters);
  ui::SessionFile file;
  file.sources.push_back({"a", "A", folder.path() / "a.a3m"});
  file.requests.push_back(request);
  ui::writeSessionFile(file, folder.path() / "x.headlight");
  EXPECT_EQ(ui::readSessionFile(folder.path() / "x.headlight").requests.at(0).parameters, request.parameters);
}

TEST(SessionFile, databasesThatRequestsNameMoveWithTheFolderOfTheSession) {
  const test::TemporaryFolder folder, other;
  ui::SessionFile file;
  engine::Request request{"search", {}, {}, "hits"};
  request.parameters.set("database", (folder.path() / "families").string());
  file.requests.push_back(request);
  ui::writeSessionFile(file, folder.path() / "x.headlight");
  std::filesystem::copy_file(folder.path() / "x.headlight", other.path() / "x.headlight");
  const ui::SessionFile moved = ui::readSessionFile(other.path() / "x.headlight");
  EXPECT_EQ(moved.requests.at(0).parameters.text("database"), (other.path() / "families").string());
  EXPECT_TRUE(moved.requests.at(0).parameters.isGiven("database"));
  EXPECT_EQ(ui::readSessionFile(folder.path() / "x.headlight").requests.at(0).parameters, request.parameters);
}

TEST(SessionFile, ofOlderVersionsAndWrittenByHandMeansWhatItMeant) {
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "old.headlight";
  const auto shiftOf = [&](const nlohmann::json& parameters) {
    nlohmann::json session{{"headlight-session", 1}};
    session["sources"][0] = {{"id", "a"}, {"path", "a.a3m"}};
    session["requests"][0] = {
        {"operation", "align"}, {"inputs", {"a", "a"}}, {"parameters", parameters}, {"output", "x"}};
    test::writeText(path, session.dump());
    return replayed(ui::readSessionFile(path).requests.at(0).parameters).real("shift");
  };
  nlohmann::json all;
  for (const engine::Parameter& parameter : engine::findOperation("align").parameters())
    std::visit([&](const auto& value) { all[parameter.key] = value; }, parameter.standard);
  all["preset"] = "guide";
  EXPECT_EQ(shiftOf(all), 0.0) << "older versions wrote defaults that the guide does not use";
  all["shift"] = -0.5;
  EXPECT_EQ(shiftOf(all), -0.5);
  EXPECT_EQ(shiftOf({{"preset", "guide"}, {"shift", -0.03}}), -0.03);
  EXPECT_EQ(shiftOf(nlohmann::json::object()), -0.03);
}

TEST(SessionFile, titlesThatAreNotUtf8BecomeReadable) {
  const test::TemporaryFolder folder;
  ui::SessionFile file;
  file.title = "Bad\xff";
  file.sources.push_back({"a", "row \xfe", folder.path() / "a.a3m"});
  ui::writeSessionFile(file, folder.path() / "x.headlight");
  EXPECT_EQ(ui::readSessionFile(folder.path() / "x.headlight").title, "Bad\xef\xbf\xbd");
  EXPECT_EQ(ui::readSessionFile(folder.path() / "x.headlight").sources.at(0).title, "row \xef\xbf\xbd");
}

TEST(SessionFile, deeplyNestedOnesAreRefusedAndNotFollowed) {
  const test::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "deep.headlight";
  constexpr size_t kDepth = 300'000;
  for (const char* key : {"window", "selection", "title", "sources"}) {
    const std::string deep = std::string(kDepth, '[') + std::string(kDepth, ']');
    test::writeText(path, std::string(R"({"headlight-session": 1, ")") + key + R"(": {"a": )" + deep + "}}");
    EXPECT_THAT(errorOf([&] { ui::readSessionFile(path); }), HasSubstr("deep.headlight: found JSON that is nested"));
  }
}

TEST(SessionFile, errorsNameFilePlaceAndExpectation) {
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "bad.headlight";
  const auto errorFor = [&](const std::string& text) {
    test::writeText(path, text);
    return errorOf([&] { ui::readSessionFile(path); });
  };
  EXPECT_THAT(errorFor("not json"), HasSubstr("bad.headlight"));
  EXPECT_THAT(errorFor("[]"), HasSubstr("expected an object"));
  EXPECT_THAT(errorFor("{}"), HasSubstr("headlight-session"));
  EXPECT_THAT(errorFor(R"({"headlight-session": 1, "sources": [{"id": "x"}]})"),
              testing::AllOf(HasSubstr("source 1"), HasSubstr("path")));
  EXPECT_THAT(errorFor(R"({"headlight-session": 1, "views": [{"view": "dp", "datasets": ["nobody"]}]})"),
              testing::AllOf(HasSubstr("view 1"), HasSubstr("nobody")));
  EXPECT_THAT(errorFor(R"({"headlight-session": 1, "sources": 3})"), HasSubstr("expected a list"));
  EXPECT_THAT(errorOf([&] { ui::readSessionFile(folder.path() / "absent.headlight"); }), HasSubstr("absent.headlight"));
}

TEST(Session, loadsAFileInAJobAndPublishesIt) {
  const test::TemporaryFolder folder;
  test::writeText(folder.path() / "tiny.a3m", kTinyA3m);
  Listened on;
  on.session.openFiles({QString::fromStdString((folder.path() / "tiny.a3m").string())});
  EXPECT_TRUE(on.session.document().datasets().empty()) << "nothing happens on the GUI thread";
  ASSERT_TRUE(on.waitIdle());
  ASSERT_EQ(on.session.document().datasets().size(), 1u);
  EXPECT_EQ(on.session.document().datasets()[0]->as<engine::Alignment>()->numRows(), 3);
}

TEST(Session, aWrongFileBecomesOneMessageAndKeepsWhatWasLoaded) {
  const test::TemporaryFolder folder;
  test::writeText(folder.path() / "good.a3m", kTinyA3m);
  test::writeText(folder.path() / "bad.a3m", ">a\nMK!\n");
  Listened on;
  on.session.openFiles({QString::fromStdString((folder.path() / "good.a3m").string())});
  ASSERT_TRUE(on.waitIdle());
  on.session.openFiles({QString::fromStdString((folder.path() / "bad.a3m").string())});
  ASSERT_TRUE(on.waitIdle());
  EXPECT_THAT(on.errors, ElementsAre(HasSubstr("bad.a3m")));
  EXPECT_EQ(on.session.document().datasets().size(), 1u);
}

class TinySession : public testing::Test {
 protected:
  TinySession() {
    test::writeText(m_folder.path() / "a.a3m", kTinyA3m);
    test::writeText(m_folder.path() / "s.headlight", R"({
      "headlight-session": 1,
      "sources": [{"id": "a", "path": "a.a3m"}, {"id": "b", "path": "a.a3m"}],
      "requests": [{"operation": "profile", "inputs": ["a"], "output": "pa"},
                   {"operation": "profile", "inputs": ["b"], "output": "pb"},
                   {"operation": "align", "inputs": ["pa", "pb"], "output": "ab"}],
      "views": [{"view": "dp", "datasets": ["ab"]}, {"view": "alignment", "datasets": ["a"]}]})");
  }
  test::TemporaryFolder m_folder;
  const std::filesystem::path m_path = m_folder.path() / "s.headlight";
};

TEST_F(TinySession, runsRequestsInTheOrderOfTheirNeedsAndAsksForViews) {
  Listened on;
  on.session.openSession(m_path);
  ASSERT_TRUE(on.waitIdle());
  EXPECT_THAT(on.errors, ElementsAre());
  ASSERT_NE(on.session.document().find("ab"), nullptr);
  EXPECT_THAT(on.views, ElementsAre("dp", "alignment")) << "views keep the order of the file";
  EXPECT_EQ(on.session.document().find("ab")->provenance.request.inputs, (std::vector<std::string>{"pa", "pb"}));
}

TEST_F(TinySession, listsDatasetsInTheOrderOfTheFile) {
  Listened waited;
  engine::Progress progress;
  waited.session.openSessionAndWait(m_path, progress);
  for (int attempt = 0; attempt < 5; ++attempt) {
    Listened listened;
    listened.session.openSession(m_path);
    ASSERT_TRUE(listened.waitIdle());
    EXPECT_EQ(idsOf(listened.session.document()), idsOf(waited.session.document()));
  }
}

TEST_F(TinySession, givesTheSameDatasetsWhenWaited) {
  Listened on;
  engine::Progress none;
  on.session.openSessionAndWait(m_path, none);
  EXPECT_EQ(on.session.document().datasets().size(), 5u);
  EXPECT_THAT(on.views, ElementsAre("dp", "alignment"));
}

TEST_F(TinySession, resultsAndFilesTellWhatAPresetFilledIn) {
  test::writeText(m_path, R"({
      "headlight-session": 1,
      "sources": [{"id": "a", "path": "a.a3m"}],
      "requests": [{"operation": "align", "inputs": ["a", "a"], "output": "aa",
                    "parameters": {"preset": "guide"}, "given": ["preset"]}],
      "views": []})");
  Listened on;
  on.session.openSession(m_path);
  const engine::ParameterValues waiting = on.session.describe().requests.at(0).parameters;
  ASSERT_TRUE(on.waitIdle());
  EXPECT_THAT(on.errors, ElementsAre());
  engine::Request request{"align", {"a", "a"}, {}, "again"};
  request.parameters.set("preset", std::string("guide"));
  ASSERT_TRUE(on.session.run(request));
  ASSERT_TRUE(on.waitIdle());
  for (const char* id : {"aa", "again"}) {
    const engine::ParameterValues& values = on.session.document().find(id)->provenance.request.parameters;
    EXPECT_EQ(values.real("shift"), 0) << id;
    EXPECT_FALSE(values.isGiven("shift")) << id;
    EXPECT_TRUE(values.isGiven("preset")) << id;
    EXPECT_EQ(values, waiting) << id << ": a session is the same before and after its results";
  }
}

TEST_F(TinySession, aMissingFileDropsOnlyWhatNeedsIt) {
  std::filesystem::remove(m_folder.path() / "a.a3m");
  test::writeText(m_folder.path() / "s.headlight", R"({
      "headlight-session": 1,
      "sources": [{"id": "a", "path": "a.a3m"}, {"id": "b", "path": "b.a3m"}],
      "requests": [{"operation": "profile", "inputs": ["a"], "output": "pa"}],
      "views": [{"view": "dp", "datasets": ["pa"]}, {"view": "alignment", "datasets": ["b"]}]})");
  test::writeText(m_folder.path() / "b.a3m", kTinyA3m);
  Listened on;
  on.session.openSession(m_path);
  ASSERT_TRUE(on.waitIdle());
  EXPECT_THAT(on.errors, ElementsAre(HasSubstr("a.a3m")));
  EXPECT_THAT(on.warnings, ElementsAre(HasSubstr("pa")));
  EXPECT_THAT(on.views, ElementsAre("alignment"));
}

TEST_F(TinySession, aDescribedSessionOpensToTheSameDatasets) {
  Listened first;
  engine::Progress none;
  first.session.openSessionAndWait(m_path, none);
  const auto copy = m_folder.path() / "copy.headlight";
  ui::writeSessionFile(first.session.describe(), copy);
  Listened second;
  second.session.openSessionAndWait(copy, none);
  std::vector<std::string> a, b;
  for (const auto& dataset : first.session.document().datasets()) a.push_back(dataset->id);
  for (const auto& dataset : second.session.document().datasets()) b.push_back(dataset->id);
  EXPECT_EQ(a, b);
}

TEST_F(TinySession, byProductsComeBackUnderTheirNames) {
  test::writeText(m_path, R"({
      "headlight-session": 1,
      "sources": [{"id": "a", "path": "a.a3m"}, {"id": "b", "path": "a.a3m"}],
      "requests": [{"operation": "align", "inputs": ["a", "b"], "output": "ab"}],
      "views": []})");
  Listened first;
  engine::Progress none;
  first.session.openSessionAndWait(m_path, none);
  const auto alignment = first.session.document().find("ab");
  ASSERT_NE(alignment, nullptr);
  EXPECT_EQ(alignment->axes, (std::vector<engine::DatasetId>{"ab.query", "ab.template"}));
  ASSERT_NE(first.session.document().find("ab.query"), nullptr);
  EXPECT_TRUE(first.session.document().translate("a", 0, "b").has_value()) << "columns are linked by the path";

  const ui::SessionFile described = first.session.describe();
  ASSERT_EQ(described.requests.size(), 1U) << "by-products are no requests of their own";
  const auto copy = m_folder.path() / "copy.headlight";
  ui::writeSessionFile(described, copy);
  Listened second;
  second.session.openSessionAndWait(copy, none);
  for (const auto& dataset : first.session.document().datasets()) {
    const auto again = second.session.document().find(dataset->id);
    ASSERT_NE(again, nullptr) << dataset->id;
    EXPECT_EQ(again->kind(), dataset->kind()) << dataset->id;
  }
}

TEST(Session, anUnknownOperationIsAMessage) {
  Listened on;
  EXPECT_EQ(on.session.run({"no such thing", {}, {}, "x"}), nullptr);
  EXPECT_THAT(on.errors, ElementsAre(HasSubstr("no such thing")));
}

TEST(Session, choosingADeviceEndsOnOneWithAReason) {
  Listened on;
  on.session.chooseDevice("cpu");
  ASSERT_TRUE(on.waitIdle());
  EXPECT_EQ(on.session.compute().device, nullptr);
  EXPECT_FALSE(on.session.deviceText().isEmpty());
  EXPECT_FALSE(on.session.deviceReason().isEmpty());
}

}  // namespace session_test
