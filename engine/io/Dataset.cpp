// Names of the kinds of datasets.
#include "engine/io/Dataset.h"

namespace engine {

std::string kindName(DatasetKind kind) {
  switch (kind) {
    case DatasetKind::sequences:
      return "sequences";
    case DatasetKind::alignment:
      return "alignment";
    case DatasetKind::profile:
      return "profile";
    case DatasetKind::structure:
      return "structure";
    case DatasetKind::arrays:
      return "arrays";
    case DatasetKind::heads:
      return "attention";
    case DatasetKind::profileAlignment:
      return "profile alignment";
    case DatasetKind::geometry:
      return "pair geometry";
    case DatasetKind::searchResult:
      return "search result";
  }
  return "?";
}

}  // namespace engine
