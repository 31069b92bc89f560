// Find in an alignment.
#include "ui/views/alignment/AlignmentFinder.h"

#include <QLocale>
#include <QRegularExpression>
#include <algorithm>
#include <tuple>

#include "engine/base/Nth.h"
#include "ui/session/RunJob.h"
#include "ui/views/base/JsonState.h"
#include "ui/views/base/ViewWaiting.h"

namespace ui {

using engine::Index;
using engine::SearchMatch;

namespace {

/// Enough to step through; all are counted. 12 bytes each.
constexpr size_t kMostMatches = 2'000'000;

/// Residues are Latin letters, so that characters and bytes count the same; of names it only matters whether they
/// match.
engine::TextMatcher expressionMatcher(const QRegularExpression& expression) {
  return [expression](std::string_view text, std::vector<engine::TextSpan>& found) {
    const QString where = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    auto matches = expression.globalMatch(where);
    while (matches.hasNext()) {
      const QRegularExpressionMatch match = matches.next();
      if (match.capturedLength() > 0)
        found.push_back({static_cast<size_t>(match.capturedStart()), static_cast<size_t>(match.capturedEnd())});
    }
  };
}

/// What a copied block of an alignment means: its residues.
std::string withoutGaps(QString text) {
  static const QRegularExpression gaps(QStringLiteral("[-.~\\s]"));
  return text.remove(gaps).toStdString();
}

/// Says in `problem` what is wrong with an expression.
engine::TextMatcher matcherOf(const FindRequest& request, QString& problem) {
  if (!request.isRegularExpression && request.where == FindRequest::Where::residues)
    return engine::plainTextMatcher(withoutGaps(request.text));
  // Names may have any letters: their upper case is left to the expression.
  QRegularExpression expression(request.isRegularExpression ? request.text : QRegularExpression::escape(request.text),
                                QRegularExpression::CaseInsensitiveOption);
  if (!expression.isValid()) problem = expression.errorString();
  expression.optimize();
  return expressionMatcher(expression);
}

}  // namespace

QJsonObject toJson(const FindRequest& request) {
  return {{"text", request.text},
          {"inNames", request.where == FindRequest::Where::names},
          {"isRegularExpression", request.isRegularExpression}};
}

void readJson(const QJsonObject& json, FindRequest& request) {
  using Where = FindRequest::Where;
  request.text = json["text"].toString(request.text);
  takeFlag(json, "inNames", [&](bool isInNames) { request.where = isInNames ? Where::names : Where::residues; });
  takeFlag(json, "isRegularExpression", [&](bool isExpression) { request.isRegularExpression = isExpression; });
}

AlignmentFinder::AlignmentFinder(Session& session, QObject* parent) : QObject(parent), m_session(session) {}

void AlignmentFinder::setAlignment(std::shared_ptr<const engine::Alignment> alignment) {
  m_alignment = std::move(alignment);
  find(m_request);
}

void AlignmentFinder::markMatches(bool areMarked) {
  if (areMarked == m_areMarked) return;
  m_areMarked = areMarked;
  Q_EMIT changed();
}

void AlignmentFinder::find(const FindRequest& request) {
  m_areMarked = m_areMarked || request != m_request;
  m_request = request;
  m_result = {};
  m_current = -1;
  m_rank = m_numHidden = 0;
  m_isStopped = false;
  m_problem.clear();
  const int version = ++m_version;
  const engine::TextMatcher matcher = matcherOf(request, m_problem);
  m_isSearching = m_alignment && !request.text.isEmpty() && m_problem.isEmpty();
  Q_EMIT changed();
  if (!m_isSearching) return;
  Job* job = runJob(
      m_session.jobs(), this, tr("Find %1").arg(request.text), QStringLiteral("find"),
      [alignment = m_alignment, matcher, where = request.where](engine::Progress& progress) {
        return where == FindRequest::Where::names ? findInNames(*alignment, matcher, kMostMatches, progress)
                                                  : findInResidues(*alignment, matcher, kMostMatches, 0, progress);
      },
      [version](AlignmentFinder& self, engine::RowSearchResult result) {
        if (self.m_version != version) return;
        self.m_result = std::move(result);
        self.m_isSearching = false;
        self.count();
        Q_EMIT self.changed();
      });
  connect(job, &Job::ended, this, [this, version] {
    if (version != m_version || !m_isSearching) return;
    m_isSearching = false;
    m_isStopped = true;
    Q_EMIT changed();
  });
  waitFor(this, job, ViewWaiting::For::addition);
}

std::pair<const SearchMatch*, const SearchMatch*> AlignmentFinder::matchesOf(Index row) const {
  const auto [begin, end] = std::equal_range(m_result.matches.begin(), m_result.matches.end(), row, [](auto a, auto b) {
    const auto rowOf = [](auto value) -> Index {
      if constexpr (std::is_same_v<decltype(value), SearchMatch>)
        return value.row;
      else
        return value;
    };
    return rowOf(a) < rowOf(b);
  });
  return {std::to_address(begin), std::to_address(end)};
}

const SearchMatch* AlignmentFinder::current() const {
  return m_current < 0 ? nullptr : &engine::nth(m_result.matches, m_current);
}

void AlignmentFinder::setPlaces(std::function<Index(Index)> placeOf) {
  m_placeOf = std::move(placeOf);
  if (m_result.matches.empty()) return;
  count();
  Q_EMIT changed();
}

/// What is behind the current match on the screen has a higher number.
void AlignmentFinder::count() {
  m_rank = m_numHidden = 0;
  const SearchMatch* now = current();
  const Index nowPlace = now ? m_placeOf(now->row) : -1;
  for (const SearchMatch& match : m_result.matches) {
    const Index place = m_placeOf(match.row);
    m_numHidden += place < 0;
    if (nowPlace >= 0 && place >= 0 && std::tuple(place, match.first, &match) <= std::tuple(nowPlace, now->first, now))
      ++m_rank;
  }
}

bool AlignmentFinder::step(int step, Index fromRow, Index fromColumn) {
  // By place, then column; a cell without a place is before everything.
  using Key = std::tuple<Index, Index, Index>;
  if (m_arrivedAt != std::pair(fromRow, fromColumn)) m_current = -1;  // who has moved the cursor goes on from there
  const std::vector<SearchMatch>& matches = m_result.matches;
  Key from{fromRow < 0 ? -1 : m_placeOf(fromRow), fromColumn, step > 0 ? -1 : 0};
  if (const SearchMatch* match = current()) from = {m_placeOf(match->row), match->first, m_current};
  Index best = -1, round = -1;
  Key bestKey, roundKey;
  const auto isBetter = [step](const Key& a, const Key& b) { return step > 0 ? a < b : b < a; };
  for (Index k = 0; k < static_cast<Index>(matches.size()); ++k) {
    const SearchMatch& match = engine::nth(matches, k);
    const Index place = m_placeOf(match.row);
    if (place < 0) continue;
    const Key key{place, match.first, k};
    if (isBetter(from, key) && (best < 0 || isBetter(key, bestKey))) best = k, bestKey = key;
    if (round < 0 || isBetter(key, roundKey)) round = k, roundKey = key;
  }
  m_current = best >= 0 ? best : round;
  count();
  Q_EMIT changed();
  return m_current >= 0;
}

QString AlignmentFinder::summary() const {
  if (!m_problem.isEmpty()) return m_problem;
  if (m_request.text.isEmpty()) return {};
  if (m_isSearching) return tr("searching…");
  if (m_isStopped) return tr("search stopped");
  if (m_result.numFound == 0) return tr("no match");
  const auto number = [](Index count) { return QLocale().toString(static_cast<qlonglong>(count)); };
  const Index shown = m_result.numFound - m_numHidden;
  const QString text = m_rank > 0   ? tr("%1 of %2").arg(number(m_rank), number(shown))
                       : shown == 1 ? tr("1 match")
                                    : tr("%1 matches").arg(number(shown));
  return m_numHidden > 0 ? tr("%1 · %2 hidden").arg(text, number(m_numHidden)) : text;
}

}  // namespace ui
