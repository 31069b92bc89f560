// Pairs of residues that can be understood: the second hairpin of protein G, with two of its contacts left out, and
// weights that read what a pair or a residue is.
#pragma once

#include "engine/attention/Mechanism.h"

namespace engine {

/// Residues 41 to 56 of protein G, domain B1 (first) and B3, and designed hairpins of the same length.
const std::vector<std::string>& hairpinRows();
/// "GB1", ..., in the order of the rows.
const std::vector<std::string>& hairpinNames();
/// Row 0, a name per residue.
std::vector<std::string> hairpinLetters();

/// Alpha carbons (16, 3) in Å of an ideal hairpin: two strands 5 Å apart, 3.3 Å per residue.
Array<float> hairpinPositions();
/// Pairs that are three or more apart along the chain and closer than 6.5 Å.
bool isHairpinContact(Index i, Index j);

/// What a pair is, one of these (as channels of hairpinPairs()).
enum PairClass : Index { pairItself, pairNext, pairPrevious, pairContact, pairApart };
/// (16, 16, 5), each pair (i, j) 1 in its class and 0 elsewhere; two contacts are left out: they are "apart".
Array<float> hairpinPairs();
std::vector<std::string> pairClassNames();

/// What a residue is, one of these (as channels of hairpinResidues()).
enum ResidueClass : Index { residueHydrophobic, residuePositive, residueNegative, residuePolar, residueSmall };
/// (5, 16, 5), each residue of each row 1 in its class and 0 elsewhere.
Array<float> hairpinResidues();

/// Weights under PATH.weight and PATH.bias that read normalised classes: a row with the gains g gives the sum of g over
/// the classes that a pair (or a residue) is in, exactly, after the layer normalisation of one class of five.
void addClassReader(ArrayBundle& arrays, const std::string& path, const std::vector<std::vector<float>>& gains);
/// PATH.weight = 1 of this width: a layer normalisation that does nothing else.
void addPlainNorm(ArrayBundle& arrays, const std::string& path, Index width);
/// PATH.weight (out, in) of 0 and PATH.bias that opens a gate.
void addOpenGate(ArrayBundle& arrays, const std::string& path, Index out, Index in);
/// PATH.weight from its rows.
void addMatrix(ArrayBundle& arrays, const std::string& path, const std::vector<std::vector<float>>& rows);

/// A sample of these residues: names of columns and rows, labels of the heads.
Sample hairpinSample(ArrayBundle arrays, std::vector<std::string> headLabels);

}  // namespace engine
