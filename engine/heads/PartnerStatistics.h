// Weight on the partners of secondary structure and on labelled residues (MATHEMATICS.md 4).
#pragma once

#include <string>
#include <vector>

#include "engine/heads/HeadMap.h"
#include "engine/heads/HeadStatistics.h"
#include "engine/heads/MapDistances.h"

namespace engine {

/// By residue: those that it is paired with, ascending.
using Partners = std::vector<std::vector<Index>>;

/// Four apart, with a helix from one to the other. `dssp`: one letter per residue.
Partners helixPartners(const std::string& dssp);
/// In strands or bridges, three and more apart, C-alpha closer than 5.8 Å. `alpha`: L x L, Å.
Partners strandPartners(const std::string& dssp, const Array<float>& alpha);
PartnerMass partnerMass(const HeadMap& map, const Partners& partners);

/// Something about the residues that are keys: a yes or no each, or a number each (NaN: not known).
struct ResidueAnnotation {
  std::string name;
  std::vector<double> values;
  /// All values are 0 or 1.
  bool isLabel() const;
};

/// `received`: what each residue receives (RowStatistics::received). Throws Error unless there is a value for each.
AnnotationStatistics annotationStatistics(const ResidueAnnotation& annotation, const std::vector<double>& received);

}  // namespace engine
