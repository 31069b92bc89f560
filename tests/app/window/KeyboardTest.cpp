// Keyboard only and by ear: every control of every view and panel has a name, is reached by Tab and obeys keys.
#include <QContextMenuEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QTreeWidget>
#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <set>

#include "app/window/RunOperation.h"
#include "app/window/ShortcutEditor.h"
#include "app/window/palette/CommandPalette.h"
#include "app/window/start/StartPage.h"
#include "engine/operations/Operation.h"
#include "tests/app/window/Inputs.h"
#include "tests/app/window/SampleWindow.h"
#include "tests/app/window/ToyModel.h"
#include "ui/panels/InspectorPanel.h"
#include "ui/panels/OperationForm.h"
#include "ui/panels/start/WelcomePage.h"
#include "ui/views/ViewKinds.h"
#include "ui/views/base/ContextMenu.h"

namespace keyboard_test {

/// A dataset of the sample session, or one that is made of it, for each kind of view.
const std::map<QString, std::string>& sampleOf() {
  static const std::map<QString, std::string> samples = {{QStringLiteral("alignment"), "lactate"},
                                                         {QStringLiteral("geometry"), "1ldm-geometry"},
                                                         {QStringLiteral("attention"), "1ldm-attention"},
                                                         {QStringLiteral("pair"), "1ldm-attention"},
                                                         {QStringLiteral("dp"), "lactate-malate"},
                                                         {QStringLiteral("hits"), "hits"},
                                                         {QStringLiteral("structure"), "1ldm"},
                                                         {QStringLiteral("profile"), "lactate-profile"},
                                                         {QStringLiteral("lens"), "lens"},
                                                         {QStringLiteral("features"), "features"},
                                                         {QStringLiteral("irreps"), "paths"},
                                                         {QStringLiteral("layers"), "layers"},
                                                         {QStringLiteral("training"), "trained.course"},
                                                         {QStringLiteral("matrices"), "numbers.arrays"},
                                                         {QStringLiteral("plot"), "1ldm-geometry"},
                                                         {QStringLiteral("headtable"), "table"},
                                                         {QStringLiteral("atlas"), "table"}};
  return samples;
}

class KeyboardTest : public test::SampleWindow {
 protected:
  using test::SampleWindow::SampleWindow;
  /// The one open view is of this kind, with sample data; it fills the workspace.
  ui::View& showOnly(const QString& kind) {
    if (kind == QStringLiteral("hits")) searchDatabase();
    if (kind == QStringLiteral("matrices")) computeArrays();
    if (kind == QStringLiteral("lens")) computeLens();
    if (kind == QStringLiteral("features")) computeFeatures();
    if (kind == QStringLiteral("irreps")) computePaths();
    if (kind == QStringLiteral("training")) computeTraining();
    if (kind == QStringLiteral("layers") && !session.document().find("layers"))
      run({"layer-paths", {}, {}, "layers"}, "layers");
    if (sampleOf().at(kind) == "table") computeTable();
    closeViews();
    ui::View* view = window->workspace().openView(kind, {sampleOf().at(kind)});
    session.selection().clearLocked();
    session.selection().clearHover();
    settle();
    view->setFocus();
    return *view;
  }
  void closeViews() {
    for (size_t left = window->workspace().views().size(); left > 0; --left) {
      window->workspace().closeActiveView();
      ASSERT_TRUE(QTest::qWaitFor([&] { return window->workspace().views().size() < left; }, 5000));
    }
  }
  void searchDatabase() {
    if (session.document().find("hits")) return;
    const auto database = folder.path() / "families";
    std::filesystem::create_directory(database);
    for (const char* name : {"lactate.a3m", "malate.a3m"})
      std::filesystem::copy_file(test::sampleFile(name), database / name);
    engine::Request request;
    request.operation = "search";
    request.inputs = {"lactate-profile"};
    request.parameters.set("database", database.string());
    request.output = "hits";
    run(request, "hits");
  }
  void computeTable() {
    if (session.document().find("table")) return;
    engine::Request request;
    request.operation = "heads";
    request.inputs = {"1ldm-attention", "1ldm"};
    request.output = "table";
    run(request, "table");
  }
  void computeArrays() {
    if (session.document().find("numbers.arrays")) return;
    engine::Request request;
    request.operation = "attention dot";
    request.output = "numbers";
    run(request, "numbers.arrays");
  }
  void computeTraining() {
    if (session.document().find("trained.course")) return;
    engine::Request request{"train factored", {"lactate"}, {}, "trained"};
    request.parameters.set("steps", std::int64_t{3});
    request.parameters.set("heads", std::int64_t{2});
    run(request, "trained.course");
  }
  void computeLens() { computeWith("lens", {"sapiens"}, {}); }
  void computeFeatures() {
    engine::ParameterValues values;
    values.set("layer", std::int64_t{2});
    computeWith("features", {"sapiens", "autoencoder"}, std::move(values));
  }
  void computePaths() {
    if (!session.document().find("paths")) run({"equivariant paths", {}, {}, "paths"}, "paths");
  }
  /// A result that is called like its operation.
  void computeWith(const std::string& operation, std::vector<std::string> inputs, engine::ParameterValues values) {
    if (session.document().find(operation)) return;
    test::publishModel(session);
    values.set("sequence", std::string("EVQLVESGGGLVQPGGSLRLSCAAS"));
    run({operation, std::move(inputs), std::move(values), operation}, operation);
  }
  void run(const engine::Request& request, const std::string& result) {
    ASSERT_TRUE(session.run(request));
    ASSERT_TRUE(QTest::qWaitFor([&] { return session.document().find(result) != nullptr; }, test::kPatience));
  }
  /// What Tab comes to, starting from the widget that has the focus, until it comes around.
  std::set<const QWidget*> reachedByTab() {
    std::set<const QWidget*> reached;
    constexpr int kMost = 1000;
    for (int k = 0; k < kMost; ++k) {
      const QWidget* now = QApplication::focusWidget();
      if (!now || !reached.insert(now).second) break;
      QTest::keyClick(const_cast<QWidget*>(now), Qt::Key_Tab);
    }
    return reached;
  }
  /// Of radio buttons that exclude each other Tab comes to one, arrows to the others.
  static bool isReached(const QWidget* widget, const std::set<const QWidget*>& reached) {
    if (reached.count(widget) > 0 || reached.count(widget->focusProxy()) > 0) return true;
    const auto* button = qobject_cast<const QAbstractButton*>(widget);
    if (!button || !button->autoExclusive()) return false;
    for (const QAbstractButton* other : widget->parentWidget()->findChildren<QAbstractButton*>())
      if (other->autoExclusive() && reached.count(other) > 0) return true;
    return false;
  }
  void expectNames(const QWidget& root) {
    for (const QWidget* widget : test::inputsIn(root))
      EXPECT_FALSE(test::spokenName(*widget).trimmed().isEmpty()) << test::describe(*widget).toStdString();
  }
  void expectReachedByTab(const QWidget& root) {
    const std::set<const QWidget*> reached = reachedByTab();
    for (const QWidget* widget : test::inputsIn(root))
      EXPECT_TRUE(isReached(widget, reached)) << test::describe(*widget).toStdString();
  }
};

class KeyboardOfView : public KeyboardTest, public ::testing::WithParamInterface<QString> {
 protected:
  KeyboardOfView() : KeyboardTest(s_shared) {}
  static void SetUpTestSuite() { s_shared = std::make_shared<test::OpenSample>(); }
  static void TearDownTestSuite() { s_shared.reset(); }
  ui::View& showOnly() { return KeyboardTest::showOnly(GetParam()); }

 private:
  static inline std::shared_ptr<test::OpenSample> s_shared;
};

TEST_P(KeyboardOfView, everyControlHasANameForScreenReaders) {
  showOnly();
  expectNames(*window);
}

TEST_P(KeyboardOfView, everyControlIsReachedByTab) {
  showOnly();
  expectReachedByTab(*window);
}

TEST_P(KeyboardOfView, everyControlObeysKeys) {
  ui::View& view = showOnly();
  const QJsonObject start = view.state();
  const auto controls = [&] {
    for (QToolButton* fold : window->inspector().findChildren<QToolButton*>())
      if (fold->isCheckable() && fold->arrowType() != Qt::NoArrow)
        fold->setChecked(true);  // what is folded is no state of the view
    std::vector<QWidget*> all = test::inputsIn(window->inspector());
    const std::vector<QWidget*> own = test::inputsIn(view);
    all.insert(all.end(), own.begin(), own.end());
    return all;
  };
  const size_t count = controls().size();
  for (size_t k = 0; k < count; ++k) {
    const std::vector<QWidget*> now = controls();
    ASSERT_EQ(now.size(), count) << "the same controls for the same state";
    const QString what = test::describe(*now[k]);
    EXPECT_TRUE(test::changesByKey(*now[k])) << what.toStdString();
    view.setState(start);
    Q_EMIT view.controlsOutdated();
    QTest::qWait(1);
  }
}

TEST_P(KeyboardOfView, whereTheKeyboardIsCanBeSeen) {
  ui::View& view = showOnly();
  std::vector<QWidget*> all = test::inputsIn(window->inspector());
  for (QWidget* own : test::inputsIn(view)) all.push_back(own);
  for (QWidget* button : test::inputsIn(*window->workspace().dockOf(&view)->titleBarWidget())) all.push_back(button);
  for (QWidget* widget : all) {
    if (QWidget* focused = QApplication::focusWidget()) focused->clearFocus();
    const QImage without = widget->grab().toImage();
    widget->setFocus(Qt::ShortcutFocusReason);
    EXPECT_TRUE(widget->grab().toImage() != without) << test::describe(*widget).toStdString();
  }
}

TEST_P(KeyboardOfView, theCanvasZoomsAndMovesByKeys) {
  ui::View& view = showOnly();
  if (GetParam() == QStringLiteral("hits") || GetParam() == QStringLiteral("headtable"))
    GTEST_SKIP() << "its rows are text: they scroll, and have no zoom";
  if (GetParam() == QStringLiteral("features")) GTEST_SKIP() << "its table scrolls, its sequence is fitted";
  if (GetParam() == QStringLiteral("layers")) GTEST_SKIP() << "its picture is fitted";
  for (const auto& [keys, what] :
       std::vector<std::pair<std::vector<std::pair<Qt::Key, Qt::KeyboardModifiers>>, const char*>>{
           {{{Qt::Key_Plus, Qt::NoModifier}}, "zoom in"},
           {{{Qt::Key_Minus, Qt::NoModifier}}, "zoom out"},
           {{{Qt::Key_Right, Qt::ShiftModifier}, {Qt::Key_Right, Qt::NoModifier}, {Qt::Key_Right, Qt::ControlModifier}},
            "move"}}) {
    const QJsonObject before = view.state();
    const ui::Focus focus = session.selection().current();
    const QString text = view.statusText();  // a cell of an array is no position of a dataset
    const auto head = [this] { return std::pair(session.selection().layer(), session.selection().head()); };
    const auto headBefore = head();
    for (const auto& [key, modifiers] : keys) QTest::keyClick(&view.canvas(), key, modifiers);
    const bool isElsewhere =
        !(session.selection().current() == focus) || view.statusText() != text || head() != headBefore;
    EXPECT_TRUE(view.state() != before || isElsewhere) << what;
  }
}

TEST_P(KeyboardOfView, theCrosshairMovesAndIsKeptAndLetGoByKeys) {
  ui::View& view = showOnly();
  if (GetParam() == QStringLiteral("hits")) GTEST_SKIP() << "hits are rows of a table";
  if (GetParam() == QStringLiteral("matrices")) GTEST_SKIP() << "cells of arrays are no positions of datasets";
  if (GetParam() == QStringLiteral("irreps")) GTEST_SKIP() << "paths are no positions of datasets";
  if (GetParam() == QStringLiteral("layers")) GTEST_SKIP() << "its tokens are no positions of datasets";
  if (sampleOf().at(GetParam()) == "table") GTEST_SKIP() << "heads are no positions of datasets";
  ui::SelectionModel& selection = session.selection();
  selection.clearHover();
  const bool isCursor = GetParam() == QStringLiteral("alignment") || GetParam() == QStringLiteral("profile") ||
                        GetParam() == QStringLiteral("plot");
  const Qt::KeyboardModifiers modifiers = isCursor ? Qt::NoModifier : Qt::ControlModifier;
  QTest::keyClick(&view.canvas(), Qt::Key_Right, modifiers);
  const ui::Focus first = selection.current();
  ASSERT_FALSE(first.isEmpty());
  EXPECT_FALSE(view.readout().empty());
  QTest::keyClick(&view.canvas(), Qt::Key_Right, modifiers);
  const ui::Focus second = selection.current();
  EXPECT_FALSE(second == first);
  QTest::keyClick(&view.canvas(), Qt::Key_Return);
  EXPECT_EQ(selection.locked(), second);
  QTest::keyClick(&view.canvas(), Qt::Key_Left, modifiers);
  EXPECT_TRUE(selection.locked() == first || selection.hover() == first) << "and goes on from there";
  QTest::keyClick(&view.canvas(), Qt::Key_Escape);
  EXPECT_TRUE(selection.locked().isEmpty());
}

TEST_P(KeyboardOfView, theMenuKeyOpensTheContextMenu) {
  ui::View& view = showOnly();
  QContextMenuEvent event(QContextMenuEvent::Keyboard, {5, 5}, view.canvas().mapToGlobal(QPoint(5, 5)));
  QCoreApplication::sendEvent(&view.canvas(), &event);
  auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
  ASSERT_TRUE(menu);
  EXPECT_GT(menu->actions().size(), 4);
  menu->close();
  QTest::keyClick(&view.canvas(), Qt::Key_F10, Qt::ShiftModifier);
  menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
  ASSERT_TRUE(menu) << "Shift+F10";
  menu->close();
}

TEST_P(KeyboardOfView, theContextMenuIsShortNamesEachCommandOnceAndKeepsThePictureAtHand) {
  ui::View& view = showOnly();
  QContextMenuEvent event(QContextMenuEvent::Keyboard, {5, 5}, view.canvas().mapToGlobal(QPoint(5, 5)));
  QCoreApplication::sendEvent(&view.canvas(), &event);
  auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
  ASSERT_TRUE(menu);
  QStringList texts;
  const std::function<void(const QMenu&)> look = [&](const QMenu& each) {
    EXPECT_LE(ui::numEntries(each), ui::kMostMenuEntries) << each.title().toStdString();
    for (const QAction* action : each.actions()) {
      if (action->isSeparator() || !action->isVisible()) continue;
      EXPECT_FALSE(texts.contains(action->text())) << action->text().toStdString() << " stands there twice";
      texts << action->text();
      if (action->menu()) look(*action->menu());
    }
  };
  look(*menu);
  const QList<QAction*> first = menu->actions();
  EXPECT_TRUE(std::any_of(first.begin(), first.end(), [](const QAction* action) {
    return action->text() == QStringLiteral("Picture and view") || action->text() == QStringLiteral("Copy picture");
  }));
  menu->close();
}

std::vector<QString> kindsOfViews() {
  std::vector<QString> ids;
  for (const ui::ViewKind& kind : ui::viewKinds()) ids.push_back(kind.id);
  return ids;
}

INSTANTIATE_TEST_SUITE_P(EveryKind, KeyboardOfView, ::testing::ValuesIn(kindsOfViews()),
                         [](const auto& info) { return info.param.toStdString(); });

TEST_F(KeyboardTest, welcomePageIsReachedNamedAndWorksByKeys) {
  closeViews();
  ASSERT_TRUE(QTest::qWaitFor([&] { return window->start().page().isVisible(); }, 5000));
  window->start().page().openButton().setFocus();
  expectNames(*window);
  expectReachedByTab(*window);
}

TEST_F(KeyboardTest, everyFormOfAnOperationIsNamedAndReached) {
  for (const auto& operation : engine::operations()) {
    ui::OperationForm* form = app::openOperation(*window, *operation);
    test::activate(*form);
    expectNames(*form);
    if (QWidget* first = form->focusWidget()) first->setFocus();
    expectReachedByTab(*form);
    form->close();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  }
}

TEST_F(KeyboardTest, listOfShortcutsIsNamedAndReached) {
  app::ShortcutEditor* editor = app::openShortcuts(*window);
  test::activate(*editor);
  editor->list().setFocus();
  expectNames(*editor);
  expectReachedByTab(*editor);
}

TEST_F(KeyboardTest, paletteIsNamedAndItsFieldMovesItsList) {
  window->openPalette();
  expectNames(window->palette());
  EXPECT_TRUE(window->palette().field().hasFocus());
  const int before = window->palette().list().currentRow();
  QTest::keyClick(&window->palette().field(), Qt::Key_Down);
  EXPECT_EQ(window->palette().list().currentRow(), before + 1);
}

TEST_F(KeyboardTest, keysGoFromViewToViewAndFromPanelToPanel) {
  const ui::View* first = window->workspace().activeView();
  QTest::keyClick(window.get(), Qt::Key_F6);
  EXPECT_NE(window->workspace().activeView(), first);
  QTest::keyClick(window.get(), Qt::Key_F6, Qt::ShiftModifier);
  EXPECT_EQ(window->workspace().activeView(), first);
  std::set<const QDockWidget*> visited;
  for (int k = 0; k < 3; ++k) {
    QTest::keyClick(window.get(), Qt::Key_F6, Qt::ControlModifier);
    for (const QDockWidget* dock : window->findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly))
      if (dock->isAncestorOf(QApplication::focusWidget())) visited.insert(dock);
  }
  EXPECT_GE(visited.size(), 2u);
}

}  // namespace keyboard_test
