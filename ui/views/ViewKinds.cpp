#include "ui/views/ViewKinds.h"

#include <algorithm>
#include <iterator>

#include "engine/base/Error.h"
#include "engine/base/Joined.h"

namespace ui {

#define VIEW(id, Class, title)              \
  View* make##Class(Session&, QWidget*); \
  bool isFor##Class(const engine::Dataset&, const Document&);
#include "ui/views/views.def"
#undef VIEW

const std::vector<ViewKind>& viewKinds() {
  static const std::vector<ViewKind> kinds = {
#define VIEW(id, Class, title) ViewKind{QStringLiteral(#id), QStringLiteral(title), &make##Class, &isFor##Class},
#include "ui/views/views.def"
#undef VIEW
  };
  return kinds;
}

std::vector<ViewKind> viewKindsFor(const engine::Dataset& dataset, const Document& document) {
  std::vector<ViewKind> accepting;
  std::copy_if(viewKinds().begin(), viewKinds().end(), std::back_inserter(accepting),
               [&](const ViewKind& kind) { return kind.accepts(dataset, document); });
  return accepting;
}

View* makeView(const QString& id, Session& session, QWidget* parent) {
  for (const ViewKind& kind : viewKinds())
    if (kind.id == id) return kind.make(session, parent);
  engine::fail("there is no view \"", id.toStdString(), "\"; known views: ",
               engine::joined(viewKinds(), [](const ViewKind& kind) { return kind.id.toStdString(); }));
}

}  // namespace ui
