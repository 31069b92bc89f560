// Changes some of the options of a view, or of a part of it.
#pragma once

#include <utility>

namespace ui {

/// Base of an `Owner` whose options are a value that options() tells and setOptions() takes as a whole.
template <class Owner>
class ChangeOptions {
 public:
  /// setOptions() of what `edit(options)` makes of a copy of the present ones.
  template <class Edit>
  void change(const Edit& edit) {
    auto& owner = static_cast<Owner&>(*this);
    auto options = owner.options();
    edit(options);
    owner.setOptions(std::move(options));
  }
};

}  // namespace ui
