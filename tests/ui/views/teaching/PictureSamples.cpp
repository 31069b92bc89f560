#include "tests/ui/views/teaching/PictureSamples.h"

#include "engine/base/Error.h"

namespace test {

void addCountingSamples(std::vector<PictureSample>& samples);
void addTimeSamples(std::vector<PictureSample>& samples);

using engine::Index;
using ui::PictureArray;
using ui::PictureInput;

std::vector<QString> words(const QString& text) {
  std::vector<QString> list;
  for (const QString& word : text.split(u' ')) list.push_back(word);
  return list;
}

namespace {

/// Scores, weights by softmax, values and outputs of one query.
PictureInput mixture(const std::vector<double>& scores, const std::vector<double>& values) {
  const auto n = static_cast<Index>(scores.size());
  double sum = 0, output = 0;
  std::vector<double> weights;
  for (const double score : scores) sum += std::exp(score);
  for (const double score : scores) weights.push_back(std::exp(score) / sum);
  for (size_t j = 0; j < values.size(); ++j) output += weights[j] * values[j];
  return {{arrayOf("S", {1, n}, scores), arrayOf("A", {1, n}, weights), arrayOf("V", {n, 1}, values),
           arrayOf("O", {1, 1}, {output})}};
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

void addPlanes(std::vector<PictureSample>& samples) {
  PictureInput dot{{arrayOf("Q", {1, 2}, {1, 0}), arrayOf("K", {4, 2}, {2, 0, 1, 1, 0, 2, -1, 1}),
                    arrayOf("S", {1, 4}, {2, 1, 0, -1})}};
  dot.arrays[1].labels = {words("first second third fourth")};
  for (Index c = 0; c < 2; ++c) dot.handles.push_back({{"Q", {0, c}}, -2, 2, 0.1});
  for (Index c = 0; c < 2; ++c) dot.handles.push_back({{"K", {2, c}}, -2, 3, 0.1});
  samples.push_back({"arrows2d", "dot", dot});
  PictureInput circles = dot;  // -|q - k|^2 / 2
  circles.arrays[2].values = engine::Array<double>({1, 4}, {-0.5, -0.5, -2.5, -2.5}, "S");
  samples.push_back({"arrows2d", "gaussian", circles});
  std::vector<double> ring, scores;
  for (const double degrees : {0., 60., 120., 180.}) {
    ring.push_back(std::cos(degrees * M_PI / 180));
    ring.push_back(std::sin(degrees * M_PI / 180));
    scores.push_back(std::cos(degrees * M_PI / 180));
  }
  samples.push_back(
      {"arrows2d", "ring", {{arrayOf("Q", {1, 2}, {1, 0}), arrayOf("K", {4, 2}, ring), arrayOf("S", {1, 4}, scores)}}});
}

/// Scaled dot products with a causal mask, softmax, outputs; wide: letters and a feature more.
PictureInput attentionFlow(Index n, Index d, bool isCausal) {
  engine::Array<double> q({n, d}, 0, "Q"), k({n, d}, 0, "K"), v({n, 2}, 0, "V"), s({n, n}, 0, "S"), a({n, n}, 0, "A"),
      o({n, 2}, 0, "O");
  for (Index i = 0; i < n * d; ++i)
    q[i] = std::round(std::sin(1.0 + 2 * static_cast<double>(i)) * 4) / 2,
    k[i] = std::round(std::cos(static_cast<double>(i)) * 4) / 2;
  for (Index i = 0; i < n * 2; ++i) v[i] = static_cast<double>(i % 5);
  for (Index i = 0; i < n; ++i) {
    double sum = 0;
    for (Index j = 0; j < n; ++j) {
      for (Index c = 0; c < d; ++c) s(i, j) += q(i, c) * k(j, c) / std::sqrt(static_cast<double>(d));
      if (!isCausal || j <= i) sum += std::exp(s(i, j));
    }
    for (Index j = 0; j < n; ++j) {
      if (isCausal && j > i) continue;
      a(i, j) = std::exp(s(i, j)) / sum;
      for (Index c = 0; c < 2; ++c) o(i, c) += a(i, j) * v(j, c);
    }
  }
  return {{{"Q", q}, {"K", k}, {"S", s}, {"A", a}, {"V", v}, {"O", o}}};
}

void addFlows(std::vector<PictureSample>& samples) {
  PictureInput causal = attentionFlow(4, 3, true);
  causal.marks.push_back({"S", {1, 0}});
  for (Index c = 0; c < 3; ++c) causal.handles.push_back({{"Q", {1, c}}, -2, 2, 0.5});
  samples.push_back({"flow", "causal", causal});
  PictureInput masked = attentionFlow(4, 3, true);
  engine::Array<double> seen({4, 4}, 0, "M");
  for (Index i = 0; i < 4; ++i)
    for (Index j = 0; j <= i; ++j) seen(i, j) = 1;
  masked.arrays.insert(masked.arrays.begin() + 3, {"M", seen});
  masked.settings["mask"] = "M";
  addSwitches(masked, "M", 4, 4);
  samples.push_back({"flow", "masked", masked});
  samples.push_back({"flow", "letters", attentionFlow(8, 6, false)});
  samples.push_back({"flow", "tokens", attentionFlow(64, 16, false)});
  samples.push_back({"flow",
                     "protein",
                     {{arrayOf("S", {329, 329}, std::vector<double>(329 * 329, 0.5)),
                       arrayOf("A", {329, 329}, std::vector<double>(329 * 329, 1.0 / 329))}}});
}

PictureInput smoothed(Index m) {
  const std::vector<double> y{0.3, 1.13, 2.88, 3.88, 3.26, 2.78, 3.09, 2.12, 1.32, 1.68};
  std::vector<double> x, t, f, a;
  for (int j = 0; j < 10; ++j) x.push_back(0.5 * j);
  for (Index i = 0; i < m; ++i) {
    t.push_back(4.5 * static_cast<double>(i) / static_cast<double>(m - 1));
    double sum = 0, mean = 0;
    for (const double at : x) sum += std::exp(-(t.back() - at) * (t.back() - at) / 2);
    for (size_t j = 0; j < 10; ++j) {
      a.push_back(std::exp(-(t.back() - x[j]) * (t.back() - x[j]) / 2) / sum);
      mean += a.back() * y[j];
    }
    f.push_back(mean);
  }
  return {{arrayOf("x", {10}, x), arrayOf("y", {10}, y), arrayOf("t", {m}, t), arrayOf("f", {m}, f),
           arrayOf("A", {m, 10}, a)}};
}

void addCurves(std::vector<PictureSample>& samples) {
  PictureInput kernel = smoothed(19);
  kernel.handles.push_back({{"y", {3}}, 0, 5, 0});
  kernel.handles.push_back({{"x", {3}}, 0, 4.5, 0});
  samples.push_back({"regression", "kernel", kernel});
  PictureInput points = kernel;
  points.arrays.resize(3);
  samples.push_back({"regression", "points", points});
  PictureInput covered = kernel;
  covered.arrays[3].isCovered = covered.arrays[4].isCovered = true;
  samples.push_back({"regression", "covered", covered});
  PictureInput slope{{arrayOf("slope", {4}, {0.2293, -0.1525, -0.0561, -0.0206})}};
  slope.arrays[0].labels = {words("first second third fourth")};
  slope.handles.push_back({{"slope", {0}}, -0.5, 0.5, 0});
  samples.push_back({"bars", "slope", slope});
  samples.push_back({"bars",
                     "guess",
                     {{arrayOf("guess", {4}, {0.5, 0.3, 0.1, 0.1}), arrayOf("truth", {4}, {0.64, 0.24, 0.09, 0.03})}}});
  samples.push_back({"bars", "many", {{arrayOf("entropy", {329}, std::vector<double>(329, 1.25))}}});
}

PictureInput waves(Index n, Index channels, double position, double shift) {
  std::vector<double> p;
  for (Index i = 0; i < n; ++i)
    for (Index c = 0; c < channels / 2; ++c) {
      const double angle =
          static_cast<double>(i) * std::pow(10000, -2.0 * static_cast<double>(c) / static_cast<double>(channels));
      p.push_back(std::sin(angle));
      p.push_back(std::cos(angle));
    }
  PictureInput input{{arrayOf("P", {n, channels}, p), scalar("i", position), scalar("shift", shift)}};
  input.handles.push_back({{"i", {}}, 1, static_cast<double>(n), 1});
  if (shift != 0) input.handles.push_back({{"shift", {}}, -10, 10, 1});
  return input;
}

void addClocks(std::vector<PictureSample>& samples) {
  samples.push_back({"clock", "shifted", waves(20, 8, 4, 2)});
  samples.push_back({"clock", "still", waves(20, 8, 4, 0)});
  samples.push_back({"clock", "many", waves(329, 64, 100, 5)});
}

void addStacks(std::vector<PictureSample>& samples) {
  engine::Array<double> maps({6, 12, 12}, 0, "Srow"), tied({12, 12}, 0, "S");
  for (Index r = 0; r < 6; ++r)
    for (Index k = 0; k < 144; ++k) {
      maps[r * 144 + k] = (k % 13 == 0 || (k + 5 * r) % 17 == 0) ? 4 : 0;
      tied[k] += maps[r * 144 + k] / std::sqrt(6.0);
    }
  PictureInput input{{{"Srow", maps}, {"S", tied}, arrayOf("w", {6}, {1, 1, 1, 1, 1, 1})}};
  input.arrays[2].labels = {words("1ldm 1lld 1a5z 2xxb 1ez4 1llc")};
  input.handles.push_back({{"w", {5}}, 0, 2, 0.05});
  samples.push_back({"stack", "tied", input});
  samples.push_back({"stack", "alone", {{{"Srow", maps}, {"S", tied}}}});
}

}  // namespace

void addSwitches(PictureInput& input, const std::string& name, Index rows, Index columns) {
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < columns; ++j) input.handles.push_back({{name, {i, j}}, 0, 1, 1, true});
}

std::vector<PictureSample> pictureSamples() {
  std::vector<PictureSample> samples;
  addBowls(samples);
  addPlanes(samples);
  addFlows(samples);
  addCurves(samples);
  addClocks(samples);
  addStacks(samples);
  addCountingSamples(samples);
  addTimeSamples(samples);
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
