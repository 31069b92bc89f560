// Names of datasets, as handles: equal ones are one address,
// so that following a pointer over all views compares no text.
#pragma once

#include <compare>
#include <ostream>
#include <string>

namespace engine {

/// The id of a dataset, unique in a document. Reads as text wherever text is asked for. Every text that was ever made
/// an id is kept until the program ends: there are as many as datasets. May be made and used in any thread.
class DatasetId {
 public:
  DatasetId() : DatasetId(std::string()) {}
  // Both ways without a word, because files, requests and command lines have ids as text.
  DatasetId(const std::string& text);
  DatasetId(const char* text) : DatasetId(std::string(text)) {}

  const std::string& text() const { return *m_text; }
  operator const std::string&() const { return *m_text; }
  bool empty() const { return m_text->empty(); }

  friend bool operator==(const DatasetId& a, const DatasetId& b) { return a.m_text == b.m_text; }
  friend bool operator==(const DatasetId& a, const std::string& b) { return a.text() == b; }
  friend bool operator==(const DatasetId& a, const char* b) { return a.text() == b; }
  /// By text, so that an order does not depend on what was loaded before.
  friend auto operator<=>(const DatasetId& a, const DatasetId& b) { return a.text() <=> b.text(); }
  friend std::string operator+(const DatasetId& a, const std::string& b) { return a.text() + b; }
  friend std::string operator+(const std::string& a, const DatasetId& b) { return a + b.text(); }
  friend std::ostream& operator<<(std::ostream& out, const DatasetId& id) { return out << id.text(); }

 private:
  const std::string* m_text;  ///< never null
};

}  // namespace engine
