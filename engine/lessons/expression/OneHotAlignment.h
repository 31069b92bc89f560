// Letters of an alignment as numbers.
#pragma once

#include "engine/lessons/expression/Functions.h"

namespace engine {

/// onehot(m), onehot(m, rows 1 38, columns 93..104): rows x columns x 20 in the order ARNDCQEGHILKMFPSTWYV; 1 for the
/// residue, zeros for gaps and unknown ones. Without a selection: all of them.
LessonValue oneHotOfAlignment(const FunctionArguments& arguments);

}  // namespace engine
