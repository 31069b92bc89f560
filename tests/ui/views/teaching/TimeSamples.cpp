// Input for pictures of sequences that are read, written and learned, of state machines and of volumes.
#include "tests/ui/views/teaching/PictureSamples.h"

namespace test {

using engine::Index;
using ui::PictureInput;

namespace {

std::vector<QString> letters(const QString& text) {
  std::vector<QString> list;
  for (const QChar letter : text) list.push_back(letter);
  return list;
}

/// A line from the upper right to the lower left: what learning to reverse gives.
engine::Array<double> reversed(Index t, Index s, double sharpness) {
  engine::Array<double> weights({t, s}, 0, "A");
  for (Index i = 0; i < t; ++i) {
    double sum = 0;
    for (Index j = 0; j < s; ++j)
      sum += weights(i, j) = std::exp(-sharpness * std::abs(static_cast<double>(j - (s - 1 - i))));
    for (Index j = 0; j < s; ++j) weights(i, j) /= sum;
  }
  return weights;
}

void addTranslations(std::vector<PictureSample>& samples) {
  PictureInput reverse{{{"A", reversed(8, 8, 1.2)},
                        arrayOf("p", {8}, {0.99, 0.98, 0.99, 0.97, 0.9, 0.99, 0.98, 0.99}),
                        scalar("step", 3)}};
  reverse.arrays[0].labels = {letters("IHGFEDCA"), letters("ACDEFGHI")};
  reverse.settings["before"] = "IHAFEDCA";
  reverse.handles.push_back({{"A", {2, 5}}, 0, 1, 0.05});
  samples.push_back({"unrolled", "reverse", reverse});
  PictureInput dna{{{"A", reversed(5, 22, 0.5)}}};
  dna.arrays[0].labels = {letters("MAKW."), letters("CCATGGCTAAATGGTAACCATG")};
  samples.push_back({"unrolled", "orf", dna});
}

void addBeams(std::vector<PictureSample>& samples) {
  PictureInput tree{{arrayOf("parent", {9}, {0, 0, 1, 1, 2, 3, 3, 5, 5}),
                     arrayOf("score", {9}, {-0.1, -2.4, -0.9, -0.7, -2.6, -1.492, -3.1, -2.7, -4}),
                     arrayOf("kept", {9}, {1, 1, 1, 1, 1, 1, 0, 1, 0})}};
  tree.arrays[0].labels = {letters("MKEDRVLAG")};
  samples.push_back({"beam", "three", tree});
  std::vector<double> parents, scores, kept;
  for (int k = 0; k < 120; ++k) {
    parents.push_back(k < 4 ? 0 : (k - 4) / 4 * 1.0 + 1);
    scores.push_back((k < 4 ? 0 : scores[static_cast<size_t>(parents.back()) - 1]) - 0.1 - (k % 4) * 0.8);
    kept.push_back(k % 4 < 2 ? 1 : 0);
  }
  samples.push_back(
      {"beam",
       "wide",
       {{arrayOf("parent", {120}, parents), arrayOf("score", {120}, scores), arrayOf("kept", {120}, kept)}}});
}

void addTrainings(std::vector<PictureSample>& samples) {
  std::vector<double> steps, loss, exact;
  for (int k = 0; k <= 24; ++k) {
    steps.push_back(k == 0 ? 1 : 25 * k);
    loss.push_back(3.18 * std::exp(-0.02 * steps.back()) + 0.002);
    exact.push_back(1 - std::exp(-0.006 * steps.back()));
  }
  engine::Array<double> maps({3, 2, 6, 6}, 0, "maps");
  for (Index c = 0; c < 3; ++c)
    for (Index e = 0; e < 2; ++e) {
      const engine::Array<double> one = reversed(6, 6, 0.1 + static_cast<double>(c));
      for (Index k = 0; k < 36; ++k) maps[(c * 2 + e) * 36 + k] = one[k];
    }
  PictureInput input{{arrayOf("t", {25}, steps),
                      arrayOf("loss", {25}, loss),
                      arrayOf("exact", {25}, exact),
                      arrayOf("kept", {3}, {100, 300, 600}),
                      {"maps", maps},
                      scalar("at", 2)}};
  input.handles.push_back({{"at", {}}, 1, 3, 1});
  samples.push_back({"training", "reverse", input});
  input.arrays.resize(3);
  input.handles.clear();
  samples.push_back({"training", "curves", input});
}

void addMachines(std::vector<PictureSample>& samples) {
  PictureInput three{{arrayOf("T", {3, 3}, {0.9, 0.05, 0.05, 0.6, 0.4, 0, 0.7, 0, 0.3})}};
  three.arrays[0].labels = {letters("MID"), letters("MID")};
  three.marks.push_back({"T", {0, 1}});
  three.handles.push_back({{"T", {0, 1}}, 0, 0.1, 0});
  samples.push_back({"pairhmm", "three", three});
  PictureInput forbidden = three;
  forbidden.arrays[0].values = engine::Array<double>({3, 3}, {0.95, 0.05, 0, 0.6, 0.4, 0, 0.7, 0, 0.3}, "T");
  forbidden.arrays.push_back(arrayOf("allowed", {3, 3}, {1, 1, 0, 1, 1, 1, 1, 1, 1}));
  forbidden.handles.clear();
  forbidden.marks.clear();
  addSwitches(forbidden, "allowed", 3, 3);
  samples.push_back({"pairhmm", "forbidden", forbidden});
  PictureInput five{{arrayOf("T", {5, 5}, {0.8, 0.05, 0.05, 0.05, 0.05, 0.7, 0.3, 0,   0, 0, 0.7, 0,  0.3,
                                           0,   0,    0.7,  0,    0,    0.3, 0,   0.7, 0, 0, 0,   0.3})}};
  five.arrays[0].labels = {{"MM", "MI", "IM", "DG", "GD"}, {"MM", "MI", "IM", "DG", "GD"}};
  samples.push_back({"pairhmm", "five", five});
  PictureInput cube{{arrayOf("Z", {3, 3}, {1, 0, 0.3, 0, 1, 0.2, 0.1, 0, 1}),
                     arrayOf("Y", {3, 3}, {0.43, 0.86, 0.29, -0.29, 0.43, -0.86, -0.8, 0.2, 0.5}),
                     scalar("J", -0.382172)}};
  cube.handles.push_back({{"Z", {0, 0}}, -2, 2, 0.1});
  samples.push_back({"cube", "three", cube});
  cube.arrays.push_back(arrayOf("P", {3, 3}, {0.5, 0.45, 0.4, 0.4, 0.42, 0.45, 0.5, 0.5, 0.52}));
  cube.arrays.push_back(scalar("n", 3));
  cube.handles = {{{"n", {}}, 0, 8, 1}};
  samples.push_back({"cube", "repeated", cube});
}

/// A helix of points turned about z by 90 degrees; numbers and vectors of each point.
PictureInput turned(Index n) {
  engine::Array<double> x({n, 3}, 0, "x"), y({n, 3}, 0, "y"), s({n}, 0, "s"), v({n, 3}, 0, "v"), w({n, 3}, 0, "w");
  for (Index i = 0; i < n; ++i) {
    const double at = static_cast<double>(i);
    const double place[3] = {2 * std::cos(1.75 * at), 2 * std::sin(1.75 * at), 1.5 * at},
                 along[3] = {std::cos(at), 0.3, 0.5};
    for (Index c = 0; c < 3; ++c) x(i, c) = place[c], v(i, c) = along[c];
    y(i, Index{0}) = -place[1], y(i, Index{1}) = place[0], y(i, Index{2}) = place[2] + 5;
    w(i, Index{0}) = -along[1], w(i, Index{1}) = along[0], w(i, Index{2}) = along[2];
    s[i] = 0.5 + 0.4 * std::sin(at);
  }
  return {{{"x", x}, {"y", y}, {"s", s}, {"r", s}, {"v", v}, {"w", w}}};
}

void addPoses(std::vector<PictureSample>& samples) {
  PictureInput graph = turned(6);
  graph.handles.push_back({{"x", {1, 0}}, -5, 5, 0.1});
  samples.push_back({"pose", "turned", graph});
  samples.push_back({"pose", "protein", turned(329)});
  PictureInput points = turned(6);
  points.arrays.resize(2);
  samples.push_back({"pose", "points", points});
}

}  // namespace

void addTimeSamples(std::vector<PictureSample>& samples) {
  addTranslations(samples);
  addBeams(samples);
  addTrainings(samples);
  addMachines(samples);
  addPoses(samples);
}

}  // namespace test
