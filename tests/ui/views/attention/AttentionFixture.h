// A shown attention view with made-up heads and geometry.
#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/ui/support/Gui.h"
#include "ui/views/attention/AttentionView.h"
#include "ui/views/attention/AttentionWords.h"

namespace test {

using engine::Array;
using engine::Index;
using ui::AttentionView;

inline constexpr Index kLength = 12;
inline constexpr QSize kViewSize(800, 500);

/// Head h attends to the residue h places further on: a shifted diagonal of ones.
inline std::shared_ptr<engine::HeadSet> someHeads(Index length, Index numHeads) {
  auto heads = std::make_shared<engine::HeadSet>();
  heads->numHeads = numHeads;
  heads->numQueries = heads->numKeys = length;
  heads->queryLetters = heads->keyLetters = std::string("ARNDCQEGHILKMFPSTWYV").substr(0, static_cast<size_t>(length));
  for (Index head = 0; head < numHeads; ++head) {
    auto map = std::make_shared<engine::AttentionMap>();
    map->weights = Array<float>({length, length}, 0.0F, "weights");
    for (Index i = 0; i < length; ++i) map->weights(i, (i + head) % length) = 1;
    map->label = "head label " + std::to_string(head);
    heads->maps.push_back(map);
  }
  return heads;
}

inline engine::DatasetPtr headsDataset(std::shared_ptr<const engine::HeadSet> heads,
                                       std::vector<engine::DatasetId> axes = {}) {
  auto dataset = std::make_shared<engine::Dataset>();
  dataset->id = dataset->title = "heads";
  dataset->axes = std::move(axes);
  dataset->value = std::move(heads);
  return dataset;
}

inline engine::DatasetPtr geometryDataset(Index length) {
  auto structure = std::make_shared<engine::Structure>();
  engine::Chain chain{"B", {}};
  for (Index i = 0; i < length; ++i) {
    engine::Residue residue;
    residue.name = "ALA";
    residue.letter = 'A';
    residue.number = static_cast<int>(101 + i);
    chain.residues.push_back(residue);
  }
  chain.residues.back().insertionCode = 'C';
  structure->chains.push_back(chain);
  auto geometry = std::make_shared<engine::ChainGeometry>();
  geometry->structure = structure;
  geometry->chain = "B";
  auto& pairs = geometry->geometry;
  pairs.distance = pairs.omega = pairs.theta = pairs.phi = Array<float>({length, length}, 1.0F, "geometry");
  pairs.contacts = Array<engine::Bool>({length, length});
  for (Index i = 0; i < length; ++i)
    for (Index j = 0; j < length; ++j) pairs.distance(i, j) = static_cast<float>(4 * std::abs(i - j));
  auto dataset = std::make_shared<engine::Dataset>();
  dataset->id = dataset->title = "geometry";
  dataset->value = std::shared_ptr<const engine::ChainGeometry>(geometry);
  return dataset;
}

class AttentionViewTest : public ::testing::Test {
 protected:
  void showWith(const std::vector<engine::DatasetPtr>& datasets) {
    for (const auto& dataset : datasets) {
      session.document().publish(dataset);
      view.setDataset(dataset);
    }
    show(view, kViewSize);
    waitForFrame(view.canvas());
  }
  QPointF pointOf(ui::AttentionLayout::Map ui::AttentionLayout::*map, double row, double column) {
    const ui::AttentionLayout layout = view.layoutIn(view.canvas().size());
    const ui::PixelPoint point =
        ui::viewportIn(view.shown(), layout).toPixel((layout.*map).panel, row + 0.5, column + 0.5);
    return {point.x, point.y};
  }
  /// Zooms so that a cell in the middle is so many pixels wide.
  void showCells(Index row, Index column, double pixelsPerCell) {
    const ui::Rect panel = view.layoutIn(view.canvas().size()).attention.panel;
    view.setState({{"region", QJsonObject{{"row", static_cast<double>(row) + 0.5},
                                          {"column", static_cast<double>(column) + 0.5},
                                          {"scale", pixelsPerCell},
                                          {"width", panel.width},
                                          {"height", panel.height}}}});
  }
  QPoint attentionPoint(double row, double column) {
    return pointOf(&ui::AttentionLayout::attention, row, column).toPoint();
  }
  QColor colorAt(QPointF point) {
    waitForFrame(view.canvas());
    const QImage image = view.grab().toImage();
    return image.pixelColor((point * image.devicePixelRatio()).toPoint());
  }
  /// A cell with its borders.
  QImage cellAt(double row, double column) {
    waitForFrame(view.canvas());
    const QImage image = view.grab().toImage();
    const double scale = image.devicePixelRatio();
    const auto at = [&](double r, double c) { return pointOf(&ui::AttentionLayout::attention, r, c) * scale; };
    return image.copy(
        QRectF(at(row - 0.5, column - 0.5), at(row + 0.5, column + 0.5)).toAlignedRect().adjusted(-1, -1, 1, 1));
  }
  QString noteText() const { return ui::noteText(view.shown()); }
  QString warningText() const { return ui::warningText(view.shown()); }
  bool isComputing() const { return view.shown().numbers.underWay.has_value(); }
  QString readoutOf(const QString& label) {
    for (const auto& line : view.readout())
      if (line.label == label) return line.value;
    return {};
  }

  ui::Session session;
  AttentionView view{session};
};

}  // namespace test
