// Switching heads off, of a model or learned from an alignment: entries of context menus, and the request that they make.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/views/base/View.h"
#include "ui/views/heads/ChosenHeads.h"

namespace ui {

/// Runs the model of these heads without some of them, besides those that it was run without already. `how`: "zero",
/// "uniform" or "mean" (of a model that was not learned here). Nothing for heads that no model gave, or one whose
/// weights or input are not loaded any more.
std::optional<engine::Request> requestWithout(const engine::Dataset& heads, const std::vector<ChosenHead>& chosen,
                                              const std::string& how, const Document& document);

/// Each head of those that were learned from an alignment by itself, one after the other. Nothing for others.
std::optional<engine::Request> requestWithoutEach(const engine::Dataset& heads, const Document& document);

/// A submenu "Switch off layer 3, head 1" for heads that a model gave; the view asks for the work. Nothing for others.
void addSwitchOff(QMenu& menu, View& view, const engine::DatasetPtr& heads, const std::vector<ChosenHead>& chosen);

}  // namespace ui
