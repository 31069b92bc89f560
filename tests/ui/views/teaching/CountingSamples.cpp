// Input for pictures of costs, random features, rotations, columns and contacts.
#include <algorithm>

#include "tests/ui/views/teaching/PictureSamples.h"

namespace test {

using engine::Index;
using ui::PictureInput;

namespace {

PictureInput frequencies(int count) {
  std::vector<double> omega, u, kernel;
  for (int k = 0; k < count; ++k) omega.push_back(2.2 * std::sin(12.9898 * (k + 1)) * std::fabs(std::cos(78.233 * k)));
  for (int k = 0; k <= 40; ++k) {
    u.push_back(0.1 * k);
    kernel.push_back(std::exp(-u.back() * u.back() / 2));
  }
  return {{arrayOf("w", {count}, omega), arrayOf("u", {41}, u), arrayOf("k", {41}, kernel)}};
}

PictureInput errors() {
  PictureInput input{{arrayOf("m", {4}, {8, 32, 128, 512}),
                      arrayOf("error", {2, 4}, {0.407, 0.239, 0.155, 0.076, 0.444, 0.163, 0.078, 0.042}),
                      arrayOf("low", {2, 4}, {0.35, 0.2, 0.14, 0.07, 0.4, 0.15, 0.07, 0.04}),
                      arrayOf("high", {2, 4}, {0.5, 0.26, 0.17, 0.08, 0.5, 0.18, 0.09, 0.05})}};
  input.arrays[1].labels = {words("positive trigonometric")};
  std::vector<double> exact, estimate;
  for (int k = 0; k < 200; ++k) {
    exact.push_back(0.005 * k);
    estimate.push_back(exact.back() + 0.1 * std::sin(7.0 * k));
  }
  input.arrays.push_back(arrayOf("exact", {200}, exact));
  input.arrays.push_back(arrayOf("estimate", {200}, estimate));
  return input;
}

PictureInput letters() {
  std::vector<double> stages(3 * 20, 0.0), background(20, 0.05);
  stages[8] = 0.5556, stages[14] = 0.3333, stages[13] = 0.1111;
  for (size_t k = 0; k < 20; ++k) {
    stages[20 + k] = 0.8 * stages[k] + 0.2 * 0.05;
    stages[40 + k] = 0.3 * stages[k] + 0.7 * 0.05;
  }
  PictureInput input{
      {arrayOf("F", {3, 20}, stages), arrayOf("f", {20}, background), arrayOf("w", {5}, {0.4, 0.2, 0.2, 0.1, 0.1})}};
  std::vector<QString> letters;
  for (const QChar letter : QStringLiteral("ACDEFGHIKLMNPQRSTVWY")) letters.push_back(letter);
  input.arrays[0].labels = {words("counted weighted mixed"), letters};
  input.arrays[1].labels = {letters};
  input.handles.push_back({{"w", {0}}, 0, 1, 0.05});
  return input;
}

PictureInput contacts(Index n) {
  engine::Array<double> scores({n, n}, 0, "s"), near({n, n}, 0, "c");
  std::vector<double> precision;
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) {
      near(i, j) = std::abs(i - j) % 11 < 2 && (i + j) % 3 == 0 ? 1 : 0;
      scores(i, j) = 0.7 * near(i, j) + 0.3 * std::fabs(std::sin(static_cast<double>(i * j)));
    }
  for (Index k = 1; k <= n; ++k) precision.push_back(0.3 + 0.7 / std::sqrt(static_cast<double>(k)));
  return {{arrayOf("P", {n}, precision), scalar("base", 0.0141), {"s", scores}, {"c", near}}};
}

}  // namespace

void addCountingSamples(std::vector<PictureSample>& samples) {
  samples.push_back(
      {"sweep", "six", {{scalar("R", 6), scalar("C", 12), arrayOf("counts", {4}, {5184, 864, 432, 144})}}});
  PictureInput family{{scalar("R", 112), scalar("C", 329)}};
  family.handles = {{{"R", {}}, 1, 112, 1}, {{"C", {}}, 1, 329, 1}};
  samples.push_back({"sweep", "family", family});
  PictureInput large{{scalar("L", 8192), scalar("m", 266), scalar("d", 64)}};
  large.handles = {{{"L", {}}, 256, 16384, 1}};
  samples.push_back({"associate", "long", large});
  samples.push_back(
      {"associate",
       "short",
       {{scalar("L", 64), scalar("m", 32), scalar("d", 16), arrayOf("operations", {2}, {262144, 131072})}}});
  PictureInput few = frequencies(16);
  few.handles.push_back({{"w", {0}}, -3, 3, 0});
  samples.push_back({"frequencies", "few", few});
  samples.push_back({"frequencies", "many", frequencies(1024)});
  samples.push_back({"features", "measured", errors()});
  PictureInput alone = errors();
  alone.arrays.resize(2);
  samples.push_back({"features", "alone", alone});
  PictureInput two{{arrayOf("C", {2, 2}, {0, -1, 1, 0}), arrayOf("Lambda", {2, 2}, {0, 1, -1, 0})}};
  two.handles.push_back({{"C", {1, 0}}, -2, 2, 0});
  samples.push_back({"cayley", "two", two});
  std::vector<double> sevenths{3, 6, 2, -2, 3, -6, -6, 2, 3};
  for (double& value : sevenths) value /= 7;
  samples.push_back(
      {"cayley",
       "three",
       {{arrayOf("C", {3, 3}, {0, -0.5, 0.5, 0.5, 0, 0.5, -0.5, -0.5, 0}), arrayOf("Lambda", {3, 3}, sevenths)}}});
  samples.push_back({"columns", "letters", letters()});
  PictureInput counted = letters();
  counted.arrays.resize(1);
  counted.handles.clear();
  samples.push_back({"columns", "counted", counted});
  samples.push_back({"chance", "small", contacts(40)});
  samples.push_back({"chance", "protein", contacts(329)});
  PictureInput curve = contacts(329);
  curve.arrays.resize(2);
  samples.push_back({"chance", "curve", curve});
}

}  // namespace test
