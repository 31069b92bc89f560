#include "ui/views/attention/ChainChoice.h"

#include <QLayout>
#include <QPointer>

#include "engine/base/Nth.h"
#include "ui/views/base/ChoiceLine.h"

namespace ui {

ChainChoice::ChainChoice(View& view) : QObject(&view), m_view(view) {}

void ChainChoice::choose(const AttentionSubject& subject, const engine::DatasetPtr& structure) {
  const engine::DatasetPtr heads = subject.headsDataset();
  const std::vector<HeadsPlace> places = placesOn(*heads, structure, subject.tokens());
  if (places.empty()) return;
  if (numEqualPlaces(places) == 1) return show(heads, places.front());
  if (!m_question) {
    m_question = new ChoiceLine(&m_view);
    m_view.layout()->addWidget(m_question);
  }
  QStringList chains;
  for (const HeadsPlace& place : places) chains << QString::fromStdString(place.chain().id);
  m_question->ask(
      tr("Several chains of %1 match %2. Which one?").arg(QString::fromStdString(structure->title), m_view.title()),
      chains, [this, heads, places](int k) { show(heads, engine::nth(places, k)); });
}

void ChainChoice::show(const engine::DatasetPtr& heads, const HeadsPlace& place, bool again) {
  const ChainId asked{place.structure->id, place.chain().id};
  if (!heads || (asked == m_asked && !again)) return;
  m_asked = asked;
  if (m_question) m_question->hide();
  Session& session = m_view.session();
  if (const engine::DatasetPtr geometry = loadedGeometry(session.document(), *place.structure, asked.chain))
    m_view.showDataset(geometry);
  else
    provideGeometry(session, place.structure, asked.chain);
  session.report(MessageKind::information, placeText(place));
  Q_EMIT m_view.chainWanted(heads->id, asked.structure, asked.chain);
}

void ChainChoice::addMenuEntries(QMenu& menu, const AttentionSubject& subject) {
  if (!subject.heads()) return;
  addPlaces(menu, *subject.headsDataset(), m_view.session().document(), subject.tokens(),
            [choice = QPointer<ChainChoice>(this), heads = subject.headsDataset()](const HeadsPlace& place) {
              if (choice) choice->show(heads, place, true);  // a view that was closed comes back
            });
}

}  // namespace ui
