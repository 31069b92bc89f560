// Trees. Their leaves are found among the rows of alignments by name (rowsOfLeaves), they have no positions.
#include "engine/trees/Tree.h"

#include <algorithm>

#include "engine/base/Nth.h"
#include "engine/datasets/TypedKind.h"

namespace engine {

namespace {

using Json = nlohmann::ordered_json;

class TreeKind : public TypedKind<Tree> {
 public:
  std::string name() const override { return "tree"; }
  std::string heading() const override { return "Trees"; }
  std::string icon() const override { return "tree"; }
  std::string textSuffix() const override { return ".nwk"; }

 protected:
  std::string sizeOf(const Tree& tree) const override {
    const Index count = tree.numLeaves();
    return std::to_string(count) + (count == 1 ? " leaf" : " leaves");
  }
  Json factsOf(const Tree& tree) const override {
    Json names = Json::array();
    for (const Index leaf : tree.leaves()) {
      if (names.size() == kMaxNames) break;
      names.push_back(nth(tree.nodes, leaf).label);
    }
    const std::vector<double> depths = tree.depths();
    const auto deepest = std::max_element(depths.begin(), depths.end());
    return {{"name", tree.name},
            {"leaves", tree.numLeaves()},
            {"nodes", tree.numNodes()},
            {"depth", deepest == depths.end() ? 0.0 : *deepest},
            {"names", names}};
  }
};

}  // namespace

std::unique_ptr<const Kind> makeTreeKind() { return std::make_unique<TreeKind>(); }

}  // namespace engine
