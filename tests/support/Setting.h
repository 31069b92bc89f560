// An environment variable for the length of a test.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace test {

class Setting {
 public:
  /// A null value: the variable is not there.
  Setting(const char* name, const char* value) : m_name(name) {
    if (const char* const before = std::getenv(name)) m_before = before;
    set(value);
  }
  ~Setting() { set(m_before ? m_before->c_str() : nullptr); }
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;

 private:
  void set(const char* value) {
    if (value)
      ::setenv(m_name.c_str(), value, 1);
    else
      ::unsetenv(m_name.c_str());
  }
  std::string m_name;
  std::optional<std::string> m_before;
};

}  // namespace test
