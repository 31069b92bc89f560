#include "ui/views/profile/ProfileControls.h"

#include <QFormLayout>
#include <QSpinBox>
#include <algorithm>
#include <type_traits>

#include "ui/views/maps/MapControls.h"
#include "ui/views/profile/ProfileView.h"

namespace ui {

using engine::LogoScale;

namespace {

void addColumnRow(QFormLayout& form, ProfileView& view) {
  auto* column = new QSpinBox;
  column->setObjectName(ProfileView::tr("Column"));
  column->setAccessibleName(ProfileView::tr("Column"));
  column->setRange(1, std::max(1, static_cast<int>(view.length())));
  column->setValue(static_cast<int>(view.detailColumn()) + 1);
  column->setKeyboardTracking(false);
  QObject::connect(column, &QSpinBox::valueChanged, &view, [&view](int chosen) { view.goToColumn(chosen - 1); });
  form.addRow(column->objectName(), column);
}

}  // namespace

void addProfileCommands(ProfileView& view) {
  const auto add = [&view](const QString& id, const QString& text, const QKeySequence& key, auto edit) {
    view.addCommand(QStringLiteral("profile.") + id, text, key, [&view, edit] {
      view.change(edit);
      Q_EMIT view.controlsOutdated();
    });
  };
  view.addCommand(QStringLiteral("profile.goTo"), ProfileView::tr("Go to column…"), QKeySequence(Qt::CTRL | Qt::Key_G),
                  [&view] { view.askForColumn(); });
  add(QStringLiteral("fit"), ProfileView::tr("Show the whole profile"), Qt::Key_F, [&view](ProfileOptions& options) {
    if (view.length() > 0)
      options.columnWidth = view.layoutFor(view.size()).logo.width() / static_cast<double>(view.length());
  });
  add(QStringLiteral("details"), ProfileView::tr("Show or hide the column in detail"), Qt::Key_D,
      [](ProfileOptions& options) { options.areDetailsShown = !options.areDetailsShown; });
  add(QStringLiteral("bars"), ProfileView::tr("Next bars of the column: counted, expected, mixed"),
      QKeySequence(Qt::SHIFT | Qt::Key_B), [](ProfileOptions& options) {
        options.bars = static_cast<EmissionBars>((static_cast<int>(options.bars) + 1) % kNumEmissionBars);
      });
  add(QStringLiteral("scale"), ProfileView::tr("Next scale of the letters"), Qt::Key_S, [](ProfileOptions& options) {
    options.scale = static_cast<LogoScale>((static_cast<int>(options.scale) + 1) % engine::kNumLogoScales);
  });
}

QWidget* makeProfileControls(ProfileView& view, QWidget* parent) {
  auto* widget = new QWidget(parent);
  auto* form = new QFormLayout(widget);
  form->setContentsMargins(0, 0, 0, 0);
  const ProfileOptions& options = view.options();
  const auto number = [](auto value) { return QVariant(static_cast<int>(value)); };
  const auto choose = [&view](auto ProfileOptions::*choice) {
    return [&view, choice](const QVariant& value) {
      view.change([&](ProfileOptions& changed) {
        changed.*choice = static_cast<std::remove_reference_t<decltype(changed.*choice)>>(value.toInt());
      });
    };
  };
  const auto addFlag = [&](const QString& label, bool ProfileOptions::*flag) {
    addSwitch(*form, view, label, options.*flag ? Qt::Checked : Qt::Unchecked, [&view, flag](bool on) {
      view.change([&](ProfileOptions& changed) { changed.*flag = on; });
    });
  };
  addChoice(*form, view, ProfileView::tr("Letter height"),
            {{ProfileView::tr("Information (bits)"), number(LogoScale::information)},
             {ProfileView::tr("Relative entropy (bits)"), number(LogoScale::relativeEntropy)},
             {ProfileView::tr("Relative entropy, above background"), number(LogoScale::aboveBackground)},
             {ProfileView::tr("Probability"), number(LogoScale::probability)}},
            number(options.scale), choose(&ProfileOptions::scale));
  addColumnRow(*form, view);
  addChoice(*form, view, ProfileView::tr("Residues"),
            {{ProfileView::tr("In alphabetical order"), number(ResidueOrder::alphabetical)},
             {ProfileView::tr("Most probable first"), number(ResidueOrder::byProbability)}},
            number(options.order), choose(&ProfileOptions::order));
  addChoice(*form, view, ProfileView::tr("Bars"),
            {{ProfileView::tr("As stored"), number(EmissionBars::stored)},
             {ProfileView::tr("Counted, expected, mixed"), number(EmissionBars::conditional)},
             {ProfileView::tr("… expected by the log odds"), number(EmissionBars::odds)},
             {ProfileView::tr("… by the raw matrix"), number(EmissionBars::literal)}},
            number(options.bars), choose(&ProfileOptions::bars));
  addFlag(ProfileView::tr("Rows below the logo"), &ProfileOptions::areRowsShown);
  addFlag(ProfileView::tr("Column in detail"), &ProfileOptions::areDetailsShown);
  return widget;
}

}  // namespace ui
