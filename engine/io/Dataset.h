// A dataset with the types of what files hold.
#pragma once

#include "engine/alignment/Alignment.h"
#include "engine/attention/HeadSet.h"
#include "engine/base/Array.h"
#include "engine/datasets/ChainGeometry.h"
#include "engine/datasets/Dataset.h"
#include "engine/datasets/SequenceSet.h"
#include "engine/hmm/pair/ProfileAlignment.h"
#include "engine/search/hits/SearchResult.h"
#include "engine/structure/PairGeometry.h"
