// Commands and form of the tree beside the rows.
#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QFormLayout>
#include <QGuiApplication>
#include <QIcon>
#include <QLabel>
#include <QListWidget>
#include <QPixmap>
#include <QPointer>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <algorithm>
#include <cmath>

#include "engine/base/Nth.h"
#include "engine/io/Format.h"
#include "engine/trees/TreeBuilding.h"
#include "ui/views/alignment/AlignmentView.h"
#include "ui/views/alignment/tree/AlignmentTree.h"

namespace ui {

using engine::Index;

namespace {

constexpr int kListLines = 6, kCutSteps = 1000;
constexpr size_t kMostListed = 50;
constexpr Index kMarked = 10;

void goToColumn(AlignmentView& view, Index column) {
  view.goToCell(-1, column);
  view.session().selection().setLocked({{view.model().dataset()->id, column}, {}, -1});
}

/// Selected columns are marked in every view of the same residues.
void markColumns(AlignmentView& view) {
  engine::IndexRanges columns;
  for (const engine::SubfamilyColumn& column : view.model().tree().columns())
    if (columns.count() < kMarked) columns.add(column.column, column.column + 1);
  view.selection().select({}, std::move(columns));
}

QListWidget* makeList(const char* name, const QString& label) {
  auto* list = new QListWidget;
  list->setObjectName(QLatin1String(name));
  list->setAccessibleName(label);
  list->setMaximumHeight(kListLines * list->fontMetrics().lineSpacing() + 2 * list->frameWidth());
  return list;
}

/// Trees of the document that fit, after the first line: none.
QComboBox* makeTreeBox(AlignmentTree& tree) {
  auto* box = new QComboBox;
  box->setObjectName(QStringLiteral("tree"));
  box->setAccessibleName(QObject::tr("Tree beside the rows"));
  const auto fill = [&tree, box] {
    const QSignalBlocker quiet(box);
    box->clear();
    box->addItem(QObject::tr("None"), QString());
    if (tree.hasFamilies()) box->addItem(QObject::tr("Families"), QString::fromLatin1(AlignmentTree::kFamilies));
    for (const engine::DatasetPtr& dataset : tree.candidates())
      box->addItem(tree.nameOf(*dataset), QString::fromStdString(dataset->id));
    const QString id = tree.options().isShown ? QString::fromStdString(tree.options().dataset) : QString();
    box->setCurrentIndex(std::max(0, box->findData(id)));
  };
  fill();
  QObject::connect(&tree, &AlignmentTree::candidatesChanged, box, fill);
  QObject::connect(&tree, &AlignmentTree::changed, box, fill);
  QObject::connect(box, &QComboBox::activated, &tree, [&tree, box](int index) {
    const std::string id = box->itemData(index).toString().toStdString();
    if (id.empty())
      tree.change([](TreeOptions& options) { options.isShown = false; });
    else
      tree.show(id);
  });
  return box;
}

QSlider* makeCutSlider(AlignmentTree& tree) {
  auto* slider = new QSlider(Qt::Horizontal);
  slider->setObjectName(QStringLiteral("treeCut"));
  slider->setAccessibleName(QObject::tr("Where the tree is cut into groups"));
  slider->setRange(0, kCutSteps);
  const auto update = [&tree, slider] {
    const QSignalBlocker quiet(slider);
    slider->setValue(static_cast<int>(std::lround(kCutSteps * tree.options().cut)));
  };
  update();
  QObject::connect(&tree, &AlignmentTree::changed, slider, update);
  QObject::connect(slider, &QSlider::valueChanged, &tree, [&tree](int value) {
    tree.change([value](TreeOptions& options) { options.cut = static_cast<double>(value) / kCutSteps; });
  });
  return slider;
}

/// Groups of two rows or more; their names can be changed, the same name makes one group of several clades.
QListWidget* makeGroupList(AlignmentTree& tree) {
  auto* list = makeList("treeGroups", QObject::tr("Groups of the tree"));
  // Runs later, when a name has been taken out of its editor and the view may be gone.
  const auto fill = [guarded = QPointer<AlignmentTree>(&tree), list] {
    if (!guarded) return;
    const QSignalBlocker quiet(list);
    list->clear();
    if (!guarded->shown()) return;
    for (const TreeGroup& group : guarded->shown()->groups) {
      if (group.numRows < 2) continue;
      QPixmap swatch(12, 12);
      swatch.fill(group.isCompared ? group.color : ThemeModel::instance().theme().line);
      auto* item = new QListWidgetItem(QIcon(swatch), group.name, list);
      item->setData(Qt::UserRole, static_cast<int>(&group - guarded->shown()->groups.data()));
      item->setToolTip(
          QObject::tr("%1 rows. A double click gives a name: clades of the same name are one group, and where two "
                      "groups have names, these alone are compared.")
              .arg(group.numRows));
      item->setFlags(item->flags() | Qt::ItemIsEditable);
    }
  };
  fill();
  QObject::connect(&tree, &AlignmentTree::groupsChanged, list, fill, Qt::QueuedConnection);
  QObject::connect(list, &QListWidget::itemChanged, &tree, [&tree](QListWidgetItem* item) {
    const auto group = static_cast<size_t>(item->data(Qt::UserRole).toInt());
    if (!tree.shown() || group >= tree.shown()->groups.size()) return;
    const QString name = item->text().trimmed();
    tree.change([name, nodes = tree.shown()->groups[group].nodes](TreeOptions& options) {
      for (const Index node : nodes) {
        if (name.isEmpty())
          options.names.erase(node);
        else
          options.names[node] = name;
      }
    });
  });
  return list;
}

/// The most telling columns: number, score and what the groups have there; a click goes there.
QListWidget* makeColumnList(AlignmentView& view) {
  auto* list = makeList("treeColumns", QObject::tr("Columns that tell the groups apart"));
  AlignmentTree& tree = view.model().tree();
  const auto fill = [&tree, list] {
    list->clear();
    for (size_t k = 0; k < std::min(kMostListed, tree.columns().size()); ++k) {
      const engine::SubfamilyColumn& column = tree.columns()[k];
      QStringList commonest, shares;
      for (const auto& [group, residues] : tree.residues(column.column)) {
        commonest << (residues.contains(u'%') ? residues.left(1) : QStringLiteral("–"));
        shares << QStringLiteral("%1: %2").arg(group->name, residues);
      }
      auto* item = new QListWidgetItem(QObject::tr("%1: %2  %3")
                                           .arg(column.column + 1)
                                           .arg(static_cast<double>(column.score), 0, 'f', 2)
                                           .arg(commonest.join(QStringLiteral(" | "))),
                                       list);
      item->setToolTip(shares.join(u'\n'));
      item->setData(Qt::UserRole, static_cast<qlonglong>(column.column));
    }
  };
  fill();
  QObject::connect(&tree, &AlignmentTree::groupsChanged, list, fill);
  QObject::connect(list, &QListWidget::itemClicked, &view,
                   [&view](QListWidgetItem* item) { goToColumn(view, item->data(Qt::UserRole).toLongLong()); });
  return list;
}

/// What the parameter of the operation calls by another name.
QString wordOf(const std::string& choice) {
  return choice == "neighbour-joining" ? QObject::tr("Neighbour joining")
         : choice == "upgma"           ? QObject::tr("UPGMA")
         : choice == "blosum62"        ? QObject::tr("BLOSUM62")
                                       : QString::fromStdString(choice);
}

QString newickText(const std::shared_ptr<const engine::Tree>& tree) {
  return QString::fromStdString(engine::formatForWriting("tree.nwk", tree).write(tree));
}

void copyNewick(AlignmentView& view) {
  const ShownTree* shown = view.model().tree().shown();
  if (!shown) return view.session().report(MessageKind::information, QObject::tr("There is no tree beside the rows."));
  QGuiApplication::clipboard()->setText(newickText(shown->tree));
}

/// A list has the width of the form: names of groups and residues of many are long.
void addUnderLabel(QFormLayout& layout, const QString& text, QWidget* list) {
  auto* label = new QLabel(text);
  label->setBuddy(list);
  layout.addRow(label);
  layout.addRow(list);
}

}  // namespace

void addTreeCommands(AlignmentView& view) {
  const auto add = [&view](const char* id, const QString& text, auto run) {
    view.addCommand(QLatin1String(id), text, {}, [&view, run] {
      if (view.model().dataset()) run(view);
    });
  };
  add("alignment.tree.neighbours", QObject::tr("Build a tree by neighbour joining"),
      [](AlignmentView& on) { on.model().tree().build("neighbour-joining", "identity"); });
  add("alignment.tree.upgma", QObject::tr("Build a tree by UPGMA"),
      [](AlignmentView& on) { on.model().tree().build("upgma", "identity"); });
  add("alignment.tree.show", QObject::tr("Show or hide the tree"), [](AlignmentView& on) {
    on.model().tree().change([](TreeOptions& options) { options.isShown = !options.isShown; });
  });
  add("alignment.tree.open", QObject::tr("Open all clades of the tree"),
      [](AlignmentView& on) { on.model().tree().change([](TreeOptions& options) { options.collapsed = {}; }); });
  add("alignment.tree.mark", QObject::tr("Select the ten columns that tell the groups most apart"), markColumns);
  add("alignment.tree.copy", QObject::tr("Copy the tree as Newick"), copyNewick);
}

void addTreeControls(AlignmentView& view, QFormLayout& layout) {
  AlignmentTree& tree = view.model().tree();
  auto* method = new QComboBox;
  method->setObjectName(QStringLiteral("treeMethod"));
  method->setAccessibleName(QObject::tr("Method and distance of a new tree"));
  for (const std::string& name : engine::treeMethodNames())
    for (const std::string& distance : engine::rowDistanceNames())
      method->addItem(QStringLiteral("%1, %2").arg(wordOf(name), wordOf(distance)),
                      QStringList{QString::fromStdString(name), QString::fromStdString(distance)});
  auto* build = new QPushButton(QObject::tr("Build tree"));
  build->setObjectName(QStringLiteral("treeBuild"));
  QObject::connect(build, &QPushButton::clicked, &tree, [&tree, method] {
    const QStringList chosen = method->currentData().toStringList();
    tree.build(chosen[0].toStdString(), chosen[1].toStdString());
  });
  auto* mark = new QPushButton(QObject::tr("Select the first ten"));
  mark->setObjectName(QStringLiteral("treeMark"));
  QObject::connect(mark, &QPushButton::clicked, &view, [&view] { markColumns(view); });
  layout.addRow(QObject::tr("Tree"), makeTreeBox(tree));
  layout.addRow(method, build);
  layout.addRow(QObject::tr("Cut"), makeCutSlider(tree));
  addUnderLabel(layout, QObject::tr("Groups"), makeGroupList(tree));
  addUnderLabel(layout, QObject::tr("Telling columns"), makeColumnList(view));
  layout.addRow(mark);
}

}  // namespace ui
