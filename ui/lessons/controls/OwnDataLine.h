// The sample that a step reads, and the way to see the step with data of one's own.
#pragma once

#include <QWidget>
#include <functional>
#include <string>
#include <vector>

#include "engine/datasets/Dataset.h"

class QLabel;
class QMenu;
class QToolButton;

namespace ui {

class OwnDataLine : public QWidget {
  Q_OBJECT

 public:
  /// `name`: of the sample in the lesson, "protein".
  OwnDataLine(std::string name, QWidget* parent);
  const std::string& name() const { return m_name; }
  /// What the step reads now; null: not known yet. Own data say that the lesson's checks do not apply.
  void setData(const engine::DatasetPtr& dataset, bool isOwn);
  /// Asked for what is open when the menu is opened; of another kind than the sample is left out.
  std::function<std::vector<engine::DatasetPtr>()> choices;
  /// Opened by the button; filled when it opens.
  QMenu& menu() { return *m_menu; }
  QString text() const;

 Q_SIGNALS:
  /// Null: the sample again.
  void chosen(const engine::DatasetPtr& dataset);

 protected:
  /// Return opens the menu; Space goes on in the lesson, as everywhere.
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void fillMenu();

  std::string m_name;
  engine::DatasetPtr m_data;
  bool m_isOwn = false;
  QLabel* m_text;
  QToolButton* m_button;
  QMenu* m_menu;
};

}  // namespace ui
