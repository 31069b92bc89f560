// What a call that must fail says.
#pragma once

#include <string>

#include "engine/base/Error.h"

namespace test {

/// The text of the engine::Error that `action` throws; "no error" when it throws none.
template <class Action>
std::string errorOf(const Action& action) {
  try {
    action();
  } catch (const engine::Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace test
