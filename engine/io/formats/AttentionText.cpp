// Attention as text: "Layer X, Head Y", then lines "query key weight" (engine/io/AttentionText.h).
#include "engine/io/AttentionText.h"
#include "engine/io/Format.h"

namespace engine {

namespace {

class AttentionText : public Format {
 public:
  std::string id() const override { return "vizfold"; }
  std::string title() const override { return "Attention as text (VizFold, OpenFold)"; }
  std::string help() const override {
    return "\"Layer X, Head Y\" begins a head, each line behind it is \"query key weight\", positions from 0. Only the "
           "strongest pairs are there: the others count as 0, rows do not sum to 1. A file holds a layer, a folder of "
           "files NAME_layerN.txt opens as layers x heads.";
  }
  std::vector<std::string> suffixes() const override { return {".txt"}; }

  int sniff(std::string_view head, std::string_view suffix) const override {
    return isAttentionText(head) ? (suffix == ".txt" ? 95 : 85) : 0;
  }
  DatasetValue read(std::string_view content, const std::string& source, Diagnostics& diagnostics,
                    Progress& progress) const override {
    PairsOfHeads heads;
    addHeadsOfText(content, source, heads, progress);
    return headsOfPairs(std::move(heads), source, diagnostics);
  }
  std::string sample() const override {
    return "Layer 0, Head 0\n0 0 0.25\n0 1 0.75\n1 0 1\nLayer 0, Head 1\n0 1 1\n1 1 1\n";
  }
};

}  // namespace

std::unique_ptr<const Format> makeAttentionText() { return std::make_unique<AttentionText>(); }

}  // namespace engine
