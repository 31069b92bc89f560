// headlight bench layers WEIGHTS SEQUENCES: how long from a drop of these files to the picture of a model's first layer,
// and of all of them. The operation is asked for as soon as both are loaded.
#include <QCoreApplication>
#include <QTimer>
#include <chrono>
#include <memory>

#include "app/bench/ViewBench.h"
#include "app/shell/Command.h"
#include "app/window/MainWindow.h"
#include "app/window/RunOperation.h"
#include "app/window/Window.h"
#include "engine/attention/HeadSet.h"
#include "engine/bench/Bench.h"

namespace app {

namespace {

constexpr int kPollMilliseconds = 2;
constexpr double kFirstLimit = 1.5;

/// Follows one window from the drop to the end of the run.
class LayerWatch {
 public:
  explicit LayerWatch(MainWindow& window) : m_window(window) {}

  /// True when all is done.
  bool look() {
    if (!m_hasBegun) return begin();
    const ui::View* view = viewOfHeads();
    if (!view) return false;
    if (m_first == 0) m_first = seconds();
    if (m_window.session().jobs().numActive() > 0) return false;
    print("first layer", m_first, kFirstLimit);
    print("all layers and predictions", seconds(), 0);
    return true;
  }

 private:
  bool begin() {
    const ui::Document& document = m_window.session().document();
    engine::DatasetId weights, input;
    for (const engine::DatasetPtr& dataset : document.datasets())
      (dataset->kind() == engine::DatasetKind::modelWeights ? weights : input) = dataset->id;
    if (weights.text().empty() || input.text().empty()) return false;
    m_hasBegun = true;
    runAndShow(m_window.workspace(), {"model", {weights, input}, {}, "run"});
    return false;
  }
  /// One that has painted heads.
  ui::View* viewOfHeads() const {
    for (ui::View* view : m_window.workspace().views())
      for (const engine::DatasetId& id : view->datasetIds())
        if (id.text() == "run" && view->canvas().numFrames() > 0) return view;
    return nullptr;
  }
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count(); }
  void print(const std::string& name, double seconds, double limit) const {
    constexpr double kBytesPerMiB = 1 << 20;
    BenchRecord record{"layers", name, m_window.session().deviceText().toStdString(), 1, {seconds}, 1, "drop"};
    if (limit > 0) {
      record.reference = "limit 1.5 s";
      record.referenceRate = 1 / limit;
    }
    record.memoryMiB = engine::peakResidentBytes() / kBytesPerMiB;
    printOut(recordLine(record));
  }

  MainWindow& m_window;
  std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
  bool m_hasBegun = false;
  double m_first = 0;
};

}  // namespace

int benchLayers(const std::vector<std::string>& files) {
  if (files.size() != 2) throw UsageError("bench layers needs two files: weights and a sequence");
  return runWindow({}, [&files](MainWindow& window) {
    QStringList paths;
    for (const std::string& file : files) paths << QString::fromStdString(file);
    const auto watch = std::make_shared<LayerWatch>(window);
    window.openPaths(paths);
    auto* poll = new QTimer(&window);
    QObject::connect(poll, &QTimer::timeout, &window, [watch] {
      if (watch->look()) QCoreApplication::exit();
    });
    poll->start(kPollMilliseconds);
  });
}

}  // namespace app
