// What formats have in common that hold one alignment and nothing else.
#pragma once

#include "engine/alignment/Alignment.h"
#include "engine/io/Format.h"

namespace engine {

class AlignmentFormat : public Format {
 public:
  bool canWrite(const DatasetValue& value) const override {
    return value.as<Alignment>() != nullptr;
  }
  std::string write(const DatasetValue& value) const override {
    const auto* held = value.as<Alignment>();
    return held ? writeAlignment(*held) : Format::write(value);
  }

 protected:
  /// Throws Error when the format cannot hold it.
  virtual std::string writeAlignment(const Alignment& alignment) const = 0;
};

}  // namespace engine
