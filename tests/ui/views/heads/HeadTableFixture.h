// A table of twelve heads that the tests of head table and atlas share.
#pragma once

#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/attention/HeadSet.h"
#include "engine/datasets/Dataset.h"
#include "engine/heads/HeadTable.h"

namespace test {

using engine::HeadRule;
using engine::HeadStatistics;
using engine::HeadTable;
using engine::Index;

inline constexpr Index kLayers = 3, kHeadsPerLayer = 4, kAllHeads = kLayers * kHeadsPerLayer;
inline constexpr Index kBestHead = 4, kSecondHead = 5;  ///< they see contacts

/// P@L of each head; two have none.
inline const std::array<std::optional<double>, kAllHeads> kPrecision = {
    0.02, 0.05, 0.05, std::nullopt, 0.52, 0.31, 0.10, 0.04, 0.03, 0.07, 0.05, std::nullopt};

inline std::vector<engine::HeadLabel> someLabels(Index head) {
  const std::vector<std::vector<engine::HeadLabel>> all = {
      {{HeadRule::uniform, "uniform", "weights nearly even"}},
      {{HeadRule::offset, "previous residue", "looks one back"}, {HeadRule::local, "local", "looks nearby"}},
      {{HeadRule::offset, "next residue", "looks one ahead"}, {HeadRule::local, "local", "looks nearby"}},
      {{HeadRule::sink, "sink at 1", "all rows look at one residue"}},
      {{HeadRule::contacts, "contacts", "52 % of the best 60 pairs touch"},
       {HeadRule::self, "self", "looks at itself"}},
      {{HeadRule::contacts, "contacts", "31 % of the best 60 pairs touch"}},
      {{HeadRule::helix, "helix", "one turn of a helix away"}},
      {{HeadRule::offset, "offset +7", "looks 7 ahead"}},
      {{HeadRule::residueType, "residue type M", "70 % of the weight on M"}}};
  return head < static_cast<Index>(all.size())
             ? all[static_cast<size_t>(head)]
             : std::vector<engine::HeadLabel>{{HeadRule::other, "other", "no rule holds"}};
}

enum class Structure { none, given };
enum class Layout { none, computed };

inline HeadStatistics someHead(Index number, Structure structure) {
  HeadStatistics head;
  head.layer = number / kHeadsPerLayer;
  head.head = number % kHeadsPerLayer;
  head.rows = 60;
  head.entropy = 5.9 - 0.4 * static_cast<double>(number);
  head.distance = 20 - static_cast<double>(number);
  head.offsets.assign(65, 0.01);
  head.offset = number == 7 ? 7 : -1;
  head.offsets[static_cast<size_t>(32 + *head.offset)] = 0.36;
  head.offsetMass = 0.36;
  head.keyType = 'M';
  head.keyTypeShare = 0.1;
  head.labels = someLabels(number);
  if (structure == Structure::none) return head;
  engine::ContactStatistics contacts;
  contacts.known = 59;
  for (auto& range : contacts.precision) range[0] = {kPrecision[static_cast<size_t>(number)], 59, 1.0};
  contacts.enrichment = 4;
  head.contacts = contacts;
  return head;
}

/// Places on a plane and the distances that they have there; the two contact heads are one cluster.
inline std::shared_ptr<engine::HeadAtlas> someAtlas() {
  auto atlas = std::make_shared<engine::HeadAtlas>();
  for (Index head = 0; head < kAllHeads; ++head) {
    const double angle = 0.5 * static_cast<double>(head);
    atlas->x.push_back(0.6 * std::cos(angle));
    atlas->y.push_back(0.4 * std::sin(angle));
    atlas->cluster.push_back(head == kSecondHead ? 0 : head == kBestHead ? 0 : head + 1);
  }
  atlas->distance = engine::Array<double>({kAllHeads, kAllHeads}, 0);
  for (size_t i = 0; i < atlas->x.size(); ++i)
    for (size_t j = 0; j < atlas->x.size(); ++j)
      atlas->distance(static_cast<Index>(i), static_cast<Index>(j)) =
          (std::pow(atlas->x[i] - atlas->x[j], 2) + std::pow(atlas->y[i] - atlas->y[j], 2)) / 2;
  return atlas;
}

inline std::shared_ptr<HeadTable> someTable(Structure structure = Structure::given, Layout layout = Layout::computed) {
  auto table = std::make_shared<HeadTable>();
  table->numLayers = kLayers;
  table->numHeads = kHeadsPerLayer;
  table->numQueries = table->numKeys = 60;
  table->mapTitle = "planted";
  for (Index head = 0; head < kAllHeads; ++head) table->heads.push_back(someHead(head, structure));
  if (structure == Structure::given) {
    table->contacts = engine::ContactSource{"1LDM", "A", engine::ContactAtom::beta, 8, 59};
    table->chance = engine::ChanceOfBest{58, 0.15, {0.13, 0.18}};
  }
  if (layout == Layout::computed) table->atlas = someAtlas();
  return table;
}

/// Of `numLayers` x `numHeads` heads of which nothing is known.
inline std::shared_ptr<HeadTable> plainTable(Index numLayers, Index numHeads) {
  auto table = std::make_shared<HeadTable>();
  table->numLayers = numLayers;
  table->numHeads = numHeads;
  for (Index k = 0; k < numLayers * numHeads; ++k) {
    HeadStatistics head;
    head.layer = k / numHeads;
    head.head = k % numHeads;
    head.labels = {{HeadRule::empty, "empty", "no row has weight on residues"}};
    table->heads.push_back(head);
  }
  return table;
}

inline engine::DatasetPtr tableDataset(std::shared_ptr<const HeadTable> table) {
  auto dataset = std::make_shared<engine::Dataset>();
  dataset->id = "heads-table";
  dataset->title = "heads of planted";
  dataset->provenance.request = {"heads", {"heads"}, {}, "heads-table"};
  dataset->value = std::move(table);
  return dataset;
}

/// The maps that the table is about, 8 x 8: head h looks h residues on.
inline engine::DatasetPtr mapsDataset() {
  auto heads = std::make_shared<engine::HeadSet>();
  constexpr Index kLength = 8;
  heads->numLayers = kLayers;
  heads->numHeads = kHeadsPerLayer;
  heads->numQueries = heads->numKeys = kLength;
  for (Index head = 0; head < kAllHeads; ++head) {
    auto map = std::make_shared<engine::AttentionMap>();
    map->weights = engine::Array<float>({kLength, kLength}, 0.0F);
    for (Index i = 0; i < kLength; ++i) map->weights(i, (i + head) % kLength) = 1;
    heads->maps.push_back(map);
  }
  auto dataset = std::make_shared<engine::Dataset>();
  dataset->id = dataset->title = "heads";
  dataset->value = std::shared_ptr<const engine::HeadSet>(heads);
  return dataset;
}

}  // namespace test
