// Attention of files on chains of structures: every view that shows one of the two learns of the other.
#include <algorithm>

#include "app/MainWindow.h"
#include "app/Workspace.h"
#include "ui/views/attention/AttentionView.h"
#include "ui/views/structure/StructureView.h"

namespace app {

void MainWindow::showOnChain(const std::string& heads, const std::string& structure, const std::string& chain) {
  const engine::DatasetPtr headsDataset = m_session.document().find(heads);
  const engine::DatasetPtr structureDataset = m_session.document().find(structure);
  if (!headsDataset || !structureDataset) return;
  const auto shows = [](const ui::View* view, const std::string& id) {
    const std::vector<std::string> ids = view->datasetIds();
    return std::find(ids.begin(), ids.end(), id) != ids.end();
  };
  ui::EndTokens ends = ui::EndTokens::none;
  bool isShown = false;
  for (ui::View* view : m_workspace->views()) {
    auto* attention = qobject_cast<ui::AttentionView*>(view);
    if (!attention || !shows(view, heads)) continue;
    ends = attention->options().ends;
    const auto tokens = ui::endTokens(ends, headsDataset->as<engine::HeadSet>()->numQueries);
    for (const ui::HeadsPlace& place : ui::placesOn(*headsDataset, structureDataset, tokens))
      if (place.chain().id == chain) attention->showOnChain(place);
  }
  for (ui::View* view : m_workspace->views())
    if (auto* found = qobject_cast<ui::StructureView*>(view); found && shows(view, structure)) {
      found->showHeads(headsDataset, chain, ends);
      isShown = true;
    }
  if (isShown) return;
  if (auto* opened = qobject_cast<ui::StructureView*>(m_workspace->openView(QStringLiteral("structure"), {structure})))
    opened->showHeads(headsDataset, chain, ends);
}

}  // namespace app
