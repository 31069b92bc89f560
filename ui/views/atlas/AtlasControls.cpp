#include "ui/views/atlas/AtlasControls.h"

#include <QFormLayout>
#include <functional>
#include <utility>

#include "engine/base/Nth.h"
#include "ui/views/atlas/AtlasView.h"
#include "ui/views/heads/HeadColumnChoice.h"
#include "ui/views/maps/MapControls.h"

namespace ui {

using engine::Index;

namespace {

void addColumns(QFormLayout& form, AtlasView& view, const QString& title, const QString& first,
                std::string AtlasOptions::*key) {
  auto* box = new HeadColumnChoice(title, first);
  if (key == &AtlasOptions::coloredBy) box->offerLabel();
  box->setTable(*view.shown().table, view.shown().columns);
  box->setKey(view.options().*key);
  QObject::connect(box, &HeadColumnChoice::chosen, &view, [&view, key](const std::string& chosen) {
    view.change([&](AtlasOptions& options) { options.*key = chosen; });
  });
  form.addRow(title, box);
}

void addFlag(QFormLayout& form, AtlasView& view, const QString& label, bool AtlasOptions::*flag) {
  addSwitch(form, view, label, view.options().*flag ? Qt::Checked : Qt::Unchecked,
            [&view, flag](bool on) { view.change([&](AtlasOptions& options) { options.*flag = on; }); });
}

/// Other head tables whose heads may lie in the same plane.
void addCompanions(QFormLayout& form, AtlasView& view) {
  std::vector<Choice> choices = {{AtlasView::tr("Nothing"), QString()}};
  const std::vector<engine::DatasetId> own = view.datasetIds();
  for (const engine::DatasetPtr& dataset : view.session().document().datasets())
    if (dataset->as<engine::HeadTable>() && (own.empty() || dataset->id != own.front()))
      choices.push_back({QString::fromStdString(dataset->title), QString::fromStdString(dataset->id)});
  addChoice(form, view, AtlasView::tr("Together with"), choices, QString::fromStdString(view.options().companion),
            [&view](const QVariant& value) {
              view.change([&](AtlasOptions& options) { options.companion = value.toString().toStdString(); });
            });
}

void switchArrangement(AtlasView& view) {
  view.change([](AtlasOptions& options) {
    options.arrangement =
        options.arrangement == AtlasArrangement::points ? AtlasArrangement::grid : AtlasArrangement::points;
  });
  Q_EMIT view.controlsOutdated();
}

void switchFlag(AtlasView& view, bool AtlasOptions::*flag) {
  view.change([flag](AtlasOptions& options) { options.*flag = !(options.*flag); });
  Q_EMIT view.controlsOutdated();
}

}  // namespace

void addAtlasCommands(AtlasView& view) {
  const auto add = [&view](const char* id, const QString& text, Qt::Key key, std::function<void()> run) {
    view.addCommand(QLatin1String(id), text, key, std::move(run));
  };
  add("atlas.arrangement", AtlasView::tr("Layers × heads, or alike heads together"), Qt::Key_G,
      [&view] { switchArrangement(view); });
  add("atlas.maps", AtlasView::tr("Maps in place of points"), Qt::Key_M,
      [&view] { switchFlag(view, &AtlasOptions::areThumbnailsShown); });
  add("atlas.clusters", AtlasView::tr("Outlines and names of alike heads"), Qt::Key_N,
      [&view] { switchFlag(view, &AtlasOptions::areClustersShown); });
}

QWidget* makeAtlasControls(AtlasView& view, QWidget* parent) {
  auto* widget = new QWidget(parent);
  auto* form = new QFormLayout(widget);
  form->setContentsMargins(0, 0, 0, 0);
  addChoice(
      *form, view, AtlasView::tr("Arrangement"),
      {{AtlasView::tr("Alike heads together"), 0}, {AtlasView::tr("Layers × heads"), 1}},
      static_cast<int>(view.options().arrangement), [&view](const QVariant& value) {
        view.change([&](AtlasOptions& options) { options.arrangement = static_cast<AtlasArrangement>(value.toInt()); });
      });
  addColumns(*form, view, AtlasView::tr("Colours"), AtlasView::tr("Automatic"), &AtlasOptions::coloredBy);
  addColumns(*form, view, AtlasView::tr("Sizes"), AtlasView::tr("All the same"), &AtlasOptions::sizedBy);
  addCompanions(*form, view);
  addFlag(*form, view, AtlasView::tr("Outlines and names of alike heads"), &AtlasOptions::areClustersShown);
  addFlag(*form, view, AtlasView::tr("Maps in place of points"), &AtlasOptions::areThumbnailsShown);
  return widget;
}

QString atlasCaption(const AtlasShown& shown, const AtlasOptions& options) {
  const engine::HeadTable& table = *shown.table;
  const AtlasCompanion& second = shown.companion;
  QString text = AtlasView::tr("%1 heads of %2").arg(shown.first->count()).arg(QString::fromStdString(table.mapTitle));
  if (second.table)
    text += AtlasView::tr(" (circles) and %1 of %2 (diamonds) on the %3 residues of both")
                .arg(second.table->count())
                .arg(QString::fromStdString(second.table->mapTitle))
                .arg(second.shared);
  if (options.arrangement == AtlasArrangement::grid || !shown.hasLayout()) {
    text += AtlasView::tr(" by layer and head");
  } else {
    text += AtlasView::tr(", placed by classical scaling of 1 − r between their maps (%1 % of the squared distances)")
                .arg(qRound(100 * shown.share));
    if (!shown.sizeTitle.isEmpty()) text += AtlasView::tr("; sizes: %1").arg(shown.sizeTitle);
  }
  return text + AtlasView::tr("; colours: %1.").arg(shown.coloring.caption);
}

NumberTable atlasNumbers(const AtlasShown& shown) {
  const engine::HeadTable& table = *shown.table;
  NumberTable numbers{"atlas", "head", "number", {}, {"x", "y", "cluster"}, {}};
  const bool hasNumber = !shown.coloring.isByLabel();
  if (hasNumber) numbers.columnLabels.push_back(shown.coloring.key);
  numbers.values = engine::Array<float>({table.count(), hasNumber ? Index{4} : Index{3}}, 0);
  for (Index head = 0; head < table.count(); ++head) {
    numbers.rowLabels.push_back(shown.nameOf(head).toStdString());
    numbers.values(head, 0) = static_cast<float>(engine::nth(shown.points, head).x);
    numbers.values(head, 1) = static_cast<float>(engine::nth(shown.points, head).y);
    numbers.values(head, 2) = static_cast<float>(engine::nth(table.atlas->cluster, head) + 1);
    if (hasNumber) numbers.values(head, 3) = static_cast<float>(engine::nth(shown.coloring.values, head));
  }
  return numbers;
}

}  // namespace ui
