// What FASTA, A2M and A3M have in common: the same reading, whether the text is in memory or in a mapped file.
#pragma once

#include "engine/io/formats/text/FastaRecords.h"

namespace engine {

/// A kind of Format (Base) that reads FastaText.
template <class Base>
class FastaFormat : public Base {
 public:
  DatasetValue read(std::string_view content, const std::string& source, Diagnostics& diagnostics,
                    Progress& progress) const final {
    return readText({content, source}, diagnostics, progress);
  }
  DatasetValue readMapped(const MappedFile& file, const std::string& source, Diagnostics& diagnostics,
                          Progress& progress) const final {
    return readText(fastaTextOf(file, source), diagnostics, progress);
  }

 protected:
  virtual DatasetValue readText(FastaText text, Diagnostics& diagnostics, Progress& progress) const = 0;
};

}  // namespace engine
