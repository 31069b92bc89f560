#include "ui/views/hits/HitsControls.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFormLayout>
#include <QGuiApplication>
#include <QPushButton>
#include <algorithm>

#include "engine/base/Error.h"
#include "engine/io/Format.h"
#include "ui/views/base/FamilyRequest.h"
#include "ui/views/base/FileDialogs.h"
#include "ui/views/hits/HitText.h"
#include "ui/views/hits/HitsView.h"

namespace ui {

namespace {

void chooseTableFile(HitsView& view) {
  askForNewFile(&view, HitsView::tr("Save table of hits"), QStringLiteral("hits.tsv"),
                {HitsView::tr("Tab-separated text (*.tsv)")}, [&view](const QString& path) {
                  try {
                    saveHitsTable(view, path);
                    view.session().report(MessageKind::information, HitsView::tr("Saved %1").arg(path));
                  } catch (const engine::Error& error) {
                    view.session().report(MessageKind::error, QString::fromUtf8(error.what()));
                  }
                });
}

void addOrder(QFormLayout& form, HitsView& view) {
  const HitsOptions options = view.options();
  auto* order = new QComboBox;
  for (int column = 0; column < kNumHitColumns; ++column) order->addItem(hitHeading(static_cast<HitColumn>(column)));
  order->setCurrentIndex(std::max(0, options.sortedBy));
  order->setAccessibleName(HitsView::tr("Sort by"));
  order->setToolTip(HitsView::tr("As a click on the heading does"));
  QObject::connect(order, &QComboBox::currentIndexChanged, &view,
                   [&view](int column) { view.table().sortBy(static_cast<HitColumn>(column)); });
  form.addRow(HitsView::tr("Sort by"), order);
  auto* reversed = new QCheckBox(HitsView::tr("Best at the end"));
  const bool isBestFirst =
      options.isDescending == (bestFirst(static_cast<HitColumn>(order->currentIndex())) == Qt::DescendingOrder);
  reversed->setChecked(!isBestFirst);
  QObject::connect(reversed, &QCheckBox::toggled, &view, [&view, order](bool on) {
    const auto column = static_cast<HitColumn>(order->currentIndex());
    const bool isAscending = (bestFirst(column) == Qt::AscendingOrder) != on;
    view.table().sortBy(column, isAscending ? Qt::AscendingOrder : Qt::DescendingOrder);
  });
  form.addRow(reversed);
}

}  // namespace

QWidget* makeHitsControls(HitsView& view, QWidget* parent) {
  auto* widget = new QWidget(parent);
  auto* form = new QFormLayout(widget);
  form->setContentsMargins(0, 0, 0, 0);
  addOrder(*form, view);
  const auto addButton = [&](const QString& text, const QString& help, auto action) {
    auto* button = new QPushButton(text, widget);
    button->setToolTip(help);
    QObject::connect(button, &QPushButton::clicked, &view, action);
    form->addRow(button);
  };
  addButton(HitsView::tr("Copy rows"), HitsView::tr("The selected hits as tab-separated text (Ctrl+C)"),
            [&view] { QGuiApplication::clipboard()->setText(view.rowsText()); });
  addButton(HitsView::tr("Save table…"), HitsView::tr("All hits that are shown as tab-separated text"),
            [&view] { chooseTableFile(view); });
  return widget;
}

void saveHitsTable(const HitsView& view, const QString& path) {
  engine::writeFileWhole(path.toStdString(), hitRowsText(view.model(), view.table().shownHits()).toStdString());
}

void showFamilies(HitsView& view, int sourceRow) {
  const HitModel& model = view.model();
  if (sourceRow < 0 || sourceRow >= model.rowCount()) return;
  const QString problem = whyClosed(model.result(), &model.hit(sourceRow));
  const Document& document = view.session().document();
  const engine::DatasetPtr result = document.find(view.datasetIds().front());
  const auto request = result ? familyRequest(document, *result, sourceRow + 1) : std::nullopt;
  if (problem.isEmpty() && request)
    Q_EMIT view.requested(*request);
  else
    view.session().report(MessageKind::warning,
                          problem.isEmpty() ? HitsView::tr("The query of this search is not loaded any more.")
                                            : problem);
}

void addHitsCommands(HitsView& view) {
  view.addCommand(QStringLiteral("hits.open"), HitsView::tr("Open DP view"), {},
                  [&view] { view.openHit(view.table().currentHit()); });
  view.addCommand(QStringLiteral("hits.families"), HitsView::tr("Show as two families"), {},
                  [&view] { showFamilies(view, view.table().currentHit()); });
}

}  // namespace ui
