#include "ui/lessons/KnownPictures.h"

#include "ui/views/ViewKinds.h"
#include "ui/views/teaching/TeachingPicture.h"

namespace ui {

engine::LessonKnows knownPictures() {
  engine::LessonKnows knows;
  for (const ViewKind& kind : viewKinds()) knows.pictureKinds.push_back(kind.id.toStdString());
  for (const PictureKind& kind : pictureKinds()) knows.pictureKinds.push_back(kind.id);
  return knows;
}

}  // namespace ui
