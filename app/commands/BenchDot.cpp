// headlight bench dot: prints what engine::benchDot measures.
#include "engine/operations/BenchDot.h"

#include "app/Command.h"
#include "app/commands/BenchRecord.h"

namespace app {

int benchDot(int threads) {
  TerminalProgress progress(Talk::normal);
  engine::benchDot(threads, progress, [](const engine::DotMeasurement& measurement) {
    printOut(recordLine({"dot", measurement.name, measurement.device, measurement.threads, measurement.seconds,
                         measurement.work, "flop", "Eigen float matrix product 2048^3", measurement.sgemmRate, 0}));
  });
  return kDone;
}

}  // namespace app
