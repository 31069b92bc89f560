#include "engine/operations/training/CourseRecorder.h"

#include <algorithm>

#include "engine/training/PairObjective.h"

namespace engine {

CourseRecorder::CourseRecorder(const TrainingInput& input, int threads, Progress& progress) : m_title(input.title) {
  m_course.letters = input.rows.letters;
  m_course.numRows = input.rows.count();
  m_course.effective = input.rows.effective();
  m_course.maps = {{"couplings", {}}};
  if (!input.chain) return;
  m_judge.emplace(input.rows.letters, *input.chain, input.structureTitle, threads, progress);
  m_course.touches = m_judge->touches();
}

void CourseRecorder::takeGroups(const ArrayBundle& groups, const Chain& chain) {
  if (m_judge) m_course.groups = m_judge->groups(groups, chain);
}

void CourseRecorder::score(PairTraining<float>& training, int threads, Progress& progress) {
  const Array<double> scores = contactScores(couplingSizes(training.couplings(threads, progress), threads));
  Array<float>& map = m_course.maps.front().scores;
  map = Array<float>(scores.shape(), Untouched{});
  std::transform(scores.begin(), scores.end(), map.begin(), [](double score) { return float(score); });
  if (!m_judge) return;
  const ContactPrecision precision = m_judge->of(map);
  if (!m_course.judged.empty() && m_course.judged.back().step == training.numSteps()) m_course.judged.pop_back();
  m_course.judged.push_back({training.numSteps(), precision.at(1), precision.at(5)});
}

Dataset CourseRecorder::dataset(const PairTraining<float>& training, const Array<float>& value) const {
  TrainingCourse course = m_course;
  course.losses = training.losses();
  course.fits = training.fits();
  course.value = value;
  course.numPlanned = training.numPlanned();
  course.rate = training.plan().changes.empty() ? training.plan().rate : training.plan().changes.back().rate;
  Dataset dataset;
  dataset.id = ".course";
  dataset.title = m_title + ": learning";
  if (training.numSteps() < course.numPlanned)
    dataset.title += ", step " + std::to_string(training.numSteps()) + " of " + std::to_string(course.numPlanned);
  dataset.value = std::make_shared<const ArrayBundle>(arraysOf(course));
  return dataset;
}

}  // namespace engine
