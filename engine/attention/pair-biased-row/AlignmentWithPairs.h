// Attention on an alignment in a block that also holds pairs: along rows with a bias of the pairs
// (MATHEMATICS.md 18.4), along columns without (MATHEMATICS.md 18.5).
#pragma once

#include "engine/attention/pairs/GatedAttention.h"

namespace engine {

/// layer_norm_m, layer_norm_z, linear_z (the bias) and mha, names after `path` ("" or "msa_att_row.").
InputList pairBiasedRowInputs(const std::string& path = {});
/// layer_norm_m and mha, names after `path` ("msa_att_col._msa_att.").
InputList gatedColumnInputs(const std::string& path);

/// m (N, L, D), z (L, L, P). Maps (N, H, L, L); Y (N, L, D) is what is added to m. Throws Error when a score does not
/// fit into T.
template <class T>
GatedAttentionResult<T> pairBiasedRowAttention(const Array<T>& m, const Array<T>& z, const ModuleWeights<T>& weights,
                                               const GatedAttentionOptions& options, const Work& work);

/// The same along columns: groups are columns (L, N, ...), maps (L, H, N, N), Y (N, L, D).
template <class T>
GatedAttentionResult<T> gatedColumnAttention(const Array<T>& m, Index heads, const ModuleWeights<T>& weights,
                                             const GatedAttentionOptions& options, const Work& work);

}  // namespace engine
