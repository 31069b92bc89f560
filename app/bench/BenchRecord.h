// One measurement of `headlight bench`, as the line of JSON that the command line promises.
#pragma once

#include <string>
#include <vector>

namespace app {

struct BenchRecord {
  std::string bench, name;  ///< "views", "alignment 1000x500 pan"
  std::string device;
  int threads = 1;
  std::vector<double> seconds;  ///< of each repetition; at least one
  double work = 1;              ///< done in one repetition
  std::string unit;             ///< of the work: "frame"
  std::string reference = {};   ///< what the rate is compared with; empty: nothing
  double referenceRate = 0;     ///< work per second of the reference
  double memoryMiB = 0;         ///< resident; 0: not measured
  double processorSeconds = 0;  ///< of all threads for one repetition; 0: not measured
};

/// {"bench","case","device","threads","seconds":{"min","median","max"},"work","unit","rate","reference","ratio"} and a
/// line end. Rate = work / median seconds; ratio = rate / reference rate.
std::string recordLine(const BenchRecord& record);

/// The benchmarks of the window; each prints its lines. `only`: one group of the views; empty: all, then the start.
int benchViews(const std::string& only);
int benchStart();
/// A model's heads in the window: weights, and sequences that it runs on.
int benchLayers(const std::vector<std::string>& files);
/// The processes that are measured: they open the window (with files), say so, end.
int benchStartWindow();
int benchOpenWindow(const std::vector<std::string>& files);

}  // namespace app
