// What the benchmarks of the views share: datasets, drags, frames, and processes of their own.
#pragma once

#include <QString>
#include <functional>
#include <string>
#include <vector>

#include "app/bench/BenchRecord.h"
#include "engine/datasets/Dataset.h"
#include "ui/views/base/View.h"

namespace app {

/// One group of lines of `headlight bench views`. A QApplication is there when it runs. Listed in viewbenches.def.
struct ViewBench {
  std::string id;
  void (*run)();
};
const std::vector<ViewBench>& viewBenches();

template <class T>
engine::DatasetPtr datasetOf(const std::string& id, T value, std::vector<engine::DatasetId> axes = {}) {
  auto dataset = std::make_shared<engine::Dataset>();
  dataset->id = dataset->title = id;
  dataset->axes = std::move(axes);
  dataset->value = std::make_shared<const T>(std::move(value));
  return dataset;
}

/// Seconds that each of act(1) to act(count) takes.
std::vector<double> timesOf(int count, const std::function<void(int)>& act);
/// Runs the event loop until no job is under way.
void waitForJobs(ui::Session& session);
/// Runs the event loop until the canvas has painted another frame. Throws Error after two seconds.
void waitForFrame(ui::VtkWidget& canvas, int framesBefore);
/// A shown view of this kind with the datasets, which are published; its first frame is painted.
std::unique_ptr<ui::View> shownView(ui::Session& session, const QString& kind,
                                    const std::vector<engine::DatasetPtr>& datasets, QSize size);
/// Seconds that each step takes from the call of `act(step)` to the painted frame; the first steps warm up.
std::vector<double> frameTimes(ui::VtkWidget& canvas, int numSteps, const std::function<void(int)>& act);
/// The same for each mouse move of a drag in a circle.
std::vector<double> dragTimes(ui::VtkWidget& canvas, Qt::MouseButton button = Qt::LeftButton);
/// Prints the line of times against a limit: ratio = limit / median, so that 1 or more holds.
void printTimes(const std::string& name, const std::vector<double>& seconds, double limitSeconds,
                const std::string& unit = "frame", double memoryMiB = 0);

/// How a process of its own fared.
struct ProcessRun {
  std::vector<double> seconds;  ///< from its start to each of its calls of `tellReady`
  double peakMiB = 0;           ///< largest resident memory
};
/// Starts this program again with these arguments and waits for its end. Throws Error when it fails or tells nothing.
ProcessRun runProcess(const std::vector<std::string>& arguments);
/// Called in that process: what is measured has come so far.
void tellReady();
/// Opens the main window with a file in processes of their own: one line for the time until the first view has painted
/// its data, one for the time until no job is left and the view has painted again; both with the peak memory.
void measureOpening(const std::string& name, const std::string& file, double firstLimit, double lastLimit);

}  // namespace app
