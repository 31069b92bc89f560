// Batches made of items.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "engine/base/Array.h"

namespace test {

using namespace engine;

/// The arrays one after the other along a new axis in front.
inline AnyArray stacked(const std::vector<AnyArray>& items) {
  return std::visit(
      [&](const auto& first) -> AnyArray {
        using Values = std::decay_t<decltype(first)>;
        Shape shape = first.shape();
        shape.insert(shape.begin(), std::ssize(items));
        Values all(shape, Untouched{}, first.name);
        for (size_t k = 0; k < items.size(); ++k) {
          const auto& item = std::get<Values>(items[k]);
          EXPECT_EQ(item.shape(), first.shape()) << first.name;
          std::copy(item.begin(), item.end(), all.begin() + std::ssize(item) * static_cast<Index>(k));
        }
        return all;
      },
      items.front());
}

/// The same of every array.
inline ArrayBundle batchOf(const std::vector<ArrayBundle>& items) {
  ArrayBundle batch;
  for (const auto& [name, array] : items.front()) {
    std::vector<AnyArray> parts;
    for (const ArrayBundle& item : items) parts.push_back(item.at(name));
    batch[name] = stacked(parts);
  }
  return batch;
}

}  // namespace test
