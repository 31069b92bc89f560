#include "ui/views/headtable/HeadTableCommands.h"

#include <QClipboard>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

#include "engine/base/Error.h"
#include "engine/base/Nth.h"
#include "engine/io/Format.h"
#include "ui/views/base/FileDialogs.h"
#include "ui/views/base/ViewWaiting.h"
#include "ui/views/heads/ChosenHeads.h"
#include "ui/views/heads/HeadColumnChoice.h"
#include "ui/views/heads/HeadsOnChain.h"
#include "ui/views/heads/SwitchOff.h"
#include "ui/views/headtable/HeadTableBar.h"
#include "ui/views/headtable/HeadTableView.h"
#include "ui/views/maps/MapControls.h"

namespace ui {

using engine::Index;

namespace {

engine::DatasetPtr tableOf(const HeadTableView& view) {
  return view.datasetIds().empty() ? nullptr : view.session().document().find(view.datasetIds().front());
}

/// The heads that the table was made of; null when they are not loaded.
engine::DatasetPtr headsOf(const HeadTableView& view) {
  const engine::DatasetPtr table = tableOf(view);
  if (!table || table->provenance.request.inputs.empty()) return nullptr;
  const engine::DatasetPtr heads = view.session().document().find(table->provenance.request.inputs.front());
  return heads && heads->as<engine::HeadSet>() ? heads : nullptr;
}

std::vector<HeadsPlace> structuresFor(const HeadTableView& view) {
  const engine::DatasetPtr heads = headsOf(view);
  return heads ? placesOf(*heads, view.session().document()) : std::vector<HeadsPlace>{};
}

/// Computes the same table with contacts, in place of this one.
void computeContacts(HeadTableView& view, const HeadsPlace& place) {
  const engine::DatasetPtr table = tableOf(view);
  if (!table) return;
  engine::Request request = table->provenance.request;
  std::vector<std::string>& inputs = request.inputs;  // heads, structure, annotation
  while (inputs.size() > 1 && inputs.back().empty()) inputs.pop_back();
  if (inputs.size() > 1 && (view.shown().table->contacts || inputs[1].empty())) inputs.erase(inputs.begin() + 1);
  inputs.insert(inputs.begin() + 1, place.structure->id.text());
  request.parameters.set("chain", place.chain().id);
  request.output = table->id;
  if (Job* job = view.session().rerun(request)) waitFor(&view, job);
}

void saveRows(HeadTableView& view) {
  askForNewFile(&view, HeadTableView::tr("Save table of heads"), QStringLiteral("heads.tsv"),
                {HeadTableView::tr("Tab-separated text (*.tsv)")}, [&view](const QString& path) {
                  try {
                    saveHeadRows(view, path);
                    view.session().report(MessageKind::information, HeadTableView::tr("Saved %1").arg(path));
                  } catch (const engine::Error& error) {
                    view.session().report(MessageKind::error, QString::fromUtf8(error.what()));
                  }
                });
}

void chooseBest(HeadTableView& view) {
  if (view.datasetIds().empty()) return;
  const engine::HeadTable& table = *view.shown().table;
  const Index best = table.bestContactHead();
  if (best < 0) return view.session().report(MessageKind::information, structureHelp(view));
  chooseHead(view.session(), table, best);
}

void foldAll(HeadTableView& view, bool isFolded) {
  if (view.datasetIds().empty()) return;
  view.change([&](HeadTableOptions& options) {
    options.unfolded.clear();
    for (const HeadGroup& group : view.shown().groups)
      if (!isFolded) options.unfolded.insert(group.name);
  });
  Q_EMIT view.controlsOutdated();
}

void addColumns(QFormLayout& form, HeadTableView& view, const QString& title, const QString& first, bool hasLabel,
                const std::string& key, std::function<void(HeadTableOptions&, const std::string&)> take) {
  auto* box = new HeadColumnChoice(title, first);
  if (hasLabel) box->offerLabel();
  box->setTable(*view.shown().table, view.shown().columns);
  box->setKey(key);
  QObject::connect(box, &HeadColumnChoice::chosen, &view, [&view, take = std::move(take)](const std::string& chosen) {
    view.change([&](HeadTableOptions& options) { take(options, chosen); });
  });
  form.addRow(title, box);
}

}  // namespace

void addHeadTableCommands(HeadTableView& view) {
  const auto add = [&view](const char* id, const QString& text, const QKeySequence& key, std::function<void()> run) {
    view.addCommand(QLatin1String(id), text, key, std::move(run));
  };
  add("headtable.filter", HeadTableView::tr("Filter heads"), QKeySequence::Find,
      [&view] { view.bar().filter().setFocus(Qt::ShortcutFocusReason); });
  add("headtable.best", HeadTableView::tr("Choose the best contact head"), {}, [&view] { chooseBest(view); });
  add("headtable.structure", HeadTableView::tr("Structure for contacts…"), {}, [&view] { offerStructures(view); });
  add("headtable.unfold", HeadTableView::tr("Show all columns"), {}, [&view] { foldAll(view, false); });
  add("headtable.fold", HeadTableView::tr("Show leading columns alone"), {}, [&view] { foldAll(view, true); });
  add("headtable.copy", HeadTableView::tr("Copy rows"), {},
      [&view] { QGuiApplication::clipboard()->setText(headRowsText(view)); });
  add("headtable.save", HeadTableView::tr("Save table…"), {}, [&view] { saveRows(view); });
}

QWidget* makeHeadTableControls(HeadTableView& view, QWidget* parent) {
  auto* widget = new QWidget(parent);
  auto* form = new QFormLayout(widget);
  form->setContentsMargins(0, 0, 0, 0);
  const HeadTableOptions& options = view.options();
  addChoice(*form, view, HeadTableView::tr("Arrangement"),
            {{HeadTableView::tr("Table and grid"), 0}, {HeadTableView::tr("Table"), 1}, {HeadTableView::tr("Grid"), 2}},
            static_cast<int>(options.arrangement), [&view](const QVariant& value) {
              view.change([&](HeadTableOptions& changed) {
                changed.arrangement = static_cast<HeadArrangement>(value.toInt());
              });
            });
  addColumns(*form, view, HeadTableView::tr("Colours"), HeadTableView::tr("Automatic"), true, options.coloredBy,
             [](HeadTableOptions& changed, const std::string& key) { changed.coloredBy = key; });
  addColumns(*form, view, HeadTableView::tr("Sort by"), HeadTableView::tr("Layer and head"), false, options.sortedBy,
             [](HeadTableOptions& changed, const std::string& key) {
               changed.sortedBy = key;
               changed.isDescending = !key.empty();
             });
  const auto addButton = [&](const QString& text, const QString& help, auto run) {
    auto* button = new QPushButton(text, widget);
    button->setToolTip(help);
    QObject::connect(button, &QPushButton::clicked, &view, run);
    form->addRow(button);
  };
  addButton(HeadTableView::tr("Copy rows"),
            HeadTableView::tr("The selected heads, or all on show, as tab-separated text (Ctrl+C)"),
            [&view] { QGuiApplication::clipboard()->setText(headRowsText(view)); });
  addButton(HeadTableView::tr("Save table…"), HeadTableView::tr("All heads on show as tab-separated text"),
            [&view] { saveRows(view); });
  return widget;
}

void showColumnMenu(HeadTableView& view, int column, QPoint onScreen) {
  const ShownHeadColumn& shown = engine::nth(view.shown().shown, column);
  const engine::HeadColumn* const of = view.shown().columnOf(shown);
  if (shown.kind != HeadCellKind::number || !of) return;
  auto* menu = new QMenu(&view);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  const auto add = [&](const QString& text, auto edit) {
    QObject::connect(menu->addAction(text), &QAction::triggered, &view, [&view, edit] {
      view.change(edit);
      Q_EMIT view.controlsOutdated();
    });
  };
  add(HeadTableView::tr("Colour heads by %1").arg(shown.title),
      [key = shown.key](HeadTableOptions& options) { options.coloredBy = key; });
  const Index head = view.rows().currentHead();
  const auto number = head < 0 ? std::nullopt : of->number(engine::nth(view.shown().table->heads, head));
  if (number)
    for (const bool isLeast : {true, false}) {
      // Rounded so that the head itself stays.
      const double steps = *number * std::pow(10.0, of->decimals);
      const double limit = (isLeast ? std::floor(steps) : std::ceil(steps)) / std::pow(10.0, of->decimals);
      const QString condition = QStringLiteral("%1 %2 %3")
                                    .arg(shown.title, isLeast ? QStringLiteral("≥") : QStringLiteral("≤"),
                                         QString::number(limit, 'f', of->decimals));
      add(HeadTableView::tr("Only heads with %1").arg(condition), [condition](HeadTableOptions& options) {
        options.filter = options.filter.isEmpty() ? condition : options.filter + QStringLiteral(", ") + condition;
      });
    }
  menu->popup(onScreen);
}

QString structureHelp(const HeadTableView& view) {
  const engine::DatasetPtr heads = headsOf(view);
  if (!heads) return HeadTableView::tr("Contacts need the heads and a structure; the heads are not loaded");
  const std::vector<HeadsPlace> places = structuresFor(view);
  if (!places.empty()) return HeadTableView::tr("Contacts from %1").arg(placeText(places.front()));
  for (const engine::DatasetPtr& dataset : view.session().document().datasets())
    if (dataset->as<engine::Structure>()) return whyNoPlace(*heads, *dataset);
  return HeadTableView::tr("Contacts need a structure: open one with the sequence of these heads");
}

void addStructureEntries(QMenu& menu, HeadTableView& view) {
  for (const HeadsPlace& place : structuresFor(view))
    QObject::connect(menu.addAction(HeadTableView::tr("Contacts from %1").arg(placeText(place))), &QAction::triggered,
                     &view, [&view, place] { computeContacts(view, place); });
}

void addSwitchOffEntries(QMenu& menu, HeadTableView& view) {
  std::vector<Index> numbers = view.rows().selectedHeads();
  if (numbers.size() < 2) numbers = {view.rows().currentHead()};
  std::vector<ChosenHead> chosen;
  for (const Index number : numbers) {
    if (number < 0) continue;
    const engine::HeadStatistics& head = engine::nth(view.shown().table->heads, number);
    chosen.push_back({static_cast<int>(head.layer), static_cast<int>(head.head)});
  }
  addSwitchOff(menu, view, headsOf(view), chosen);
}

void offerStructures(HeadTableView& view) {
  const std::vector<HeadsPlace> places = structuresFor(view);
  if (places.size() == 1) return computeContacts(view, places.front());
  if (places.empty()) {
    view.session().report(MessageKind::information, structureHelp(view));
    return Q_EMIT view.openFilesRequested();
  }
  auto* menu = new QMenu(&view);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  addStructureEntries(*menu, view);
  QPushButton& button = view.bar().structureButton();
  menu->popup(button.mapToGlobal(QPoint(0, button.height())));
}

QString headRowsText(const HeadTableView& view) {
  const std::vector<Index> selected = view.rows().selectedHeads();
  return headRowsText(view.shown(), selected.size() > 1 ? selected : view.shown().rows);
}

std::vector<ReadoutLine> headReadout(const HeadTableShown& shown, Index head) {
  const engine::HeadStatistics& of = engine::nth(shown.table->heads, head);
  std::vector<ReadoutLine> lines = {{HeadTableView::tr("Head"), headName(*shown.table, head)}};
  for (const engine::HeadLabel& label : of.labels)
    lines.push_back({QString::fromStdString(label.name), QString::fromStdString(label.reason)});
  for (const ShownHeadColumn& column : shown.shown)
    if (column.kind == HeadCellKind::number || column.kind == HeadCellKind::words)
      lines.push_back({column.title, headValueText(*shown.columnOf(column), of)});
  return lines;
}

QString headTableCaption(const HeadTableShown& shown, const HeadTableOptions& options) {
  const engine::HeadTable& table = *shown.table;
  QString text =
      HeadTableView::tr("Statistics of %1 of %2").arg(shown.countText(), QString::fromStdString(table.mapTitle));
  if (const engine::HeadColumn* sorted = engine::findColumn(shown.columns, options.sortedBy))
    text += HeadTableView::tr(", by %1").arg(QString::fromStdString(sorted->title));
  if (!options.filter.isEmpty()) text += HeadTableView::tr(", filtered by \"%1\"").arg(options.filter);
  if (options.arrangement != HeadArrangement::table)
    text += HeadTableView::tr("; colours: %1").arg(shown.coloring.caption);
  text += u'.';
  if (const QString some = shown.contactProteinsText(); !some.isEmpty())
    text += HeadTableView::tr(" Contacts: %1.").arg(some);
  if (table.contacts) {
    const engine::ContactSource& contacts = *table.contacts;
    text += HeadTableView::tr(" Contacts: %1 closer than %2 Å in %3, %4 residues.")
                .arg(contacts.atom == engine::ContactAtom::beta ? QStringLiteral("Cβ") : QStringLiteral("Cα"))
                .arg(contacts.cutoff)
                .arg(QString::fromStdString(contacts.title))
                .arg(contacts.known);
    if (const QStringList chance = shown.chanceTexts(); !chance.isEmpty()) text += u' ' + chance[0] + u'.';
  }
  return text;
}

NumberTable headNumbers(const HeadTableShown& shown) {
  NumberTable numbers{"heads", "head", "statistic", {}, {}, {}};
  std::vector<const engine::HeadColumn*> columns;
  for (const ShownHeadColumn& column : shown.shown) {
    if (column.kind != HeadCellKind::number) continue;
    columns.push_back(shown.columnOf(column));
    numbers.columnLabels.push_back(columns.back()->key);
  }
  const auto numRows = static_cast<Index>(shown.rows.size()), numColumns = static_cast<Index>(columns.size());
  numbers.values = engine::Array<float>({numRows, numColumns}, 0);
  for (Index row = 0; row < numRows; ++row) {
    const Index head = engine::nth(shown.rows, row);
    numbers.rowLabels.push_back(headName(*shown.table, head).toStdString());
    for (Index k = 0; k < numColumns; ++k)
      numbers.values(row, k) = static_cast<float>(
          engine::nth(columns, k)->number(engine::nth(shown.table->heads, head)).value_or(std::nan("")));
  }
  return numbers;
}

void saveHeadRows(const HeadTableView& view, const QString& path) {
  engine::writeFileWhole(path.toStdString(), headRowsText(view.shown(), view.shown().rows).toStdString());
}

}  // namespace ui
