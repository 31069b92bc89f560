// The one exception type for everything that a user, a file or a device can cause.
#pragma once

#include <sstream>
#include <stdexcept>
#include <string>

namespace engine {

/// A failure with one sentence for the user: which file, line or array, what was found, what was expected.
/// Mistakes of our own are assertions and tests, never an Error.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws an Error whose text is the parts written one after the other.
template <class... Parts>
[[noreturn]] void fail(const Parts&... parts) {
  std::ostringstream text;
  (text << ... << parts);
  throw Error(text.str());
}

/// What `work` gives. An Error that it throws begins with `source` then, which the work did not know.
template <class Work>
auto withErrorsNaming(const std::string& source, const Work& work) {
  try {
    return work();
  } catch (const Error& error) {
    fail(source, ": ", error.what());
  }
}

}  // namespace engine
