// Warnings: harmless oddities that the user should hear of, kept apart from errors.
#pragma once

#include <sstream>
#include <string>
#include <vector>

namespace engine {

/// Collects warnings of one piece of work. Not thread-safe: workers report to their caller.
class Diagnostics {
 public:
  template <class... Parts>
  void warn(const Parts&... parts) {
    std::ostringstream text;
    (text << ... << parts);
    m_warnings.push_back(text.str());
  }
  const std::vector<std::string>& warnings() const { return m_warnings; }

 private:
  std::vector<std::string> m_warnings;
};

}  // namespace engine
