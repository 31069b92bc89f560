// The list of views, from views.def.
#include "engine/base/Error.h"
#include "ui/views/View.h"

namespace ui {

#define VIEW(id, Class, title) View* make##Class(Session&, QWidget*);
#include "ui/views/views.def"
#undef VIEW

const std::vector<ViewKind>& viewKinds() {
  static const std::vector<ViewKind> kinds = {
#define VIEW(id, Class, title) ViewKind{QStringLiteral(#id), QStringLiteral(title), &make##Class},
#include "ui/views/views.def"
#undef VIEW
  };
  return kinds;
}

View* makeView(const QString& id, Session& session, QWidget* parent) {
  std::string known;
  for (const ViewKind& kind : viewKinds()) {
    if (kind.id == id) return kind.make(session, parent);
    known += (known.empty() ? "" : ", ") + kind.id.toStdString();
  }
  engine::fail("there is no view \"", id.toStdString(), "\"; known views: ", known);
}

}  // namespace ui
