#include "ui/panels/figure/FigurePanels.h"

#include <QJsonArray>
#include <algorithm>

#include "engine/attention/HeadSet.h"
#include "engine/base/Error.h"
#include "ui/views/ViewKinds.h"
#include "ui/views/base/View.h"
#include "ui/views/heads/HeadNames.h"

namespace ui {

namespace {

std::shared_ptr<const engine::HeadSet> headsOf(const View& view) {
  if (view.kind() != QStringLiteral("attention")) return nullptr;
  for (const engine::DatasetId& id : view.datasetIds())
    if (const engine::DatasetPtr dataset = view.session().document().find(id))
      if (auto heads = dataset->share<engine::HeadSet>()) return heads;
  return nullptr;
}

/// Counted from 1, those that are there; all of the layer where none is named. Throws engine::Error.
std::vector<int> chosenHeads(const FigureOptions& options, const engine::HeadSet& heads) {
  if (options.layer > heads.numLayers)
    engine::fail("there is no layer ", options.layer, "; expected 1 to ", heads.numLayers);
  std::vector<int> chosen = options.heads;
  if (chosen.empty())
    for (int head = 1; head <= static_cast<int>(heads.numHeads); ++head) chosen.push_back(head);
  if (chosen.empty() || chosen.back() > heads.numHeads)
    engine::fail("there is no head ", chosen.empty() ? 1 : chosen.back(), "; expected 1 to ", heads.numHeads);
  return chosen;
}

/// Of a panel; layer and head are counted from 1.
QString titleOf(const engine::HeadSet& heads, int layer, int head) {
  const auto map = heads.areHeads ? nullptr : heads.map(layer - 1, head - 1);
  if (map && !map->label.empty()) return QString::fromStdString(map->label);
  const QString name = headName(heads, layer - 1, head - 1);
  return name.left(1).toLower() + name.mid(1);
}

}  // namespace

bool hasHeads(const View& view) {
  const auto heads = headsOf(view);
  return heads && heads->count() > 0;
}

FigurePanels::FigurePanels(View& view, QObject* parent) : QObject(parent), m_view(view) {
  m_panels = {{&view, {}, {}}};
  connect(&view.session().jobs(), &JobQueue::ended, this, [this] {
    if (!m_heads.empty() && isReady()) Q_EMIT ready();
  }, Qt::QueuedConnection);
}

FigurePanels::~FigurePanels() = default;

std::vector<FigurePanel> FigurePanels::panels() const { return m_panels; }

bool FigurePanels::isReady() const { return m_heads.empty() || m_view.session().jobs().numActive() == 0; }

void FigurePanels::choose(const FigureOptions& options) {
  if (options.content == FigureContent::heads) return makeHeadViews(options);
  m_panels = {{&m_view, {}, {}}};
  m_heads.clear();
}

void FigurePanels::makeHeadViews(const FigureOptions& options) {
  const auto heads = headsOf(m_view);
  if (!heads || heads->count() == 0) engine::fail("the view ", m_view.kind().toStdString(), " shows no heads");
  const std::vector<int> chosen = chosenHeads(options, *heads);
  QJsonObject state = m_view.state();
  const bool isSame = options.layer == m_made.layer && options.heads == m_made.heads && state == m_state;
  if (isSame && !m_heads.empty()) return;
  m_made = options;
  m_state = state;
  m_panels.clear();
  m_heads.clear();
  for (const int head : chosen) {
    std::unique_ptr<View> view(makeView(m_view.kind(), m_view.session(), nullptr));
    // What the user points at or chooses from now on is not what the figure shows.
    QObject::disconnect(&m_view.session().selection(), nullptr, view.get(), nullptr);
    for (const engine::DatasetId& id : m_view.datasetIds())
      if (const engine::DatasetPtr dataset = m_view.session().document().find(id)) view->setDataset(dataset);
    state["comparison"] = QStringLiteral("none");  // a panel is of the head that it is called by
    state["meanHeads"] = QJsonArray{QJsonArray{options.layer - 1, head - 1}};
    view->setState(state);
    const QString label = panelLabel(static_cast<int>(m_panels.size()));
    m_panels.push_back({view.get(), label, titleOf(*heads, options.layer, head)});
    m_heads.push_back(std::move(view));
  }
}

}  // namespace ui
