// The alignment view's form in the inspector.
#include <QListWidget>
#include <QSlider>
#include <QSpinBox>
#include <QToolButton>
#include <cmath>

#include "tests/ui/views/alignment/AlignmentFixture.h"

using test::randomAlignment;

namespace alignment_controls_test {

class AlignmentControlsTest : public test::AlignmentFixture {};

TEST_F(AlignmentControlsTest, everyControlDrivesTheLook) {
  showAlignment(randomAlignment(10, 10));
  const std::unique_ptr<QWidget> form(view.makeControls(nullptr));
  form->findChild<QCheckBox*>("legend")->click();
  form->findChild<QCheckBox*>("faded")->click();
  form->findChild<QCheckBox*>("differences")->click();
  form->findChild<QCheckBox*>("wrapped")->click();
  form->findChild<QCheckBox*>("minimap")->click();
  form->findChild<QCheckBox*>("weights")->click();
  form->findChild<QSlider*>("threshold")->setValue(40);
  form->findChild<QComboBox*>("reference")->setCurrentIndex(2);
  form->findChild<QSpinBox*>("referenceRow")->setValue(4);
  form->findChild<QComboBox*>("conservation")->setCurrentIndex(1);
  form->findChild<QComboBox*>("inserts")->setCurrentIndex(0);
  form->findChild<QSpinBox*>("rulerRow")->setValue(3);
  const ui::AlignmentLook& look = view.model().options();
  EXPECT_TRUE(!look.hasLegend && look.isFadedByConservation && look.hasOnlyDifferences && look.isWrapped);
  EXPECT_TRUE(!look.hasMinimap && look.hasWeights);
  EXPECT_EQ(look.identityThreshold, 0.4);
  EXPECT_EQ(look.reference, (ui::AlignmentReference{ui::AlignmentReference::Kind::row, 3}));
  EXPECT_EQ(look.conservation, engine::ConservationMeasure::properties);
  EXPECT_EQ(look.inserts, ui::AlignmentInserts::hidden);
  EXPECT_EQ(look.rulerRow, 2);
}

TEST_F(AlignmentControlsTest, controlsFollowTheLook) {
  showAlignment(randomAlignment(10, 10));
  const std::unique_ptr<QWidget> form(view.makeControls(nullptr));
  ui::AlignmentLook look = view.model().options();
  look.isWrapped = true;
  look.scheme = ui::AlignmentScheme::helix;
  view.model().setOptions(look);
  EXPECT_TRUE(form->findChild<QCheckBox*>("wrapped")->isChecked());
  EXPECT_EQ(form->findChild<QComboBox*>("scheme")->currentText(), "Helix propensity");
}

TEST_F(AlignmentControlsTest, theListShowsHidesAndMovesTracks) {
  showAlignment(randomAlignment(10, 10));
  const std::unique_ptr<QWidget> form(view.makeControls(nullptr));
  auto* list = form->findChild<QListWidget*>("tracks");
  ASSERT_NE(list, nullptr);
  const auto itemOf = [&](const QString& id) {
    for (int k = 0; k < list->count(); ++k)
      if (list->item(k)->data(Qt::UserRole) == id) return list->item(k);
    return static_cast<QListWidgetItem*>(nullptr);
  };
  ASSERT_NE(itemOf("logo"), nullptr);
  EXPECT_EQ(list->textElideMode(), Qt::ElideMiddle);
  EXPECT_TRUE(itemOf("logo")->toolTip().startsWith(itemOf("logo")->text())) << "a name that is cut is told";
  itemOf("logo")->setCheckState(Qt::Checked);
  EXPECT_TRUE(hasTrack("logo"));
  QCoreApplication::processEvents();
  list->setCurrentRow(list->row(itemOf("logo")));
  const int from = list->currentRow();
  form->findChild<QToolButton*>("trackUp")->click();
  QCoreApplication::processEvents();
  EXPECT_EQ(list->row(itemOf("logo")), from - 1);
  EXPECT_EQ(view.model().options().tracks[static_cast<size_t>(from - 1)].id, "logo");
}

}  // namespace alignment_controls_test
