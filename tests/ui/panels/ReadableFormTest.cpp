// Lists of choices that can be read where there is little room.
#include "ui/panels/ReadableForm.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QFormLayout>
#include <QHelpEvent>
#include <QLabel>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QToolTip>

#include "engine/datasets/Dataset.h"
#include "engine/structure/Structure.h"
#include "tests/ui/support/Gui.h"
#include "ui/look/Theme.h"
#include "ui/panels/InspectorPanel.h"
#include "ui/views/structure/StructureView.h"

namespace readable_form_test {

int roomForText(const QComboBox& list) {
  QStyleOptionComboBox option;
  option.initFrom(&list);
  return list.style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, &list).width();
}

class ReadableFormTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ui::ThemeModel::instance().applyTo(*qApp);
    rows = new QFormLayout(&form);
    list = new QComboBox;
    list->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    list->setMinimumContentsLength(4);
    list->addItems({QStringLiteral("none"), QStringLiteral("Secondary structure of the chain")});
    list->setCurrentIndex(1);
    rows->addRow(QStringLiteral("Colour"), list);
  }
  int widthOfEntry() const { return list->fontMetrics().horizontalAdvance(list->currentText()); }

  QWidget form;
  QFormLayout* rows;
  QComboBox* list;
};

TEST_F(ReadableFormTest, aListThatHasRoomBesideItsLabelStaysThereAndIsWideEnough) {
  const ui::ReadableForm readable(*rows, 500, nullptr);
  test::show(form, {500, 80});
  EXPECT_TRUE(rows->labelForField(list));
  EXPECT_GE(roomForText(*list), widthOfEntry());
  form.resize(form.minimumSizeHint());
  EXPECT_GE(roomForText(*list), widthOfEntry()) << "as narrow as it can be";
}

TEST_F(ReadableFormTest, elseItsLabelStandsAboveIt) {
  list->ensurePolished();
  const ui::ReadableForm readable(*rows, widthOfEntry() + 60, nullptr);
  test::show(form, {widthOfEntry() + 60, 80});
  ASSERT_EQ(rows->rowCount(), 2);
  const QWidget* label = rows->itemAt(0, QFormLayout::SpanningRole)->widget();
  EXPECT_LE(label->geometry().bottom(), list->geometry().top());
  EXPECT_GE(roomForText(*list), widthOfEntry());
  EXPECT_LE(form.minimumSizeHint().width(), widthOfEntry() + 60 + 24);
}

TEST_F(ReadableFormTest, whatDoesNotFitAllTheSameIsElidedAndToldAndItsEntriesAreWide) {
  const ui::ReadableForm readable(*rows, 90, nullptr);
  test::show(form, {110, 80});
  ASSERT_LT(roomForText(*list), widthOfEntry());
  const QImage elided = list->grab().toImage();
  list->setItemText(1, list->fontMetrics().elidedText(list->currentText(), Qt::ElideMiddle, roomForText(*list)));
  EXPECT_EQ(list->grab().toImage(), elided);
  list->setItemText(1, QStringLiteral("Secondary structure of the chain"));
  QHelpEvent help(QEvent::ToolTip, {5, 5}, list->mapToGlobal(QPoint(5, 5)));
  QCoreApplication::sendEvent(list, &help);
  EXPECT_EQ(QToolTip::text(), list->currentText());
  QTest::mousePress(list, Qt::LeftButton);
  EXPECT_GE(list->view()->viewport()->width(), widthOfEntry());
  list->hidePopup();
}

TEST(InspectorLists, everyChoiceOfAStructureCanBeReadInTheUsualWidth) {
  ui::ThemeModel::instance().applyTo(*qApp);
  ui::Session session;
  ui::StructureView view(session);
  engine::Structure structure;
  structure.chains.push_back({"A", {}});
  structure.chains[0].residues.resize(1);
  structure.chains[0].residues[0].atoms.push_back({"CA", "C", {0, 0, 0}, 10, 1});
  engine::Dataset dataset;
  dataset.id = "s";
  dataset.value = std::make_shared<const engine::Structure>(structure);
  view.setDataset(std::make_shared<const engine::Dataset>(dataset));
  ui::InspectorPanel inspector(session);
  inspector.setActiveView(&view);
  test::show(inspector, {ui::InspectorPanel::kUsualWidth, 900});
  EXPECT_LE(inspector.minimumWidth(), ui::InspectorPanel::kUsualWidth);
  const auto lists = inspector.findChildren<QComboBox*>();
  EXPECT_GT(lists.size(), 5);
  for (const QComboBox* list : lists)
    for (int k = 0; k < list->count(); ++k)
      EXPECT_GE(roomForText(*list), list->fontMetrics().horizontalAdvance(list->itemText(k)))
          << list->itemText(k).toStdString();
}

}  // namespace readable_form_test
