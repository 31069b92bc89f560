// The list of views, from views.def: what they are called, what they show, how one is made.
#pragma once

#include <QString>
#include <vector>

#include "engine/datasets/Dataset.h"
#include "ui/session/Session.h"

class QWidget;

namespace ui {

class View;

/// One line of views.def.
struct ViewKind {
  QString id, title;
  View* (*make)(Session&, QWidget* parent);
  /// Whether a view of this kind that shows nothing yet accepts the dataset.
  bool (*accepts)(const engine::Dataset& dataset, const Document& document);
};
const std::vector<ViewKind>& viewKinds();
/// The kinds whose views accept this dataset, in the order of the list.
std::vector<ViewKind> viewKindsFor(const engine::Dataset& dataset, const Document& document);
/// Throws engine::Error listing the known ids.
View* makeView(const QString& id, Session& session, QWidget* parent);

}  // namespace ui
