#include "tests/ui/views/teaching/PictureSamples.h"

#include "engine/base/Error.h"

namespace test {

using engine::Index;
using ui::PictureArray;
using ui::PictureInput;

namespace {

std::vector<QString> words(const QString& text) {
  std::vector<QString> list;
  for (const QString& word : text.split(u' ')) list.push_back(word);
  return list;
}

/// Scores, weights by softmax, values and outputs of one query.
PictureInput mixture(const std::vector<double>& scores, const std::vector<double>& values) {
  const auto n = static_cast<Index>(scores.size());
  double sum = 0, output = 0;
  std::vector<double> weights;
  for (const double score : scores) sum += std::exp(score);
  for (const double score : scores) weights.push_back(std::exp(score) / sum);
  for (size_t j = 0; j < values.size(); ++j) output += weights[j] * values[j];
  return {{arrayOf("S", {1, n}, scores), arrayOf("A", {1, n}, weights), arrayOf("V", {n, 1}, values), arrayOf("O", {1, 1}, {output})}};
}

void addBowls(std::vector<PictureSample>& samples) {
  PictureInput small = mixture({2, 1, 0, -1}, {1, 2, 4, 8});
  small.arrays[2].labels = {words("first second third fourth")};
  for (Index j = 0; j < 4; ++j) small.handles.push_back({{"V", {j, 0}}, 0, 10, 0.5});
  for (Index j = 0; j < 4; ++j) small.handles.push_back({{"S", {0, j}}, -2, 4, 0.1});
  samples.push_back({"bowl", "softmax", small});
  PictureInput scoresOnly = small;
  scoresOnly.settings["uncover"] = "scores";
  samples.push_back({"bowl", "scores", scoresOnly});
  PictureInput covered = small;
  covered.arrays[1].isCovered = covered.arrays[3].isCovered = true;
  samples.push_back({"bowl", "covered", covered});
  std::vector<double> scores, values;
  for (int j = 0; j < 329; ++j) {
    scores.push_back(1 - 0.4 * std::abs(250 - j) * (0.2 + 0.8 * std::fabs(std::sin(j * 1.7))));
    values.push_back(std::sin(j * 0.1));
  }
  samples.push_back({"bowl", "protein", mixture(scores, values)});
}

}  // namespace

std::vector<PictureSample> pictureSamples() {
  std::vector<PictureSample> samples;
  addBowls(samples);
  return samples;
}

ui::PictureInput sampleOf(const std::string& id) {
  for (PictureSample& sample : pictureSamples())
    if (sample.id == id) return sample.input;
  engine::fail("no sample of picture ", id);
}

std::unique_ptr<ui::TeachingPicture> pictureOf(const std::string& id, PictureInput input) {
  const ui::PictureKind* kind = ui::findPictureKind(id);
  if (!kind) engine::fail("there is no picture ", id);
  auto picture = kind->make();
  picture->set(std::move(input));
  return picture;
}

}  // namespace test
