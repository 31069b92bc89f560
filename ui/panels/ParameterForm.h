// A form made from parameter descriptions. Groups of parameters are folded away under their heading until they are
// opened or something in them is not at its default. A field that nobody has touched shows the default that it has
// beside the others: where a preset is chosen, that of the preset.
#pragma once

#include <QWidget>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/base/Parameters.h"

class QFormLayout;
class QToolButton;

namespace ui {

class ParameterForm : public QWidget {
  Q_OBJECT

 public:
  /// How numbers are asked for: by a field, or by a field with a slider beside it.
  enum class Numbers { typed, withSliders };
  /// `room`: the width that there is (logical pixels), as for ReadableForm; 0: as much as the form asks for.
  explicit ParameterForm(std::vector<engine::Parameter> parameters, QWidget* parent = nullptr,
                         Numbers numbers = Numbers::typed, int room = 0);
  /// Given are those of fields that were touched or set. Throws engine::Error naming the field when its text is not a
  /// value of the parameter.
  engine::ParameterValues values() const;
  /// Fields of unknown keys do not exist and are passed over.
  void setValues(const engine::ParameterValues& values);
  /// Back to the defaults.
  void reset();
  /// The input field of a parameter; null when there is none.
  QWidget* field(const std::string& key) const;
  /// Shows or folds away the parameters under this heading.
  void setGroupOpen(const std::string& group, bool isOpen);

 Q_SIGNALS:
  void changed();

 private:
  QWidget* makeField(const engine::Parameter& parameter);
  /// The parameter's field and its slider side by side.
  QWidget* withSlider(const engine::Parameter& parameter);
  /// What stands beside the label of a parameter.
  QWidget* rowOf(const std::string& key) const;
  void addHeading(const std::string& group);
  void check(const engine::Parameter& parameter);
  /// What was given, as far as it can be read.
  engine::ParameterValues givenValues() const;
  /// Writes the defaults into all other fields.
  void fillDefaults();
  /// Opens groups that hold a value other than the default, or none.
  void openChangedGroups();

  std::vector<engine::Parameter> m_parameters;
  std::map<std::string, QWidget*> m_fields, m_labels;
  std::set<std::string> m_given;  ///< keys of fields that were touched or set
  bool m_isFilling = false;       ///< what changes now was not touched
  std::map<std::string, QToolButton*> m_headings;
  QFormLayout* m_layout;
};

}  // namespace ui
