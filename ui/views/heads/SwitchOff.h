// Switching heads of a model off: entries of context menus, and the request that they make.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/views/base/View.h"
#include "ui/views/heads/ChosenHeads.h"

namespace ui {

/// Runs the model of these heads without some of them, besides those that it was run without already. `how`: "zero",
/// "uniform" or "mean". Nothing for heads that no model gave, or one whose weights or input are not loaded any more.
std::optional<engine::Request> requestWithout(const engine::Dataset& heads, const std::vector<ChosenHead>& chosen,
                                              const std::string& how, const Document& document);

/// A submenu "Switch off layer 3, head 1" for heads that a model gave; the view asks for the work. Nothing for others.
void addSwitchOff(QMenu& menu, View& view, const engine::DatasetPtr& heads, const std::vector<ChosenHead>& chosen);

}  // namespace ui
