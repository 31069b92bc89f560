// Changes some of the options of a view.
#pragma once

namespace ui {

/// `edit(options)` changes a copy of what is, which the view then takes as a whole.
template <class OptionsView, class Edit>
void changeOptions(OptionsView& view, const Edit& edit) {
  auto options = view.options();
  edit(options);
  view.setOptions(options);
}

}  // namespace ui
