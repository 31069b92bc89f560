// What formats have in common that hold any number of named arrays.
#pragma once

#include "engine/datasets/Exports.h"
#include "engine/io/Format.h"
#include "engine/io/WriteHeads.h"

namespace engine {

class BundleFormat : public Format {
 public:
  bool canWrite(const DatasetValue& value) const override {
    return value.as<ArrayBundle>() != nullptr || mapsIn(value) != nullptr;
  }
  std::string write(const DatasetValue& value) const override {
    if (const auto* held = value.as<ArrayBundle>()) return writeBundle(*held);
    const HeadSet* const maps = mapsIn(value);
    return maps ? writeBundle(headFileArrays(*maps)) : Format::write(value);
  }
  bool writeInPieces(const DatasetValue& value, const std::filesystem::path& path) const override {
    return writeHeadsOf(value, path);
  }
  std::string sample() const override {
    ArrayBundle bundle;
    bundle.emplace("q", Array<float>({2, 2}, std::vector<float>{1, 2, 3, 4}, "q"));
    bundle.emplace("length", Array<std::int64_t>(Shape{}, std::vector<std::int64_t>{7}, "length"));
    bundle.emplace("mask", Array<Bool>({3}, std::vector<Bool>{{1}, {0}, {1}}, "mask"));
    return writeBundle(bundle);
  }

 protected:
  /// Maps that are no heads, which are written in pieces.
  static const HeadSet* mapsIn(const DatasetValue& value) {
    const auto* maps = value.as<HeadSet>();
    return maps && isArrayPerMap(*maps) ? maps : nullptr;
  }
  /// Throws Error when the format cannot hold a name.
  virtual std::string writeBundle(const ArrayBundle& bundle) const = 0;
};

}  // namespace engine
