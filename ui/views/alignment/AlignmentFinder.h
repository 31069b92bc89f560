// Find in an alignment: a search in a job, its matches, and steps from one to the next.
#pragma once

#include <QJsonObject>
#include <QObject>
#include <functional>
#include <memory>
#include <utility>

#include "engine/alignment/AlignmentSearch.h"
#include "ui/session/Session.h"

namespace ui {

struct FindRequest {
  enum class Where { residues, names };
  Where where = Where::residues;
  QString text;  ///< in residues gaps and blanks do not count, unless it is an expression
  bool isRegularExpression = false;
  bool operator==(const FindRequest&) const = default;
};

QJsonObject toJson(const FindRequest& request);
/// Takes what is there and valid; everything else stays.
void readJson(const QJsonObject& json, FindRequest& request);

class AlignmentFinder : public QObject {
  Q_OBJECT

 public:
  AlignmentFinder(Session& session, QObject* parent);
  /// Forgets the matches and searches anew when something is asked for.
  void setAlignment(std::shared_ptr<const engine::Alignment> alignment);

  const FindRequest& request() const { return m_request; }
  /// Searches in a job; an empty text clears the matches. A wrong expression is told by problem().
  void find(const FindRequest& request);
  QString problem() const { return m_problem; }
  bool isSearching() const { return m_isSearching; }
  const engine::RowSearchResult& result() const { return m_result; }
  /// Matches of one row.
  std::pair<const engine::SearchMatch*, const engine::SearchMatch*> matchesOf(engine::Index row) const;
  /// The match stepped to last; null before the first step.
  const engine::SearchMatch* current() const;
  /// The order of the rows on the screen: row -> place, -1 hidden. Matches are stepped through and counted in it, those
  /// of hidden rows are skipped. Until it is told: the order of the file.
  void setPlaces(std::function<engine::Index(engine::Index)> placeOf);
  /// To the next (step 1) or previous (-1) match, round the ends: from the current one, or from a cell when that is
  /// another than the last step arrived at. False when there is none.
  bool step(int step, engine::Index fromRow, engine::Index fromColumn);
  /// The cell, in the match or beside it, that the last step led to.
  void arriveAt(engine::Index row, engine::Index column) { m_arrivedAt = {row, column}; }
  /// Matches are marked in the picture; until they are looked for anew, no more once the user has done with them.
  void markMatches(bool areMarked);
  bool areMatchesMarked() const { return m_areMarked; }
  /// The search was cancelled, or has failed: there is no result.
  bool isStopped() const { return m_isStopped; }
  /// "3 of 17", "3 of 15 · 2 hidden", "no match", "searching…", "search stopped".
  QString summary() const;

 Q_SIGNALS:
  void changed();

 private:
  void count();

  Session& m_session;
  std::shared_ptr<const engine::Alignment> m_alignment;
  FindRequest m_request;
  QString m_problem;
  engine::RowSearchResult m_result;
  std::function<engine::Index(engine::Index)> m_placeOf = [](engine::Index row) { return row; };
  engine::Index m_current = -1;  ///< -1: none
  std::pair<engine::Index, engine::Index> m_arrivedAt{-1, -1};
  engine::Index m_rank = 0;  ///< of the current match among the shown ones, from 1 on; 0: none, or hidden
  engine::Index m_numHidden = 0;
  bool m_isSearching = false, m_isStopped = false, m_areMarked = true;
  int m_version = 0;
};

}  // namespace ui
