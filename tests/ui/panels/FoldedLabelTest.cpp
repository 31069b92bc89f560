// Text that is folded into its place asks for the height that its lines are drawn with.
#include "ui/panels/FoldedLabel.h"

#include "tests/ui/support/Gui.h"
#include "ui/look/Theme.h"

namespace folded_label_test {

TEST(FoldedLabel, noLineIsCutOffInAnySize) {
  const auto words = QStringLiteral("Opposite charges of Helix A: Scaled dot-product attention (Score scale = 0.06)");
  for (const double points : {7.0, 9.0, 10.0, 13.0, 14.4, 16.0, 21.0})
    for (const bool isSelectable : {false, true})
      for (const QString& text : {QString(), QStringLiteral("1"), words}) {
        QFont font = ui::ThemeModel::instance().theme().labelFont();
        font.setPointSizeF(points);
        ui::FoldedLabel label;
        label.setFont(font);
        label.resize(150, 1000);
        label.setWholeText(text);
        QLabel drawn(label.text());
        drawn.setTextFormat(Qt::PlainText);
        drawn.setFont(font);
        for (QLabel* each : std::initializer_list<QLabel*>{&label, &drawn})
          each->setTextInteractionFlags(isSelectable ? Qt::TextSelectableByMouse : Qt::NoTextInteraction);
        const int least = text.isEmpty() ? 1 : drawn.sizeHint().height();
        EXPECT_GE(label.heightForWidth(150), least) << points << isSelectable;
        EXPECT_GE(label.text().count(u'\n'), text == words ? 2 : 0) << "folded";
        EXPECT_GE(label.heightForWidth(150), label.minimumSizeHint().height());
        EXPECT_LE(label.heightForWidth(150), (label.text().count(u'\n') + 1) * 1.5 * label.fontMetrics().height());
      }
}

}  // namespace folded_label_test
