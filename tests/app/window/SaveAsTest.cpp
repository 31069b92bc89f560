// Saving through the dialogs: they do not block, the chosen kind of file gives the suffix.
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>

#include "tests/app/window/SampleWindow.h"

namespace save_as_test {

class SaveAsTest : public test::SampleWindow {
 protected:
  QFileDialog* dialogOf(ui::View* of, const QString& entry) {
    QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    QMenu menu;
    app::ViewDock* dock = window->workspace().dockOf(of);
    dock->fillMenu(menu);
    for (QAction* action : menu.actions())
      if (action->text() == entry) action->trigger();
    auto* dialog = dock->findChild<QFileDialog*>();
    if (dialog) dialog->setDirectory(QString::fromStdString(folder.path().string()));
    return dialog;
  }
  void accept(QFileDialog* dialog) {
    auto* name = dialog->findChild<QLineEdit*>();
    ASSERT_TRUE(name);
    QTest::keyClick(name, Qt::Key_Return);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  }
};

TEST_F(SaveAsTest, eachKindOfPictureIsSavedUnderItsSuffix) {
  const char* entry = "Save as PNG, SVG or PDF…";
  for (const auto& [filter, start] :
       std::vector<std::pair<QString, QByteArray>>{{QStringLiteral("PNG picture (*.png)"), "\x89PNG"},
                                                   {QStringLiteral("SVG drawing (*.svg)"), "<?xml"},
                                                   {QStringLiteral("PDF page (*.pdf)"), "%PDF"}}) {
    QFileDialog* dialog = dialogOf(view("alignment"), QString::fromUtf8(entry));
    ASSERT_TRUE(dialog);
    dialog->selectNameFilter(filter);
    Q_EMIT dialog->filterSelected(filter);
    const QString path = dialog->selectedFiles().value(0);
    EXPECT_TRUE(filter.contains(QFileInfo(path).suffix())) << path.toStdString();
    accept(dialog);
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly)) << path.toStdString();
    EXPECT_TRUE(file.read(5).startsWith(start)) << path.toStdString();
  }
}

TEST_F(SaveAsTest, numbersAreSavedAndTheEventLoopGoesOnBehindTheDialog) {
  QFileDialog* dialog = dialogOf(view("attention"), QStringLiteral("Save numbers as CSV or NPZ…"));
  ASSERT_TRUE(dialog) << "the dialog is there while the test goes on";
  const QString path = dialog->selectedFiles().value(0);
  EXPECT_EQ(QFileInfo(path).fileName(), QStringLiteral("attention.csv"));
  accept(dialog);
  EXPECT_GT(QFileInfo(path).size(), 1000);
}

}  // namespace save_as_test
