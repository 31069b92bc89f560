// The list of views, from views.def.
#include "engine/base/Error.h"
#include "ui/views/base/View.h"

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

std::vector<ViewKind> viewKindsFor(const engine::Dataset& dataset, Session& session) {
  std::vector<ViewKind> accepting;
  for (const ViewKind& kind : viewKinds()) {
    // An unshown view touches no OpenGL: it is cheap to make one just to ask it.
    const std::unique_ptr<View> view(kind.make(session, nullptr));
    if (view->accepts(dataset)) accepting.push_back(kind);
  }
  return accepting;
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
