// What an operation gave is shown by the same views when it is opened out of a file.
#include "engine/io/Format.h"
#include "engine/report/Export.h"
#include "tests/engine/operations/OperationRuns.h"
#include "ui/views/ViewKinds.h"

namespace round_trip_views_test {

using namespace engine;

std::vector<std::string> viewsOf(const Dataset& dataset) {
  const ui::Document document;
  std::vector<std::string> ids;
  for (const ui::ViewKind& kind : ui::viewKindsFor(dataset, document)) ids.push_back(kind.id.toStdString());
  return ids;
}

class RoundTripViews : public test::OperationRuns {};

TEST_F(RoundTripViews, everyResultOfEveryOperationIsShownByTheSameViewsAgain) {
  for (const auto& operation : operations())
    for (const Dataset& result : run(*operation, {}))
      for (const char* suffix : {".npz", ".safetensors"}) {
        const std::filesystem::path path = folder.path() / (std::string("result") + suffix);
        if (!canExport(result, path)) continue;
        SCOPED_TRACE(operation->id() + ": " + result.id.text() + " as " + suffix);
        exportDataset(result, path);
        Diagnostics diagnostics;
        Progress progress;
        EXPECT_EQ(viewsOf(load(path, diagnostics, progress)), viewsOf(result));
        EXPECT_FALSE(viewsOf(result).empty());
      }
}

}  // namespace round_trip_views_test
