// What a session shows of a run before its end.
#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>

#include "engine/attention/HeadSet.h"
#include "engine/io/Format.h"
#include "tests/support/Files.h"
#include "ui/session/ResultsRelay.h"
#include "ui/session/Session.h"

namespace results_so_far_test {

struct ModelSession {
  ui::Session session;
  /// Layers of the heads "run", each time that they are published.
  std::vector<engine::Index> layers;
  int numBegun = 0;

  ModelSession() {
    engine::Diagnostics diagnostics;
    engine::Progress progress;
    auto weights = engine::load(test::dataFile("models/esm2_tiny.safetensors"), diagnostics, progress);
    weights.id = "weights";
    session.document().publish(std::make_shared<const engine::Dataset>(std::move(weights)));
    const auto note = [this](const engine::DatasetPtr& dataset) {
      if (dataset->id.text() == "run") layers.push_back(dataset->as<engine::HeadSet>()->numLayers);
    };
    QObject::connect(&session.document(), &ui::Document::added, &session, note);
    QObject::connect(&session.document(), &ui::Document::replaced, &session, note);
    QObject::connect(&session, &ui::Session::resultsBegun, &session, [this] { ++numBegun; });
  }
  static engine::Request request() {
    engine::Request request{"model", {"weights"}, {}, "run"};
    request.parameters.set("sequence", std::string("MKTVRQERLK"));
    return request;
  }
  bool waitIdle() {
    return QTest::qWaitFor([this] { return session.jobs().numActive() == 0; }, 20000);
  }
};

TEST(ResultsSoFar, ArePublishedBeforeTheEndAndReplacedByIt) {
  ModelSession model;
  ASSERT_TRUE(model.session.run(ModelSession::request()));
  ASSERT_TRUE(model.waitIdle());
  ASSERT_GE(model.layers.size(), 2u);
  EXPECT_EQ(model.layers.front(), 1);
  const engine::DatasetPtr shown = model.session.document().find("run");
  EXPECT_GT(shown->as<engine::HeadSet>()->numLayers, 1);
  EXPECT_EQ(model.layers.back(), shown->as<engine::HeadSet>()->numLayers);
  EXPECT_EQ(shown->title.find("layer"), std::string::npos) << shown->title;
  EXPECT_EQ(model.numBegun, 1);
}

TEST(ResultsSoFar, GoWhenTheRunIsCancelled) {
  ModelSession model;
  ui::Job* const job = model.session.run(ModelSession::request());
  QObject::connect(&model.session, &ui::Session::resultsBegun, job, &ui::Job::cancel);
  ASSERT_TRUE(model.waitIdle());
  QTest::qWait(50);  // whatever the worker may still send
  EXPECT_EQ(model.layers, std::vector<engine::Index>{1});
  EXPECT_FALSE(model.session.document().find("run"));
}

engine::Request longTraining() {
  engine::Request request{"train seq2seq", {}, {}, "trained"};
  request.parameters.set("steps", std::int64_t{100000});
  request.parameters.set("judged", std::int64_t{16});
  request.parameters.set("checkpoint", std::int64_t{2});
  return request;
}

TEST(ResultsSoFar, StayWhenTheyStandForThemselvesAndSayHowTheyAreMade) {
  ui::Session session;
  ui::Job* const job = session.run(longTraining());
  std::int64_t stepsWhileRunning = -1;
  QObject::connect(&session, &ui::Session::resultsBegun, job, [&] {
    const auto file = session.describe({});
    ASSERT_EQ(file.requests.size(), 1u);
    const auto& parameters = file.requests.front().parameters;
    stepsWhileRunning = parameters.contains("stop") ? parameters.integer("stop") : 0;
    job->cancel();
  });
  ASSERT_TRUE(QTest::qWaitFor([&] { return session.jobs().numActive() == 0; }, 20000));
  EXPECT_EQ(stepsWhileRunning, 0) << "what is under way is the whole";
  const engine::DatasetPtr kept = session.document().find("trained.weights");
  ASSERT_TRUE(kept);
  const std::int64_t stop = kept->provenance.request.parameters.integer("stop");
  EXPECT_GE(stop, 2);
  EXPECT_NE(kept->title.find("step " + std::to_string(stop) + " of 100000"), std::string::npos) << kept->title;
  const auto file = session.describe({});
  ASSERT_EQ(file.requests.size(), 1u);
  EXPECT_EQ(file.requests.front().parameters.integer("stop"), stop);
}

TEST(ResultsSoFar, DoNotTakeThePlaceOfWhatIsThere) {
  ModelSession model;
  ASSERT_TRUE(model.session.run(ModelSession::request()));
  ASSERT_TRUE(model.waitIdle());
  model.layers.clear();
  ASSERT_TRUE(model.session.run(ModelSession::request()));
  ASSERT_TRUE(model.waitIdle());
  EXPECT_EQ(model.layers.size(), 1u);
  ASSERT_TRUE(model.session.rerun(ModelSession::request()));
  ASSERT_TRUE(model.waitIdle());
  EXPECT_EQ(model.layers.size(), 2u);
  EXPECT_EQ(model.numBegun, 1);
}

TEST(ResultsSoFar, OfASessionThatWasClosedAreNotPublished) {
  ModelSession model;
  ASSERT_TRUE(model.session.run(ModelSession::request()));
  model.session.clear();
  ASSERT_TRUE(model.waitIdle());
  QTest::qWait(50);
  EXPECT_TRUE(model.layers.empty());
  EXPECT_TRUE(model.session.document().datasets().empty());
}

TEST(ResultsRelay, HandsOnTheFirstAtOnceAndNoneWhileThatIsOnItsWay) {
  QObject receiver;
  std::vector<std::string> taken;
  const ui::ResultsRelay relay(
      &receiver, [&](const ui::ResultsRelay::Results& results) { taken.push_back(results.front().title); });
  for (const char* title : {"a", "b", "c"}) {
    engine::Dataset dataset;
    dataset.title = title;
    relay({dataset});
  }
  QCoreApplication::processEvents();
  EXPECT_EQ(taken, std::vector<std::string>{"a"});
}

}  // namespace results_so_far_test
