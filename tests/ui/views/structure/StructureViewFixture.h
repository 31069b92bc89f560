// Structures, attention and the shown view that the tests of the structure view share.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <type_traits>

#include "tests/ui/support/Gui.h"
#include "ui/views/structure/StructureView.h"

namespace test {

using engine::Index;
using engine::Vector3;

/// An ideal alpha helix of CA, N and C atoms: 100 degrees and 1.5 Å per residue.
inline engine::Structure helix(int residues, int missingAlpha = -1) {
  engine::Structure structure;
  structure.chains.push_back({"A", {}});
  for (int k = 0; k < residues; ++k) {
    const auto at = [&](double radius, double degrees, double rise) {
      const double angle = (100.0 * k + degrees) * 3.14159265 / 180;
      return Vector3(1.5 * k + rise, radius * std::cos(angle), radius * std::sin(angle));
    };
    engine::Residue residue;
    residue.name = "ASP";
    residue.letter = 'D';
    residue.number = 51 + k;
    residue.authorState = 'H';
    residue.atoms.push_back({"N", "N", at(1.55, -28, -0.9), 10, 1});
    if (k != missingAlpha) residue.atoms.push_back({"CA", "C", at(2.3, 0, 0), 10.0 + k, 1});
    residue.atoms.push_back({"C", "C", at(1.65, 26, 1.1), 10, 1});
    structure.chains[0].residues.push_back(residue);
  }
  return structure;
}

template <class T>
engine::DatasetPtr dataset(const std::string& id, T value, std::vector<engine::DatasetId> axes = {}) {
  auto result = std::make_shared<engine::Dataset>();
  result->id = result->title = id;
  result->value = std::make_shared<const T>(std::move(value));
  result->axes = std::move(axes);
  return result;
}

inline engine::HeadSet randomHeads(Index length) {
  std::mt19937 random(11);
  std::uniform_real_distribution<float> uniform(0, 1);
  engine::HeadSet heads;
  heads.numHeads = 2;
  heads.numQueries = heads.numKeys = length;
  for (int head = 0; head < 2; ++head) {
    auto map = std::make_shared<engine::AttentionMap>();
    map->weights = engine::Array<float>({length, length});
    map->isStochastic = false;
    for (float& weight : map->weights) weight = uniform(random);
    heads.maps.push_back(map);
  }
  return heads;
}

class StructureViewTest : public ::testing::Test {
 protected:
  using Options = ui::StructureOptions;
  ~StructureViewTest() override { ui::ThemeModel::instance().setKind(ui::ThemeKind::light); }
  void showStructure(engine::Structure structure) {
    session.document().publish(dataset("s", std::move(structure)));
    view.setDataset(session.document().find("s"));
    show(view, {600, 400});
    settle();
  }
  template <class Value>
  void set(Value Options::*option, const std::type_identity_t<Value>& value) {
    view.change([&](Options& options) { options.*option = value; });
  }
  const std::vector<Vector3>& alphas() const { return view.picture().structure.alphas(); }
  int numBars() const { return view.scene().bars().numShown(); }
  void settle() {
    ASSERT_TRUE(QTest::qWaitFor([&] { return session.jobs().numActive() == 0; }, 20000));
    waitForFrame(view.canvas());
  }
  QImage picture() {
    settle();
    return view.grab().toImage();
  }
  /// Pixels of the middle of the picture that are not background.
  int numDrawn() {
    const QImage image = picture().copy(0, 60, 600, 270);
    const QColor background = ui::ThemeModel::instance().theme().canvas3d;
    return image.width() * image.height() - countColor(image, background, 6);
  }
  QPointF pixelOf(Index residue) const {
    const auto at = view.camera().project(alphas()[static_cast<size_t>(residue)], 600, 400);
    return at ? QPointF(at->x, at->y) : QPointF(-1, -1);
  }

  void click(QPointF at) { QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, at.toPoint()); }
  void drag(Qt::MouseButton button, QPoint from, QPoint to) {
    QTest::mousePress(&view.canvas(), button, {}, from);
    movePointer(view.canvas(), to, button);
    QTest::mouseRelease(&view.canvas(), button, {}, to);
  }

  ui::Session session;
  ui::StructureView view{session};
};

}  // namespace test
