#include "ui/views/training/TrainingHeads.h"

#include <algorithm>
#include <utility>

#include "engine/base/Nth.h"

namespace ui {

using engine::Index;

namespace {

constexpr std::string_view kCourse = ".course";

/// The id of the result that a course is a part of; empty: it stands alone.
std::string mainId(const TrainingShown& shown) {
  const std::string id = shown.id.text();
  return id.ends_with(kCourse) ? id.substr(0, id.size() - kCourse.size()) : std::string();
}

std::shared_ptr<const engine::HeadSet> headsOf(const TrainingShown& shown, const Document& document) {
  const std::string id = mainId(shown);
  const engine::DatasetPtr main = id.empty() || shown.isComparison() ? nullptr : document.find(id);
  auto heads = main ? main->share<engine::HeadSet>() : nullptr;
  const bool fits =
      heads && heads->areHeads && heads->numQueries == shown.length() && heads->count() == shown.numHeads();
  return fits ? heads : nullptr;
}

}  // namespace

TrainingHeads::TrainingHeads(Session& session, QObject* parent)
    : QObject(parent), m_session(session), m_thumbnails(new HeadThumbnails(this)), m_means(new HeadMeans(this)), m_reaches(new HeadReaches(this)) {
  connect(m_thumbnails, &HeadThumbnails::arrived, this, &TrainingHeads::arrived);
  connect(m_means, &HeadMeans::arrived, this, &TrainingHeads::arrived);
  connect(m_reaches, &HeadReaches::arrived, this, &TrainingHeads::arrived);
}

void TrainingHeads::follow(const TrainingShown& shown, const TrainingOptions& options) {
  const auto heads = headsOf(shown, m_session.document());
  const auto before = std::exchange(m_heads, heads);
  if (heads && heads != before) {
    m_thumbnails->setHeads(heads);
    m_thumbnails->start(&m_session.jobs());
  }
  m_reaches->want(m_session.jobs(), heads, shown.course);
  const bool isWanted = heads && options.upper != TrainingUpper::couplings;
  const bool isOne = options.upper == TrainingUpper::oneHead;
  if (isWanted)
    m_means->want(m_session.jobs(), heads, isOne ? current() : 0,
                  isOne ? 1 : std::clamp<Index>(options.numHeads, 1, heads->count()), shown.course);
  else
    m_means->want(m_session.jobs(), nullptr, 0, 0, nullptr);
  if ((before == nullptr) != (heads == nullptr)) Q_EMIT cameOrWent();
}

Index TrainingHeads::current() const {
  if (!m_heads) return -1;
  const SelectionModel& selection = m_session.selection();
  return std::clamp<Index>(selection.layer() * m_heads->numHeads + selection.head(), 0, m_heads->count() - 1);
}

void TrainingHeads::choose(Index head) {
  if (m_heads) m_session.selection().setHead(int(head / m_heads->numHeads), int(head % m_heads->numHeads));
}

QImage TrainingHeads::thumbnail(Index head) const {
  constexpr int kSide = 64;
  const engine::PooledMap* const map = m_thumbnails->at(int(head));
  if (!map) return {};
  return thumbnailOf(*map, Pooling::largest, ColorLookup(ownLook(MapLook{}, *map, Pooling::largest)), kSide);
}

LetterPairs TrainingHeads::letters(const TrainingShown& shown, const TrainingLayout::Cell& cell, QString& title) const {
  if (cell.isEmpty() || cell.row == cell.column) {
    title =
        m_heads ? tr("Values V of head %1").arg(current() + 1) : tr("Residues that favour each other: point at a pair");
    return m_heads ? lettersOfHead(shown.course->value, current()) : LetterPairs{};
  }
  const auto name = [&](Index at) {
    return QString(QLatin1Char(engine::nth(shown.course->letters, at))) + QString::number(at + 1);
  };
  title = tr("Residues at %1 (rows) and %2").arg(name(cell.row), name(cell.column));
  if (m_heads) return lettersOfPair(shown.course->value, *m_heads, cell.row, cell.column);
  const std::string id = mainId(shown);
  const engine::DatasetPtr weights = id.empty() ? nullptr : m_session.document().find(id + ".weights");
  const auto* arrays = weights ? weights->as<engine::ArrayBundle>() : nullptr;
  return arrays ? lettersOfPair(*arrays, shown.length(), cell.row, cell.column) : LetterPairs{};
}

void TrainingHeads::finish() {
  if (m_heads) m_thumbnails->finish();
  m_means->finish();
  m_reaches->finish();
}

}  // namespace ui
