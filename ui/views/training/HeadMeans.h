// The mean of the first heads, or one of them, as scores of pairs, made in the background.
#pragma once

#include <QObject>
#include <memory>

#include "engine/attention/HeadSet.h"
#include "ui/session/JobQueue.h"
#include "ui/views/training/TrainingShown.h"

namespace ui {

/// A^h + its transpose of the heads `first` to `first + count - 1`, their mean, with APC. Throws Error when a head
/// cannot be read.
engine::Array<float> scoresOfHeads(const engine::HeadSet& heads, engine::Index first, engine::Index count);

class HeadMeans : public QObject {
  Q_OBJECT

 public:
  explicit HeadMeans(QObject* parent) : QObject(parent) {}
  /// Null: nothing is wanted. What is there stays until the new one is.
  void want(JobQueue& jobs, std::shared_ptr<const engine::HeadSet> heads, engine::Index first, engine::Index count,
            std::shared_ptr<const engine::TrainingCourse> course);
  /// Makes at once what was wanted, for pictures without a window.
  void finish();
  const std::shared_ptr<const ShownPairs>& shown() const { return m_shown; }

 Q_SIGNALS:
  void arrived();

 private:
  struct Wish {
    std::shared_ptr<const engine::HeadSet> heads;
    engine::Index first = 0, count = 0;
    bool operator==(const Wish&) const = default;
  };
  Wish m_wish;
  std::shared_ptr<const engine::TrainingCourse> m_course;
  bool m_isDone = true;
  std::shared_ptr<const ShownPairs> m_shown;
};

}  // namespace ui
