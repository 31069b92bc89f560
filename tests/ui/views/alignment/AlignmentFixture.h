// The shown view that the tests of alignments work on, and alignments for it.
#pragma once

#include <gmock/gmock.h>

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QGuiApplication>
#include <QJsonArray>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <random>

#include "tests/ui/support/Gui.h"
#include "ui/views/alignment/AlignmentView.h"

namespace test {

using engine::Index;
namespace alphabet = engine::alphabet;

template <class T>
engine::DatasetPtr dataset(T value, const std::string& id = "a", std::vector<engine::DatasetId> axes = {}) {
  auto result = std::make_shared<engine::Dataset>();
  result->id = result->title = id;
  result->axes = std::move(axes);
  result->value = std::make_shared<const T>(std::move(value));
  return result;
}

inline engine::Alignment alignmentOfRows(const std::vector<std::pair<std::string, std::string>>& rows) {
  engine::Alignment alignment;
  alignment.numColumns = rows.empty() ? 0 : static_cast<Index>(rows[0].second.size());
  for (const auto& [name, letters] : rows) {
    alignment.rows.emplace_back().name = name;
    for (char letter : letters) alignment.codes.push_back(alphabet::codeOf(letter));
  }
  return alignment;
}

inline engine::Alignment randomAlignment(Index rows, Index columns) {
  std::mt19937 random(3);
  engine::Alignment alignment;
  alignment.numColumns = columns;
  for (Index row = 0; row < rows; ++row) alignment.rows.emplace_back().name = "seq" + std::to_string(row);
  for (Index k = 0; k < rows * columns; ++k) alignment.codes.push_back(static_cast<engine::ResidueCode>(random() % 20));
  return alignment;
}

/// Six rows of ten columns; row 3 has the insert "wy" before column 5.
inline engine::Alignment family() {
  engine::Alignment alignment = alignmentOfRows({{"query/11-20", "MKVLAGERND"},
                                                 {"b_human", "MKVLAGERNE"},
                                                 {"c_mouse", "M--LAGE--D"},
                                                 {"d_human", "WWWWWWWWWW"},
                                                 {"e_yeast", "MKV-----ND"},
                                                 {"a_worm", "MKILSGDRND"}});
  alignment.rows[2].inserts.push_back({4, {alphabet::codeOf('w'), alphabet::codeOf('y')}});
  return alignment;
}

/// A shown alignment view.
class AlignmentFixture : public ::testing::Test {
 protected:
  void showAlignment(engine::Alignment alignment, QSize size = {700, 420}) {
    session.document().publish(dataset(std::move(alignment)));
    view.setDataset(session.document().find("a"));
    show(view, size);
    settle();
  }
  /// Waits for jobs and a frame.
  void settle() {
    ASSERT_TRUE(QTest::qWaitFor([&] { return session.jobs().numActive() == 0; }, 5000));
    waitForFrame(view.canvas());
  }
  template <class Change>
  void change(Change part) {
    view.model().change(part);
    settle();
  }
  /// Without waiting for jobs and a frame.
  void setScheme(ui::AlignmentScheme scheme) {
    view.model().change([&](ui::AlignmentLook& look) { look.scheme = scheme; });
  }
  /// Alignment row shown at each place.
  const std::vector<Index>& order() const { return view.model().arranger().arrangement()->rows(); }
  void sortBy(ui::RowOrder order) {
    view.model().arranger().change([&](ui::AlignmentChoices& choices) { choices.order = order; });
  }
  void filterBy(const ui::AlignmentFilter& filter) {
    view.model().arranger().change([&](ui::AlignmentChoices& choices) { choices.filter = filter; });
  }
  ui::AlignmentPicture picture() const { return view.picture(); }
  QImage grab(const QRectF& area) { return view.grab().toImage().copy(area.toAlignedRect()); }
  QRectF cellBox(const ui::AlignmentPicture& block, Index place, Index slot) const {
    return {block.xOf(static_cast<double>(slot)), block.yOf(static_cast<double>(place)), block.viewport.columnWidth,
            block.viewport.rowHeight};
  }
  QPointF cellCenter(Index place, Index slot) const { return cellBox(picture(), place, slot).center(); }
  bool hasTrack(const std::string& id) const {
    const std::vector<ui::AlignmentTrack>& tracks = picture().content->tracks;
    return std::any_of(tracks.begin(), tracks.end(), [&](const ui::AlignmentTrack& track) { return track.id == id; });
  }
  QImage track(const std::string& id) {
    for (size_t k = 0; k < picture().content->tracks.size(); ++k)
      if (picture().content->tracks[k].id == id) return grab(picture().layout.tracks[k]);
    return {};
  }
  static int numInk(const QImage& image) {
    return countPixels(image, [](QColor pixel) { return pixel.lightness() < 130; });
  }
  static QColor toColor(const ui::Rgb& color) { return {color[0], color[1], color[2]}; }
  template <class Widget>
  Widget* child(const char* id) {
    return view.findChild<Widget*>(QLatin1String(id));
  }
  QAction* command(const char* id) {
    for (QAction* action : view.actions())
      if (action->objectName() == QLatin1String(id)) return action;
    return nullptr;
  }

  ui::Session session;
  ui::AlignmentView view{session};
};

/// One that is used with mouse and keys; at first it shows family().
class AlignmentEdit : public AlignmentFixture {
 protected:
  void SetUp() override { showAlignment(family()); }

  void showAlignment(engine::Alignment alignment, QSize size = {700, 460}) {
    AlignmentFixture::showAlignment(std::move(alignment), size);
    view.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&view));
    view.canvas().setFocus();
    settle();
  }
  QPoint cell(Index place, Index slot) const { return cellCenter(place, slot).toPoint(); }
  QPoint name(Index place) const { return {static_cast<int>(picture().layout.names.center().x()), cell(place, 0).y()}; }
  QPoint ruler(Index slot) const { return {cell(0, slot).x(), static_cast<int>(picture().layout.ruler.center().y())}; }
  void click(QPoint point, Qt::KeyboardModifiers modifiers = {}) {
    movePointer(view.canvas(), point);
    QTest::mouseClick(&view.canvas(), Qt::LeftButton, modifiers, point);
  }
  void drag(QPoint from, QPoint to, Qt::MouseButton button = Qt::LeftButton, Qt::KeyboardModifiers modifiers = {}) {
    QTest::mousePress(&view.canvas(), button, modifiers, from);
    movePointer(view.canvas(), (from + to) / 2, button);
    movePointer(view.canvas(), to, button);
    QTest::mouseRelease(&view.canvas(), button, modifiers, to);
  }
  void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(&view.canvas(), key, modifiers); }
  std::string rows() { return view.selection().rows().text(); }
  std::string columns() { return view.selection().columns().text(); }
  QString clipboard() { return QGuiApplication::clipboard()->text(); }
  std::vector<Index> keptColumns() {
    std::vector<Index> result;
    for (const ui::Focus& focus : session.selection().kept()) result.push_back(focus.first.index);
    return result;
  }
};

}  // namespace test
