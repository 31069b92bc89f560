// Heads that were learned from an alignment are switched off from the menus of heads.
#include <gtest/gtest.h>

#include "engine/attention/HeadSet.h"
#include "ui/session/Session.h"
#include "ui/views/heads/SwitchOff.h"

namespace switch_off_learned_test {

class SwitchOffLearned : public testing::Test {
 protected:
  engine::DatasetPtr heads(const std::string& operation, const std::vector<engine::DatasetId>& inputs) {
    engine::HeadSet set;
    set.numHeads = 1;
    set.numQueries = set.numKeys = 2;
    auto map = std::make_shared<engine::AttentionMap>();
    map->weights = engine::Array<float>({2, 2}, 0.5F);
    set.maps.push_back(std::move(map));
    auto dataset = std::make_shared<engine::Dataset>();
    dataset->id = "run";
    dataset->value = std::make_shared<const engine::HeadSet>(std::move(set));
    dataset->provenance.request = {operation, {}, {}, "run"};
    for (const engine::DatasetId& input : inputs) dataset->provenance.request.inputs.push_back(input.text());
    dataset->provenance.request.parameters.set("chain", std::string("E"));
    return dataset;
  }
  void publish(const char* id) {
    auto dataset = std::make_shared<engine::Dataset>();
    dataset->id = id;
    dataset->value = std::make_shared<const engine::ArrayBundle>();
    session.document().publish(dataset);
  }

  ui::Session session;
};

TEST_F(SwitchOffLearned, asksForTheWeightsBesideATraining) {
  publish("family");
  publish("structure");
  const engine::DatasetPtr learned = heads("train factored", {"family", "structure"});
  EXPECT_FALSE(ui::requestWithout(*learned, {{0, 2}}, "zero", session.document())) << "its weights are not there";
  publish("run.weights");
  const auto request = ui::requestWithout(*learned, {{0, 2}, {0, 6}}, "uniform", session.document());
  ASSERT_TRUE(request.has_value());
  EXPECT_EQ(request->operation, "ablate-learned");
  EXPECT_EQ(request->inputs, (std::vector<std::string>{"family", "run.weights", "structure"}));
  EXPECT_EQ(request->parameters.text("ablate"), "1.3=uniform 1.7=uniform");
  EXPECT_EQ(request->parameters.text("chain"), "E");
}

TEST_F(SwitchOffLearned, ofStoredWeightsTakesTheseAndAsksForEachHead) {
  for (const char* id : {"family", "weights", "structure"}) publish(id);
  const engine::DatasetPtr learned = heads("learned", {"family", "weights", "structure"});
  const auto each = ui::requestWithoutEach(*learned, session.document());
  ASSERT_TRUE(each.has_value());
  EXPECT_EQ(each->inputs, (std::vector<std::string>{"family", "weights", "structure"}));
  EXPECT_FALSE(each->parameters.isGiven("ablate"));
  session.document().remove("structure");
  EXPECT_EQ(ui::requestWithoutEach(*learned, session.document())->inputs.size(), 2U) << "contacts are left out";
  EXPECT_FALSE(ui::requestWithoutEach(*heads("model", {"weights"}), session.document()));
}

}  // namespace switch_off_learned_test
