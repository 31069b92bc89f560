// The alignment that the tests of selecting, hiding, finding and copying work on.
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

#include "tests/ui/support/Gui.h"
#include "ui/views/AlignmentView.h"
#include "ui/views/CanvasGestures.h"

namespace test {

using engine::Index;
namespace alphabet = engine::alphabet;

inline engine::DatasetPtr dataset(engine::Alignment alignment, const std::string& id = "a") {
  auto result = std::make_shared<engine::Dataset>();
  result->id = result->title = id;
  result->value = std::make_shared<const engine::Alignment>(std::move(alignment));
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

class AlignmentEdit : public ::testing::Test {
 protected:
  void SetUp() override { showAlignment(family()); }

  void showAlignment(engine::Alignment alignment, QSize size = {700, 460}) {
    session.document().publish(dataset(std::move(alignment)));
    view.setDataset(session.document().find("a"));
    show(view, size);
    view.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&view));
    view.canvas().setFocus();
    settle();
  }
  void settle() {
    ASSERT_TRUE(QTest::qWaitFor([&] { return session.jobs().numActive() == 0; }, 5000));
    waitForFrame(view.canvas());
  }
  QPoint cell(Index place, Index slot) const {
    const ui::AlignmentPicture picture = view.pictureFor(view.canvasSize());
    return QPointF(picture.xOf(static_cast<double>(slot) + 0.5), picture.yOf(static_cast<double>(place) + 0.5))
        .toPoint();
  }
  QPoint name(Index place) const {
    return {static_cast<int>(view.pictureFor(view.canvasSize()).layout.names.center().x()), cell(place, 0).y()};
  }
  QPoint ruler(Index slot) const {
    return {cell(0, slot).x(), static_cast<int>(view.pictureFor(view.canvasSize()).layout.ruler.center().y())};
  }
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
  QAction* command(const char* id) {
    for (QAction* action : view.actions())
      if (action->objectName() == QLatin1String(id)) return action;
    return nullptr;
  }
  template <class Widget>
  Widget* child(const char* id) {
    return view.findChild<Widget*>(QLatin1String(id));
  }
  std::string rows() { return view.choices().selectedRows().text(); }
  std::string columns() { return view.choices().selectedColumns().text(); }
  QString clipboard() { return QGuiApplication::clipboard()->text(); }
  std::vector<Index> keptColumns() {
    std::vector<Index> result;
    for (const ui::Focus& focus : session.selection().kept()) result.push_back(focus.first.index);
    return result;
  }

  ui::Session session;
  struct TestView : ui::AlignmentView {
    using AlignmentView::AlignmentView;
    QSizeF canvasSize() const { return const_cast<TestView*>(this)->canvas().size(); }
  };
  TestView view{session};
};

}  // namespace test
