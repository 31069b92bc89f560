// Keeps what a training is looked at by on its way, as a dataset.
#pragma once

#include <optional>
#include <string>

#include "engine/operations/training/ContactJudge.h"
#include "engine/operations/training/TrainingCourse.h"
#include "engine/operations/training/TrainingInput.h"
#include "engine/training/PairTraining.h"

namespace engine {

class CourseRecorder {
 public:
  /// Judges by the structure of the input, where there is one. Throws Error, Cancelled.
  CourseRecorder(const TrainingInput& input, int threads, Progress& progress);

  /// What was judged before, of earlier steps.
  void remember(std::vector<JudgedStep> judged) { m_course.judged = std::move(judged); }
  /// Groups of residues by the numbers that the structure gives them; a position in several is of the first. Throws
  /// Error naming the array.
  void takeGroups(const ArrayBundle& groups, const Chain& chain);
  /// Scores the pairs after the steps that were done, and judges them. Throws Cancelled.
  void score(PairTraining<float>& training, int threads, Progress& progress);
  /// ".course": the curves up to now, the last scores. score() comes first.
  Dataset dataset(const PairTraining<float>& training, const Array<float>& value) const;

 private:
  std::string m_title;
  std::optional<ContactJudge> m_judge;
  TrainingCourse m_course;
};

}  // namespace engine
