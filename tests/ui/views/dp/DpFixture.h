// A shown DP view and alignments small enough to know by heart.
#pragma once

#include <QJsonObject>
#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include <gtest/gtest.h>

#include "engine/operations/Operation.h"
#include "tests/ui/support/Gui.h"
#include "ui/views/dp/DpView.h"

namespace test {

using ui::DpOptions;

inline constexpr float kImpossible = -std::numeric_limits<float>::infinity();

/// Nq x Nt with the diagonal as path; plane k has the value k + 1 everywhere, cell (0, Nt - 1) cannot be reached.
inline std::shared_ptr<engine::ProfileAlignment> someAlignment(engine::Index rows, engine::Index columns) {
  auto alignment = std::make_shared<engine::ProfileAlignment>();
  const auto profileOf = [](engine::Index length) {
    auto profile = std::make_shared<engine::ProfileHmm>();
    profile->consensus = std::string("ARNDCQEGHILKMFPSTWYV").substr(0, static_cast<size_t>(length));
    return profile;
  };
  alignment->query = profileOf(rows);
  alignment->templ = profileOf(columns);
  auto& matrices = alignment->matrices;
  matrices.states = {engine::PairState::MM, engine::PairState::MI, engine::PairState::IM, engine::PairState::DG,
                     engine::PairState::GD};
  for (size_t plane = 0; plane < 5; ++plane) {
    matrices.planes.emplace_back(engine::Shape{rows + 1, columns + 1}, static_cast<float>(plane + 1), "plane");
    if (rows > 0 && columns > 0) matrices.planes.back()(1, columns) = kImpossible;
  }
  matrices.backtrace = engine::Array<std::uint8_t>({rows + 1, columns + 1});
  for (engine::Index i = 0; i < std::min(rows, columns); ++i) {
    matrices.backtrace(i + 1, i + 1) = i == 0 ? 0 : 2;
    if (alignment->paths.empty()) alignment->paths.emplace_back();
    alignment->paths[0].steps.push_back({engine::PairState::MM, i, i, 1.5});
    alignment->paths[0].score += 1.5;
  }
  alignment->scores.resize(alignment->paths.size());
  for (engine::PathScores& scores : alignment->scores) scores.total = scores.viterbi = alignment->paths[0].score;
  return alignment;
}

inline engine::DatasetPtr rowsDataset(const std::string& id, const std::vector<std::string>& rows) {
  std::vector<engine::Sequence> sequences;
  for (const std::string& row : rows) sequences.push_back(engine::Sequence::fromLetters(id, row));
  auto dataset = std::make_shared<engine::Dataset>();
  dataset->id = dataset->title = id;
  dataset->value = std::make_shared<const engine::Alignment>(engine::alignmentOf(sequences));
  return dataset;
}

/// Two globins by the operation "align", with its provenance. The document gets inputs, profiles and alignment.
inline engine::DatasetPtr alignedGlobins(ui::Session& session, const engine::ParameterValues& values = {}) {
  const std::vector<engine::DatasetPtr> inputs{
      rowsDataset("myoglobin", {"VLSEGEWQLVLHVWAKVEADVAGHGQDILIRLFKSHPETLEKFDRFKHLK",
                                "VLSAGDWQLVLNVWGKVEA--AGHGQEVLIRLFTGHPETLEKFDKFKHLK"}),
      rowsDataset("haemoglobin", {"VHLTPEEKSAVTALWGKVNVDEVGGEALGRLLVVYPWTQRFFESFGDLS",
                                  "VHLTAEEKSLVTGLWGKVNVDEVGGDALGRLLVVY-WTQRFFDSFGDLS"})};
  engine::Diagnostics diagnostics;
  engine::Progress progress;
  const engine::Operation& operation = engine::findOperation("align");
  std::vector<engine::Dataset> results =
      operation.run(inputs, engine::completed(operation.parameters(), values), {}, diagnostics, progress);
  engine::nameResults(results, "globins");
  for (const engine::DatasetPtr& input : inputs) session.document().publish(input);
  engine::DatasetPtr first;
  for (engine::Dataset& result : results) {
    const auto dataset = std::make_shared<const engine::Dataset>(std::move(result));
    if (!first) first = dataset;
    session.document().publish(dataset);
  }
  return first;
}

class DpViewFixture : public ::testing::Test {
 protected:
  void SetUp() override {
    QApplication::setEffectEnabled(Qt::UI_General, true);
    QApplication::setEffectEnabled(Qt::UI_AnimateMenu, true);
  }
  void showGlobins(const engine::ParameterValues& values = {}) {
    view.setDataset(alignedGlobins(session, values));
    show(view, {1100, 760});
    giveFocus(view.canvas());
    waitForFrame(view.canvas());
  }
  const engine::ProfileAlignment& globins() {
    return *session.document().find("globins")->as<engine::ProfileAlignment>();
  }
  template <class Value>
  void set(Value DpOptions::*option, const std::type_identity_t<Value>& value) {
    view.change([&](DpOptions& options) { options.*option = value; });
  }
  ui::Rect panelOf(int plane, QSize size) { return view.layoutFor(size).panel(plane); }
  ui::MapViewport viewportOf(int plane, QSize size) {
    return view.layoutFor(size).viewports.at(static_cast<size_t>(plane));
  }
  QRectF textArea(QSize size) { return view.layoutFor(size).text; }
  /// Zooms so that a cell is this many logical pixels, around a cell.
  void showCells(engine::Index i, engine::Index j, double pixelsPerCell) {
    const double across = panelOf(view.options().mainPlane, view.size()).width / pixelsPerCell;
    const QJsonObject zoom{{"row", double(i) + 0.5}, {"column", double(j) + 0.5}, {"columnsAcross", across}};
    view.setState({{"zoom", zoom}});
  }
  QPoint pointOf(int plane, double i, double j) {
    const QSize size = view.canvas().size();
    const ui::PixelPoint point = viewportOf(plane, size).toPixel(panelOf(plane, size), i + 0.5, j + 0.5);
    return QPointF(point.x, point.y).toPoint();
  }
  QImage picture() {
    waitForFrame(view.canvas());
    return view.grab().toImage();
  }
  QColor colorAt(QPoint point) {
    const QImage image = picture();
    return image.pixelColor((QPointF(point) * image.devicePixelRatio()).toPoint());
  }
  static QImage partOf(const QImage& image, const QRectF& area) { return image.copy(area.toAlignedRect()); }
  void press(int key) { QTest::keyClick(&view.canvas(), static_cast<Qt::Key>(key)); }
  bool waitForUpdate(int before) {
    return QTest::qWaitFor([&] { return view.live().numUpdates() > before && !view.live().isBusy(); }, 20000);
  }
  QString readoutOf(const QString& label) {
    for (const auto& line : view.readout())
      if (line.label == label) return line.value;
    return {};
  }
  static const ui::Theme& theme() { return ui::ThemeModel::instance().theme(); }

  ui::Session session;
  ui::DpView view{session};
};

}  // namespace test
