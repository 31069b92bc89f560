// Heads of a file on the chains of a real structure: matched by residue, shown in 3D and beside its geometry.
#include "ui/views/ViewKinds.h"
#include "ui/views/heads/HeadsOnChain.h"

#include <gtest/gtest.h>

#include <QCheckBox>
#include <QDropEvent>
#include <QMenu>
#include <QSpinBox>
#include <QToolButton>

#include "engine/alignment/Alignment.h"
#include "engine/io/Format.h"
#include "engine/io/WriteHeads.h"
#include "engine/structure/Backbone.h"
#include "tests/support/Files.h"
#include "tests/ui/support/Gui.h"
#include "ui/session/DatasetMime.h"
#include "ui/views/attention/AttentionView.h"
#include "ui/views/base/ChoiceLine.h"
#include "ui/views/heads/ChosenHeads.h"
#include "ui/views/structure/StructureView.h"

namespace heads_on_chain_test {

using engine::Index;

/// The pair of residues of the chain that head 0 joins, both ways; far apart in the sequence.
constexpr Index kQuery = 20, kKey = 240;

engine::DatasetPtr asDataset(const std::string& id, engine::DatasetValue value) {
  auto dataset = std::make_shared<engine::Dataset>();
  dataset->id = dataset->title = id;
  dataset->value = std::move(value);
  return dataset;
}

std::string lettersOf(const engine::Chain& chain) {
  std::string letters;
  for (const engine::Residue& residue : chain.residues) letters += residue.letter;
  return letters;
}

/// <cls>, the letters, <eos>; two heads that look at the first position, the first of them also where it was planted.
engine::HeadSet plantedHeads(const std::string& letters, Index query, Index key) {
  engine::HeadSet heads;
  heads.numHeads = 2;
  heads.queryTokens.push_back("<cls>");
  for (const char letter : letters) heads.queryTokens.emplace_back(1, letter);
  heads.queryTokens.push_back("<eos>");
  heads.keyTokens = heads.queryTokens;
  heads.queryLetters = heads.keyLetters = '-' + letters + '-';
  const auto length = static_cast<Index>(heads.queryTokens.size());
  heads.numQueries = heads.numKeys = length;
  for (int head = 0; head < 2; ++head) {
    auto map = std::make_shared<engine::AttentionMap>();
    map->weights = engine::Array<float>({length, length}, 0.0F, "weights");
    for (Index row = 0; row < length; ++row) map->weights(row, 0) = 1;
    if (head == 0)
      for (const auto& [i, j] : {std::pair{query + 1, key + 1}, std::pair{key + 1, query + 1}}) {
        map->weights(i, 0) = 0.25F;
        map->weights(i, j) = 0.75F;
      }
    heads.maps.push_back(map);
  }
  return heads;
}

class HeadsOnChain : public ::testing::Test {
 protected:
  HeadsOnChain() {
    engine::Diagnostics diagnostics;
    engine::Progress progress;
    const engine::Dataset loaded = engine::load(test::sampleFile("1ldm_A.pdb.gz"), diagnostics, progress);
    structure = loaded.share<engine::Structure>();
    letters = lettersOf(structure->chains.front());
  }
  /// Through a file, as a user's heads come.
  void publishHeads(const engine::HeadSet& heads) {
    const auto path = folder.path() / "heads.npz";
    ASSERT_TRUE(engine::writeHeads(heads, path));
    engine::Diagnostics diagnostics;
    engine::Progress progress;
    auto dataset = std::make_shared<engine::Dataset>(engine::load(path, diagnostics, progress));
    dataset->id = dataset->title = "heads";
    ASSERT_TRUE(dataset->as<engine::HeadSet>());
    session.document().publish(dataset);
  }
  void publishStructure(engine::Structure value) {
    structure = std::make_shared<const engine::Structure>(std::move(value));
    session.document().publish(asDataset("1LDM", structure));
  }
  void settle() {
    ASSERT_TRUE(QTest::qWaitFor([&] { return session.jobs().numActive() == 0; }, 30000));
    QCoreApplication::processEvents();
  }
  engine::DatasetPtr find(const std::string& id) const { return const_cast<ui::Session&>(session).document().find(id); }
  void drop(ui::View& view, const std::string& id) {
    const std::unique_ptr<QMimeData> data(ui::datasetMime(QString::fromStdString(id)));
    QDragEnterEvent enter({20, 20}, Qt::CopyAction, data.get(), Qt::LeftButton, {});
    QCoreApplication::sendEvent(&view.canvas(), &enter);
    EXPECT_TRUE(enter.isAccepted());
    QDropEvent event({20, 20}, Qt::CopyAction, data.get(), Qt::LeftButton, {});
    QCoreApplication::sendEvent(&view.canvas(), &event);
  }
  static bool hasBars(const ui::StructureView& view) { return !view.picture().head.weights.isEmpty(); }
  static std::vector<ui::AttentionLine> barsOf(const ui::StructureView& view) {
    std::vector<ui::AttentionLine> lines;
    for (const ui::NumberTable& table : view.visibleNumbers())
      if (table.name == "attention_bars")
        for (Index row = 0; row < table.values.length(0); ++row) lines.push_back({row, 0, table.values(row, 0), 0});
    return lines;
  }
  static std::string firstBar(const ui::StructureView& view) {
    for (const ui::NumberTable& table : view.visibleNumbers())
      if (table.name == "attention_bars" && !table.rowLabels.empty()) return table.rowLabels.back();
    return {};
  }
  std::string nameOf(Index residue) const {
    const engine::Residue& found = structure->chains.front().residues[static_cast<size_t>(residue)];
    return found.name + " " + found.label() + " " + structure->chains.front().id;
  }
  static QStringList entriesOf(QMenu& menu) {
    QStringList texts;
    for (const QAction* action : menu.actions()) texts << action->text();
    return texts;
  }

  ui::Session session;
  std::shared_ptr<const engine::Structure> structure;
  std::string letters;
  test::TemporaryFolder folder;
};

TEST_F(HeadsOnChain, droppedOnAStructureTheirStrongestPairIsABarBetweenTheRightResidues) {
  publishStructure(*structure);
  publishHeads(plantedHeads(letters, kQuery, kKey));
  ui::StructureView view(session);
  view.setDataset(find("1LDM"));
  test::show(view, {600, 400});
  settle();
  drop(view, "heads");
  settle();
  ASSERT_TRUE(hasBars(view)) << view.picture().head.message.toStdString();
  EXPECT_EQ(view.options().headsChain, "A");
  EXPECT_EQ(firstBar(view), nameOf(kQuery) + " > " + nameOf(kKey));
  EXPECT_EQ(barsOf(view).size(), 1U) << "attention to the first token is no bar";
  EXPECT_NE(view.captionText().indexOf("329 of 329 residues of 1LDM A"), -1) << view.captionText().toStdString();
}

TEST_F(HeadsOnChain, asContactsTheyAreTheBestPairsColouredByWhetherTheyTouch) {
  publishStructure(*structure);
  publishHeads(plantedHeads(letters, kQuery, kKey));
  ui::StructureView view(session);
  view.setDataset(find("1LDM"));
  test::show(view, {600, 400});
  drop(view, "heads");
  settle();
  view.change([](ui::StructureOptions& options) { options.barPairs = ui::BarPairs::bestPairs; });
  settle();
  const ui::StructurePicture& picture = view.picture();
  ASSERT_TRUE(picture.head.contacts) << picture.head.message.toStdString();
  EXPECT_EQ(picture.head.contacts->known, 329);
  ASSERT_EQ(ui::numShownBars(picture), 329);
  const ui::AttentionLine& best = picture.head.lines.back();
  EXPECT_EQ(best.i, kQuery);
  EXPECT_EQ(best.j, kKey);
  const std::vector<engine::Vector3> beta = engine::backboneOf(structure->chains.front()).cb;
  const auto touch = [&](const ui::AttentionLine& line) {
    return (beta[static_cast<size_t>(line.i)] - beta[static_cast<size_t>(line.j)]).norm() < 8;
  };
  for (const ui::AttentionLine& line : picture.head.lines) EXPECT_EQ(line.touches, touch(line));
  for (const ui::AttentionBar& bar : ui::attentionBars(picture, {})) EXPECT_FALSE(bar.isDirected);

  ui::Focus pair;
  pair.first = {"1LDM", kQuery};
  pair.second = {"1LDM", kKey};
  session.selection().setLocked(pair);
  const auto lines = view.readout();
  EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), [](const ui::ReadoutLine& line) {
    return line.value.startsWith(QStringLiteral("number 1 of the best 329"));
  }));
  session.selection().letGo();

  view.change([](ui::StructureOptions& options) { options.mostBars = 10; });
  EXPECT_EQ(ui::numShownBars(picture), 10);
  EXPECT_EQ(view.scene().bars().numShown(), 10);
  EXPECT_TRUE(view.captionText().contains(QStringLiteral("the best 10 pairs"))) << view.captionText().toStdString();
  const auto tables = view.visibleNumbers();
  const auto pairs = std::find_if(tables.begin(), tables.end(), [](const auto& t) { return t.name == "best_pairs"; });
  ASSERT_NE(pairs, tables.end());
  EXPECT_EQ(pairs->rowLabels.front(), nameOf(kQuery) + " - " + nameOf(kKey));
  EXPECT_EQ(pairs->rowLabels.size(), 10U);
}

TEST_F(HeadsOnChain, severalChosenHeadsAreTheirMeanUntilOneIsChosen) {
  publishStructure(*structure);
  publishHeads(plantedHeads(letters, kQuery, kKey));
  ui::StructureView view(session);
  view.setDataset(find("1LDM"));
  test::show(view, {600, 400});
  drop(view, "heads");
  settle();
  const float alone = view.picture().head.weights.weight(kQuery, kKey);
  ui::ChosenHeads::of(session).set({{0, 0}, {0, 1}});
  settle();
  EXPECT_EQ(view.picture().head.label, QStringLiteral("Mean of 2 heads (1·1, 1·2)"));
  EXPECT_FLOAT_EQ(view.picture().head.weights.weight(kQuery, kKey), alone / 2);
  session.selection().setHead(0, 1);
  settle();
  EXPECT_TRUE(view.picture().head.several.empty());
  EXPECT_TRUE(ui::ChosenHeads::of(session).heads().empty()) << "one head that is chosen ends the choice of several";
}

/// Columns of an alignment as coevolution gives them: two columns in which the row of the chain has gaps come first.
engine::HeadSet headsOnColumns(const std::string& letters) {
  engine::HeadSet heads;
  heads.numHeads = 1;
  heads.queryLetters = heads.keyLetters = "--" + letters;
  heads.queryUnit = heads.keyUnit = engine::kColumnUnit;
  const auto length = static_cast<Index>(heads.queryLetters.size());
  heads.numQueries = heads.numKeys = length;
  auto map = std::make_shared<engine::AttentionMap>();
  map->isStochastic = false;
  map->weights = engine::Array<float>({length, length}, 0.0F, "coevolution");
  map->weights(kQuery + 2, kKey + 2) = map->weights(kKey + 2, kQuery + 2) = 1;
  heads.maps = {map};
  return heads;
}

TEST_F(HeadsOnChain, mapsOfColumnsGetFewBarsAndNoFramesUntilTheUserWantsThem) {
  publishStructure(*structure);
  ui::StructureView view(session);
  view.setDataset(find("1LDM"));
  test::show(view, {600, 400});
  ASSERT_TRUE(view.options().areFramesShown);
  engine::HeadSet heads = headsOnColumns(letters);
  auto map = std::make_shared<engine::AttentionMap>(*heads.maps.front());
  for (Index row = 2; row < heads.numQueries; ++row)  // of each residue one strong pair, no two alike
    for (Index column = 2; column < heads.numKeys; ++column)
      map->weights(row, column) =
          row + column == heads.numKeys ? 1 + 0.001F * static_cast<float>(std::min(row, column)) : 0.1F;
  heads.maps = {map};
  session.document().publish(asDataset("coevolution", std::make_shared<const engine::HeadSet>(heads)));
  drop(view, "coevolution");
  settle();
  ASSERT_TRUE(hasBars(view)) << view.picture().head.message.toStdString();
  EXPECT_FALSE(view.options().areFramesShown);
  EXPECT_EQ(ui::numShownBars(view.picture()), 50);

  const std::unique_ptr<QWidget> form(view.makeControls(nullptr));
  form->findChild<QSpinBox*>(QStringLiteral("mostBars"))->setValue(0);
  EXPECT_GT(ui::numShownBars(view.picture()), 100);
  form->findChild<QCheckBox*>(QStringLiteral("frames"))->click();
  EXPECT_TRUE(view.options().areFramesShown);
  view.setDataset(find("coevolution"));
  EXPECT_TRUE(view.options().areFramesShown) << "the same heads once more";
  EXPECT_EQ(view.options().mostBars, 0);
}

TEST_F(HeadsOnChain, mapsOfColumnsGetBarsAndContactsByTheirRowAndSelectThroughTheAlignment) {
  publishStructure(*structure);
  const auto rows = engine::alignmentOf({engine::Sequence::fromLetters("1LDM", "--" + letters),
                                         engine::Sequence::fromLetters("other", "AC" + letters)});
  session.document().publish(asDataset("rows", std::make_shared<const engine::Alignment>(rows)));
  auto heads = std::make_shared<engine::Dataset>(
      *asDataset("coevolution", std::make_shared<const engine::HeadSet>(headsOnColumns(letters))));
  heads->axes = {"rows"};
  session.document().publish(heads);
  ui::StructureView view(session);
  view.setDataset(find("1LDM"));
  ASSERT_TRUE(view.accepts(*heads));
  test::show(view, {600, 400});
  drop(view, "coevolution");
  settle();
  ASSERT_TRUE(hasBars(view)) << view.picture().head.message.toStdString();
  EXPECT_EQ(firstBar(view), nameOf(kQuery) + " > " + nameOf(kKey));
  ui::AttentionView map(session);
  map.setDataset(heads);
  map.setDataset(find("1LDM"));
  settle();
  ASSERT_TRUE(map.shown().subject.geometry());
  EXPECT_EQ(map.shown().subject.match()->numMatched(), static_cast<Index>(letters.size()));
  ui::Focus column, residue;
  column.first = {"rows", kQuery + 2};
  residue.first = {"1LDM", kQuery};
  for (const ui::Focus& focus : {column, residue})
    EXPECT_EQ(map.shown().subject.cellOf(focus, session.document()).row, kQuery + 2);
}

TEST_F(HeadsOnChain, missingResiduesAndASequenceThatGoesOnAreNoHindrance) {
  engine::Structure part = *structure;
  auto& residues = part.chains.front().residues;
  residues.erase(residues.begin() + 100, residues.begin() + 111);
  publishStructure(part);
  publishHeads(plantedHeads(letters + "GSHHHHHH", kQuery, kKey));
  ui::StructureView view(session);
  view.setDataset(find("1LDM"));
  view.setDataset(find("heads"));
  ASSERT_TRUE(hasBars(view));
  EXPECT_EQ(firstBar(view), nameOf(kQuery) + " > " + nameOf(kKey - 11));
  EXPECT_NE(view.captionText().indexOf("318 of 318 residues"), -1) << view.captionText().toStdString();
  settle();
}

TEST_F(HeadsOnChain, geometryOfTheChainComesBesideTheMapUnasked) {
  engine::Structure part = *structure;
  auto& residues = part.chains.front().residues;
  residues.erase(residues.begin() + 100, residues.begin() + 111);
  publishStructure(part);
  publishHeads(plantedHeads(letters, kQuery, kKey));
  ui::AttentionView map(session);
  map.setDataset(find("heads"));
  test::show(map, {900, 600});
  drop(map, "1LDM");
  settle();
  ASSERT_TRUE(map.shown().subject.match());
  EXPECT_EQ(map.shown().subject.match()->numMatched(), 318);
  EXPECT_FALSE(map.layoutIn(map.canvas().size()).companion.panel.isEmpty());
  const auto readoutAt = [&](Index row, Index column, const QString& label) {
    ui::Focus focus;
    focus.first = {"heads", row + 1};
    focus.second = {"heads", column + 1};
    session.selection().setHover(focus);
    for (const ui::ReadoutLine& line : map.readout())
      if (line.label == label) return line.value;
    return QString();
  };
  const auto distance = [&](Index a, Index b) {
    const engine::DatasetPtr geometry = ui::loadedGeometry(session.document(), *find("1LDM"), "A");
    return geometry->as<engine::ChainGeometry>()->geometry.distance(a, b);
  };
  EXPECT_EQ(readoutAt(kQuery, kKey, "Distance Cβ–Cβ"),
            QStringLiteral("%1 Å").arg(distance(kQuery, kKey - 11), 0, 'f', 2));
  EXPECT_TRUE(readoutAt(kQuery, kKey, "Key").contains(QString::fromStdString(residues[kKey - 11].label())));
  EXPECT_TRUE(readoutAt(kQuery, 105, "Key").contains("not in chain A"));
  EXPECT_TRUE(readoutAt(kQuery, 105, "Distance Cβ–Cβ").contains("unknown"));
  EXPECT_TRUE(map.captionText().contains("318 of 318 residues of 1LDM A")) << map.captionText().toStdString();
}

TEST_F(HeadsOnChain, aResidueUnderThePointerIsTheSameInStructureAndMap) {
  publishStructure(*structure);
  publishHeads(plantedHeads(letters, kQuery, kKey));
  ui::AttentionView map(session);
  map.setDataset(find("heads"));
  map.setDataset(find("1LDM"));
  settle();
  ui::Focus focus;
  focus.first = {"1LDM", kQuery};
  session.selection().setHover(focus);
  ASSERT_FALSE(map.readout().empty());
  EXPECT_TRUE(
      map.readout().front().value.contains(QString::fromStdString(structure->chains.front().residues[kQuery].label())));
}

TEST_F(HeadsOnChain, ofEqualChainsItIsAskedOnceInTheViewAndTheAnswerIsKept) {
  engine::Structure dimer = *structure;
  dimer.chains.push_back(dimer.chains.front());
  dimer.chains.back().id = "B";
  publishStructure(dimer);
  publishHeads(plantedHeads(letters, kQuery, kKey));
  ui::StructureView view(session);
  view.setDataset(find("1LDM"));
  test::show(view, {600, 400});
  drop(view, "heads");
  EXPECT_FALSE(hasBars(view));
  auto* question = view.findChild<ui::ChoiceLine*>();
  ASSERT_TRUE(question && question->isVisible());
  QToolButton* second = nullptr;
  for (QToolButton* button : question->findChildren<QToolButton*>())
    if (button->text() == "B") second = button;
  ASSERT_TRUE(second);
  QTest::mouseClick(second, Qt::LeftButton);
  ASSERT_TRUE(QTest::qWaitFor([&] { return hasBars(view); }, 5000));
  EXPECT_FALSE(question->isVisible());
  EXPECT_EQ(view.options().headsChain, "B");
  EXPECT_NE(firstBar(view).find(" B > "), std::string::npos) << firstBar(view);
  ui::StructureView again(session);
  for (const char* id : {"1LDM", "heads"}) again.setDataset(find(id));
  again.setState(view.state());
  EXPECT_EQ(again.options().headsChain, "B");
  const auto* asked = again.findChild<ui::ChoiceLine*>();
  EXPECT_TRUE(!asked || asked->isHidden()) << "not asked again";
  settle();
}

TEST(PlaceText, namesTheChainOnce) {
  engine::ChainMatch match;
  match.numResidues = 4;
  EXPECT_EQ(ui::placeText(match, "1LDM", "A"), QStringLiteral("0 of 4 residues of 1LDM A"));
  EXPECT_EQ(ui::placeText(match, "1ldm_A", "A"), QStringLiteral("0 of 4 residues of 1ldm_A"));
  EXPECT_EQ(ui::placeText(match, "1LDM chain A", "A"), QStringLiteral("0 of 4 residues of 1LDM chain A"));
  EXPECT_EQ(ui::placeText(match, "1LDM", ""), QStringLiteral("0 of 4 residues of 1LDM"));
}

TEST_F(HeadsOnChain, otherHeadsOnTheSameChainReplaceTheBars) {
  publishStructure(*structure);
  publishHeads(plantedHeads(letters, kQuery, kKey));
  session.document().publish(
      asDataset("others", std::make_shared<const engine::HeadSet>(plantedHeads(letters, kQuery + 9, kKey))));
  ui::StructureView view(session);
  view.setDataset(find("1LDM"));
  view.showHeads(find("heads"), "A", ui::EndTokens::none);
  ASSERT_EQ(firstBar(view), nameOf(kQuery) + " > " + nameOf(kKey));
  view.showHeads(find("others"), "A", ui::EndTokens::none);
  EXPECT_EQ(firstBar(view), nameOf(kQuery + 9) + " > " + nameOf(kKey));
  settle();
}

TEST_F(HeadsOnChain, theMenuNamesEachMatchingChainOrSaysWhyThereIsNone) {
  engine::Structure dimer = *structure;
  dimer.chains.push_back(dimer.chains.front());
  dimer.chains.back().id = "B";
  publishStructure(dimer);
  publishHeads(plantedHeads(letters, kQuery, kKey));
  QMenu menu;
  std::string chosen;
  ui::addPlaces(menu, *find("heads"), session.document(), {},
                [&](const ui::HeadsPlace& place) { chosen = place.chain().id; });
  EXPECT_EQ(entriesOf(menu), (QStringList{"Show on 1LDM chain A", "Show on 1LDM chain B"}));
  menu.actions()[1]->trigger();
  EXPECT_EQ(chosen, "B");
  QMenu none;
  const auto others =
      asDataset("others", std::make_shared<const engine::HeadSet>(plantedHeads(std::string(50, 'W'), 3, 30)));
  ui::addPlaces(none, *others, session.document(), {}, [](const ui::HeadsPlace&) {});
  ASSERT_EQ(none.actions().size(), 1);
  EXPECT_FALSE(none.actions()[0]->isEnabled());
  EXPECT_TRUE(none.actions()[0]->text().contains("no chain has the sequence of these heads (50 residues)"));
}

TEST_F(HeadsOnChain, headsThatDoNotMatchAreRefusedWithTheReason) {
  publishStructure(*structure);
  publishHeads(plantedHeads(std::string(50, 'W'), 3, 30));
  ui::StructureView view(session);
  view.setDataset(find("1LDM"));
  test::show(view, {600, 400});
  QStringList said;
  QObject::connect(&session, &ui::Session::message, [&](ui::MessageKind, const QString& text) { said << text; });
  drop(view, "heads");
  EXPECT_FALSE(hasBars(view));
  ASSERT_EQ(said.size(), 1);
  EXPECT_EQ(said[0], "Not on 1LDM: no chain has the sequence of these heads (50 residues)");
  settle();
}

TEST_F(HeadsOnChain, aKindAcceptsWhatItsEmptyViewAccepts) {
  const auto compare = [&](const engine::Dataset& dataset) {
    for (const ui::ViewKind& kind : ui::viewKinds()) {
      const std::unique_ptr<ui::View> view(kind.make(session, nullptr));
      EXPECT_EQ(kind.accepts(dataset, session.document()), view->accepts(dataset))
          << kind.id.toStdString() << " of " << dataset.id;
    }
  };
  publishHeads(plantedHeads(letters, kQuery, kKey));
  const engine::DatasetPtr heads = find("heads");
  compare(*heads);
  EXPECT_EQ(ui::viewKindsFor(*heads, session.document()).size(), 1u);
  publishStructure(*structure);
  compare(*heads);
  compare(*find("1LDM"));
  const std::vector<ui::ViewKind> kinds = ui::viewKindsFor(*heads, session.document());
  ASSERT_EQ(kinds.size(), 2u);
  EXPECT_EQ(kinds[0].id, QStringLiteral("attention"));
  EXPECT_EQ(kinds[1].id, QStringLiteral("structure"));
}

TEST_F(HeadsOnChain, headsOfUnknownResiduesMatchByTheirNumberOnceTheEndsAreNamed) {
  publishStructure(*structure);
  engine::HeadSet heads = plantedHeads(letters, kQuery, kKey);
  heads.queryTokens = heads.keyTokens = {};
  heads.queryLetters = heads.keyLetters = {};
  session.document().publish(asDataset("heads", std::make_shared<const engine::HeadSet>(heads)));
  ui::AttentionView map(session);
  map.setDataset(find("heads"));
  EXPECT_FALSE(map.accepts(*find("1LDM")));
  EXPECT_TRUE(map.refusalText(*find("1LDM")).contains("names no residues"));
  map.change([](ui::AttentionOptions& options) { options.ends = ui::EndTokens::both; });
  ASSERT_TRUE(map.accepts(*find("1LDM")));
  map.setDataset(find("1LDM"));
  settle();
  ASSERT_TRUE(map.shown().subject.match());
  EXPECT_TRUE(map.shown().subject.match()->isByNumber);
  ui::StructureView view(session);
  view.setDataset(find("1LDM"));
  view.showHeads(find("heads"), "A", map.options().ends);
  EXPECT_EQ(firstBar(view), nameOf(kQuery) + " > " + nameOf(kKey));
  settle();
}

}  // namespace heads_on_chain_test
