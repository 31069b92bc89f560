// What one map of a set is called, by people who count from 1.
#pragma once

#include <QString>

#include "engine/attention/HeadAxes.h"

namespace ui {

/// "Layer 2, head 3", "Head 3" where there is one layer; "Batch item 2, head 3", "Batch item 2", "Row 5, head 3" where
/// the two numbers say something else. `layer` and `head` from 0.
QString headName(const engine::HeadSet& heads, engine::Index layer, engine::Index head);
/// "L1H2" as programs count, from 0; empty where the numbers are no layer and head.
QString zeroBasedName(const engine::HeadSet& heads, engine::Index layer, engine::Index head);
/// "Layer", "Batch item".
QString layerTitle(const engine::HeadSet& heads);
/// "Head", "Channel".
QString headTitle(const engine::HeadSet& heads);

}  // namespace ui
