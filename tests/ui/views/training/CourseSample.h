// A small course of a training, for tests of its picture: ten positions in a hairpin, of which the pairs touch.
#pragma once

#include <cmath>
#include <limits>

#include "engine/datasets/Dataset.h"
#include "engine/operations/training/TrainingCourse.h"

namespace test {

inline engine::TrainingCourse hairpin(engine::Index length = 20) {
  engine::TrainingCourse course;
  course.letters = std::string("MKTAYIAKQRQISFVKSHFSRQ").substr(0, std::size_t(length));
  engine::Array<float> scores({length, length}), touches({length, length});
  for (engine::Index i = 0; i < length; ++i)
    for (engine::Index j = 0; j < length; ++j) {
      const bool isPair = i + j == length - 1;
      touches(i, j) = isPair || std::abs(i - j) < 2 ? 1 : 0;
      scores(i, j) = i == j ? 0 : isPair ? 2 + 0.01F * float(std::abs(i - j)) : 0.01F * float(i + j);
    }
  course.maps = {{"couplings", std::move(scores)}};
  course.touches = std::move(touches);
  course.losses = {50, 45, 42};
  course.judged = {{1, 0.1, 0.2}, {3, 0.3, 0.8}};
  course.value = engine::Array<float>({2, 20, 20});
  course.value(1, 6, 11) = 1;  // E and K
  course.value(1, 11, 6) = 1;
  course.numRows = 100;
  course.effective = 12.5;
  course.numPlanned = 10;
  course.rate = 0.05;
  return course;
}

inline engine::DatasetPtr courseDataset(const engine::TrainingCourse& course, const std::string& id = "run.course") {
  auto dataset = std::make_shared<engine::Dataset>();
  dataset->id = id;
  dataset->title = "hairpin: learning, step 3 of 10";
  dataset->value = std::make_shared<const engine::ArrayBundle>(engine::arraysOf(course));
  return dataset;
}

}  // namespace test
