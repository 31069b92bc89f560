// A training, or methods compared, prepared to be shown: what follows from the dataset alone.
#pragma once

#include <QString>
#include <array>
#include <memory>
#include <vector>

#include "engine/analysis/GroupShare.h"
#include "engine/datasets/Dataset.h"
#include "engine/operations/training/TrainingCourse.h"
#include "ui/views/base/NumberTable.h"
#include "ui/views/training/RankedPairs.h"
#include "ui/views/training/TrainingOptions.h"

namespace ui {

/// Scores of pairs of positions with what they reach.
struct ShownPairs {
  QString title;
  engine::Array<float> scores;                 ///< L x L
  std::vector<ScoredPair> strongest;           ///< up to kMostPairs * L
  std::vector<double> precision;               ///< as many, or none without a structure
  std::array<std::vector<double>, 3> byRange;  ///< shares of the first pairs near, middle, far, up to L
  std::array<double, 4> top{}, topFifth{};     ///< shares at L and L/5 in each of pairRanges()
  double high = 1;                             ///< score at which the ink is full

  ShownPairs() = default;
  ShownPairs(QString title, engine::Array<float> scores, const engine::Array<float>& touches);
};

struct TrainingShown {
  TrainingShown() = default;  ///< nothing
  /// Throws engine::Error for anything but a course of training or a comparison. What is the same as in `before` is
  /// not made anew.
  TrainingShown(const engine::Dataset& dataset, const TrainingShown& before);

  std::shared_ptr<const engine::TrainingCourse> course;
  QString title;
  engine::DatasetId id, axis;
  std::vector<std::shared_ptr<const ShownPairs>> methods;

  bool isEmpty() const { return !course; }
  engine::Index length() const { return course ? course->length() : 0; }
  /// Several methods side by side instead of one that is learned.
  bool isComparison() const { return methods.size() > 1; }
  bool hasStructure() const { return course && !course->touches.empty(); }
  engine::Index numSteps() const { return course ? std::ssize(course->losses) : 0; }
  engine::Index numHeads() const { return course ? course->value.length(0) : 0; }
  /// "4202 sequences count as 3634 independent ones, 23 per position", and what it means when these are few.
  QString sequencesText() const;
  bool isShallow() const { return course && course->effective < double(length()); }
  /// Share of pairs among the strongest L of both.
  double agreement(std::size_t one, std::size_t other) const;
  /// The agreement of each two methods, in words; empty of one.
  QString agreementText() const;
};

/// Of the first `count` pairs, among all that count: six or more apart, with a structure of known distance.
engine::GroupShare groupShareOf(const engine::TrainingCourse& course, const std::vector<ScoredPair>& pairs,
                                engine::Index count);
/// Of all pairs that touch; nothing without a structure.
engine::GroupShare groupShareOfContacts(const engine::TrainingCourse& course);

/// Number of pairs that are marked.
engine::Index numMarked(const TrainingShown& shown, const TrainingOptions& options);
QString trainingCaption(const TrainingShown& shown, const TrainingOptions& options);
std::vector<NumberTable> trainingNumbers(const TrainingShown& shown);

}  // namespace ui
