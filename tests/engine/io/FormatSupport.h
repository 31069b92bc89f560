// Short ways to read and write in memory for the tests of file formats.
#pragma once

#include <gmock/gmock.h>

#include <memory>
#include <string>

#include "engine/alignment/Alignment.h"
#include "engine/base/Error.h"
#include "engine/io/Format.h"
#include "tests/support/ErrorOf.h"

namespace test {

/// The format with this id; throws when there is none.
inline const engine::Format& formatWithId(std::string_view id) {
  for (const auto& format : engine::formats())
    if (format->id() == id) return *format;
  engine::fail("no format ", id);
}

struct ReadResult {
  engine::DatasetValue value;
  std::vector<std::string> warnings;

  template <class T>
  const T& as() const {
    return *value.as<T>();
  }
};

/// Reads content that stands in a file called `source`.
inline ReadResult readWith(const engine::Format& format, const std::string& content,
                           const std::string& source = "file.x") {
  engine::Diagnostics diagnostics;
  engine::Progress progress;
  ReadResult result{format.read(content, source, diagnostics, progress), {}};
  result.warnings = diagnostics.warnings();
  return result;
}
inline ReadResult readAs(const std::string& id, const std::string& content, const std::string& source = "file.x") {
  return readWith(formatWithId(id), content, source);
}

/// Read and written again in the same format.
inline std::string rewritten(const std::string& id, const std::string& content) {
  return formatWithId(id).write(readAs(id, content).value);
}

/// The error text of reading, "no error" when it succeeds.
inline std::string readError(const std::string& id, const std::string& content, const std::string& source = "file.x") {
  return test::errorOf([&] { readAs(id, content, source); });
}

/// A row of an alignment as letters, inserts left out.
inline std::string rowLetters(const engine::Alignment& alignment, engine::Index row) {
  return engine::Sequence{"", "", {alignment.row(row), alignment.row(row) + alignment.numColumns}}.letters();
}

inline engine::DatasetValue valueOf(engine::Alignment alignment) {
  return std::make_shared<const engine::Alignment>(std::move(alignment));
}

inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

}  // namespace test
