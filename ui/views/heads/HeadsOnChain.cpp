#include "ui/views/heads/HeadsOnChain.h"

#include <QCoreApplication>
#include <QMenu>
#include <algorithm>

#include "engine/datasets/ChainGeometry.h"

namespace ui {

using engine::Index;

namespace {

/// Five maps of so many residues squared are 180 MB: more is computed when it is asked for.
constexpr size_t kMostUnasked = 3000;

/// Titles of files with one chain often end with it: "1ldm_A", "1LDM chain A".
bool namesChain(const QString& title, const QString& chain) {
  return title.endsWith(u'_' + chain) || title.contains(QStringLiteral("chain ") + chain);
}

QString tr(const char* text) { return QCoreApplication::translate("HeadsOnChain", text); }

}  // namespace

const engine::Chain& HeadsPlace::chain() const {
  return structure->as<engine::Structure>()->chains[static_cast<size_t>(match.chain)];
}

bool areUnplacedHeads(const engine::Dataset& dataset) {
  const auto* heads = dataset.as<engine::HeadSet>();
  return heads && (dataset.axes.empty() || heads->areColumns());
}

std::vector<engine::StructureMatch> matchesOn(const engine::Dataset& heads, const engine::Dataset& structure,
                                              const std::vector<std::string>& tokens) {
  const auto* chains = structure.as<engine::Structure>();
  if (!chains || !areUnplacedHeads(heads)) return {};
  const auto positions = engine::mapPositions(*heads.as<engine::HeadSet>(), tokens);
  return positions ? engine::matchingChains(*positions, *chains) : std::vector<engine::StructureMatch>{};
}

std::vector<HeadsPlace> placesOn(const engine::Dataset& heads, const engine::DatasetPtr& structure,
                                 const std::vector<std::string>& tokens) {
  std::vector<HeadsPlace> places;
  if (!structure) return places;
  for (engine::StructureMatch& match : matchesOn(heads, *structure, tokens))
    places.push_back({structure, std::move(match)});
  return places;
}

Index numEqualPlaces(const std::vector<HeadsPlace>& places) {
  return std::count_if(places.begin(), places.end(), [&](const HeadsPlace& place) {
    return place.match.match.numMatched() == places.front().match.match.numMatched();
  });
}

std::vector<HeadsPlace> placesOf(const engine::Dataset& heads, const Document& document,
                                 const std::vector<std::string>& tokens) {
  std::vector<HeadsPlace> places;
  for (const engine::DatasetPtr& dataset : document.datasets())
    for (HeadsPlace& place : placesOn(heads, dataset, tokens)) places.push_back(std::move(place));
  return places;
}

QString placeText(const engine::ChainMatch& match, const std::string& structure, const std::string& chain) {
  QString name = QString::fromStdString(structure);
  if (!chain.empty() && !namesChain(name, QString::fromStdString(chain))) name += u' ' + QString::fromStdString(chain);
  const QString text = tr("%1 of %2 residues of %3").arg(match.numMatched()).arg(match.numResidues).arg(name);
  return match.isByNumber ? text + tr(" by their number alone") : text;
}

QString placeText(const HeadsPlace& place) {
  return placeText(place.match.match, place.structure->title, place.chain().id);
}

QString whyNoPlace(const engine::Dataset& heads, const engine::Dataset& structure) {
  const auto* set = heads.as<engine::HeadSet>();
  const auto* chains = structure.as<engine::Structure>();
  if (!set || !chains) return {};
  const QString name = QString::fromStdString(structure.title);
  const auto positions = engine::mapPositions(*set);
  if (!positions) return tr("Not on %1: rows and columns are different sequences").arg(name);
  const Index count = positions->numResidues();
  if (!positions->letters.empty())
    return tr("Not on %1: no chain has the sequence of these heads (%2 residues)").arg(name).arg(count);
  QStringList lengths;
  for (const engine::Chain& chain : chains->chains) lengths << QString::number(chain.residues.size());
  return tr("Not on %1: the file names no residues, and its %2 positions are not as many as a chain has (%3)")
      .arg(name)
      .arg(count)
      .arg(lengths.mid(0, 4).join(QStringLiteral(", ")));
}

void addPlaces(QMenu& menu, const engine::Dataset& heads, const Document& document,
               const std::vector<std::string>& tokens, const std::function<void(const HeadsPlace&)>& chosen) {
  if (!areUnplacedHeads(heads)) return;
  for (const engine::DatasetPtr& dataset : document.datasets()) {
    if (!dataset->as<engine::Structure>()) continue;
    const std::vector<HeadsPlace> places = placesOn(heads, dataset, tokens);
    if (places.empty()) menu.addAction(whyNoPlace(heads, *dataset))->setEnabled(false);
    for (const HeadsPlace& place : places) {
      const QString chain = QString::fromStdString(place.chain().id), name = QString::fromStdString(dataset->title);
      const QString text = chain.isEmpty() || namesChain(name, chain) ? tr("Show on %1").arg(name)
                                                                      : tr("Show on %1 chain %2").arg(name, chain);
      QAction* action = menu.addAction(text);
      action->setToolTip(placeText(place));
      QObject::connect(action, &QAction::triggered, action, [place, chosen] { chosen(place); });
    }
  }
}

engine::DatasetPtr loadedGeometry(const Document& document, const engine::Dataset& structure,
                                  const std::string& chain) {
  const auto wanted = structure.share<engine::Structure>();
  for (const engine::DatasetPtr& dataset : document.datasets()) {
    const auto* geometry = dataset->as<engine::ChainGeometry>();
    if (geometry && geometry->structure == wanted && geometry->chain == chain) return dataset;
  }
  return nullptr;
}

void provideGeometry(Session& session, const engine::DatasetPtr& structure, const std::string& chain) {
  const auto* value = structure->as<engine::Structure>();
  const engine::Chain* const found = value ? value->findChain(chain) : nullptr;
  if (!found || loadedGeometry(session.document(), *structure, chain)) return;
  if (found->residues.size() > kMostUnasked)
    return session.report(
        MessageKind::information,
        tr("Pair geometry of %1 residues is computed when you ask for it (Operations).").arg(found->residues.size()));
  // One that is under way, asked for by another view or by a session that is being opened, may be this one.
  for (const Job* job : session.jobs().jobs()) {
    const bool isActive = job->state() == JobState::waiting || job->state() == JobState::running;
    if (!isActive || !job->objectName().startsWith(QStringLiteral("geometry "))) continue;
    QObject::connect(job, &Job::ended, &session, [&session, structure, chain] {
      if (session.document().find(structure->id) == structure) provideGeometry(session, structure, chain);
    });
    return;
  }
  engine::Request request{"geometry", {structure->id}, {}, {}};
  request.parameters.set("chain", chain);
  request.output = session.document().freeId(structure->id + (chain.empty() ? "" : "-" + chain) + "-geometry");
  session.run(request);
}

}  // namespace ui
