// A black page over the whole window: for a moment the class shall look elsewhere.
#pragma once

#include <QPointer>
#include <QWidget>

namespace ui {

class BlankScreen : public QObject {
  Q_OBJECT

 public:
  /// Over the window of `owner`, menus and status too; as large as this, and gone when it is hidden.
  explicit BlankScreen(QWidget* owner);
  ~BlankScreen() override;
  bool isOn() const;
  void toggle();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget* m_owner;
  QPointer<QWidget> m_cover;  ///< the window's, with which it may go
};

}  // namespace ui
