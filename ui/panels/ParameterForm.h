// A form made from parameter descriptions.
#pragma once

#include <QWidget>
#include <map>
#include <vector>

#include "engine/base/Parameters.h"

namespace ui {

class ParameterForm : public QWidget {
  Q_OBJECT

 public:
  explicit ParameterForm(std::vector<engine::Parameter> parameters, QWidget* parent = nullptr);
  /// Throws engine::Error naming the field when its text is not a value of the parameter.
  engine::ParameterValues values() const;
  /// Fields of unknown keys do not exist and are passed over.
  void setValues(const engine::ParameterValues& values);
  /// Back to the defaults.
  void reset();
  /// The input field of a parameter; null when there is none.
  QWidget* field(const std::string& key) const;

 Q_SIGNALS:
  void changed();

 private:
  QWidget* makeField(const engine::Parameter& parameter);
  void check(const engine::Parameter& parameter);

  std::vector<engine::Parameter> m_parameters;
  std::map<std::string, QWidget*> m_fields;
};

}  // namespace ui
