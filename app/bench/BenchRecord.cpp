#include "app/bench/BenchRecord.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace app {

std::string recordLine(const BenchRecord& record) {
  std::vector<double> sorted = record.seconds;
  std::sort(sorted.begin(), sorted.end());
  const double median = sorted[sorted.size() / 2];
  const double rate = median > 0 ? record.work / median : 0;
  nlohmann::ordered_json line{{"bench", record.bench},
                              {"case", record.name},
                              {"device", record.device},
                              {"threads", record.threads},
                              {"seconds", {{"min", sorted.front()}, {"median", median}, {"max", sorted.back()}}},
                              {"work", record.work},
                              {"unit", record.unit},
                              {"rate", rate}};
  if (!record.reference.empty()) {
    line["reference"] = {{"name", record.reference}, {"rate", record.referenceRate}};
    line["ratio"] = record.referenceRate > 0 ? rate / record.referenceRate : 0;
  }
  if (record.processorSeconds > 0) line["processor_seconds"] = record.processorSeconds;
  if (record.memoryMiB > 0) line["memory_mib"] = record.memoryMiB;
  return line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace app
