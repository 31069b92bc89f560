#include "engine/operations/training/TrainingCourse.h"

#include <algorithm>
#include <cmath>

#include "engine/datasets/ArrayText.h"
#include "engine/datasets/LetterArray.h"
#include "engine/operations/features/PlotArrays.h"
#include "engine/training/TrainingRows.h"

namespace engine {

namespace {

constexpr char kMaps[] = "pair_scores", kMapAxis[] = "method", kTouches[] = "touches";
constexpr char kLosses[] = "losses", kFits[] = "fits", kJudged[] = "judged";
constexpr char kValue[] = "value", kFacts[] = "facts";

/// (maps, L, L)
Array<float> stacked(const std::vector<PairMap>& maps, Index length) {
  Array<float> all({std::ssize(maps), length, length}, Untouched{}, kMaps);
  float* next = all.data();
  for (const PairMap& map : maps) {
    requireShape(map.title, map.scores.shape(), {length, length});
    next = std::copy(map.scores.begin(), map.scores.end(), next);
  }
  return all;
}

std::vector<PairMap> mapsIn(const ArrayBundle& arrays, Index length) {
  const auto all = numbersOf<float>(arrays, kMaps);
  requireShape(kMaps, all.shape(), {-1, length, length});
  if (all.length(0) == 0) fail("array ", kMaps, ": found no map, expected one or more");
  const std::vector<std::string> labels = labelsIn(arrays, kMapAxis);
  std::vector<PairMap> maps;
  for (Index m = 0; m < all.length(0); ++m) {
    PairMap map{m < std::ssize(labels) ? labels[std::size_t(m)] : "map " + std::to_string(m + 1), {}};
    map.scores = Array<float>({length, length}, Untouched{});
    std::copy_n(all.data() + m * length * length, length * length, map.scores.begin());
    maps.push_back(std::move(map));
  }
  return maps;
}

std::vector<double> valuesIn(const ArrayBundle& arrays, const char* name) {
  if (!arrays.contains(name)) return {};
  const auto values = numbersOf<double>(arrays, name);
  requireShape(name, values.shape(), {-1});
  return {values.begin(), values.end()};
}

void takeGroups(TrainingCourse& course, const ArrayBundle& arrays) {
  course.groups = groupsIn(arrays);
  if (!course.groups.isEmpty() && std::ssize(course.groups.groups) != course.length())
    fail("array ", kGroupArray, ": found ", course.groups.groups.size(), " numbers, expected ", course.length());
}

void tellAxes(ArrayBundle& arrays) {
  const std::string at = "position";
  for (const ArrayNote& note :
       {ArrayNote{kMaps, {kMapAxis, at, at}, "how likely pairs of positions touch"},
        ArrayNote{kTouches, {at, at}, "1: the residues touch in the structure"},
        ArrayNote{kLosses, {"step"}, "the objective at every step"},
        ArrayNote{kFits, {"step"}, "nats per residue, without penalties"},
        ArrayNote{kJudged, {"judged", "step, L, L/5"}, "shares of contacts among the strongest pairs"},
        ArrayNote{kValue, {"head", "residue", "other residue"}, "how much a residue favours another one"},
        ArrayNote{kFacts, {"rows, effective rows, steps, rate"}, "what was learned from, and how"},
        ArrayNote{kLetterArray, {at}, "letters of the row that positions are counted by"}})
    if (arrays.contains(note.name)) tellOf(arrays, note);
}

}  // namespace

ArrayBundle arraysOf(const TrainingCourse& course) {
  ArrayBundle arrays;
  arrays[kLetterArray] = letterArray(course.letters);
  arrays[kMaps] = stacked(course.maps, course.length());
  if (!course.touches.empty()) arrays[kTouches] = course.touches;
  arrays[kLosses] = column(course.losses);
  if (!course.fits.empty()) arrays[kFits] = column(course.fits);
  if (!course.judged.empty()) {
    Array<double> judged({std::ssize(course.judged), 3});
    double* next = judged.data();
    for (const JudgedStep& one : course.judged) {
      *next++ = double(one.step);
      *next++ = one.top;
      *next++ = one.topFifth;
    }
    arrays[kJudged] = std::move(judged);
  }
  if (!course.value.empty()) arrays[kValue] = course.value;
  arrays[kFacts] = column({double(course.numRows), course.effective, double(course.numPlanned), course.rate});
  if (!course.groups.isEmpty()) addGroups(arrays, course.groups);
  std::vector<std::string> titles;
  for (const PairMap& map : course.maps) titles.push_back(map.title);
  labelAxis(arrays, kMapAxis, titles);
  tellAxes(arrays);
  return arrays;
}

bool isTrainingCourse(const ArrayBundle& arrays) {
  return arrays.contains(kMaps) && arrays.contains(kFacts) && arrays.contains(kLetterArray);
}

std::vector<JudgedStep> judgedIn(const ArrayBundle& arrays) {
  std::vector<JudgedStep> judged;
  if (!arrays.contains(kJudged)) return judged;
  const auto values = numbersOf<double>(arrays, kJudged);
  requireShape(kJudged, values.shape(), {-1, 3});
  for (Index k = 0; k < values.length(0); ++k) {
    if (!(std::abs(values(k, 0)) < 1e9)) fail("array ", kJudged, ": found step ", values(k, 0), ", expected below 1e9");
    judged.push_back({Index(values(k, 0)), values(k, 1), values(k, 2)});
  }
  return judged;
}

TrainingCourse courseIn(const ArrayBundle& arrays) {
  TrainingCourse course;
  course.letters = lettersIn(arrays);
  const Index length = course.length();
  course.maps = mapsIn(arrays, length);
  if (arrays.contains(kTouches)) {
    course.touches = numbersOf<float>(arrays, kTouches, NonFinite::allow);
    requireShape(kTouches, course.touches.shape(), {length, length});
  }
  course.losses = valuesIn(arrays, kLosses);
  course.fits = valuesIn(arrays, kFits);
  course.judged = judgedIn(arrays);
  course.value = Array<float>({0, kLearnedLetters, kLearnedLetters});
  if (arrays.contains(kValue)) {
    course.value = numbersOf<float>(arrays, kValue);
    requireShape(kValue, course.value.shape(), {-1, kLearnedLetters, kLearnedLetters});
  }
  const std::vector<double> facts = valuesIn(arrays, kFacts);
  if (facts.size() != 4 || !std::all_of(facts.begin(), facts.end(), [](double x) { return x >= 0 && x < 1e15; }))
    fail("array ", kFacts, ": found ", facts.size(), " numbers, expected 4 from 0 to 1e15");
  course.numRows = Index(facts[0]);
  course.effective = facts[1];
  course.numPlanned = Index(facts[2]);
  course.rate = facts[3];
  takeGroups(course, arrays);
  return course;
}

}  // namespace engine
