// Residues whose attention can be understood: the first helix of globins, and four heads that each look for something.
#pragma once

#include "engine/attention/Mechanism.h"

namespace engine {

/// Residues 3 to 18 of the mature chains: human haemoglobin α, β, δ and γ, sperm whale myoglobin. Sixteen columns
/// without a gap, N-terminus to the end of helix A.
const std::vector<std::string>& globinRows();
/// "Hb α", ..., in the order of the rows.
const std::vector<std::string>& globinNames();
/// Row 0, a name per residue.
std::vector<std::string> globinLetters();
/// Eight features of each residue (rows, columns, 8): hydropathy (Kyte and Doolittle 1982, / 4.5), charge, aromatic or
/// not, size, and two waves of its place.
Array<float> globinFeatures();
/// Those of row 0 alone, (columns, 8).
Array<float> helixFeatures();
/// What the four heads look for.
std::vector<std::string> globinHeadLabels();
/// Query and key projections (8, 8) of four heads of width 2.
Array<float> globinQueries();
Array<float> globinKeys();
/// W_q, W_k of the heads; W_v and W_o keep the features.
ArrayBundle globinProjections();
/// What comes of row 0 by a projection: (4, columns, 2).
Array<float> helixHeads(const Array<float>& projection, float scale = 1);
/// A sample of these residues: names of columns and rows, labels of the heads.
Sample globinSample(ArrayBundle arrays, ParameterValues values = {});
/// The projections and X (rows, columns, 8), with heads = 4.
Sample globinAlignmentSample();
/// The same with four heads that compare the residues of a column, where all have one place.
Sample globinColumnSample();

}  // namespace engine
