// A line for the path of a file or database, with a button that lets one choose it.
#pragma once

#include <QLineEdit>

#include "engine/base/Parameters.h"

namespace ui {

class PathField : public QLineEdit {
  Q_OBJECT

 public:
  explicit PathField(engine::PathKind kind, QWidget* parent = nullptr);

 private:
  /// Asks for a file, or for a folder; what is chosen becomes the text.
  void choose(bool isFolder);

  engine::PathKind m_kind;
};

}  // namespace ui
