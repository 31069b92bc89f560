// The heads behind a course of training: the main result that it is a part of, or what is left of couplings.
#pragma once

#include <QImage>
#include <QObject>

#include "ui/session/Session.h"
#include "ui/views/heads/HeadThumbnails.h"
#include "ui/views/training/HeadMeans.h"
#include "ui/views/training/HeadReaches.h"
#include "ui/views/training/LetterPairs.h"
#include "ui/views/training/TrainingLayout.h"

namespace ui {

class TrainingHeads : public QObject {
  Q_OBJECT

 public:
  TrainingHeads(Session& session, QObject* parent);
  /// Finds them anew, and asks for the mean or the head that the options want.
  void follow(const TrainingShown& shown, const TrainingOptions& options);

  bool areThere() const { return m_heads != nullptr; }
  /// The head of the session, clamped to those that there are; -1: there are none.
  engine::Index current() const;
  engine::Index count() const { return m_heads ? m_heads->count() : 0; }
  /// Makes a head that of the session.
  void choose(engine::Index head);
  /// Scores of the mean or of the one head; null: none are wanted, or they are on their way.
  const ShownPairs* scores() const { return m_means->shown().get(); }
  /// What single heads reach; null: there are none, or it is on its way.
  const ReachOfHeads* reaches() const { return m_reaches->found().get(); }
  QImage thumbnail(engine::Index head) const;
  /// Residues that favour each other: of a pair, or the values of the current head. `title` says which.
  LetterPairs letters(const TrainingShown& shown, const TrainingLayout::Cell& cell, QString& title) const;
  /// Makes at once what is on its way.
  void finish();

 Q_SIGNALS:
  void arrived();
  void cameOrWent();

 private:
  Session& m_session;
  HeadThumbnails* m_thumbnails;
  HeadMeans* m_means;
  HeadReaches* m_reaches;
  std::shared_ptr<const engine::HeadSet> m_heads;
};

}  // namespace ui
