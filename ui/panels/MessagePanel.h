// The log: what was done, what was odd, what failed.
#pragma once

#include <QWidget>

#include "ui/session/Session.h"

class QListWidget;

namespace ui {

class MessagePanel : public QWidget {
  Q_OBJECT

 public:
  explicit MessagePanel(Session& session, QWidget* parent = nullptr);
  QListWidget& list() { return *m_list; }

 public Q_SLOTS:
  void add(ui::MessageKind kind, const QString& text);
  void copySelected();
  void copyAll();

 private:
  void recolor();

  QListWidget* m_list;
};

}  // namespace ui
