#include "engine/base/FailureText.h"

#include <exception>
#include <new>

namespace engine {

std::string failureText() {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return "not enough memory";
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "unknown failure";
  }
}

}  // namespace engine
